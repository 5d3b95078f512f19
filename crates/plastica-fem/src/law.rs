//! Elements through the law, a register at a time.
//!
//! F = X β with the matrix of edges X, and what flows is taken out of β [BW07, Eqs. 1 and 12]: a law that is given F and answers with
//! F_e leaves β := X⁻¹ F_e. Written as a correction, an element that does not flow keeps β bit for bit.
//!
//! With averaged volumes the law sees F̄ = (J̄/J)^{1/3} F instead (`nodal_pressure`).

use crate::elements::{MASS, REST, VOLUME};
use crate::nodal_pressure::{Average, LEAST, average};
use plastica_material::{Increment, Material, State};
use plastica_particles::ColumnsMut;
use plastica_particles::law::{Law, Prepared, is_finite};
use plastica_tensor::{Mask, Mat3, Real, Sym3};

/// Elements that are flatter are as stiff, for the step, as those: laws push inverted ones with constant stress.
const FLATTEST: f64 = 0.02;
/// Below it an element has no volume to speak of.
const NOTHING: f64 = 1e-9;

/// Where a register of elements is.
pub(crate) struct Shape<R: Real> {
    /// Edges from the first corner to the others, as columns [m].
    pub(crate) edges: Mat3<R>,
    /// How they have changed in the step [m].
    pub(crate) moved: Mat3<R>,
    /// Mean of the logarithms of the volume ratios at the corners.
    pub(crate) mean_log: R,
}

/// The law of a body, and how the method uses it.
pub(crate) struct ElementLaw<'a> {
    pub(crate) law: Law<'a>,
    /// Share of the volume change that is averaged.
    pub(crate) nodal_pressure: f64,
    /// Delay of the elastic answer [s].
    pub(crate) stiffness_damping: f64,
    /// Whether rates of deformation matter.
    pub(crate) takes_rates: bool,
    /// Whether the law may change the rest shape, or remembers anything.
    pub(crate) remembers: bool,
}

/// What elements answer.
pub(crate) struct Answer<R> {
    /// −1 times this times the cofactor of the edges has the forces on the last three corners as columns [N/m²]: V₀/det X times
    /// Kirchhoff stress, without the averaged part of the pressure.
    pub(crate) push: Sym3<R>,
    /// A quarter of that part of the Kirchhoff pressure times V₀ [J].
    pub(crate) shared: R,
}

/// What a block of elements reports, lane by lane.
#[derive(Clone, Copy)]
pub(crate) struct Tally<R> {
    pub(crate) stiffness: R,
    pub(crate) decay: R,
    pub(crate) dissipated: R,
    /// Whether all answers are finite.
    pub(crate) is_sound: bool,
}

impl<R: Real> Tally<R> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Tally {
            stiffness: R::zero(),
            decay: R::zero(),
            dissipated: R::zero(),
            is_sound: true,
        }
    }
}

/// The edges of elements, and what follows from them.
struct Geometry<R: Real> {
    cofactor: Mat3<R>,
    /// 6 times the volume.
    determinant: R,
    /// The same, but never too near to zero to divide by.
    divisor: R,
    /// Volume over that of the rest shape.
    ratio: R,
}

impl<R: Real> Geometry<R> {
    #[inline(always)]
    fn new(edges: &Mat3<R>, rest: R) -> Self {
        let cofactor = edges.cofactor();
        let determinant = edges.column(0).dot(cofactor.column(0));
        let full = rest.times(6.0);
        let least = full.times(NOTHING);
        let size = determinant.abs().max(least);
        Geometry {
            cofactor,
            determinant,
            divisor: R::select(determinant.gt(R::zero()), size, -size),
            ratio: determinant / full,
        }
    }

    #[inline(always)]
    fn inverse(&self) -> Mat3<R> {
        self.cofactor.transpose().scale(self.divisor.recip())
    }
}

impl ElementLaw<'_> {
    /// Moves the elements `at..at + LANES` of a bundle. `None` where parameters are out of range.
    #[inline(always)]
    pub(crate) fn advance<R: Real<Scalar = f64>>(
        &self,
        prepared: &mut Prepared<R>,
        columns: &mut ColumnsMut<'_, f64>,
        at: usize,
        shape: &Shape<R>,
        tally: &mut Tally<R>,
    ) -> Option<Answer<R>> {
        let mut local = None;
        let (material, state) =
            prepared.at(&self.law, &columns.read(), (at, R::LANES), &mut local)?;
        let mut state = *state;
        self.law.layout.load(&columns.read(), at, &mut state);
        let beta = state.deformation;
        let volume: R = columns.read().load(VOLUME, at);
        let mass: R = columns.read().load(MASS, at);
        let rest: R = columns.read().load(REST, at);
        let geometry = Geometry::new(&shape.edges, rest);
        let Average {
            share,
            growth,
            fading,
        } = if self.nodal_pressure > 0.0 {
            average(self.nodal_pressure, geometry.ratio, shape.mean_log)
        } else {
            Average::alone()
        };
        let trial = (shape.edges * beta).scale(growth);
        let mut gradient = Mat3::zero();
        state.deformation = trial;
        if self.takes_rates {
            let previous = shape.edges - shape.moved;
            let usable = geometry.ratio.gt(R::constant(LEAST));
            let back = Geometry::new(&previous, rest).inverse();
            gradient = Mat3::select(usable, &(shape.moved * back), &Mat3::zero());
            state.deformation = (previous * beta).scale(growth);
        }
        let step = Increment {
            trial,
            gradient,
            dt: R::constant(self.law.dt),
        };
        let response = R::outline(
            #[inline(always)]
            || material.advance(&mut state, &step),
        );
        if self.remembers {
            let flowed = geometry.inverse() * (state.deformation - trial);
            let is_there = geometry.determinant.abs().gt(rest.times(6.0 * NOTHING));
            let change = flowed.scale(growth.recip());
            let change = Mat3::select(is_there, &change, &Mat3::zero());
            let beta = beta + change;
            let kept = State {
                deformation: beta,
                ..state
            };
            self.law.layout.store(columns, at, &kept);
            columns.store(REST, at, beta.determinant().times(6.0).recip());
        }
        let mut kirchhoff = response.kirchhoff;
        let mut dissipated = response.dissipation;
        let is_real = mass.gt(R::zero());
        // Damping is of the element's own rates, and so is its heat: it has no part in the averages.
        let mean = kirchhoff.trace().times(1.0 / 3.0);
        let pressure = mean * share;
        let viscosity = self.damp(material, &gradient, &mut kirchhoff, &mut dissipated);

        let fastest = Fastest::new(&geometry, volume / mass, rest);
        let modulus = material.p_wave_modulus(&state);
        let moduli = material.moduli();
        let stiffness = fastest.squared_frequency(
            modulus,
            moduli.shear.times(2.0) / moduli.p_wave(),
            &trial,
            kirchhoff.max_abs(),
        );
        let decay = fastest.decay(viscosity);
        tally.stiffness = tally
            .stiffness
            .max(R::select(is_real, stiffness, R::zero()));
        tally.decay = tally.decay.max(R::select(is_real, decay, R::zero()));
        let heat = R::select(is_real, dissipated * volume, R::zero());
        tally.dissipated += heat;
        let stiffness = R::select(is_real, stiffness, R::zero());
        tally.is_sound &= is_finite(stiffness, heat, geometry.ratio).all();
        let push = kirchhoff
            .add_isotropic(mean * fading - pressure)
            .scale(volume / geometry.divisor);
        Some(Answer {
            push,
            shared: (pressure * volume).times(0.25),
        })
    }

    /// Adds stiffness times a time times the rate of deformation; returns the longitudinal viscosity of all dashpots [Pa s].
    #[inline(always)]
    fn damp<R: Real>(
        &self,
        material: &Material<R>,
        gradient: &Mat3<R>,
        kirchhoff: &mut Sym3<R>,
        dissipated: &mut R,
    ) -> R {
        let mut viscosity = material.longitudinal_viscosity();
        if self.stiffness_damping > 0.0 && self.law.dt > 0.0 {
            let strain = gradient.symmetric();
            let moduli = material.moduli();
            let stress = moduli
                .stress(&strain)
                .scale(R::constant(self.stiffness_damping / self.law.dt));
            *dissipated += stress.dot(&strain);
            *kirchhoff = *kirchhoff + stress;
            viscosity += moduli.p_wave().times(self.stiffness_damping);
        }
        viscosity
    }
}

/// How fast an element can vibrate on its own, with a quarter of its mass at each corner.
///
/// Σ_ab u_a·K_ab u_b ≤ V₀ (λ Σ|g|² + 2μ |A|) Σ|u|² with the gradients g of its four functions and A = Σ g gᵀ, for
/// (Σ g·u)² ≤ Σ|g|² Σ|u|² and |Σ g uᵀ|² ≤ |A| Σ|u|². No mode of the mesh is faster than its fastest element.
struct Fastest<R> {
    /// Σ|g|² = tr A [1/m²].
    trace: R,
    /// A bound on the largest eigenvalue of A, exact for regular and for flat elements [1/m²].
    largest: R,
    /// 4 V₀/m.
    per_mass: R,
}

impl<R: Real> Fastest<R> {
    #[inline(always)]
    fn new(geometry: &Geometry<R>, volume_over_mass: R, rest: R) -> Self {
        let c = &geometry.cofactor;
        let sum = c.column(0) + c.column(1) + c.column(2);
        let first = Sym3::from_fn(
            #[inline(always)]
            |i, j| sum[i] * sum[j],
        );
        let flat = rest.times(6.0 * FLATTEST);
        let size = geometry.determinant.abs().max(flat);
        let gradients = (c.mul_transpose_self() + first).scale((size * size).recip());
        let trace = gradients.trace();
        let deviator = gradients.deviator().norm();
        Fastest {
            trace,
            // tr/3 + √(2/3) ‖dev‖ bounds the eigenvalues of any symmetric matrix.
            largest: deviator.mul_add(R::constant((2.0f64 / 3.0).sqrt()), trace.times(1.0 / 3.0)),
            per_mass: volume_over_mass.times(4.0),
        }
    }

    /// The largest ω² [1/s²] of a material with a P-wave modulus [Pa] and the share 2μ of it. In space the modulus at rest is
    /// multiplied by the squared stretch, and stress adds to it: an upper bound for the usual laws.
    #[inline(always)]
    fn squared_frequency(&self, modulus: R, shear_share: R, trial: &Mat3<R>, stress: R) -> R {
        let stretch = (trial.dot(trial) - R::constant(2.0)).max(R::one());
        let two_mu = modulus * shear_share.min(R::one());
        let lame = modulus - two_mu;
        let elastic = lame * self.trace + two_mu * self.largest;
        (elastic * stretch + stress * self.largest) * self.per_mass
    }

    /// The largest rate at which a longitudinal viscosity [Pa s] lets motion decay [1/s].
    #[inline(always)]
    fn decay(&self, viscosity: R) -> R {
        viscosity * self.trace * self.per_mass
    }
}
