//! One contact of surfaces: what two features may do, and the impulses that see to it.
//!
//! The features meet at a distance d n. Equal and opposite impulses J there turn the pair by d n × J, if J has a part along the
//! surface; so do impulses whose direction is that of a later time. A couple on the four vertices, α × r_k with r_k from
//! their mean and α = A (J × o), A = (Σ (r²1 − r rᵀ))⁻¹, o = Σ w_k x_k, takes that back: no contact changes the angular momentum. What J
//! works against is then u = Σ w_k v_k − ω × o with ω = A Σ r_k × v_k, the turn of the four: where they turn together,
//! nothing slips.

use plastica_geometry::collide::{FeaturePair, Nearest};
use plastica_tensor::{Mat3, Vec3};

/// The four are taken to stand in a line when the determinant of Σ (r²1 − r rᵀ) is less than this part of what it can be.
const IN_LINE: f64 = 1e-9;

/// Two features that touch or may do so within the step.
#[derive(Clone, Debug)]
pub(crate) struct SurfaceContact {
    pub(crate) vertices: [u32; 4],
    weights: [f64; 4],
    /// From the second feature to the first.
    normal: Vec3<f64>,
    tangents: [Vec3<f64>; 2],
    lever: Lever,
    /// The least velocity along the normal [m/s].
    lowest: f64,
    friction: f64,
    /// By how much an impulse changes the velocity it works against [1/kg], along the normal and at most across it.
    along: f64,
    across: f64,
    /// So far [N s].
    impulse: Vec3<f64>,
}

/// What turns four vertices.
#[derive(Clone, Copy, Debug)]
struct Lever {
    /// Σ w_k x_k [m].
    offset: Vec3<f64>,
    /// From their mean [m].
    arms: [Vec3<f64>; 4],
    /// A [1/m²].
    ease: Mat3<f64>,
}

/// How features meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    /// Where, and in which direction.
    pub(crate) nearest: Nearest,
    /// How far apart along the normal they are to be as the step ends, if they are now [m].
    pub(crate) apart: f64,
    /// Coefficient of friction.
    pub(crate) friction: f64,
}

impl SurfaceContact {
    /// Of features whose vertices are at `places` as the step of length `dt` begins; nothing is pushed that has no inverse mass.
    /// `None` if they are in one place, which has no direction, or cannot be pushed.
    pub(crate) fn new(
        pair: &FeaturePair,
        places: &[Vec3<f64>; 4],
        inverse_masses: &[f64; 4],
        meeting: &Meeting,
        dt: f64,
    ) -> Option<SurfaceContact> {
        let Meeting {
            nearest,
            apart,
            friction,
        } = *meeting;
        let distance = nearest.distance();
        if !(distance > 0.0) {
            return None;
        }
        let weights = nearest.weights;
        let normal = nearest.offset.scale(1.0 / distance);
        let lever = Lever::new(places, &weights)?;
        let tangents = across(normal);
        // Without a couple that can be taken back, there is none.
        let friction = if lever.is_open() { friction } else { 0.0 };
        // At rest things may stay as near as they are: depth never becomes velocity.
        let lowest = (apart - lever.offset.dot(normal)).min(0.0) / dt;
        let mut contact = SurfaceContact {
            vertices: pair.vertices,
            weights,
            normal,
            tangents,
            lever,
            lowest,
            friction,
            along: 0.0,
            across: 0.0,
            impulse: Vec3::zero(),
        };
        let sum = |a: Vec3<f64>, b: Vec3<f64>| {
            let (a, b) = (contact.pushes(a), contact.pushes(b));
            (0..4)
                .map(|k| inverse_masses[k] * a[k].dot(b[k]))
                .sum::<f64>()
        };
        let along = sum(normal, normal);
        let [s, t] = tangents;
        let (ss, st, tt) = (sum(s, s), sum(s, t), sum(t, t));
        let spread = (0.25 * (ss - tt) * (ss - tt) + st * st).sqrt();
        contact.along = along;
        contact.across = 0.5 * (ss + tt) + spread;
        (along > 0.0).then_some(contact)
    }

    /// What an impulse is for each vertex [N s].
    fn pushes(&self, impulse: Vec3<f64>) -> [Vec3<f64>; 4] {
        let turn = self.lever.ease.mul_vec(impulse.cross(self.lever.offset));
        [0, 1, 2, 3].map(|k| impulse.scale(self.weights[k]) + turn.cross(self.lever.arms[k]))
    }

    /// The impulse on each vertex so far [N s].
    pub(crate) fn impulses(&self) -> [Vec3<f64>; 4] {
        self.pushes(self.impulse)
    }

    /// The velocity of the first feature seen from the second [m/s].
    fn velocity(&self, velocities: &[Vec3<f64>]) -> Vec3<f64> {
        let (mut moving, mut spin) = (Vec3::zero(), Vec3::zero());
        for k in 0..4 {
            let v = velocities[self.vertices[k] as usize];
            moving = moving + v.scale(self.weights[k]);
            spin = spin + self.lever.arms[k].cross(v);
        }
        moving - self.lever.ease.mul_vec(spin).cross(self.lever.offset)
    }

    /// What is lost as they slip with the velocities of the end [J].
    pub(crate) fn friction_loss(&self, velocities: &[Vec3<f64>]) -> f64 {
        let velocity = self.velocity(velocities);
        let slip = velocity - self.normal.scale(velocity.dot(self.normal));
        -self.impulse.dot(slip)
    }

    /// Gives the impulse that this contact needs as others stand, first along the normal, then against the slip by up to μ
    /// times that [BFA02, section 7.1]; returns by how much it has changed a velocity [m/s].
    fn project(&mut self, velocities: &mut [Vec3<f64>], inverse_mass: impl Fn(u32) -> f64) -> f64 {
        let before = self.impulse;
        let velocity = self.velocity(velocities);
        let push = before.dot(self.normal);
        let lacking = self.lowest - velocity.dot(self.normal);
        let push = (push + lacking / self.along).max(0.0);
        let mut slip = [0.0; 2];
        for (s, tangent) in slip.iter_mut().zip(self.tangents) {
            *s = before.dot(tangent) - velocity.dot(tangent) / self.across;
        }
        let size = slip[0].hypot(slip[1]);
        let most = self.friction * push;
        let share = if size > most { most / size } else { 1.0 };
        self.impulse = self.normal.scale(push)
            + self.tangents[0].scale(share * slip[0])
            + self.tangents[1].scale(share * slip[1]);
        let more = self.impulse - before;
        if more == Vec3::zero() {
            return 0.0;
        }
        let pushes = self.pushes(more);
        for (vertex, push) in self.vertices.into_iter().zip(pushes) {
            let velocity = &mut velocities[vertex as usize];
            *velocity = *velocity + push.scale(inverse_mass(vertex));
        }
        more.norm() * self.along
    }
}

impl Lever {
    /// `None` for places that are no numbers.
    fn new(places: &[Vec3<f64>; 4], weights: &[f64; 4]) -> Option<Lever> {
        let from_first = |k: usize| places[k] - places[0];
        let mean = (from_first(1) + from_first(2) + from_first(3)).scale(0.25);
        let arms = [0, 1, 2, 3].map(|k| from_first(k) - mean);
        let offset = (1..4).fold(Vec3::zero(), |sum, k| sum + from_first(k).scale(weights[k]));
        let mut inertia = Mat3([[0.0; 3]; 3]);
        for arm in &arms {
            let square = arm.norm_squared();
            let part = |i: usize, j: usize| {
                let own = if i == j { square } else { 0.0 };
                own - arm[i] * arm[j]
            };
            inertia = inertia + Mat3::from_fn(part);
        }
        let size = inertia.trace() / 3.0;
        let ease = if inertia.determinant() > IN_LINE * size.powi(3) {
            inertia.inverse()
        } else {
            Mat3([[0.0; 3]; 3])
        };
        size.is_finite().then_some(Lever { offset, arms, ease })
    }

    /// Whether the four do not stand in a line.
    fn is_open(&self) -> bool {
        self.ease.trace() > 0.0
    }
}

/// Two directions across a third.
fn across(normal: Vec3<f64>) -> [Vec3<f64>; 2] {
    let least = (0..3).min_by(|i, j| normal[*i].abs().total_cmp(&normal[*j].abs()));
    let axis = Vec3::from_fn(|k| if Some(k) == least { 1.0 } else { 0.0 });
    let first = normal.cross(axis);
    let first = first.scale(1.0 / first.norm());
    [first, normal.cross(first)]
}

/// Solves for the impulses of all contacts, one after the other and again (projected Gauss–Seidel), until none changes a
/// velocity by more than a tolerance [m/s].
pub(crate) fn solve(
    contacts: &mut [SurfaceContact],
    velocities: &mut [Vec3<f64>],
    inverse_mass: impl Fn(u32) -> f64,
    (most_sweeps, tolerance): (usize, f64),
) {
    for _ in 0..most_sweeps {
        let mut largest: f64 = 0.0;
        for contact in &mut *contacts {
            largest = largest.max(contact.project(velocities, &inverse_mass));
        }
        if largest <= tolerance {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plastica_geometry::collide::Pair;
    use plastica_tensor::random::Random;

    const DT: f64 = 1e-3;

    struct Case {
        places: [Vec3<f64>; 4],
        masses: [f64; 4],
        velocities: Vec<Vec3<f64>>,
        contact: SurfaceContact,
    }

    /// Features a hundredth of an edge apart, moving at random; the edge is 1 m.
    fn case(random: &mut Random, kind: Pair, friction: f64) -> Case {
        let mut number = |low: f64, high: f64| low + (high - low) * random.unit();
        let mut point = |reach: f64| Vec3([0; 3].map(|_| number(-reach, reach)));
        let mut places = [0; 4].map(|_| point(0.2));
        let corners = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-0.6, -0.6, 0.0]];
        match kind {
            Pair::PointTriangle => {
                places[0] = point(0.1);
                places[0][2] = 0.01;
                (1..4).for_each(|k| places[k] = Vec3(corners[k - 1]));
            }
            Pair::EdgeEdge => {
                places[0] = Vec3([-0.5, 0.05, 0.01]);
                places[1] = Vec3([0.6, -0.1, 0.01]);
                places[2] = Vec3([0.1, -0.6, 0.0]);
                places[3] = Vec3([-0.05, 0.5, 0.0]);
            }
        }
        let velocities: Vec<Vec3<f64>> = (0..4).map(|_| point(2.0)).collect();
        let masses = [0; 4].map(|_| number(0.5, 2.0));
        let nearest = kind.nearest(&places);
        let meeting = Meeting {
            nearest,
            apart: 0.01,
            friction,
        };
        let pair = FeaturePair {
            kind,
            vertices: [0, 1, 2, 3],
        };
        let inverse = masses.map(|m| 1.0 / m);
        let contact = SurfaceContact::new(&pair, &places, &inverse, &meeting, DT);
        Case {
            places,
            masses,
            velocities,
            contact: contact.expect("they are apart"),
        }
    }

    /// Momentum, angular momentum and kinetic energy.
    fn sums(case: &Case) -> (Vec3<f64>, Vec3<f64>, f64) {
        let (mut momentum, mut spin, mut energy) = (Vec3::zero(), Vec3::zero(), 0.0);
        for k in 0..4 {
            let push = case.velocities[k].scale(case.masses[k]);
            momentum = momentum + push;
            spin = spin + case.places[k].cross(push);
            energy += 0.5 * push.dot(case.velocities[k]);
        }
        (momentum, spin, energy)
    }

    fn settle(case: &mut Case) {
        let masses = case.masses;
        let contacts = std::slice::from_mut(&mut case.contact);
        let inverse = |v: u32| 1.0 / masses[v as usize];
        solve(contacts, &mut case.velocities, inverse, (200, 1e-13));
    }

    #[test]
    fn momenta_stay_and_energy_does_not_grow() {
        let mut random = Random::new(11);
        let mut pushed = 0;
        for round in 0..400 {
            let kind = [Pair::PointTriangle, Pair::EdgeEdge][round % 2];
            let friction = [0.0, 0.3, 1.0, f64::MAX][round / 2 % 4];
            let mut case = case(&mut random, kind, friction);
            let (momentum, spin, energy) = sums(&case);
            settle(&mut case);
            let after = sums(&case);
            assert!((after.0 - momentum).norm() < 1e-13);
            assert!((after.1 - spin).norm() < 1e-13, "{:?} {spin:?}", after.1);
            assert!(after.2 < energy + 1e-12);
            // Not into each other, pushed only where they touch, within the cone of friction.
            let velocity = case.contact.velocity(&case.velocities);
            let approach = velocity.dot(case.contact.normal);
            let push = case.contact.impulse.dot(case.contact.normal);
            assert!(approach > -1e-9 && push >= 0.0 && push * approach < 1e-9);
            let along = case.contact.impulse - case.contact.normal.scale(push);
            let slip = velocity - case.contact.normal.scale(approach);
            assert!(along.norm() <= friction * push * (1.0 + 1e-12) + 1e-15);
            let sticks = along.norm() < friction * push * (1.0 - 1e-9);
            assert!(!sticks || push == 0.0 || slip.norm() < 1e-8, "{slip:?}");
            assert!(along.dot(slip) <= 1e-12);
            assert!(case.contact.friction_loss(&case.velocities) > -1e-12);
            pushed += usize::from(push > 0.0);
        }
        assert!(pushed > 100, "{pushed}");
    }

    /// The control: the plain impulses of the paper turn the pair.
    #[test]
    fn without_the_couple_angular_momentum_changes() {
        let mut random = Random::new(12);
        let mut most: f64 = 0.0;
        for _ in 0..40 {
            let mut case = case(&mut random, Pair::PointTriangle, 1.0);
            case.contact.lever.ease = Mat3([[0.0; 3]; 3]);
            let (_, spin, _) = sums(&case);
            settle(&mut case);
            most = most.max((sums(&case).1 - spin).norm());
        }
        assert!(most > 1e-3, "{most}");
    }

    /// Where all turn together nothing slips, and what is farther apart than wanted may come as near.
    #[test]
    fn turning_together_is_no_slip() {
        let mut random = Random::new(13);
        let mut case = case(&mut random, Pair::EdgeEdge, 0.5);
        let turning = Vec3([0.3, -2.0, 0.7]);
        case.velocities = (0..4).map(|k| turning.cross(case.places[k])).collect();
        assert!(case.contact.velocity(&case.velocities).norm() < 1e-14);
        let free = Meeting {
            nearest: Pair::EdgeEdge.nearest(&case.places),
            apart: 0.004,
            friction: 0.5,
        };
        let pair = FeaturePair {
            kind: Pair::EdgeEdge,
            vertices: [0, 1, 2, 3],
        };
        let inverse = case.masses.map(|m| 1.0 / m);
        let contact = SurfaceContact::new(&pair, &case.places, &inverse, &free, DT);
        case.contact = contact.expect("they are apart");
        let down = Vec3([0.0, 0.0, -20.0]);
        case.velocities = vec![down, down, Vec3::zero(), Vec3::zero()];
        settle(&mut case);
        // From 0.01 m to 0.004 m in a step.
        let approach = case.contact.velocity(&case.velocities)[2];
        assert!((approach + 6.0).abs() < 1e-9, "{approach}");
    }
}
