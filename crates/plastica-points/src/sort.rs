//! The order of particles in memory: those of a body next to each other, near ones near.

use crate::bonds::{Bond, Bonds};
use crate::cells::order;
use crate::particles::{EMPTY, Group, Particles};
use plastica_particles::BUNDLE;
use plastica_tensor::Scalar;

/// Sorts all particles anew. Empty places are left out, and so are bonds to them.
pub(crate) fn sort<S: Scalar>(
    particles: &mut Particles<S>,
    bonds: &mut Bonds<S>,
    groups: &mut [Group],
    spacing: f64,
) {
    let keys = order(&particles.positions, &particles.ids, 2.0 * spacing);
    let mut by_body: Vec<Vec<(u64, u32, u32)>> = vec![Vec::new(); groups.len()];
    for (place, id) in particles.ids.iter().enumerate() {
        if *id != EMPTY {
            by_body[particles.body(place)].push((keys[place], *id, place as u32));
        }
    }
    let mut first = 0;
    for (group, members) in groups.iter_mut().zip(&mut by_body) {
        members.sort_unstable();
        let count = members.len().div_ceil(BUNDLE);
        group.bundles = first..first + count;
        first += count;
    }
    let places = first * BUNDLE;
    let mut sorted = Particles::with_places(places, particles.columns);
    let mut now_at = vec![EMPTY; particles.places()];
    let mut was_at: Vec<Option<usize>> = vec![None; places];
    for (body, (group, members)) in (0..).zip(groups.iter().zip(&by_body)) {
        sorted.bodies[group.bundles.clone()].fill(body);
        for k in 0..group.bundles.len() * BUNDLE {
            let to = group.bundles.start * BUNDLE + k;
            let (_, _, from) = members[k.min(members.len() - 1)];
            sorted.copy(to, particles, from as usize);
            if k < members.len() {
                now_at[from as usize] = to as u32;
                was_at[to] = Some(from as usize);
            } else {
                sorted.ids[to] = EMPTY;
                sorted.grip_of[to] = 0;
            }
        }
    }
    let move_along = |from: usize| {
        let neighbours = bonds.of(from).map(|n| Bond {
            place: now_at[n.place as usize],
            ..n
        });
        let mut neighbours: Vec<Bond> = neighbours.filter(|n| n.place != EMPTY).collect();
        neighbours.sort_unstable_by_key(|n| n.place);
        neighbours
    };
    let known = (0..)
        .zip(&was_at)
        .filter_map(|(to, from)| Some((to, move_along((*from)?))));
    let mut moved = Bonds::with_places(places);
    moved.set(known.collect());
    *particles = sorted;
    *bonds = moved;
}
