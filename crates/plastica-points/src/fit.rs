//! The deformation around particles, from the offsets of their neighbours now and their reference vectors.
//!
//! With reference vectors ξ, present ones x and weights w, the best linear map is F⁰ = Σ w x ξᵀ A⁻¹,
//! A = Σ w ξξᵀ [GB09, Eqs. 1–6, norm squared]. If the motion is curved, x = Gξ + ½ H(ξ, ξ), then
//! F⁰ = G + ½ Σ w H(ξ, ξ) ξᵀ A⁻¹. The third moments Σ w ξξξ vanish in the middle of a body and not next to a
//! surface: there F⁰ is the deformation at the centre of the neighbours (weighted by w ξ²), a quarter of a
//! spacing inside for a flat surface. A bent beam reads its outermost, most strained fibres too low by that much.
//!
//! So the curvature is fitted too, and held small where neighbours do not determine it:
//!
//! min over G, H of Σ w |x − Gξ − H q|² + ε Σw |H|², q = (ξ₁²/2, ξ₂²/2, ξ₃²/2, ξ₂ξ₃, ξ₃ξ₁, ξ₁ξ₂),
//!
//! with T = Σ w ξ qᵀ and Q = Σ w q qᵀ + ε Σw I: G = Σ x gᵀ, g = w (A − T Q⁻¹ Tᵀ)⁻¹ (ξ − T Q⁻¹ q). It is exact
//! for affine motions (Σ g ξᵀ = I) whatever ε, and the matrix is positive definite whenever A is. Forces that
//! follow from an energy of G, −V P g on each neighbour, keep both momenta: Σ x × P g is the axial part of G Pᵀ.
//!
//! Lengths are in spacings.

use plastica_tensor::{Mat3, Real, Sym3, Vec3};

/// ε: what is lost of the curvature that neighbours determine badly. Chosen with κ by eigenvalues of small bars
/// (docs/theory/points.md): less loses steps and stiffness of irregular clouds, more is too soft in bending.
const RIDGE: f64 = 0.1;
/// Below this ratio of det A to that of a ball of neighbours they lie in a plane, or nearly: a layer one particle
/// thick with a jitter of a tenth has 0.03, one of two layers has 0.7.
pub(crate) const FLAT: f64 = 0.1;
/// The same ratio of the offsets now. A body sheared by γ has about 27/(3 + γ²)³, which is no reason not to believe its
/// deformation; only digits run out, so below this (γ = 17) no velocity gradient is read.
const SPREAD: f64 = 1e-6;
/// Fewer neighbours determine no deformation [GB09, section 4].
pub(crate) const FEWEST: u32 = 6;

/// Six numbers for each of three components.
pub(crate) type Six<R> = [[R; 6]; 3];

/// (ξ₁²/2, ξ₂²/2, ξ₃²/2, ξ₂ξ₃, ξ₃ξ₁, ξ₁ξ₂)
#[inline(always)]
pub(crate) fn squares<R: Real>(v: Vec3<R>) -> [R; 6] {
    let h = v.scale(R::constant(0.5));
    [
        h[0] * v[0],
        h[1] * v[1],
        h[2] * v[2],
        v[1] * v[2],
        v[2] * v[0],
        v[0] * v[1],
    ]
}

/// poly6 without its factor, which no fit depends on: (1 − ξ²/R²)³ [GB09, Eq. 7].
#[inline(always)]
pub(crate) fn weight<R: Real>(reference: Vec3<R>, inverse_reach_squared: R) -> R {
    let gap = reference
        .norm_squared()
        .neg_mul_add(inverse_reach_squared, R::one())
        .max(R::zero());
    gap * gap * gap
}

/// Sums over neighbours.
#[derive(Clone, Copy)]
pub(crate) struct Moments<R> {
    /// Σ w
    pub(crate) weight: R,
    /// The largest w.
    heaviest: R,
    /// Σ w ξ
    first: Vec3<R>,
    /// Σ w q
    second: [R; 6],
    /// A = Σ w ξξᵀ
    rest: Sym3<R>,
    /// Σ w x ξᵀ
    cross: Mat3<R>,
    /// Σ w xxᵀ
    now: Sym3<R>,
    /// Σ w v xᵀ
    rate: Mat3<R>,
    /// T = Σ w ξ qᵀ
    third: Six<R>,
    /// Σ w x qᵀ
    curved: Six<R>,
    /// Q = Σ w q qᵀ, lower half.
    fourth: [[R; 6]; 6],
}

impl<R: Real> Moments<R> {
    #[inline(always)]
    pub(crate) fn zero() -> Self {
        let six = [[R::zero(); 6]; 3];
        Moments {
            weight: R::zero(),
            heaviest: R::zero(),
            first: Vec3::zero(),
            second: [R::zero(); 6],
            rest: Sym3::zero(),
            cross: Mat3::zero(),
            now: Sym3::zero(),
            rate: Mat3::zero(),
            third: six,
            curved: six,
            fourth: [[R::zero(); 6]; 6],
        }
    }

    /// Adds a neighbour with a weight: its reference vector, present offset and its velocity, less the particle's.
    #[inline(always)]
    pub(crate) fn add(&mut self, w: R, reference: Vec3<R>, x: Vec3<R>, v: Vec3<R>) {
        self.weight += w;
        self.heaviest = self.heaviest.max(w);
        let (wr, wx, wv) = (reference.scale(w), x.scale(w), v.scale(w));
        let (xi, r) = (reference, &mut self.rest);
        self.first = self.first + wr;
        add_square(r, wr, xi);
        add_square(&mut self.now, wx, x);
        for i in 0..3 {
            for j in 0..3 {
                self.cross[(i, j)] = wx[i].mul_add(xi[j], self.cross[(i, j)]);
                self.rate[(i, j)] = wv[i].mul_add(x[j], self.rate[(i, j)]);
            }
        }
    }

    /// Adds what the curvature needs of the same neighbour.
    #[inline(always)]
    pub(crate) fn add_curvature(&mut self, w: R, reference: Vec3<R>, x: Vec3<R>) {
        let q = squares(reference);
        let (wr, wx) = (reference.scale(w), x.scale(w));
        for j in 0..6 {
            for i in 0..3 {
                self.third[i][j] = wr[i].mul_add(q[j], self.third[i][j]);
                self.curved[i][j] = wx[i].mul_add(q[j], self.curved[i][j]);
            }
            let wq = w * q[j];
            self.second[j] += wq;
            for i in 0..=j {
                self.fourth[j][i] = wq.mul_add(q[i], self.fourth[j][i]);
            }
        }
    }

    /// F⁰, its gradient on neighbours and the velocity gradient.
    #[inline(always)]
    pub(crate) fn solve(&self) -> Fit<R> {
        let third = R::constant(1.0 / 3.0);
        let size = (self.rest.trace() * third).max(R::tiny());
        let det = self.rest.determinant();
        let well_determined = det.gt(size * size * size * R::constant(FLAT));
        let inverse = self.rest.inverse();
        let plain = self.cross * inverse.to_mat();
        // The velocity gradient is taken on present offsets, so that Σ w r xᵀ = 0 for what is left of v:
        // its damping gives no spin.
        let size = (self.now.trace() * third).max(R::tiny());
        let well_spread = self
            .now
            .determinant()
            .gt(size * size * size * R::constant(SPREAD));
        let gradient = self.rate * self.now.inverse().to_mat();
        let none = Mat3::zero();
        Fit {
            deformation: plain,
            plain: Mat3::select(well_determined, &plain, &none),
            gradient: Mat3::select(well_spread, &gradient, &none),
            own: inverse.mul_vec(self.first),
            heaviest: self.heaviest,
            linear: inverse,
            quadratic: [[R::zero(); 6]; 3],
            well_determined,
            well_spread,
        }
    }

    /// G and its gradient on neighbours.
    #[inline(always)]
    pub(crate) fn solve_curved(&self) -> Fit<R> {
        let mut fit = self.solve();
        let mut lower = self.fourth;
        let ridge = (self.weight.times(RIDGE)).max(R::tiny());
        for j in 0..6 {
            lower[j][j] += ridge;
        }
        factor(&mut lower);
        // Y = T Q⁻¹, row by row.
        let mut y = self.third;
        for row in &mut y {
            solve(&lower, row);
        }
        let taken = Sym3::from_fn(
            #[inline(always)]
            |i, j| product(&y[i], &self.third[j]),
        );
        let inverse = (self.rest - taken).inverse();
        let rest = inverse.to_mat();
        let mut quadratic = [[R::zero(); 6]; 3];
        for i in 0..3 {
            for k in 0..6 {
                quadratic[i][k] = -(rest[(i, 0)].mul_add(
                    y[0][k],
                    rest[(i, 1)].mul_add(y[1][k], rest[(i, 2)] * y[2][k]),
                ));
            }
        }
        // G = Σ x gᵀ = (Σ w x ξᵀ) C + (Σ w x qᵀ) Dᵀ with g = w (C ξ + D q).
        fit.deformation = Mat3::from_fn(
            #[inline(always)]
            |i, j| {
                let straight = self.cross.row(i).dot(inverse.to_mat().row(j));
                straight + product(&self.curved[i], &quadratic[j])
            },
        );
        let straight = inverse.mul_vec(self.first);
        fit.own = Vec3::from_fn(
            #[inline(always)]
            |i| straight[i] + product(&self.second, &quadratic[i]),
        );
        fit.linear = inverse;
        fit.quadratic = quadratic;
        fit
    }
}

/// How particles deform, and how that depends on their neighbours.
#[derive(Clone, Copy)]
pub(crate) struct Fit<R: Real> {
    /// G, or F⁰ if no curvature is fitted.
    pub(crate) deformation: Mat3<R>,
    /// F⁰
    pub(crate) plain: Mat3<R>,
    /// Velocity gradient, times the spacing [m/s].
    pub(crate) gradient: Mat3<R>,
    /// g = w (linear ξ + quadratic q)
    pub(crate) linear: Sym3<R>,
    pub(crate) quadratic: Six<R>,
    /// Σ g: the particle itself moves the deformation by −u (Σ g)ᵀ.
    pub(crate) own: Vec3<R>,
    /// The largest weight of a neighbour.
    pub(crate) heaviest: R,
    /// Whether the neighbours determine the deformation.
    pub(crate) well_determined: R::Mask,
    /// Whether they determine the velocity gradient.
    pub(crate) well_spread: R::Mask,
}

impl<R: Real> Fit<R> {
    /// g of a neighbour, less its weight.
    #[inline(always)]
    pub(crate) fn slope(&self, reference: Vec3<R>) -> Vec3<R> {
        let (q, straight) = (squares(reference), self.linear.mul_vec(reference));
        Vec3::from_fn(
            #[inline(always)]
            |i| straight[i] + product(&self.quadratic[i], &q),
        )
    }

    /// No less than the largest eigenvalue of Σ g gᵀ: Σ g gᵀ/w ≤ C, the matrix that is `linear`.
    #[inline(always)]
    pub(crate) fn spread_bound(&self) -> R {
        self.heaviest * self.linear.trace()
    }
}

#[inline(always)]
fn add_square<R: Real>(sum: &mut Sym3<R>, weighted: Vec3<R>, v: Vec3<R>) {
    sum.xx = weighted[0].mul_add(v[0], sum.xx);
    sum.yy = weighted[1].mul_add(v[1], sum.yy);
    sum.zz = weighted[2].mul_add(v[2], sum.zz);
    sum.yz = weighted[1].mul_add(v[2], sum.yz);
    sum.zx = weighted[2].mul_add(v[0], sum.zx);
    sum.xy = weighted[0].mul_add(v[1], sum.xy);
}

#[inline(always)]
fn product<R: Real>(a: &[R; 6], b: &[R; 6]) -> R {
    let mut sum = a[0] * b[0];
    for k in 1..6 {
        sum = a[k].mul_add(b[k], sum);
    }
    sum
}

/// Cholesky's factor in the lower half, with inverse pivots on the diagonal.
#[inline(always)]
fn factor<R: Real>(m: &mut [[R; 6]; 6]) {
    for j in 0..6 {
        for k in 0..j {
            let scaled = m[j][k];
            for i in j..6 {
                m[i][j] = m[i][k].neg_mul_add(scaled, m[i][j]);
            }
        }
        let pivot = m[j][j].max(R::tiny()).rsqrt();
        m[j][j] = pivot;
        for i in j + 1..6 {
            m[i][j] = m[i][j] * pivot;
        }
    }
}

/// Solves with a factor.
#[inline(always)]
fn solve<R: Real>(lower: &[[R; 6]; 6], b: &mut [R; 6]) {
    for i in 0..6 {
        for k in 0..i {
            b[i] = lower[i][k].neg_mul_add(b[k], b[i]);
        }
        b[i] = b[i] * lower[i][i];
    }
    for i in (0..6).rev() {
        for k in i + 1..6 {
            b[i] = lower[k][i].neg_mul_add(b[k], b[i]);
        }
        b[i] = b[i] * lower[i][i];
    }
}
