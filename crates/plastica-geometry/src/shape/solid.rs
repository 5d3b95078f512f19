//! Signed distances of solids about the origin, all exact.

use plastica_tensor::Vec3;

/// From the signed distances to two perpendicular faces of a cylinder-like body, `side` of its
/// outline and `end` of its end planes.
#[inline]
pub(super) fn drawn_out(side: f64, end: f64) -> f64 {
    let (a, b) = (side.max(0.0), end.max(0.0));
    (a * a + b * b).sqrt() + side.max(end).min(0.0)
}

#[inline]
pub(super) fn block(half: Vec3<f64>, x: Vec3<f64>) -> f64 {
    let q = x.zip(half, |x, h| x.abs() - h);
    let outside = q.map(|q| q.max(0.0)).norm();
    outside + q[0].max(q[1]).max(q[2]).min(0.0)
}

/// Distance from the y axis.
#[inline]
pub(super) fn from_axis(x: Vec3<f64>) -> f64 {
    (x[0] * x[0] + x[2] * x[2]).sqrt()
}

#[inline]
pub(super) fn cylinder(radius: f64, half: f64, x: Vec3<f64>) -> f64 {
    drawn_out(from_axis(x) - radius, x[1].abs() - half)
}

#[inline]
pub(super) fn capsule(radius: f64, half: f64, x: Vec3<f64>) -> f64 {
    let y = x[1] - x[1].clamp(-half, half);
    Vec3::new(x[0], y, x[2]).norm() - radius
}

#[inline]
pub(super) fn torus(radius: f64, tube: f64, x: Vec3<f64>) -> f64 {
    let out = from_axis(x) - radius;
    (out * out + x[1] * x[1]).sqrt() - tube
}

/// In the half plane of (distance from the axis, y) the surface is the bottom, the side, the top.
#[inline]
pub(super) fn cone(radius: f64, top: f64, height: f64, x: Vec3<f64>) -> f64 {
    let (out, y) = (from_axis(x), x[1]);
    let to_disc = |level: f64, radius: f64| {
        let (a, b) = ((out - radius).max(0.0), y - level);
        a * a + b * b
    };
    let slope = [top - radius, height];
    let along =
        ((out - radius) * slope[0] + y * slope[1]) / (slope[0] * slope[0] + slope[1] * slope[1]);
    let along = along.clamp(0.0, 1.0);
    let (a, b) = (out - radius - along * slope[0], y - along * slope[1]);
    let squared = to_disc(0.0, radius)
        .min(to_disc(height, top))
        .min(a * a + b * b);
    let inside = y > 0.0 && y < height && (out - radius) * height < slope[0] * y;
    if inside {
        -squared.sqrt()
    } else {
        squared.sqrt()
    }
}

/// The nearest point of the surface to x is q with q_i = r_i² x_i / (t + r_i²) for the t above
/// −min r² that puts q on the surface: ‖s(t)‖ = 1 for s_i = r_i x_i / (t + r_i²). This is the
/// secular equation of trust-region methods; as there, Newton's method on 1/‖s‖, which is concave
/// and almost straight, comes from the left in a few steps.
pub(super) fn ellipsoid(radii: Vec3<f64>, x: Vec3<f64>) -> f64 {
    // Off the planes of symmetry, where the pole of a vanishing component would be missed. A
    // distance changes by no more than the point moves.
    let x = x.zip(radii, |x, r| x.abs().max(1e-10 * r));
    let squares = radii.map(|r| r * r);
    // At this t one component of s is 1, so ‖s‖ ≥ 1.
    let mut t = f64::NEG_INFINITY;
    for i in 0..3 {
        t = t.max(radii[i] * x[i] - squares[i]);
    }
    for _ in 0..64 {
        let s = Vec3([0, 1, 2].map(|i| radii[i] * x[i] / (t + squares[i])));
        let norm = s.norm_squared();
        let slope: f64 = (0..3).map(|i| s[i] * s[i] / (t + squares[i])).sum();
        // d(1/‖s‖)/dt = slope/‖s‖³
        let step = norm * (norm.sqrt() - 1.0) / slope;
        t += step;
        if !(step > 1e-15 * (t.abs() + squares[0])) {
            break;
        }
    }
    let q = Vec3([0, 1, 2].map(|i| squares[i] * x[i] / (t + squares[i])));
    (x - q).norm().copysign(t)
}
