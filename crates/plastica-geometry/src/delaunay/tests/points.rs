//! Points to triangulate, most of them with ties.

use crate::random;

type Points = Vec<[f64; 3]>;

pub(super) fn random(count: u64, seed: u64) -> Points {
    let x = |i: u64, k: u64| random::unit(seed, i, k);
    (0..count).map(|i| [x(i, 0), x(i, 1), x(i, 2)]).collect()
}

pub(super) fn lattice(n: u32, place: impl Fn(f64) -> f64) -> Points {
    let at = |i: u32| place(f64::from(i));
    (0..n * n * n)
        .map(|i| [at(i % n), at(i / n % n), at(i / n / n)])
        .collect()
}

/// On the sphere, but for rounding.
pub(super) fn ball(count: u64) -> Points {
    let on = |p: &[f64; 3]| {
        let q = p.map(|x| x - 0.5);
        let r = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        q.map(|x| x / r)
    };
    random(count, 21).iter().map(on).collect()
}

/// Exactly on one sphere about the origin.
fn whole_sphere(square: i32) -> Points {
    let n = f64::from(square).sqrt() as i32;
    let all = (-n..=n).flat_map(|x| (-n..=n).flat_map(move |y| (-n..=n).map(move |z| [x, y, z])));
    all.filter(|p| p.iter().map(|x| x * x).sum::<i32>() == square)
        .map(|p| p.map(f64::from))
        .collect()
}

fn joined(parts: &[Points]) -> Points {
    parts.concat()
}

pub(super) fn all() -> Vec<(&'static str, Points)> {
    let whole = lattice(8, |x| x);
    let raw = lattice(8, |x| x / 7.0 + 0.1);
    let middle = lattice(6, |x| x + 0.5);
    let turned = |p: &[f64; 3]| {
        let [x, y, z] = *p;
        [0.6 * x - 0.8 * y, 0.8 * x + 0.6 * y, z + 1e-3 * x]
    };
    let centred = lattice(8, |x| 0.1 * x - 0.4 + 1e-17);
    let sphere = whole_sphere(26 * 26);
    let apart =
        |points: Points, by: f64| -> Points { points.iter().map(|p| p.map(|x| x + by)).collect() };
    let line: Points = (0..60).map(|i| [f64::from(i) / 60.0, 0.0, 0.0]).collect();
    let plane: Points = random(200, 9).iter().map(|p| [p[0], p[1], 0.0]).collect();
    vec![
        ("random", random(1500, 1)),
        (
            "four",
            vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        ),
        ("lattice of whole numbers", whole.clone()),
        ("lattice of sevenths", raw.clone()),
        ("lattice about 0, nearly", centred),
        ("lattice, turned", raw.iter().map(turned).collect()),
        ("lattice with middles", joined(&[lattice(6, |x| x), middle])),
        ("sphere, nearly", ball(800)),
        ("sphere, exactly", sphere.clone()),
        (
            "sphere and its middle",
            joined(&[sphere.clone(), vec![[0.0; 3]]]),
        ),
        (
            "each twice",
            joined(&[random(300, 2), random(300, 2), whole.clone(), whole.clone()]),
        ),
        (
            "line and two",
            joined(&[line.clone(), vec![[0.3, 1.0, 0.0], [0.4, 0.2, 1.0]]]),
        ),
        (
            "two lines",
            joined(&[
                line.clone(),
                line.iter().map(|p| [0.5, p[0] - 0.5, 1.0]).collect(),
            ]),
        ),
        (
            "plane and one",
            joined(&[plane.clone(), vec![[0.4, 0.4, 1.0]]]),
        ),
        (
            "plane, a lattice, and two",
            joined(&[
                whole.iter().filter(|p| p[2] == 0.0).copied().collect(),
                vec![[3.0, 3.0, 1.0], [3.0, 3.0, -1.0]],
            ]),
        ),
        (
            "slab",
            random(600, 3)
                .iter()
                .map(|p| [p[0], p[1], 1e-7 * p[2]])
                .collect(),
        ),
        (
            "slab of a lattice",
            raw.iter().map(|p| [p[0], p[1], 1e-7 * p[2]]).collect(),
        ),
        ("far away", apart(lattice(6, |x| x / 7.0), 1e6)),
        (
            "clusters",
            joined(&[
                random(200, 4).iter().map(|p| p.map(|x| 1e-9 * x)).collect(),
                apart(
                    random(200, 5).iter().map(|p| p.map(|x| 1e-6 * x)).collect(),
                    1.0,
                ),
                random(200, 6),
            ]),
        ),
        (
            "all at once",
            joined(&[
                sphere.iter().map(|p| p.map(|x| x / 26.0)).collect(),
                raw,
                ball(100),
                line,
                plane,
                random(100, 7)
                    .iter()
                    .map(|p| p.map(|x| 1e-30 * x))
                    .collect(),
            ]),
        ),
    ]
}
