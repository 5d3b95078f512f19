//! An elastic law of one's own, held to what every law must do before it is listed (docs/howto/add-a-law.md).
//! `cargo run -p plastica-material --example own_law`

use plastica_material::elastic::{Isotropic, STRETCH_FLOOR};
use plastica_material::moduli::Moduli;
use plastica_tensor::{Mat3, Real, Vec3};

/// Ciarlet's rubber: ψ = ½μ(Σsᵢ² − 3) − μ ln J + ¼λ(J² − 1 − 2 ln J).
#[derive(Clone, Copy, Debug)]
struct Ciarlet<R>(Moduli<R>);

impl<R: Real> Isotropic<R> for Ciarlet<R> {
    fn from_constants(c: &[R]) -> Self {
        Ciarlet(Moduli::from_constants(c))
    }
    fn moduli(&self) -> Moduli<R> {
        self.0
    }
    /// P̂ᵢ = μ(sᵢ − 1/sᵢ) + ½λ(J² − 1)/sᵢ.
    fn first_piola(&self, s: Vec3<R>) -> Vec3<R> {
        let s = s.map(|s| s.max(R::constant(STRETCH_FLOOR)));
        let j = s.product();
        let volumetric = self.0.lame.times(0.5) * (j - R::one()) * (j + R::one());
        s.map(|s| self.0.shear * s + (volumetric - self.0.shear) / s)
    }
    fn energy(&self, s: Vec3<R>) -> Option<R> {
        let s = s.map(|s| s.max(R::constant(STRETCH_FLOOR)));
        let (j, squares) = (s.product(), s.dot(s));
        let shear = self.0.shear.times(0.5) * (squares - R::constant(3.0)) - self.0.shear * j.ln();
        let volume = self.0.lame.times(0.25) * (j * j - R::one() - j.ln().times(2.0));
        Some(shear + volume)
    }
}

pub(crate) fn main() {
    let law: Ciarlet<f64> = Ciarlet::from_constants(&[1e4, 4e4]);
    // Stress is the derivative of the energy.
    let s = Vec3::new(1.3, 0.9, 0.7);
    let stress = law.first_piola(s);
    for k in 0..3 {
        let energy = |h: f64| {
            let mut moved = s;
            moved[k] += h;
            law.energy(moved).unwrap_or(f64::NAN)
        };
        let slope = (energy(1e-5) - energy(-1e-5)) / 2e-5;
        assert!(
            (slope / stress[k] - 1.0).abs() < 1e-7,
            "{slope} {}",
            stress[k]
        );
    }
    // No stress at rest; Hooke's law nearby; and a curve.
    assert_eq!(law.first_piola(Vec3::new(1.0, 1.0, 1.0)).norm(), 0.0);
    println!("stretch  Cauchy stress in equal triaxial stretch [kPa]");
    for stretch in [0.8, 0.9, 1.0, 1.1, 1.2, 1.4] {
        let f = Mat3::identity().scale(stretch);
        let cauchy = law.kirchhoff(&f).scale(1.0 / f.determinant());
        println!("{stretch:7.2}  {:10.3}", 1e-3 * cauchy.xx);
    }
}
