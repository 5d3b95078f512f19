//! Four numbers side by side: the three components of a vector, and one more. Plain arrays, which compilers keep in
//! one register.

use plastica_tensor::Scalar;

/// A vector and one more number, such as a node's mass.
pub type Quad<T> = [T; 4];

/// `a + b`.
#[inline(always)]
pub fn add<S: Scalar>(a: Quad<S>, b: Quad<S>) -> Quad<S> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
}
