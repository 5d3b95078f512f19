//! What a hybrid body knows of itself after a step: its frames, its elastic displacements, what has flowed.

use crate::body::FrameMotion;
use crate::carrier::Carrier;
use crate::hybrid::Hybrid;
use crate::inelastic::Step;
use crate::load::Load;
use crate::rigid::nearest_rotation;
use plastica_linear::{Field, dot};
use plastica_tensor::{Mat3, Vec3};

impl Hybrid {
    /// Frames, elastic displacements and what has flowed, for new places. Returns the heat.
    pub(crate) fn remember(
        &mut self,
        carrier: &Carrier<'_>,
        flow: Step,
        load: &Load,
        positions: &[Vec3<f64>],
    ) -> f64 {
        let (viscous_time, dt) = (load.viscous_time, load.dt);
        let before = self.elastic.clone();
        self.orient(carrier, positions);
        let q: Field = (self.reference.iter().zip(&self.elastic))
            .map(|(r, e)| *r + *e)
            .collect();
        if flow == Step::default() && viscous_time == 0.0 {
            return 0.0;
        }
        for i in 0..q.len() {
            let (e, d) = (before[i], self.delayed[i]);
            let s = q[i] - self.reference[i];
            let after = Vec3(std::array::from_fn(|k| flow.elastic(s[k], e[k], d[k])));
            self.delayed[i] = Vec3(std::array::from_fn(|k| flow.delayed(d[k], e[k], after[k])));
            self.elastic[i] = after;
        }
        let mut force = Field::new();
        let mean: Field = (before.iter().zip(&self.elastic))
            .map(|(a, b)| (*a + *b).scale(0.5))
            .collect();
        self.stiffness.times(&mean, &mut force);
        let mut heat = 0.0;
        for i in 0..q.len() {
            let next = q[i] - self.elastic[i];
            heat += force[i].dot(next - self.reference[i]);
            self.reference[i] = next;
        }
        if viscous_time > 0.0 {
            let change: Field = (self.elastic.iter().zip(&before))
                .map(|(a, b)| *a - *b)
                .collect();
            self.stiffness.times(&change, &mut force);
            heat += viscous_time / dt * dot(&change, &force);
        }
        heat
    }

    /// The frame of least energy for given places, and the elastic displacements in it.
    pub(crate) fn orient(&mut self, carrier: &Carrier<'_>, positions: &[Vec3<f64>]) {
        let &Carrier {
            pieces,
            count,
            masses,
            ..
        } = carrier;
        if self.frame == FrameMotion::Fixed {
            for (i, x) in positions.iter().enumerate() {
                self.elastic[i] = *x - self.reference[i];
            }
            return;
        }
        let here = centres(pieces, count, masses, positions);
        let there = centres(pieces, count, masses, &self.reference);
        let mut pull = Field::new();
        self.stiffness.times(&self.reference, &mut pull);
        self.pull_free(carrier, |_| true, &self.reference, &mut pull);
        let mut moments = vec![Mat3::zero(); count];
        for (i, &p) in pieces.iter().enumerate() {
            let y = positions[i] - here[p as usize];
            let moment = &mut moments[p as usize];
            *moment = *moment + Mat3::from_fn(|a, b| y[a] * pull[i][b]);
        }
        for (turn, moment) in self.turns.iter_mut().zip(&moments) {
            *turn = nearest_rotation(moment, turn);
        }
        for (i, &p) in pieces.iter().enumerate() {
            let p = p as usize;
            let q = self.turns[p].transpose().mul_vec(positions[i] - here[p]);
            self.elastic[i] = q - (self.reference[i] - there[p]);
        }
    }

    /// Force of the body on a node [N].
    pub(crate) fn force(&self, piece: u32, node: usize) -> Vec3<f64> {
        let inside = self.stiffness.row_times(node, &self.elastic);
        match self.frame {
            FrameMotion::Fixed => -inside,
            _ => -self.turns[piece as usize].mul_vec(inside),
        }
    }

    /// A transfer at one node: the reference takes what the elastic part gives.
    pub(crate) fn transfer(&mut self, node: usize, amount: Vec3<f64>) {
        self.reference[node] = self.reference[node] + amount;
        self.elastic[node] = self.elastic[node] - amount;
    }
}

/// Centres of mass of pieces.
fn centres(
    pieces: &[u32],
    count: usize,
    masses: &[f64],
    positions: &[Vec3<f64>],
) -> Vec<Vec3<f64>> {
    let mut sums = vec![(Vec3::zero(), 0.0); count];
    for (i, &p) in pieces.iter().enumerate() {
        let (sum, mass) = &mut sums[p as usize];
        *sum = *sum + positions[i].scale(masses[i]);
        *mass += masses[i];
    }
    sums.iter()
        .map(|(sum, mass)| sum.scale(1.0 / mass))
        .collect()
}
