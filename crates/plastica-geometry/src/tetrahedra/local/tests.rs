//! What all operations must leave true.

use super::super::quality::volume_length;
use super::super::{FACES, TetMesh};
use super::*;
use crate::Bounds;
use std::collections::HashMap;

/// Lists agree with elements, qualities with places, kinds with the boundary; faces belong to two elements at most, and
/// no element is inverted.
fn check(complex: &Complex) {
    let mut uses: HashMap<[u32; 3], u32> = HashMap::new();
    for (number, element) in complex.elements.iter().enumerate() {
        if element[0] == NONE {
            continue;
        }
        assert!(complex.volume(number as u32) > 0.0, "{number} is inverted");
        assert_eq!(
            complex.quality[number],
            volume_length(complex.corners(*element))
        );
        for v in element {
            let count = complex.stars[*v as usize]
                .iter()
                .filter(|e| **e == number as u32)
                .count();
            assert_eq!(count, 1, "element {number} at vertex {v}");
        }
        for face in FACES {
            let mut face = face.map(|k| element[k]);
            face.sort_unstable();
            *uses.entry(face).or_default() += 1;
        }
    }
    assert!(uses.values().all(|n| *n <= 2));
    for (v, star) in complex.stars.iter().enumerate() {
        assert!(star.iter().all(|e| complex.has(*e, v as u32)), "vertex {v}");
    }
    let mut outside = vec![false; complex.places.len()];
    for v in complex.boundary().into_iter().flatten() {
        outside[v as usize] = true;
    }
    for v in 0..complex.places.len() as u32 {
        let used = complex.is_used(v);
        assert!(
            !used || outside[v as usize] == (complex.kind(v) != Kind::Inner),
            "kind of {v}"
        );
    }
}

/// A box of elements with vertices inside moved about and the whole bent, so that many elements are bad.
fn shaken(amount: f64) -> TetMesh {
    let mut mesh = TetMesh::lattice(&Bounds::centred(Vec3::zero(), Vec3::splat(1.0)), [6; 3]);
    let mut random = plastica_tensor::random::Random::new(5);
    for v in &mut mesh.vertices {
        if v.iter().all(|c| c.abs() < 0.99) {
            *v = v.map(|c| c + amount * (random.unit() - 0.5));
        }
        *v = [v[0] + 0.3 * v[1], 1.8 * v[1], v[2]];
    }
    mesh
}

fn rules() -> Rules {
    // No edge of the boundary is flat enough to be exchanged.
    Rules {
        flat: 1.1,
        ..Rules::new(0.4)
    }
}

#[test]
fn bad_elements_become_good_and_the_volume_stays() {
    let mesh = shaken(0.2);
    let mut complex = Complex::new(&mesh);
    complex.mark_creases(0.9);
    let corners = (0..complex.places.len() as u32).filter(|v| complex.kind(*v) == Kind::Corner);
    assert_eq!(corners.count(), 8);
    check(&complex);
    let before = complex.total_volume();
    complex.improve(&rules(), &Conserved { reach: 0.1 });
    check(&complex);
    assert!((complex.total_volume() / before - 1.0).abs() < 1e-12);
    let (better, origins, _) = complex.finish();
    assert!(better.topology().is_manifold());
    let (old, new) = (mesh.quality(), better.quality());
    assert!(
        old.smallest < 0.1 && new.smallest > 0.3 && new.smallest_angle > 15.0,
        "{old}\n{new}"
    );
    // An element that is said to be as before is.
    for (number, origin) in origins.iter().enumerate().filter(|o| *o.1 != NONE) {
        assert_eq!(better.corners(number), mesh.corners(*origin as usize));
    }
}

/// A control for the above: with vertices of the boundary free to go anywhere the volume changes.
#[test]
fn a_boundary_that_is_not_held_changes_the_volume() {
    struct Free;
    impl Skin for Free {
        fn slide(&self, _: &Complex, _: u32, to: Vec3<f64>) -> Option<Vec3<f64>> {
            Some(to)
        }
        fn merge(&self, _: &Complex, _: u32, to: Vec3<f64>, _: Balance) -> Option<Vec3<f64>> {
            Some(to)
        }
    }
    let mut complex = Complex::new(&shaken(0.2));
    let before = complex.total_volume();
    complex.improve(&rules(), &Free);
    check(&complex);
    assert!((complex.total_volume() / before - 1.0).abs() > 1e-6);
}

#[test]
fn every_edge_can_be_split() {
    let mesh = shaken(0.05);
    let mut complex = Complex::new(&mesh);
    complex.mark_creases(0.9);
    let before = complex.total_volume();
    for [a, b] in complex.edges() {
        if complex.are_joined(a, b) {
            complex.split(a, b, &rules()).unwrap();
        }
    }
    check(&complex);
    assert!((complex.total_volume() / before - 1.0).abs() < 1e-12);
}

#[test]
fn elements_become_fewer_where_edges_are_too_short() {
    let mesh = TetMesh::lattice(&Bounds::centred(Vec3::zero(), Vec3::splat(1.0)), [8; 3]);
    let mut complex = Complex::new(&mesh);
    complex.mark_creases(0.9);
    let rules = Rules {
        edge: 0.6,
        ..rules()
    };
    for _ in 0..6 {
        complex.resize(&rules, &Conserved { reach: 0.2 });
    }
    check(&complex);
    assert!((complex.total_volume() / 8.0 - 1.0).abs() < 1e-12);
    let fewer = complex.finish().0;
    assert!(
        2 * fewer.elements.len() < mesh.elements.len(),
        "{}",
        fewer.elements.len()
    );
    assert!(fewer.topology().is_manifold());
}

#[test]
fn cells_that_touch_are_parted() {
    let mut mesh = TetMesh::lattice(&Bounds::centred(Vec3::zero(), Vec3::splat(1.0)), [2; 3]);
    let mut number = 0;
    mesh.elements.retain(|_| {
        number += 1;
        ![1, 2, 4, 7].contains(&((number - 1) / 6))
    });
    assert!(!mesh.topology().is_manifold());
    let mut complex = Complex::new(&mesh);
    assert_eq!(complex.mend_pinches(), 0);
    check(&complex);
    let mended = complex.finish().0;
    assert!(mended.topology().is_manifold() && !mended.elements.is_empty());
}
