//! The hybrid formulation: a frame that goes along with each piece, and a linear spline in it.
//!
//! The step, for the shape y about the centre of a piece, in the inertial frame. The first five terms of [TF88, Eq. 13c] are
//! the acceleration written in a frame that turns with ω; what is left to solve for is the motion u in that frame:
//!
//!   M (y⁺ − Q(y + h u))/h² = g − R K e⁺,   e⁺ = Rᵀy⁺ − r,   g = f − M (v̇ + ω×(ω×y) + 2 ω×u + ω̇×y).
//!
//! Eqs. 13b and 13c agree only if elastic forces have no moment. That is what fixes R: the rotation for which the energy is
//! least. Since e depends linearly on y and R, both are found at once: with Z = A⁻¹K r and A = M/h² + K,
//! y⁺ = Y + R Z where Y does not depend on R, and R is the rotation nearest to Σ Y (K r)ᵀ.

use crate::body::{FrameMotion, Weights, pair};
use crate::carrier::Carrier;
use crate::course::{Course, Motion, arrive, courses, rest, turn_by_middle};
use crate::elements::{Element, Elements, Kind, Wanted};
use crate::inelastic::Step;
use crate::lattice::{Fibres, Lattice};
use crate::load::Load;
use crate::local::{Local, Sites};
use crate::rigid::nearest_rotation;
use crate::system::{Ground, System};
use plastica_linear::{Field, NotPositiveDefinite, SparseMatrix, Tolerance, dot};
use plastica_tensor::{Mat3, Vec3};

/// A body's spline and its memory.
#[derive(Debug)]
pub(crate) struct Hybrid {
    pub(crate) weights: Box<Weights>,
    motion: FrameMotion,
    /// What the frame does at present: free or fixed.
    pub(crate) frame: FrameMotion,
    pub(crate) elements: Elements,
    /// K.
    pub(crate) stiffness: SparseMatrix<f64>,
    /// K·1: what w₀ adds, by node.
    anchors: Vec<f64>,
    pub(crate) system: System<f64>,
    /// r: the natural shape in the frame, about its centre.
    pub(crate) reference: Field,
    /// e: the elastic displacement in the frame.
    pub(crate) elastic: Field,
    /// Elongation of the delayed unit, part of r.
    pub(crate) delayed: Field,
    /// Centre of the elastic range.
    pub(crate) back: Field,
    /// R of each piece.
    pub(crate) turns: Vec<Mat3<f64>>,
    /// Z = A⁻¹K r: how nodes follow a turn of the frame.
    pub(crate) follow: Field,
    /// A⁻¹K·1.
    pub(crate) slide: Field,
}

/// What a step of length h solves: M/h² + scale·K, with forces away from a reference.
struct Stage {
    h: f64,
    scale: f64,
    reference: Field,
}

impl Hybrid {
    pub(crate) fn new(weights: Box<Weights>, motion: FrameMotion, lattice: &Lattice) -> Self {
        let present = |weight: &Local| !weight.is_zero();
        let kinds = |kind: Kind| match kind {
            Kind::Node => present(&weights.position),
            Kind::Fibre(a) => present(&weights.first[a as usize]),
            Kind::Triple(a) => present(&weights.second[a as usize]),
            Kind::Quad(a, b) => present(&weights.mixed[pair(a, b)]),
            Kind::Shear(..) => false,
        };
        let wanted = Wanted {
            kinds: &kinds,
            beside: false,
        };
        let elements = Elements::new(lattice, &wanted);
        let pattern: SparseMatrix<f64> = elements.pattern(lattice.len());
        let zero = vec![Vec3::zero(); lattice.len()];
        Hybrid {
            weights,
            motion,
            frame: motion.at(0.0),
            stiffness: pattern.clone(),
            anchors: Vec::new(),
            system: System::new(pattern),
            elements,
            reference: zero.clone(),
            elastic: zero.clone(),
            delayed: zero.clone(),
            back: zero.clone(),
            turns: vec![Mat3::identity()],
            follow: zero,
            slide: Field::new(),
        }
    }

    /// Writes K for the weights of a moment and the fibres that hold [TF88, Eqs. 4, 8].
    pub(crate) fn stiffen(
        &mut self,
        lattice: &Lattice,
        fibres: &Fibres,
        places: &[Vec3<f64>],
        time: f64,
    ) {
        let Hybrid {
            elements,
            weights,
            stiffness,
            ..
        } = self;
        let factors: Vec<f64> = (elements.list.iter())
            .map(|element| factor(element, weights, lattice, fibres, places, time))
            .collect();
        let list = &elements.list;
        elements.assemble(stiffness, |k, p, q| {
            let d = list[k].difference();
            factors[k] * d[p] * d[q]
        });
        let sum = |i: usize| stiffness.row(i).map(|(_, k)| k).sum();
        self.anchors = match elements.list.iter().any(|e| e.kind == Kind::Node) {
            true => (0..lattice.len()).map(sum).collect(),
            false => Vec::new(),
        };
        self.system.change();
    }

    /// Whether the frame does something else from a time on.
    pub(crate) fn is_let_go(&self, time: f64) -> bool {
        self.motion.at(time) != self.frame
    }

    /// The frame does what it does at a time.
    pub(crate) fn let_go(&mut self, time: f64) {
        self.frame = self.motion.at(time);
        self.system.change();
    }

    /// ½ e K e.
    pub(crate) fn energy(&self) -> f64 {
        let mut force = Field::new();
        self.stiffness.times(&self.elastic, &mut force);
        0.5 * dot(&self.elastic, &force)
    }

    /// One step: places and velocities change; the memory follows in [`Hybrid::remember`].
    pub(crate) fn step(
        &mut self,
        carrier: &Carrier<'_>,
        load: &Load,
        flow: Step,
        positions: &mut Field,
        velocities: &mut Field,
    ) -> Result<(), NotPositiveDefinite> {
        let dt = load.dt;
        let h = carrier.options.implicitness * dt;
        let mut courses = courses(
            (self.frame, &self.turns),
            carrier,
            load,
            positions,
            velocities,
        );
        let stage = self.stage(flow, h, load.viscous_time / h);
        self.prepare(carrier, load, &stage)?;
        // Shape and motion in the frame that turns along. Forces of that frame are those of the step's middle if its
        // energy is to be kept.
        let start: Vec<Motion> = (carrier.pieces.iter().enumerate())
            .map(|(i, &p)| courses[p as usize].inside(positions[i], velocities[i]))
            .collect();
        let mut middle = start.clone();
        // Towards nodes that go on as they move, an iteration finds a good start.
        let mut end: Field = (start.iter().zip(carrier.pieces))
            .map(|((y, u), &p)| courses[p as usize].turn.mul_vec(*y + u.scale(h)))
            .collect();
        for pass in 0..if h < dt { 2 } else { 1 } {
            if pass > 0 {
                turn_by_middle(carrier, &mut courses, &middle, dt);
            }
            let rest = rest(carrier, load, &courses, &middle);
            let ahead: Field = (start.iter().zip(&rest))
                .map(|((y, u), rest)| *y + u.scale(h) + rest.scale(h * h))
                .collect();
            end = self.guess(carrier, load, &courses, &stage, (&ahead, &end), positions);
            if self.frame == FrameMotion::Free {
                self.turn(carrier, load, &courses, &stage, &mut end);
            }
            for (i, &p) in carrier.pieces.iter().enumerate() {
                let (y, u) = start[i];
                let moving =
                    (courses[p as usize].turn.transpose().mul_vec(end[i]) - y).scale(1.0 / h);
                let u_end = u + (moving - u).scale(dt / h);
                middle[i] = (y + moving.scale(0.5 * dt), (u + u_end).scale(0.5));
            }
        }
        arrive(
            carrier,
            load,
            &courses,
            h,
            (&start, &end),
            positions,
            velocities,
        );
        Ok(())
    }

    /// Flow and viscous force change the spline that a step sees: its force is scale·K (Rᵀy⁺ − reference).
    fn stage(&self, flow: Step, h: f64, delay: f64) -> Stage {
        let scale = (1.0 + delay) / (1.0 + flow.implicit);
        let viscous = delay / (1.0 + delay) * (1.0 + flow.implicit);
        let reference = (0..self.reference.len())
            .map(|i| {
                let moved = self.elastic[i].scale(flow.explicit + viscous);
                self.reference[i] + moved + self.delayed[i].scale(flow.recovery)
            })
            .collect();
        Stage {
            h,
            scale,
            reference,
        }
    }

    /// A = M/h² + scale·K, with springs [TF88, section 5].
    fn prepare(
        &mut self,
        carrier: &Carrier<'_>,
        load: &Load,
        stage: &Stage,
    ) -> Result<(), NotPositiveDefinite> {
        let (h, scale) = (stage.h, stage.scale);
        let stiffness = &self.stiffness;
        let ground = Ground {
            lattice: carrier.lattice,
            fibres: carrier.fibres,
            held: &load.held,
            options: carrier.options,
        };
        let fresh = self.system.prepare(ground, (h, scale), |matrix| {
            for (a, k) in matrix.values.iter_mut().zip(&stiffness.values) {
                *a = scale * k;
            }
            let mut add = |i: usize, value: f64| {
                let row = matrix.first[i]..matrix.first[i + 1];
                if let Ok(at) = matrix.columns[row.clone()].binary_search(&(i as u32)) {
                    matrix.values[row.start + at] += value;
                }
            };
            for (i, mass) in carrier.masses.iter().enumerate() {
                add(i, mass / (h * h));
            }
            for &(i, spring, _) in &load.springs {
                add(i, spring);
            }
        })?;
        if fresh {
            self.slide.clear();
        }
        if self.slide.is_empty() && !self.anchors.is_empty() && self.frame == FrameMotion::Free {
            let right: Field = self
                .anchors
                .iter()
                .map(|s| Vec3::splat(scale * s))
                .collect();
            let mut slide = vec![Vec3::zero(); right.len()];
            let tolerance = Tolerance {
                relative: 1e-12,
                absolute: 0.0,
                max_iterations: carrier.options.iterations,
            };
            self.system.solve(&right, &mut slide, tolerance);
            self.slide = slide;
        }
        Ok(())
    }

    /// y⁺ with the frame as guessed, for places without elastic forces; an iteration starts towards places that are near.
    fn guess(
        &mut self,
        carrier: &Carrier<'_>,
        load: &Load,
        courses: &[Course],
        stage: &Stage,
        (ahead, near): (&[Vec3<f64>], &[Vec3<f64>]),
        positions: &[Vec3<f64>],
    ) -> Field {
        let Stage {
            h,
            scale,
            reference,
        } = stage;
        let (h, scale) = (*h, *scale);
        let inside = |i: usize, y: Vec3<f64>| {
            let course = &courses[carrier.pieces[i] as usize];
            course.guess.transpose().mul_vec(y) - reference[i]
        };
        let mut right: Field = (0..positions.len())
            .map(|i| {
                let course = &courses[carrier.pieces[i] as usize];
                inside(i, course.turn.mul_vec(ahead[i])).scale(carrier.masses[i] / (h * h))
            })
            .collect();
        for &(i, spring, place) in &load.springs {
            let course = &courses[carrier.pieces[i] as usize];
            right[i] = right[i] + inside(i, place - course.to).scale(spring);
        }
        let part = h / load.dt;
        let fixed: Vec<(usize, Vec3<f64>)> = (load.targets.iter())
            .map(|&(i, target)| {
                let course = &courses[carrier.pieces[i] as usize];
                let on_the_way = positions[i] + (target - positions[i]).scale(part);
                (i, inside(i, on_the_way - course.to))
            })
            .collect();
        fix(&mut right, &self.stiffness, scale, &load.held, &fixed);
        let mut elastic = self.elastic.clone();
        for (i, value) in fixed {
            elastic[i] = value;
        }
        let along: Field = (near.iter().enumerate())
            .map(|(i, y)| match load.held[i] {
                true => Vec3::zero(),
                false => inside(i, *y) - elastic[i],
            })
            .collect();
        self.system
            .improve_initial_guess(&right, &mut elastic, &along);
        let tolerance = carrier.tolerance(h);
        self.system.solve(&right, &mut elastic, tolerance);
        self.free_anchor(carrier, courses, scale, &mut elastic);
        (0..elastic.len())
            .map(|i| {
                let course = &courses[carrier.pieces[i] as usize];
                course.guess.mul_vec(reference[i] + elastic[i])
            })
            .collect()
    }

    /// In a free frame w₀ weighs displacements from the body's own mean, so that it does not hold the body back:
    /// A loses the part s sᵀ/σ with s = K·1, σ = Σ s (Sherman and Morrison).
    fn free_anchor(
        &self,
        carrier: &Carrier<'_>,
        courses: &[Course],
        scale: f64,
        x: &mut [Vec3<f64>],
    ) {
        if self.slide.is_empty() {
            return;
        }
        let mut sums = vec![(Vec3::zero(), 0.0, 0.0); courses.len()];
        for (i, &p) in carrier.pieces.iter().enumerate() {
            let s = scale * self.anchors[i];
            let (along, total, back) = &mut sums[p as usize];
            *along = *along + x[i].scale(s);
            *total += s;
            *back += s * self.slide[i][0];
        }
        for (i, &p) in carrier.pieces.iter().enumerate() {
            let (along, total, back) = sums[p as usize];
            if courses[p as usize].free && total > back {
                x[i] = x[i] + along.scale(self.slide[i][0] / (total - back));
            }
        }
    }

    /// Turns the frames so that elastic forces have no moment, and lets nodes follow.
    fn turn(
        &mut self,
        carrier: &Carrier<'_>,
        load: &Load,
        courses: &[Course],
        stage: &Stage,
        shape: &mut Field,
    ) {
        let Stage {
            h,
            scale,
            reference,
        } = stage;
        let (h, scale) = (*h, *scale);
        let mut pull = Field::new();
        self.stiffness.times(reference, &mut pull);
        self.pull_free(carrier, |p| courses[p].free, reference, &mut pull);
        let mut right: Field = pull.iter().map(|f| f.scale(scale)).collect();
        for (i, held) in load.held.iter().enumerate() {
            if *held {
                right[i] = Vec3::zero();
            }
        }
        // What the frame has to turn beyond its guess is small, so a rough Z from earlier steps will do: it changes how far a
        // correction goes, not where it ends.
        let tolerance = Tolerance {
            relative: carrier.options.tolerance.max(1e-3),
            ..carrier.tolerance(h)
        };
        let mut follow = std::mem::take(&mut self.follow);
        self.system.improve(&right, &mut follow, tolerance);
        let mut slid = follow.clone();
        self.free_anchor(carrier, courses, scale, &mut slid);
        // Σ Y (K r)ᵀ with Y = R_guess (e + (r − Z)): the second part is symmetric.
        let mut moments = vec![(Mat3::zero(), Mat3::zero()); courses.len()];
        for (i, &p) in carrier.pieces.iter().enumerate() {
            let elastic = courses[p as usize].guess.transpose().mul_vec(shape[i]) - reference[i];
            let (own, even) = &mut moments[p as usize];
            *own = *own + Mat3::from_fn(|a, b| elastic[a] * pull[i][b]);
            let behind = reference[i] - slid[i];
            *even = *even + Mat3::from_fn(|a, b| behind[a] * pull[i][b]);
        }
        for (p, course) in courses.iter().enumerate() {
            let (own, even) = moments[p];
            let both = own + even.symmetric().to_mat();
            self.turns[p] = nearest_rotation(&(course.guess * both), &course.guess);
        }
        for (i, &p) in carrier.pieces.iter().enumerate() {
            let change = self.turns[p as usize] - courses[p as usize].guess;
            shape[i] = shape[i] + change.mul_vec(slid[i]);
        }
        self.follow = follow;
    }

    /// K r without the part that w₀ has on the mean.
    pub(crate) fn pull_free(
        &self,
        carrier: &Carrier<'_>,
        free: impl Fn(usize) -> bool,
        reference: &[Vec3<f64>],
        pull: &mut [Vec3<f64>],
    ) {
        if self.anchors.is_empty() {
            return;
        }
        let mut sums = vec![(Vec3::zero(), 0.0); carrier.count];
        for (i, &p) in carrier.pieces.iter().enumerate() {
            let (along, total) = &mut sums[p as usize];
            *along = *along + reference[i].scale(self.anchors[i]);
            *total += self.anchors[i];
        }
        for (i, &p) in carrier.pieces.iter().enumerate() {
            let (along, total) = sums[p as usize];
            if free(p as usize) && total > 0.0 {
                pull[i] = pull[i] - along.scale(self.anchors[i] / total);
            }
        }
    }
}

/// Takes known values of held nodes to the right-hand side.
fn fix(
    right: &mut [Vec3<f64>],
    stiffness: &SparseMatrix<f64>,
    scale: f64,
    held: &[bool],
    fixed: &[(usize, Vec3<f64>)],
) {
    for &(j, value) in fixed {
        for (i, k) in stiffness.row(j).filter(|(i, _)| !held[*i]) {
            right[i] = right[i] - value.scale(scale * k);
        }
    }
    for &(j, value) in fixed {
        right[j] = value;
    }
}

/// What stands before |difference|² of a group: its weight, the measure, the multiplicity [TF88, Eq. 4].
fn factor(
    element: &Element,
    weights: &Weights,
    lattice: &Lattice,
    fibres: &Fibres,
    places: &[Vec3<f64>],
    time: f64,
) -> f64 {
    if !element.is_whole(lattice, fibres) {
        return 0.0;
    }
    let weight = match element.kind {
        Kind::Node => &weights.position,
        Kind::Fibre(a) => &weights.first[a as usize],
        Kind::Triple(a) => &weights.second[a as usize],
        Kind::Quad(a, b) | Kind::Shear(a, b) => &weights.mixed[pair(a, b)],
    };
    let step = element.step(lattice);
    let weight = Sites { lattice, places }.over(weight, element.nodes(), time);
    element.multiplicity() * weight * element.measure / (step * step)
}

/// The stiffness K of a spline [TF88, Eq. 8], for those who want the system and not the motion. Weights are taken at `places`,
/// at time 0.
pub fn stiffness(
    lattice: &Lattice,
    fibres: &Fibres,
    weights: &Weights,
    places: &[Vec3<f64>],
) -> SparseMatrix<f64> {
    let mut hybrid = Hybrid::new(Box::new(weights.clone()), FrameMotion::Fixed, lattice);
    hybrid.stiffen(lattice, fibres, places, 0.0);
    hybrid.stiffness
}
