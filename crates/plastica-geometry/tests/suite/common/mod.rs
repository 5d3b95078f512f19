//! Random points, simple meshes, and what a distance must satisfy.

use plastica_geometry::{Shape, TriangleMesh, Vec3};

/// A small generator with a seed (xorshift64*).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    pub fn unit(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1_u64 << 53) as f64
    }
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
    pub fn point(&mut self, reach: f64) -> Vec3<f64> {
        Vec3([0; 3].map(|_| self.between(-reach, reach)))
    }
    pub fn direction(&mut self) -> Vec3<f64> {
        loop {
            let v = self.point(1.0);
            if v.norm() > 0.1 && v.norm() < 1.0 {
                return v.scale(1.0 / v.norm());
            }
        }
    }
}

/// Checks a distance that is said to be exact against nothing but whether points are inside: the
/// ball of that radius about a point lies wholly on its side, and touches the other side where the
/// normal says.
pub fn assert_exact(
    name: &str,
    shape: &Shape,
    inside: impl Fn(Vec3<f64>) -> bool,
    reach: f64,
    slack: f64,
) {
    let mut dice = Dice::new(7);
    let mut sides = [0; 2];
    for _ in 0..2500 {
        let x = dice.point(reach);
        let d = shape.distance(x);
        if d.abs() < 10.0 * slack {
            continue;
        }
        assert_eq!(d < 0.0, inside(x), "{name}: sign at {x:?}, distance {d}");
        sides[usize::from(d < 0.0)] += 1;
        for _ in 0..60 {
            let y = x + dice.direction().scale(d.abs() - slack);
            assert_eq!(
                inside(y),
                inside(x),
                "{name}: {y:?} is nearer to {x:?} than {d}"
            );
        }
        let n = shape.normal(x);
        assert!(
            (n.norm() - 1.0).abs() < 1e-9,
            "{name}: normal {n:?} at {x:?}"
        );
        // Points whose nearest surface point is not unique have normals that lead nowhere.
        let slope = (shape.distance(x + n.scale(1e-6)) - shape.distance(x - n.scale(1e-6))) / 2e-6;
        if slope > 0.9999 {
            let touch = x - n.scale(d);
            let crosses = (0..5000)
                .any(|_| inside(touch + dice.direction().scale(1e-3 * reach)) != inside(x));
            assert!(crosses, "{name}: {d} from {x:?} is too far");
        }
    }
    assert!(sides[0] > 25 && sides[1] > 25, "{name}: {sides:?}");
}

/// Checks what every distance promises: slope at most 1, sign, no NaN.
pub fn assert_bound(name: &str, shape: &Shape, inside: impl Fn(Vec3<f64>) -> bool, reach: f64) {
    let mut dice = Dice::new(11);
    let mut sides = [0; 2];
    for _ in 0..20_000 {
        let x = dice.point(reach);
        let d = shape.distance(x);
        let length = 10_f64.powf(dice.between(-5.0, 0.0)) * reach;
        let y = x + dice.direction().scale(length);
        let change = (shape.distance(y) - d).abs();
        assert!(
            change <= length * (1.0 + 1e-6) + 1e-9,
            "{name}: changes by {change} over {length} at {x:?}"
        );
        if d.abs() > 1e-6 {
            assert_eq!(d < 0.0, inside(x), "{name}: sign at {x:?}, distance {d}");
        }
        sides[usize::from(d < 0.0)] += 1;
        let n = shape.normal(x);
        assert!(
            (n.norm() - 1.0).abs() < 1e-9,
            "{name}: normal {n:?} at {x:?}"
        );
    }
    assert!(sides[0] > 100 && sides[1] > 100, "{name}: {sides:?}");
}

/// A box along the axes as 12 triangles.
pub fn cube(low: [f64; 3], high: [f64; 3]) -> TriangleMesh {
    let corner = |i: usize| [0, 1, 2].map(|a| if i >> a & 1 == 1 { high[a] } else { low[a] });
    let faces: [[u32; 4]; 6] = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    TriangleMesh {
        vertices: (0..8).map(corner).collect(),
        triangles: faces
            .iter()
            .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]])
            .collect(),
    }
}

/// Two meshes as one.
pub fn joined(a: &TriangleMesh, b: &TriangleMesh) -> TriangleMesh {
    let shift = a.vertices.len() as u32;
    let moved = b.triangles.iter().map(|t| t.map(|v| v + shift));
    TriangleMesh {
        vertices: [a.vertices.clone(), b.vertices.clone()].concat(),
        triangles: a.triangles.iter().copied().chain(moved).collect(),
    }
}
