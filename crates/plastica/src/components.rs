//! The order of tensor components in files: that of VTK, xx, yy, zz, xy, yz, xz, in frames, probes and the lab alike.

use plastica_tensor::Sym3;

/// The components of a symmetric tensor in the order of files.
pub(crate) fn in_file_order(tensor: Sym3<f64>) -> [f64; 6] {
    let Sym3 {
        xx,
        yy,
        zz,
        yz,
        zx,
        xy,
    } = tensor;
    [xx, yy, zz, xy, yz, zx]
}

/// The same from the six numbers that a law keeps, 11, 22, 33, 23, 31, 12.
pub(crate) fn from_voigt([xx, yy, zz, yz, zx, xy]: [f64; 6]) -> [f64; 6] {
    [xx, yy, zz, xy, yz, zx]
}
