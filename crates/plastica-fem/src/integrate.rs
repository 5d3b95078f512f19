//! From forces to velocities, past grips and obstacles.

use crate::contact::obstacles;
use crate::contact::surfaces::Surfaces;
use crate::elements::MeshGroup;
use crate::nodes::{Nodes, quad};
use crate::surface::Surface;
use plastica_core::{KinematicTarget, Obstacle, World};
use plastica_material::Value;
use plastica_particles::Quad;
use plastica_tensor::Vec3;
use rayon::prelude::*;

/// Nodes of a piece of work.
const BLOCK: usize = 1024;

/// What acts on nodes in a step beside forces of elements.
pub(crate) struct Surroundings<'a> {
    pub(crate) nodes: &'a Nodes,
    pub(crate) groups: &'a [MeshGroup],
    pub(crate) surface: &'a Surface,
    pub(crate) world: &'a World,
    pub(crate) obstacles: &'a [Obstacle<'a>],
    pub(crate) targets: &'a [KinematicTarget],
    /// Rate at which all motion is braked [1/s].
    pub(crate) damping: f64,
    pub(crate) time: f64,
    pub(crate) dt: f64,
}

/// Where a step leads.
#[derive(Default)]
pub(crate) struct Motion {
    /// By node [m/s].
    pub(crate) velocities: Vec<Vec3<f64>>,
    /// Nodes that are moved out of obstacles, and how [m].
    pub(crate) shifts: Vec<(usize, Vec3<f64>)>,
    /// Impulses of the material [N s].
    pub(crate) colliders: Vec<Vec3<f64>>,
    pub(crate) grips: Vec<Vec3<f64>>,
    pub(crate) external: External,
    /// The fastest node [m/s], and which.
    pub(crate) fastest: f64,
    pub(crate) node: usize,
    /// A node where surfaces cannot be kept apart.
    pub(crate) crossing: Option<usize>,
    /// The first node that has no velocity.
    pub(crate) broken: Option<usize>,
}

/// Work of what acts on bodies, and losses [J].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct External {
    pub(crate) gravity: f64,
    pub(crate) obstacles: f64,
    pub(crate) grips: f64,
    pub(crate) friction: f64,
    pub(crate) damping: f64,
}

/// Velocities at the end of a step; nodes are not changed.
pub(crate) fn integrate(around: &Surroundings<'_>, surfaces: Option<&mut Surfaces>) -> Motion {
    let mut motion = Motion {
        velocities: vec![Vec3::zero(); around.nodes.len()],
        colliders: vec![Vec3::zero(); around.world.colliders.len()],
        grips: vec![Vec3::zero(); around.targets.len()],
        ..Motion::default()
    };
    for group in around.groups {
        accelerate(around, group, &mut motion);
    }
    obstacles::meet(around, &mut motion);
    if let Some(surfaces) = surfaces {
        motion.crossing = surfaces.meet(around, &mut motion).err().map(|c| c.node);
    }
    for group in around.groups {
        settle_account(around, group, &mut motion);
    }
    // Obstacles and grips bear forces in full (`StepReport::undamped`), so that damping is that of the velocity at the end:
    // m v/keep = m v⁰ + Δt f + J/keep.
    let full = (around.damping * around.dt).exp();
    let external = &mut motion.external;
    for work in [
        &mut external.obstacles,
        &mut external.grips,
        &mut external.friction,
    ] {
        *work *= full;
    }
    motion
}

impl Motion {
    /// Where nodes are at the end of the step [m].
    pub(crate) fn positions(&self, from: &[Quad<f64>], dt: f64) -> Vec<Quad<f64>> {
        let moved = |(x, v): (&Quad<f64>, &Vec3<f64>)| quad(Vec3([x[0], x[1], x[2]]) + v.scale(dt));
        let mut positions: Vec<Quad<f64>> =
            from.par_iter().zip(&self.velocities).map(moved).collect();
        for (node, shift) in &self.shifts {
            for k in 0..3 {
                positions[*node][k] += shift[k];
            }
        }
        positions
    }
}

/// Gravity, and the acceleration of a body.
struct Acceleration<'a> {
    gravity: &'a [Value; 3],
    own: Option<&'a [Value; 3]>,
    time: f64,
    /// Where it is the same everywhere [m/s²].
    uniform: Option<Vec3<f64>>,
}

impl<'a> Acceleration<'a> {
    fn new(around: &'a Surroundings<'_>, group: &'a MeshGroup) -> Self {
        let own = group.body.acceleration.as_ref();
        let mut acceleration = Acceleration {
            gravity: &around.world.gravity,
            own,
            time: around.time,
            uniform: None,
        };
        let mut values = acceleration.gravity.iter().chain(own.into_iter().flatten());
        if !values.any(Value::varies_in_space) {
            acceleration.uniform = Some(acceleration.at(Vec3::zero()));
        }
        acceleration
    }

    /// At a place [m/s²].
    fn at(&self, x: Vec3<f64>) -> Vec3<f64> {
        if let Some(everywhere) = self.uniform {
            return everywhere;
        }
        let of = |values: &[Value; 3]| Vec3(std::array::from_fn(|k| values[k].at(x.0, self.time)));
        let own = self.own.map_or(Vec3::zero(), of);
        of(self.gravity) + own
    }
}

/// Velocities of the nodes of a body that meet nothing but grips.
fn accelerate(around: &Surroundings<'_>, group: &MeshGroup, motion: &mut Motion) {
    let &Surroundings { nodes, dt, .. } = around;
    let keep = (-around.damping * dt).exp();
    let acceleration = Acceleration::new(around, group);
    let first = group.nodes.start;
    let grips: Vec<Vec<(usize, Vec3<f64>, f64)>> = (motion.velocities[group.nodes.clone()]
        .par_chunks_mut(BLOCK)
        .enumerate())
    .map(|(block, velocities)| {
        let mut held = Vec::new();
        for (k, velocity) in velocities.iter_mut().enumerate() {
            let node = first + block * BLOCK + k;
            let (x, mass) = (nodes.position(node), nodes.masses[node]);
            let pull = nodes.force(node).scale(1.0 / mass) + acceleration.at(x);
            *velocity = (nodes.velocity(node) + pull.scale(dt)).scale(keep);
            if let Some(grip) = (nodes.grip_of[node] as usize).checked_sub(1) {
                let carried = around.targets[grip].velocity(x);
                let push = (*velocity - carried).scale(mass);
                held.push((grip, push, -push.dot(carried)));
                *velocity = carried;
            }
        }
        held
    })
    .collect();
    // Block after block, so that the sums do not depend on threads.
    for (grip, push, work) in grips.into_iter().flatten() {
        motion.grips[grip] = motion.grips[grip] + push;
        motion.external.grips += work;
    }
}

/// What some nodes have and get in a step.
#[derive(Clone, Copy, Default)]
struct Account {
    kinetic: f64,
    gravity: f64,
    fastest: f64,
    node: usize,
    broken: Option<usize>,
}

/// Adds up the works of a body's nodes, and looks for the fastest.
fn settle_account(around: &Surroundings<'_>, group: &MeshGroup, motion: &mut Motion) {
    let &Surroundings { nodes, dt, .. } = around;
    let acceleration = Acceleration::new(around, group);
    let first = group.nodes.start;
    let accounts: Vec<Account> = (motion.velocities[group.nodes.clone()]
        .par_chunks(BLOCK)
        .enumerate())
    .map(|(block, velocities)| {
        let mut account = Account::default();
        for (k, velocity) in velocities.iter().enumerate() {
            let node = first + block * BLOCK + k;
            let (square, mass) = (velocity.norm_squared(), nodes.masses[node]);
            if !square.is_finite() {
                account.broken = account.broken.or(Some(node));
            }
            if square > account.fastest {
                (account.fastest, account.node) = (square, node);
            }
            account.kinetic += 0.5 * mass * square;
            let pull = acceleration.at(nodes.position(node));
            account.gravity += dt * mass * pull.dot(*velocity);
        }
        account
    })
    .collect();
    for account in accounts {
        motion.broken = motion.broken.or(account.broken);
        let speed = account.fastest.sqrt();
        if speed > motion.fastest {
            (motion.fastest, motion.node) = (speed, account.node);
        }
        motion.external.gravity += account.gravity;
        motion.external.damping += (around.damping * dt).exp_m1() * 2.0 * account.kinetic;
    }
}
