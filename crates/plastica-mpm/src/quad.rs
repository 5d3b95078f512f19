//! Four numbers side by side: the three components of a vector at a node, and the node's mass. Plain
//! arrays, which compilers keep in one register.

use plastica_tensor::{Real, Scalar};

/// A vector and a mass.
pub(crate) type Quad<S> = [S; 4];

/// `a b + c` with one factor for all.
#[inline(always)]
pub(crate) fn scale_add<R: Real>(
    a: R::Scalar,
    b: Quad<R::Scalar>,
    c: Quad<R::Scalar>,
) -> Quad<R::Scalar> {
    [
        R::fuse(a, b[0], c[0]),
        R::fuse(a, b[1], c[1]),
        R::fuse(a, b[2], c[2]),
        R::fuse(a, b[3], c[3]),
    ]
}

/// `a b` with one factor for all.
#[inline(always)]
pub(crate) fn scale<S: Scalar>(a: S, b: Quad<S>) -> Quad<S> {
    [a * b[0], a * b[1], a * b[2], a * b[3]]
}

/// `a + b`.
#[inline(always)]
pub(crate) fn add<S: Scalar>(a: Quad<S>, b: Quad<S>) -> Quad<S> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
}
