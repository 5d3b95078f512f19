//! Where the picture is taken from.

use super::Extent;
use glam::DVec3;

/// A pinhole camera. y points up in plastica's scenes; a camera may be turned otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where it is [m].
    pub position: [f64; 3],
    /// What it looks at [m].
    pub target: [f64; 3],
    /// What is up in the picture; need not be a unit vector, nor square to the view.
    pub up: [f64; 3],
    /// Vertical angle of view [rad].
    pub field_of_view: f64,
}

/// The axes of a camera.
pub(crate) struct View {
    pub(crate) right: DVec3,
    pub(crate) up: DVec3,
    pub(crate) forward: DVec3,
}

impl Camera {
    /// A three-quarter view from above that holds the whole box with a margin, for pictures whose
    /// width over height is `aspect`. The box may be the extent of all frames, so that the camera
    /// stands still. It looks down, so it never stands below the ground that the box stands on.
    pub fn frame_all(extent: Extent, aspect: f64) -> Self {
        // Chosen by eye: right of the front, slightly raised, a portrait lens.
        const AZIMUTH: f64 = 0.55;
        const ELEVATION: f64 = 0.36;
        const FIELD_OF_VIEW: f64 = 0.5;
        const MARGIN: f64 = 1.1;
        let extent = padded(extent);
        let aspect = if aspect.is_finite() && aspect > 0.0 {
            aspect
        } else {
            1.0
        };
        let back = DVec3::new(
            ELEVATION.cos() * AZIMUTH.sin(),
            ELEVATION.sin(),
            ELEVATION.cos() * AZIMUTH.cos(),
        );
        let view = View::new(-back, DVec3::Y);
        let vertical = (0.5 * FIELD_OF_VIEW).tan() / MARGIN;
        let corners = extent.corners().map(DVec3::from_array);
        // A corner at (a, f) along an axis and along the view is seen by a camera at (c, -d) if
        // |a - c| <= slope (f + d): two bounds on c and d, met by the nearest camera exactly.
        let fit = |axis: DVec3, slope: f64| {
            let largest = |sign: f64| {
                let reach = |p: &DVec3| sign * p.dot(axis) - slope * p.dot(view.forward);
                corners.iter().map(reach).fold(f64::NEG_INFINITY, f64::max)
            };
            let (plus, minus) = (largest(1.0), largest(-1.0));
            ((plus + minus) / (2.0 * slope), 0.5 * (plus - minus))
        };
        let (across, x) = fit(view.right, vertical * aspect);
        let (upwards, y) = fit(view.up, vertical);
        let position = view.right * x + view.up * y - view.forward * across.max(upwards);
        let centre = 0.5 * (corners[0] + corners[7]);
        let ahead = (centre - position).dot(view.forward);
        Camera {
            position: position.to_array(),
            target: (position + view.forward * ahead).to_array(),
            up: [0.0, 1.0, 0.0],
            field_of_view: FIELD_OF_VIEW,
        }
    }

    pub(crate) fn view(&self) -> View {
        let [position, target, up] = [self.position, self.target, self.up].map(DVec3::from_array);
        View::new(target - position, up)
    }

    /// From the camera to its target [m].
    pub(crate) fn distance(&self) -> f64 {
        DVec3::from_array(self.position).distance(DVec3::from_array(self.target))
    }
}

impl View {
    /// Whatever is given, the axes are square and of unit length.
    fn new(forward: DVec3, up: DVec3) -> Self {
        let forward = forward.try_normalize().unwrap_or(DVec3::NEG_Z);
        let across = |up: DVec3| forward.cross(up).try_normalize();
        let seen_from_the_side =
            |axis: &DVec3| forward.cross(*axis).length() > 1e-6 * axis.length();
        let up = [up, DVec3::Y, DVec3::Z]
            .into_iter()
            .find(|axis| axis.is_finite() && seen_from_the_side(axis));
        let right = up.and_then(across).unwrap_or(DVec3::X);
        View {
            right,
            up: right.cross(forward),
            forward,
        }
    }
}

/// A box that can be looked at: neither empty nor a point.
fn padded(extent: Extent) -> Extent {
    if extent.is_empty() {
        return Extent {
            low: [-0.5, 0.0, -0.5],
            high: [0.5, 1.0, 0.5],
        };
    }
    let size = extent.diagonal();
    // A box thinner than this looks at a speck.
    let pad = if size > 0.0 { 0.02 * size } else { 0.5 };
    Extent {
        low: extent.low.map(|x| x - pad),
        high: extent.high.map(|x| x + pad),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Right and up in the picture, -1 to 1 at its edges.
    fn projected(camera: &Camera, aspect: f64, point: [f64; 3]) -> (f64, f64, f64) {
        let view = camera.view();
        let offset = DVec3::from_array(point) - DVec3::from_array(camera.position);
        let depth = offset.dot(view.forward);
        let half = (0.5 * camera.field_of_view).tan() * depth;
        let (x, y) = (offset.dot(view.right), offset.dot(view.up));
        (x / (half * aspect), y / half, depth)
    }

    #[test]
    fn the_whole_box_is_seen_and_fills_the_picture() {
        for (low, high) in [
            ([-1.0, 0.0, -1.0], [1.0, 2.0, 1.0]),
            ([3.0, 0.0, -9.0], [4.0, 0.1, -1.0]),
            ([-2e-5, 1e-6, 0.0], [2e-5, 4e-5, 1e-6]),
            ([100.0, 0.0, 100.0], [100.1, 30.0, 100.1]),
        ] {
            for aspect in [16.0 / 9.0, 1.0, 0.5] {
                let extent = Extent { low, high };
                let camera = Camera::frame_all(extent, aspect);
                let seen = extent.corners().map(|c| projected(&camera, aspect, c));
                let reach = seen
                    .iter()
                    .fold(0.0, |r: f64, s| r.max(s.0.abs()).max(s.1.abs()));
                assert!(seen.iter().all(|s| s.2 > 0.0));
                assert!((0.6..1.0).contains(&reach), "{low:?} {aspect}: {reach}");
                assert!(camera.position[1] > low[1]);
            }
        }
    }

    #[test]
    fn there_is_a_view_of_nothing_and_of_a_point() {
        for extent in [
            Extent::EMPTY,
            Extent::of_points(&[[1.0, 2.0, 3.0]]),
            Extent::of_points(&[[f64::NAN, 0.0, 0.0]]),
        ] {
            let camera = Camera::frame_all(extent, f64::NAN);
            assert!(camera.position.iter().all(|x| x.is_finite()));
            assert!(camera.distance() > 0.1);
        }
    }

    #[test]
    fn axes_are_square_even_looking_straight_down() {
        for up in [[0.0, 1.0, 0.0], [0.0; 3], [f64::NAN; 3], [0.0, 0.0, -1.0]] {
            let camera = Camera {
                position: [0.0, 5.0, 0.0],
                target: [0.0; 3],
                up,
                field_of_view: 0.5,
            };
            let view = camera.view();
            assert!(view.right.dot(view.up).abs() < 1e-12);
            assert!(view.right.dot(view.forward).abs() < 1e-12);
            assert!((view.up.length() - 1.0).abs() < 1e-12);
        }
    }
}
