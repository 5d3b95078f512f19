//! A vertex goes: its star is filled with what the triangulation of the star's corners has there.
//!
//! The cells that fill the hole have corners around it, and no other vertex lies in their spheres, of those around it
//! either: so they are in the triangulation of the corners alone. Ties are broken by the numbers of vertices, which come in
//! the same order there: so the hole fits them, whatever lies on a common sphere.

use super::Flat;
use super::complex::{Complex, INFINITE};
use super::insert::{Digger, Refusal};
use std::collections::HashMap;

/// Faces by their corners, as seen from within the hole.
type Faces = HashMap<[u32; 3], u32>;

/// Takes a vertex out. Fails without any change where the others would not span space.
pub(super) fn remove(complex: &mut Complex, vertex: u32) -> Result<(), Flat> {
    let star = star(complex, vertex);
    let mut rim = Faces::new();
    for &cell in &star {
        let cell = &complex.cells[cell as usize];
        for corner in (0..4).filter(|k| cell.corners[*k] == vertex) {
            rim.insert(turned(cell.face(corner)), cell.across[corner]);
        }
    }
    let mut corners: Vec<u32> = rim.keys().flatten().copied().collect();
    corners.sort_unstable();
    corners.dedup();
    let finite = corners.iter().copied().filter(|v| *v != INFINITE);
    let filling = match complex.spanning(finite.clone()) {
        Ok(_) => filling(complex, finite.collect(), &rim),
        Err(_) => ghosts(complex, &rim)?,
    };
    for cell in star {
        complex.release(cell);
    }
    fill(complex, rim, filling);
    Ok(())
}

/// The cells at a vertex.
fn star(complex: &Complex, vertex: u32) -> Vec<u32> {
    let mut star = vec![complex.walk(complex.place(vertex))];
    let mut known: std::collections::HashSet<u32> = star.iter().copied().collect();
    let mut next = 0;
    while next < star.len() {
        let cell = &complex.cells[star[next] as usize];
        next += 1;
        for corner in (0..4).filter(|k| cell.corners[*k] != vertex) {
            let neighbour = cell.across[corner] >> 2;
            if known.insert(neighbour) {
                star.push(neighbour);
            }
        }
    }
    star
}

/// The cells within a rim of the triangulation of its corners.
fn filling(complex: &Complex, corners: Vec<u32>, rim: &Faces) -> Vec<[u32; 4]> {
    let mut names = vec![INFINITE];
    names.extend(corners);
    let small = triangulation(complex, &names);
    let inside = |face: [u32; 3]| turned(face.map(|v| names[v as usize]));
    let mut known = vec![false; small.cells.len()];
    let mut found: Vec<usize> = Vec::new();
    for (number, cell) in small.cells.iter().enumerate() {
        if !cell.is_free() && (0..4).any(|k| rim.contains_key(&inside(cell.face(k)))) {
            known[number] = true;
            found.push(number);
        }
    }
    let mut next = 0;
    while next < found.len() {
        let cell = &small.cells[found[next]];
        next += 1;
        for corner in 0..4 {
            let neighbour = (cell.across[corner] >> 2) as usize;
            if !known[neighbour] && !rim.contains_key(&inside(cell.face(corner))) {
                known[neighbour] = true;
                found.push(neighbour);
            }
        }
    }
    let named = |number: usize| small.cells[number].corners.map(|v| names[v as usize]);
    found.into_iter().map(named).collect()
}

/// Of vertices that span space, in the order of their numbers.
pub(super) fn triangulation(complex: &Complex, names: &[u32]) -> Complex {
    let places = names.iter().map(|v| complex.place(*v)).collect();
    let (mut small, first) = Complex::new(places, 0.0).expect("corners that span space");
    let mut digger = Digger::new(&small);
    for vertex in (1..names.len() as u32).filter(|v| !first.contains(v)) {
        match digger.insert(&mut small, vertex) {
            Ok(()) => {}
            Err(Refusal::Twin(_)) => unreachable!("vertices of a triangulation lie apart"),
            Err(Refusal::Full) => unreachable!("a part has no more cells than the whole can have"),
        }
    }
    small
}

/// What fills a hole whose corners lie in a plane: the vertex stood alone on that side of it, and the faces under it become
/// faces of the hull. They must have cells behind them.
fn ghosts(complex: &Complex, rim: &Faces) -> Result<Vec<[u32; 4]>, Flat> {
    let mut ghosts = Vec::new();
    for (&[a, b, c], outside) in rim {
        if [a, b, c].contains(&INFINITE) {
            continue;
        }
        if complex.cells[(outside >> 2) as usize].infinite().is_some() {
            return Err(Flat::Plane);
        }
        ghosts.push([a, b, c, INFINITE]);
    }
    // In an order that does not depend on hashes.
    ghosts.sort_unstable();
    Ok(ghosts)
}

/// Puts cells into a hole and joins them to each other and to what lies around it.
fn fill(complex: &mut Complex, rim: Faces, filling: Vec<[u32; 4]>) {
    let mut open = rim;
    for corners in filling {
        let cell = complex.add(corners);
        complex.recent = cell;
        for corner in 0..4 {
            let [a, b, c] = complex.cells[cell as usize].face(corner);
            let face = 4 * cell + corner as u32;
            match open.remove(&turned([a, b, c])) {
                Some(other) => complex.join(face, other),
                // Seen from the neighbour to come it goes the other way round.
                None => drop(open.insert(turned([a, c, b]), face)),
            }
        }
    }
    debug_assert!(open.is_empty(), "the filling fits: {open:?}");
}

/// The same face, least corner first.
fn turned([a, b, c]: [u32; 3]) -> [u32; 3] {
    if a < b && a < c {
        [a, b, c]
    } else if b < c {
        [b, c, a]
    } else {
        [c, a, b]
    }
}
