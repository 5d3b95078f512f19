//! One body as it moves: nodes, fibres, pieces, and the formulation that holds them together.

use crate::body::{Body, Formulation};
use crate::carrier::Carrier;
use crate::elements::Element;
use crate::fracture::{Elongation, break_fibres, limits};
use crate::hybrid::Hybrid;
use crate::inelastic::{Measure, Step};
use crate::lattice::Fibres;
use crate::load::Load;
use crate::options::Options;
use crate::primary::Primary;
use crate::stress;
use plastica_linear::{Field, NotPositiveDefinite, Report};
use plastica_tensor::{Mat3, Vec3};

/// What a body consists of.
#[derive(Debug)]
pub(crate) struct Bulk {
    pub(crate) body: Body,
    pub(crate) fibres: Fibres,
    /// Fibres at the start.
    pub(crate) born: Fibres,
    /// Limits of fibres over the mean.
    limits: [Vec<f64>; 3],
    pub(crate) pieces: Vec<u32>,
    pub(crate) count: usize,
    pub(crate) masses: Vec<f64>,
    /// Whether each node has met an obstacle in the last step.
    pub(crate) touching: Vec<bool>,
    /// Mean length of fibres at rest [m].
    pub(crate) spacing: f64,
    /// √Σ x² of the shape at rest about its middle [m].
    size: f64,
    /// Whether weights change in time.
    varies: bool,
}

/// A body as it moves.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) bulk: Bulk,
    pub(crate) positions: Field,
    pub(crate) velocities: Field,
    pub(crate) material: Material,
    /// Which grip holds each node: its number from 1, or 0.
    pub(crate) holds: Vec<u32>,
    /// What the solver's matrix was made for: held nodes and springs.
    pub(crate) bonds: (Vec<bool>, Vec<(usize, u64)>),
    /// Energy turned into heat so far [J].
    pub(crate) heat: f64,
}

/// The two formulations.
#[derive(Debug)]
pub(crate) enum Material {
    Hybrid(Box<Hybrid>),
    Primary(Box<Primary>),
}

impl Bulk {
    /// What the material is carried by.
    pub(crate) fn carrier<'a>(&'a self, options: &'a Options) -> Carrier<'a> {
        Carrier {
            lattice: &self.body.lattice,
            fibres: &self.fibres,
            pieces: &self.pieces,
            count: self.count,
            masses: &self.masses,
            touching: &self.touching,
            size: self.size,
            options,
        }
    }

    /// Flow that is solved along with the motion.
    fn joint_flow(&self, time: f64, dt: f64) -> Step {
        match &self.body.creep {
            Some(creep) if creep.is_uniform() => {
                creep.step(self.body.sites().at(&creep.rate, 0, time), 0.0, dt)
            }
            _ => Step::default(),
        }
    }

    /// Creep that differs from node to node.
    fn creep_apart(&self, hybrid: &mut Hybrid, time: f64, dt: f64) -> f64 {
        let Some(creep) = self.body.creep.as_ref().filter(|c| !c.is_uniform()) else {
            return 0.0;
        };
        let before = hybrid.energy();
        for i in 0..hybrid.elastic.len() {
            let (e, d) = (hybrid.elastic[i], hybrid.delayed[i]);
            let rate = self.body.sites().at(&creep.rate, i, time);
            let flow = creep.step(rate, e.norm(), dt);
            let after = Vec3(std::array::from_fn(|k| flow.elastic(e[k], e[k], d[k])));
            hybrid.delayed[i] = Vec3(std::array::from_fn(|k| flow.delayed(d[k], e[k], after[k])));
            hybrid.transfer(i, e - after);
        }
        before - hybrid.energy()
    }

    /// Plastic flow of nodes.
    fn yield_nodes(&self, hybrid: &mut Hybrid, time: f64) -> f64 {
        let Some(rule) = &self.body.plastic else {
            return 0.0;
        };
        let beyond: Field = (hybrid.elastic.iter().zip(&hybrid.back))
            .map(|(e, b)| *e - *b)
            .collect();
        let mut yielded = Vec::new();
        for (i, beyond_here) in beyond.iter().enumerate() {
            let measure = match rule.measure {
                Measure::Displacement => beyond_here.norm(),
                Measure::VonMises => {
                    stress::von_mises(&stress::at_node(self, hybrid, &beyond, i, time))
                }
                Measure::Tresca => stress::tresca(&stress::at_node(self, hybrid, &beyond, i, time)),
            };
            let (part, back) = rule.part(measure, self.body.sites().at(&rule.limit, i, time));
            if part > 0.0 {
                yielded.push((i, beyond_here.scale(part), back));
            }
        }
        if yielded.is_empty() {
            return 0.0;
        }
        for (i, amount, back) in &yielded {
            hybrid.transfer(*i, *amount);
            hybrid.back[*i] = hybrid.back[*i] + amount.scale(*back);
        }
        // The force is that on the yield surface: beyond it the body has never been.
        let work = |(i, amount, _): &(usize, Vec3<f64>, f64)| {
            amount.dot(hybrid.stiffness.row_times(*i, &hybrid.elastic))
        };
        yielded.iter().map(work).sum()
    }

    /// Plastic flow of the tensors of groups.
    fn yield_groups(&self, primary: &mut Primary, time: f64) -> f64 {
        let Some(rule) = &self.body.plastic else {
            return 0.0;
        };
        let mut heat = 0.0;
        for k in 0..primary.elastic.len() {
            let element = &primary.elements.list[k];
            let beyond = primary.elastic[k] - primary.back[k];
            let unit = match rule.measure {
                Measure::Displacement => 1.0,
                // The tension of a fibre is twice the weight times the change of its squared stretch.
                _ => 2.0 * primary.factors[k] / element.measure,
            };
            let limit = self.body.sites().over(&rule.limit, element.nodes(), time);
            let (part, back) = rule.part(unit * beyond.abs(), limit);
            if part > 0.0 {
                primary.transfer(k, part * beyond);
                heat += primary.factors[k] * primary.elastic[k] * part * beyond;
                primary.back[k] += back * part * beyond;
            }
        }
        heat
    }
}

impl Model {
    /// A body that has been checked.
    pub(crate) fn new(body: Body) -> Self {
        let lattice = &body.lattice;
        let mut fibres = Fibres::all(lattice);
        for &(axis, node) in &body.cuts {
            fibres.intact[axis][node] = false;
        }
        let (pieces, count) = fibres.pieces(lattice);
        let masses: Vec<f64> = (0..lattice.len())
            .map(|i| body.sites().at(&body.density, i, 0.0) * lattice.measure(i))
            .collect();
        let weights: Vec<_> = match &body.formulation {
            Formulation::Hybrid { weights, .. } => weights.all().collect(),
            Formulation::Primary(tensors) => tensors.all().collect(),
        };
        let varies = weights.iter().any(|w| w.varies_in_time());
        let material = match &body.formulation {
            Formulation::Hybrid { weights, frame } => {
                let mut hybrid = Hybrid::new(weights.clone(), *frame, lattice);
                hybrid.turns = vec![Mat3::identity(); count];
                hybrid.reference.clone_from(&body.shape);
                Material::Hybrid(Box::new(hybrid))
            }
            Formulation::Primary(tensors) => {
                let mut primary = Primary::new(tensors.clone(), lattice);
                primary.settle(lattice, &body.shape);
                Material::Primary(Box::new(primary))
            }
        };
        let lengths: Vec<f64> = (fibres.each(lattice))
            .map(|(_, i, j)| (body.shape[j] - body.shape[i]).norm())
            .collect();
        let mean = lengths.iter().sum::<f64>() / lengths.len().max(1) as f64;
        let positions = body.shape.clone();
        let middle = (positions.iter()).fold(Vec3::zero(), |sum, x| sum + *x);
        let middle = middle.scale(1.0 / positions.len() as f64);
        let square: f64 = positions.iter().map(|x| (*x - middle).norm_squared()).sum();
        let velocities = match body.velocities.is_empty() {
            true => vec![Vec3::zero(); body.shape.len()],
            false => body.velocities.clone(),
        };
        let bulk = Bulk {
            limits: match &body.fracture {
                Some(fracture) => limits(fracture, lattice),
                None => Default::default(),
            },
            spacing: if mean > 0.0 { mean } else { f64::INFINITY },
            born: fibres.clone(),
            fibres,
            pieces,
            count,
            masses,
            touching: vec![false; positions.len()],
            size: square.sqrt(),
            varies,
            body,
        };
        let mut model = Model {
            holds: vec![0; positions.len()],
            bulk,
            positions,
            velocities,
            material,
            bonds: Default::default(),
            heat: 0.0,
        };
        model.stiffen(0.0);
        model
    }

    /// Weights of a moment.
    pub(crate) fn stiffen(&mut self, time: f64) {
        let Bulk { body, fibres, .. } = &self.bulk;
        let (lattice, places) = (&body.lattice, &body.shape);
        match &mut self.material {
            Material::Hybrid(hybrid) => hybrid.stiffen(lattice, fibres, places, time),
            Material::Primary(primary) => primary.stiffen(lattice, fibres, places, time),
        }
    }

    /// Moves the nodes.
    pub(crate) fn travel(
        &mut self,
        load: &Load,
        options: &Options,
    ) -> Result<(), NotPositiveDefinite> {
        if self.bulk.varies {
            self.stiffen(load.time + load.dt);
        }
        self.let_go(load.time, options);
        let springs = load.springs.iter().map(|s| (s.0, s.1.to_bits())).collect();
        let bonds = (load.held.clone(), springs);
        if self.bonds != bonds {
            self.bonds = bonds;
            if let Material::Hybrid(hybrid) = &mut self.material {
                hybrid.system.change();
            }
        }
        let flow = (self.bulk).joint_flow(load.time, options.implicitness * load.dt);
        let carrier = self.bulk.carrier(options);
        let (positions, velocities) = (&mut self.positions, &mut self.velocities);
        match &mut self.material {
            Material::Hybrid(hybrid) => hybrid.step(&carrier, load, flow, positions, velocities)?,
            Material::Primary(primary) => primary.step(&carrier, load, positions, velocities)?,
        }
        if load.damping != 0.0 {
            let brake = (-load.damping * load.dt).exp();
            let nodes = self.velocities.iter_mut().zip(&self.bulk.masses);
            for ((v, m), _) in nodes.zip(&load.held).filter(|(_, held)| !**held) {
                self.heat += 0.5 * m * v.norm_squared() * (1.0 - brake * brake);
                *v = v.scale(brake);
            }
        }
        Ok(())
    }

    /// A frame that was fixed goes free: what was displacement of the whole is none from now on.
    fn let_go(&mut self, time: f64, options: &Options) {
        if let Material::Hybrid(hybrid) = &mut self.material
            && hybrid.is_let_go(time)
        {
            let before = hybrid.energy();
            hybrid.let_go(time);
            hybrid.orient(&self.bulk.carrier(options), &self.positions);
            self.heat += before - hybrid.energy();
        }
    }

    /// Elastic displacements of the present shape, nothing else.
    pub(crate) fn look(&mut self, options: &Options) {
        let carrier = self.bulk.carrier(options);
        match &mut self.material {
            Material::Hybrid(hybrid) => hybrid.orient(&carrier, &self.positions),
            Material::Primary(primary) => primary.measure(&self.bulk.body.lattice, &self.positions),
        }
    }

    /// Elastic displacements of the new shape, and what flows, yields and breaks [TF88, section 4].
    pub(crate) fn remember(&mut self, load: &Load, options: &Options) {
        let (time, dt) = (load.time, load.dt);
        let bulk = &self.bulk;
        let body = &bulk.body;
        self.heat += match &mut self.material {
            Material::Hybrid(hybrid) => {
                let joint = bulk.joint_flow(time, dt);
                let heat = hybrid.remember(&bulk.carrier(options), joint, load, &self.positions);
                heat + bulk.creep_apart(hybrid, time, dt) + bulk.yield_nodes(hybrid, time)
            }
            Material::Primary(primary) => {
                let flow = |element: &Element, size: f64| match &body.creep {
                    Some(creep) => {
                        let rate = body.sites().over(&creep.rate, element.nodes(), time);
                        creep.step(rate, size, dt)
                    }
                    None => Step::default(),
                };
                let heat = primary.remember(&body.lattice, &self.positions, load, flow);
                heat + bulk.yield_groups(primary, time)
            }
        };
        self.tear(time + dt, options);
    }

    /// Breaks fibres beyond their limits; pieces get frames of their own.
    fn tear(&mut self, time: f64, options: &Options) {
        let Bulk { body, limits, .. } = &self.bulk;
        let Some(fracture) = &body.fracture else {
            return;
        };
        let excess = |axis: usize, i: usize, j: usize| {
            let fibre = [i as u32, j as u32];
            let limit = body.sites().over(&fracture.limit, &fibre, time) * limits[axis][i];
            self.elongation(fracture.measure, i, j) / limit
        };
        let mut fibres = self.bulk.fibres.clone();
        if break_fibres(&mut fibres, &body.lattice, fracture.rule, excess) == 0 {
            return;
        }
        let before = self.elastic_energy();
        let (pieces, count) = fibres.pieces(&body.lattice);
        let old = std::mem::replace(&mut self.bulk.pieces, pieces);
        (self.bulk.fibres, self.bulk.count) = (fibres, count);
        self.stiffen(time);
        if let Material::Hybrid(hybrid) = &mut self.material {
            let mut turns = vec![Mat3::identity(); count];
            for (new, old) in self.bulk.pieces.iter().zip(old) {
                turns[*new as usize] = hybrid.turns[old as usize];
            }
            hybrid.turns = turns;
            hybrid.orient(&self.bulk.carrier(options), &self.positions);
        }
        self.heat += before - self.elastic_energy();
    }

    /// Elongation of a fibre over its length in the natural shape; none for one that has no length.
    pub(crate) fn elongation(&self, measure: Elongation, i: usize, j: usize) -> f64 {
        let now = self.positions[j] - self.positions[i];
        let (rest, difference) = match &self.material {
            Material::Hybrid(hybrid) => (
                (hybrid.reference[j] - hybrid.reference[i]).norm(),
                (hybrid.elastic[j] - hybrid.elastic[i]).norm(),
            ),
            Material::Primary(primary) => {
                let fibre = primary.elements.of(i).find(|&(k, _)| {
                    let element = &primary.elements.list[k];
                    element.nodes() == [i as u32, j as u32]
                });
                let rest = fibre.map_or(0.0, |(k, _)| {
                    let step = primary.elements.list[k].step(&self.bulk.body.lattice);
                    primary.rest[k].max(0.0).sqrt() * step
                });
                (rest, (now.norm() - rest).abs())
            }
        };
        match (rest > 0.0, measure) {
            (false, _) => 0.0,
            (true, Elongation::Length) => now.norm() / rest - 1.0,
            (true, Elongation::Difference) => difference / rest,
        }
    }

    /// Energy stored [J].
    pub(crate) fn elastic_energy(&self) -> f64 {
        match &self.material {
            Material::Hybrid(hybrid) => hybrid.energy(),
            Material::Primary(primary) => primary.energy(),
        }
    }

    /// Force of the body on a node [N].
    pub(crate) fn force(&self, node: usize) -> Vec3<f64> {
        match &self.material {
            Material::Hybrid(hybrid) => hybrid.force(self.bulk.pieces[node], node),
            Material::Primary(primary) => {
                primary.force(&self.bulk.body.lattice, &self.positions, node)
            }
        }
    }

    /// How the last system was solved.
    pub(crate) fn report(&self) -> Report {
        match &self.material {
            Material::Hybrid(hybrid) => hybrid.system.report,
            Material::Primary(primary) => primary.system.report,
        }
    }
}
