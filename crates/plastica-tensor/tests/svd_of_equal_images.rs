//! What went wrong: in a pure shear the two axes perpendicular to the lone one have images of exactly
//! equal length; the longer of the turned pair was then taken for the shorter, and the smallest
//! singular value came out twice.

use plastica_tensor::decompose::exp_matrix;
use plastica_tensor::{Mat3, svd};

#[test]
fn pure_shear_of_any_size_and_in_any_plane() {
    for k in 1..400 {
        let shear = 1e-3 * f64::from(k);
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            for sign in [1.0, -1.0] {
                let mut m = Mat3::<f64>::zero();
                (m[(i, j)], m[(j, i)]) = (sign * shear, sign * shear);
                let f = exp_matrix(&m);
                let d = svd(&f);
                let expected = [shear.exp(), 1.0, (-shear).exp()];
                for (found, expected) in d.sigma.0.iter().zip(expected) {
                    assert!(
                        (found - expected).abs() < 1e-14,
                        "shear {shear}: {:?}",
                        d.sigma
                    );
                }
                assert!((d.recompose() - f).norm() < 1e-14);
            }
        }
    }
}
