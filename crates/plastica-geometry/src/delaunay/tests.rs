//! Triangulations are checked by other code than that which makes them: all signs by `robust`.

mod check;
mod points;

use super::complex::{Complex, INFINITE};
use super::insert::Digger;
use super::{Delaunay, DelaunayError, Flat, Location, remove, signs, wide};
use crate::random;
use check::{cells, check, place_of, sphere};
use plastica_tensor::Vec3;

#[test]
fn triangulations_of_all_kinds_of_points_are_valid() {
    for (name, points) in points::all() {
        let made = Delaunay::new(&points).unwrap_or_else(|error| panic!("{name}: {error}"));
        let volume = check(&made).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(volume > 0.0, "{name}");
        for (i, p) in points.iter().enumerate() {
            let first = points.iter().position(|q| p == q).map(|first| first as u32);
            assert_eq!(made.first_at(i as u32), first, "{name}");
        }
    }
}

/// The volume of a lattice is known, and what an element keeps are the points of the input.
#[test]
fn a_lattice_is_filled() {
    let points = points::lattice(7, |x| x / 3.0 - 1.0);
    let mesh = Delaunay::new(&points).unwrap().mesh();
    assert_eq!(mesh.vertices, points);
    assert!((mesh.volume() - 8.0).abs() < 1e-12);
    assert!((0..mesh.elements.len()).all(|e| mesh.element_volume(e) > 0.0));
}

/// The control of all others: what is wrong is found.
#[test]
fn a_triangulation_that_is_not_valid_is_found_out() {
    let made = Delaunay::new(&points::random(300, 5)).unwrap();
    assert!(check(&made).is_ok());
    let found = |change: &dyn Fn(&mut Delaunay)| {
        let mut wrong = made.clone();
        change(&mut wrong);
        check(&wrong).expect_err("what was made wrong is found")
    };
    let inside = found(&|wrong| wrong.complex.places[40] = wrong.complex.places[41].scale(0.999));
    assert!(
        inside.contains("inverted") || inside.contains("sphere"),
        "{inside}"
    );
    let neighbours = found(&|wrong| wrong.complex.cells[17].across.swap(0, 1));
    assert!(neighbours.contains("neighbour"), "{neighbours}");
    // A cell pulled from the hull leaves a dent.
    let far = found(&|wrong| {
        let ghost = wrong
            .complex
            .cells
            .iter()
            .find(|c| !c.is_free() && c.infinite().is_some());
        let corner = ghost
            .unwrap()
            .corners
            .into_iter()
            .find(|v| *v != INFINITE)
            .unwrap();
        let place = wrong.complex.place(corner);
        wrong.complex.places[corner as usize] = place + (place - Vec3::splat(0.25)).scale(-0.02);
    });
    assert!(!far.is_empty());
    let unused = found(&|wrong| wrong.points.push(7));
    assert!(unused.contains("no element"), "{unused}");
}

/// Points with few whole coordinates tie all the time. Spheres are tried with every point, and points removed until the
/// rest is flat.
#[test]
fn small_sets_with_many_ties_are_valid_until_nothing_is_left() {
    for case in 0..600 {
        let draw = |i: u64, most: u64| random::word(11, case, i) % most;
        let count = 4 + draw(0, 24);
        let side = 2 + draw(1, 3);
        let points: Vec<[f64; 3]> = (0..count)
            .map(|i| [0, 1, 2].map(|k| draw(10 + 3 * i + k, side) as f64 / 3.0))
            .collect();
        let mut made = match Delaunay::new(&points) {
            Ok(made) => made,
            Err(DelaunayError::Flat(flat)) => {
                assert_eq!(flat_by_rank(&points), Some(flat), "{case}");
                continue;
            }
            Err(error) => panic!("{case}: {error}"),
        };
        assert_eq!(flat_by_rank(&points), None);
        for point in 0..count as u32 {
            check(&made).unwrap_or_else(|error| panic!("case {case}, {point} removed: {error}"));
            all_spheres_are_empty(&made);
            match made.remove(point) {
                Ok(()) => assert_eq!(made.first_at(point), None),
                Err(DelaunayError::NoPoint { .. }) => {}
                Err(DelaunayError::Flat(Flat::Plane)) => {
                    let left: Vec<_> = (0..count as u32)
                        .filter(|i| made.first_at(*i).is_some_and(|first| first != point))
                        .map(|i| points[i as usize])
                        .collect();
                    assert_eq!(flat_by_rank(&left), Some(Flat::Plane), "{case}");
                    break;
                }
                Err(error) => panic!("{case}: {error}"),
            }
        }
    }
}

fn all_spheres_are_empty(made: &Delaunay) {
    let places: Vec<_> = (made.complex.places.iter().zip(&made.points))
        .skip(1)
        .filter(|(_, point)| **point != super::GONE)
        .map(|(place, _)| *place)
        .collect();
    for cell in cells(&made.complex).filter(|c| c.infinite().is_none()) {
        let corners = cell.corners.map(|v| made.complex.place(v));
        assert!(places.iter().all(|p| sphere(corners, *p) <= 0.0));
    }
}

/// By elimination, of points with thirds of small whole numbers.
fn flat_by_rank(points: &[[f64; 3]]) -> Option<Flat> {
    let Some(first) = points.first() else {
        return Some(Flat::Nothing);
    };
    let whole = |p: &[f64; 3]| [0, 1, 2].map(|k| (3.0 * (p[k] - first[k])).round() as i64);
    let mut rows: Vec<[i64; 3]> = points.iter().map(whole).collect();
    let mut rank = 0;
    for axis in 0..3 {
        let Some(at) = (rank..rows.len()).find(|i| rows[*i][axis] != 0) else {
            continue;
        };
        rows.swap(rank, at);
        let pivot = rows[rank];
        for row in &mut rows[rank + 1..] {
            let factor = row[axis];
            for k in 0..3 {
                row[k] = row[k] * pivot[axis] - pivot[k] * factor;
            }
        }
        rank += 1;
    }
    [Some(Flat::Point), Some(Flat::Line), Some(Flat::Plane), None][rank]
}

/// Every cell, as a set: corners in the one positive order that starts with the two least.
fn set(complex: &Complex, name: impl Fn(u32) -> u32) -> Vec<[u32; 4]> {
    let mut all: Vec<[u32; 4]> = cells(complex)
        .map(|cell| {
            let mut corners = cell.corners.map(&name);
            let mut odd = false;
            for i in 0..4 {
                for j in 0..3 - i {
                    if corners[j] > corners[j + 1] {
                        corners.swap(j, j + 1);
                        odd = !odd;
                    }
                }
            }
            if odd {
                corners.swap(2, 3);
            }
            corners
        })
        .collect();
    all.sort_unstable();
    all
}

/// The rule for ties makes it one triangulation, whichever vertex comes first.
#[test]
fn the_order_of_insertion_does_not_matter() {
    for (name, points) in points::all() {
        let made = Delaunay::new(&points[..points.len().min(400)]);
        let Ok(made) = made else { continue };
        let places = made.complex.places.clone();
        let (mut other, first) = Complex::new(places, 0.0).unwrap();
        let mut digger = Digger::new(&other);
        let names =
            (1..made.points.len() as u32).filter(|v| made.points[*v as usize] != super::GONE);
        for vertex in names.rev().filter(|v| !first.contains(v)) {
            assert_eq!(digger.insert(&mut other, vertex), Ok(()), "{name}");
        }
        assert_eq!(set(&made.complex, |v| v), set(&other, |v| v), "{name}");
    }
}

/// A hole is filled with just what would be there without the vertex.
#[test]
fn removal_leaves_the_triangulation_of_the_rest() {
    for (name, points) in points::all() {
        let points = &points[..points.len().min(300)];
        let Ok(mut made) = Delaunay::new(points) else {
            continue;
        };
        for step in 0..points.len() as u32 / 3 {
            let point = (step * 7919 + 13) % points.len() as u32;
            match made.remove(point) {
                Ok(()) | Err(DelaunayError::NoPoint { .. } | DelaunayError::Flat(_)) => {}
                Err(error) => panic!("{name}: {error}"),
            }
        }
        check(&made).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut names: Vec<u32> = (1..made.points.len() as u32)
            .filter(|v| made.points[*v as usize] != super::GONE)
            .collect();
        names.insert(0, INFINITE);
        let anew = remove::triangulation(&made.complex, &names);
        assert_eq!(
            set(&made.complex, |v| v),
            set(&anew, |v| names[v as usize]),
            "{name}"
        );
    }
}

/// A last vertex that lies in all spheres makes a hole with hundreds of corners.
#[test]
fn a_hole_may_be_large() {
    let mut points = points::ball(600);
    points.push([0.01, 0.0, 0.0]);
    let places = std::iter::once(Vec3::zero()).chain(points.iter().map(|p| Vec3(*p)));
    let (mut complex, first) = Complex::new(places.collect(), 0.0).unwrap();
    let mut digger = Digger::new(&complex);
    for vertex in (1..=601).filter(|v| !first.contains(v)) {
        assert_eq!(digger.insert(&mut complex, vertex), Ok(()));
    }
    let made = Delaunay {
        complex,
        scale: 1.0,
        points: std::iter::once(super::GONE).chain(0..601).collect(),
        vertices: (1..=601).collect(),
    };
    assert!((made.elements()).all(|corners| corners.contains(&600)));
    check(&made).unwrap();
}

#[test]
fn places_are_found_in_the_element_that_holds_them() {
    for (name, points) in points::all() {
        let made = Delaunay::new(&points).unwrap();
        let bounds = made.mesh().bounds();
        let mut found = [0; 2];
        for i in 0..200 {
            let share = Vec3::from_fn(|k| 1.4 * random::unit(3, i, k as u64) - 0.2);
            let place = bounds.low + bounds.size().zip(share, |s, u| s * u);
            match made.locate(place.0).unwrap() {
                Location::Inside(corners) => {
                    found[0] += 1;
                    let p = corners.map(|v| place_of(&made, v));
                    let q = place.scale(made.scale);
                    for k in 0..4 {
                        let mut with = p;
                        with[k] = q;
                        assert!(check::side(with) >= 0.0, "{name}");
                    }
                }
                Location::Outside(face) => {
                    found[1] += 1;
                    let [a, b, c] = face.map(|v| place_of(&made, v));
                    assert!(
                        check::side([a, b, c, place.scale(made.scale)]) > 0.0,
                        "{name}"
                    );
                }
            }
        }
        assert!(found[1] > 20, "{name}: {found:?}");
        let corner = made.locate(points[0]).unwrap();
        let first = made.first_at(0).unwrap();
        assert!(matches!(corner, Location::Inside(corners) if corners.contains(&first)));
    }
    let made = Delaunay::new(&points::random(10, 1)).unwrap();
    assert_eq!(made.locate([0.0, f64::NAN, 0.0]), None);
}

#[test]
fn what_has_no_triangulation_says_why() {
    let line = |n: usize| -> Vec<[f64; 3]> { (0..n).map(|i| [i as f64 / 7.0; 3]).collect() };
    let plane: Vec<_> = points::random(50, 2)
        .iter()
        .map(|p| [p[0], p[1], p[0] + p[1]])
        .collect();
    let flat = |points: &[[f64; 3]]| Delaunay::new(points).unwrap_err();
    assert_eq!(flat(&[]), DelaunayError::Flat(Flat::Nothing));
    assert_eq!(
        flat(&[[1.5, 2.0, 0.1]; 3]),
        DelaunayError::Flat(Flat::Point)
    );
    assert_eq!(flat(&line(9)), DelaunayError::Flat(Flat::Line));
    let whole: Vec<_> = plane.iter().map(|p| [p[0], p[1], 0.1]).collect();
    assert_eq!(flat(&whole), DelaunayError::Flat(Flat::Plane));
    // x + y is rounded: such points lie in a plane only nearly, and have flat elements.
    assert!(check(&Delaunay::new(&plane).unwrap()).is_ok());
    for bad in [f64::NAN, f64::INFINITY] {
        let mut points = points::random(9, 3);
        points[4][1] = bad;
        assert_eq!(flat(&points), DelaunayError::NotFinite { point: 4 });
    }
    let mut points = points::random(9, 3);
    points[5][2] = 1e-60;
    assert_eq!(flat(&points), DelaunayError::Range { point: 5 });
    points[5][2] = 0.0;
    let mut made = Delaunay::new(&points).unwrap();
    assert_eq!(made.remove(9), Err(DelaunayError::NoPoint { point: 9 }));
    assert_eq!(made.first_at(9), None);
}

/// At the ends of the range of numbers, products of five coordinates would overflow or vanish.
#[test]
fn points_may_be_as_large_or_as_small_as_numbers_go() {
    let points = points::random(200, 8);
    let expected: Vec<_> = Delaunay::new(&points).unwrap().elements().collect();
    for scale in [2_f64.powi(1020), 2_f64.powi(-1000)] {
        let scaled: Vec<_> = points.iter().map(|p| p.map(|x| x * scale)).collect();
        let made = Delaunay::new(&scaled).unwrap();
        assert!(made.elements().eq(expected.iter().copied()));
        assert_eq!(made.mesh().vertices, scaled);
    }
}

/// Whole numbers and expansions agree, on places at random and on ties broken by the last bit.
#[test]
fn signs_of_whole_numbers_agree_with_expansions() {
    let mut seen = [[0; 3]; 2];
    let count = |counts: &mut [i32; 3], sign: f64| {
        counts[(sign.signum() * f64::from(u8::from(sign != 0.0)) + 1.0) as usize] += 1
    };
    for case in 0..20_000 {
        let draw = |i: usize| random::word(4, case, i as u64);
        let tie = case % 2 == 0;
        let mut places = [0, 1, 2, 3, 4].map(|i| {
            Vec3::from_fn(|k| match tie {
                true => (draw(3 * i + k) % 3) as f64 / 3.0 - 0.5,
                false => random::unit(5, case, (3 * i + k) as u64) - 0.5,
            })
        });
        if case % 4 == 0 {
            let x = &mut places[4].0[case as usize / 4 % 3];
            *x = f64::from_bits(x.to_bits() + draw(20) % 3);
        }
        let [a, b, c, d, _] = places;
        let grid = wide::on_grid(places).expect("multiples of 2⁻⁵⁶");
        let side = f64::from(wide::side([grid[0], grid[1], grid[2], grid[3]]));
        assert_eq!(side, sign(check::side([a, b, c, d])));
        let depth = f64::from(wide::depth(grid));
        let expected = sign(check::sphere_as_given(places));
        assert_eq!(depth, expected, "{places:?}");
        let fast = signs::sphere([a, b, c, d]);
        let x = places[4] - a;
        let plain = x.dot(Vec3([fast[0], fast[1], fast[2]])) - x.norm_squared() * fast[3];
        assert_eq!(
            sign(signs::depth_in_doubt([a, b, c, d], places[4], plain)),
            expected
        );
        count(&mut seen[0], side);
        count(&mut seen[1], depth);
    }
    assert!(seen.iter().flatten().all(|n| *n > 500), "{seen:?}");
    assert_eq!(wide::on_grid([Vec3::new(0.5, 1e-30, 0.0)]), None);
    assert_eq!(wide::on_grid([Vec3::new(0.5, 3.0, 0.0)]), None);
}

fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}
