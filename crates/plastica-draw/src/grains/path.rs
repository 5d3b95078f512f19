//! Where particles are between two frames.

use super::snapshot::{Particle, Snapshot};
use super::turn::Turn;
use plastica_tensor::Vec3;

/// The way of a particle from one frame to the next: the cubic with the places and velocities of both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    from: Vec3<f64>,
    start: Vec3<f64>,
    end: Vec3<f64>,
    /// By how much the mean velocity differs from that of start and end.
    bulge: Vec3<f64>,
    duration: f64,
    pub(super) mass: f64,
    pub(super) rest_volume: f64,
    /// Its axes at both frames, if its material has directions.
    pub(super) axes: Option<(Turn, Turn)>,
}

impl Path {
    fn new(before: &Particle, after: &Particle, duration: f64) -> Self {
        let mean = (after.place - before.place).scale(1.0 / duration);
        let start = before.velocity.unwrap_or(mean);
        let end = after.velocity.unwrap_or(mean);
        Path {
            from: before.place,
            start,
            end,
            bulge: mean - (start + end).scale(0.5),
            duration,
            mass: after.mass,
            rest_volume: after.rest_volume,
            axes: before.turn.zip(after.turn),
        }
    }

    /// Place [m] and velocity [m/s] after a part of the time: v(s) = (1 − s) v₀ + s v₁ + 6 s (1 − s) b,
    /// whose integral is the way from one place to the other.
    pub(super) fn at(&self, s: f64) -> (Vec3<f64>, Vec3<f64>) {
        let mix =
            |a: f64, b: f64, c: f64| self.start.scale(a) + self.end.scale(b) + self.bulge.scale(c);
        let way = mix(s - 0.5 * s * s, 0.5 * s * s, s * s * (3.0 - 2.0 * s));
        (
            self.from + way.scale(self.duration),
            mix(1.0 - s, s, 6.0 * s * (1.0 - s)),
        )
    }

    /// No less than its greatest speed [m/s].
    pub(super) fn top_speed(&self) -> f64 {
        self.start.norm().max(self.end.norm()) + 1.5 * self.bulge.norm()
    }
}

/// The ways of all particles that are in both frames, in the order of ids.
pub(super) fn paths(before: &Snapshot, after: &Snapshot) -> Vec<Path> {
    let duration = after.time - before.time;
    let mut rest = before.particles.iter().peekable();
    let with_twin = after.particles.iter().filter_map(|particle| {
        while rest.next_if(|earlier| earlier.id < particle.id).is_some() {}
        let twin = rest.next_if(|earlier| earlier.id == particle.id)?;
        Some(Path::new(twin, particle, duration))
    });
    with_twin.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn particle(id: u32, place: [f64; 3], velocity: Option<[f64; 3]>) -> Particle {
        Particle {
            id,
            body: 0,
            material: 0,
            place: Vec3(place),
            velocity: velocity.map(Vec3),
            mass: 1.0,
            volume: 1.0,
            rest_volume: 1.0,
            turn: None,
            alignment: [0.0, 0.0, 1.0],
        }
    }

    #[test]
    fn a_throw_is_followed_exactly_and_missing_twins_are_left_out() {
        let at = |t: f64| [2.0 * t, 3.0 * t - 4.9 * t * t, 0.0];
        let moving = |t: f64| [2.0, 3.0 - 9.8 * t, 0.0];
        let shot = |time: f64, ids: &[u32]| Snapshot {
            time,
            particles: ids
                .iter()
                .map(|id| particle(*id, at(time), Some(moving(time))))
                .collect(),
        };
        let found = paths(&shot(0.5, &[1, 4, 7]), &shot(0.9, &[2, 4, 7, 8]));
        assert_eq!(found.len(), 2);
        for s in [0.0, 0.3, 0.5, 1.0] {
            let (place, velocity) = found[0].at(s);
            let t = 0.5 + 0.4 * s;
            assert!((place - Vec3(at(t))).norm() < 1e-14);
            assert!((velocity - Vec3(moving(t))).norm() < 1e-14);
            assert!(velocity.norm() <= found[0].top_speed());
        }
    }

    #[test]
    fn without_velocities_the_way_is_straight() {
        let shot = |time: f64, x: f64| Snapshot {
            time,
            particles: vec![particle(0, [x, 0.0, 0.0], None)],
        };
        let way = paths(&shot(0.0, 1.0), &shot(2.0, 5.0))[0];
        assert_eq!(way.at(0.25), (Vec3([2.0, 0.0, 0.0]), Vec3([2.0, 0.0, 0.0])));
    }
}
