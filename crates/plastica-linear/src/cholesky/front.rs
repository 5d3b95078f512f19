//! The dense work on one supernode: columns of its panel are factored, the rest is handed up.
//!
//! A tile of a few strips by up to four columns is kept in registers while all earlier columns are subtracted from it. Every number is
//! summed in the order of columns, whatever the tile.

use super::symbolic::LANES;
use plastica_tensor::Real;
use plastica_tensor::simd::Kernel;

/// Where a pivot was not positive.
pub(super) struct BadPivot {
    pub(super) column: usize,
    pub(super) pivot: f64,
}

/// The first `count` columns of a strip.
#[inline(always)]
fn strip(panel: &[f64], width: usize, strip: usize, count: usize) -> &[[f64; LANES]] {
    &panel[strip * LANES * width..][..LANES * count]
        .as_chunks::<LANES>()
        .0[..count]
}

/// Σ over the first `count` columns of rows × rows: `sum[c][r]` for `HIGH` strips r from one, and `WIDE` rows c from another one.
#[inline(always)]
fn tile<R: Real<Scalar = f64>, const HIGH: usize, const WIDE: usize>(
    panel: &[f64],
    width: usize,
    count: usize,
    first: usize,
    row: usize,
) -> [[R; HIGH]; WIDE] {
    let mut strips = [&panel.as_chunks::<LANES>().0[..0]; HIGH];
    for r in 0..HIGH {
        strips[r] = strip(panel, width, first + r, count);
    }
    let factors = strip(panel, width, row / LANES, count);
    let lane = row % LANES;
    let mut sum = [[R::zero(); HIGH]; WIDE];
    for p in 0..count {
        let mut a = [R::zero(); HIGH];
        for r in 0..HIGH {
            a[r] = R::load(&strips[r][p]);
        }
        for c in 0..WIDE {
            let b = R::splat(factors[p][(lane + c) % LANES]);
            for r in 0..HIGH {
                sum[c][r] = a[r].mul_add(b, sum[c][r]);
            }
        }
    }
    sum
}

/// Factors the columns of a panel: L₁₁ and L₂₁ in place.
pub(super) struct Panel<'a> {
    pub(super) panel: &'a mut [f64],
    pub(super) width: usize,
}

impl Kernel<f64> for Panel<'_> {
    type Output = Result<(), BadPivot>;

    #[inline(always)]
    fn run<R: Real<Scalar = f64>>(self) -> Result<(), BadPivot> {
        let Panel { panel, width } = self;
        let mut begin = 0;
        while begin < width {
            match width - begin {
                1 => columns::<R, 1>(panel, width, begin)?,
                2 => columns::<R, 2>(panel, width, begin)?,
                3 => columns::<R, 3>(panel, width, begin)?,
                _ => columns::<R, 4>(panel, width, begin)?,
            }
            begin += LANES;
        }
        Ok(())
    }
}

/// Finishes columns `begin…`, given all before them.
#[inline(always)]
fn columns<R: Real<Scalar = f64>, const WIDE: usize>(
    panel: &mut [f64],
    width: usize,
    begin: usize,
) -> Result<(), BadPivot> {
    let first = begin / LANES;
    let sum = tile::<R, 1, WIDE>(panel, width, begin, first, begin);
    let mut top = [[0.0; LANES]; WIDE];
    let at = LANES * (first * width + begin);
    for c in 0..WIDE {
        let old = R::load(&panel[at + c * LANES..]);
        (old - sum[c][0]).store(&mut top[c]);
    }
    let inverse = small_cholesky(&mut top).map_err(|bad| BadPivot {
        column: begin + bad.column,
        ..bad
    })?;
    panel[at..at + WIDE * LANES].copy_from_slice(top.as_flattened());
    let strips = panel.len() / (LANES * width);
    let mut next = first + 1;
    while next < strips {
        match strips - next {
            1 => rows::<R, 1, WIDE>(panel, width, (next, begin), &top, &inverse),
            2 => rows::<R, 2, WIDE>(panel, width, (next, begin), &top, &inverse),
            _ => rows::<R, 3, WIDE>(panel, width, (next, begin), &top, &inverse),
        }
        next += 3;
    }
    Ok(())
}

/// L of the first columns of four rows, in place; returns 1 over its diagonal.
#[inline(always)]
fn small_cholesky<const WIDE: usize>(
    top: &mut [[f64; LANES]; WIDE],
) -> Result<[f64; WIDE], BadPivot> {
    let mut inverse = [0.0; WIDE];
    for c in 0..WIDE {
        let pivot = top[c][c];
        if !(pivot > 0.0) || !pivot.is_finite() {
            return Err(BadPivot { column: c, pivot });
        }
        let root = pivot.sqrt();
        inverse[c] = 1.0 / root;
        top[c][c] = root;
        for r in c + 1..LANES {
            top[c][r] *= inverse[c];
        }
        for q in c + 1..WIDE {
            for r in q..LANES {
                top[q][r] -= top[c][r] * top[c][q];
            }
        }
    }
    Ok(inverse)
}

/// Some strips of a few columns: X L₁₁ᵀ = A − what earlier columns did.
#[inline(always)]
fn rows<R: Real<Scalar = f64>, const HIGH: usize, const WIDE: usize>(
    panel: &mut [f64],
    width: usize,
    (first, begin): (usize, usize),
    top: &[[f64; LANES]; WIDE],
    inverse: &[f64; WIDE],
) {
    let mut x = tile::<R, HIGH, WIDE>(panel, width, begin, first, begin);
    for r in 0..HIGH {
        let old = &panel[LANES * ((first + r) * width + begin)..][..WIDE * LANES];
        for c in 0..WIDE {
            x[c][r] = R::load(&old[c * LANES..]) - x[c][r];
        }
    }
    for c in 0..WIDE {
        for r in 0..HIGH {
            x[c][r] = x[c][r] * R::splat(inverse[c]);
        }
        for q in c + 1..WIDE {
            let factor = R::splat(top[c][q]);
            for r in 0..HIGH {
                x[q][r] = x[c][r].neg_mul_add(factor, x[q][r]);
            }
        }
    }
    for r in 0..HIGH {
        let new = &mut panel[LANES * ((first + r) * width + begin)..][..WIDE * LANES];
        for c in 0..WIDE {
            x[c][r].store(&mut new[c * LANES..]);
        }
    }
}

/// Subtracts L₂₁ L₂₁ᵀ from some columns of what is handed up.
pub(super) struct Update<'a> {
    pub(super) panel: &'a [f64],
    pub(super) width: usize,
    /// Rows of a column of `update`: the last ones of the panel.
    pub(super) high: usize,
    /// The row of the panel that is the first column of `update`.
    pub(super) first: usize,
    pub(super) update: &'a mut [f64],
}

impl Kernel<f64> for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real<Scalar = f64>>(self) {
        let Update {
            panel,
            width,
            high,
            mut first,
            mut update,
        } = self;
        while !update.is_empty() {
            let count = (update.len() / high).min(LANES - first % LANES);
            let (columns, rest) = update.split_at_mut(count * high);
            match count {
                1 => subtract::<R, 1>(panel, width, first, columns),
                2 => subtract::<R, 2>(panel, width, first, columns),
                3 => subtract::<R, 3>(panel, width, first, columns),
                _ => subtract::<R, 4>(panel, width, first, columns),
            }
            update = rest;
            first += count;
        }
    }
}

#[inline(always)]
fn subtract<R: Real<Scalar = f64>, const WIDE: usize>(
    panel: &[f64],
    width: usize,
    row: usize,
    columns: &mut [f64],
) {
    let strips = panel.len() / (LANES * width);
    let mut first = row / LANES;
    while first < strips {
        match strips - first {
            1 => subtract_rows::<R, 1, WIDE>(panel, width, first, row, columns),
            2 => subtract_rows::<R, 2, WIDE>(panel, width, first, row, columns),
            _ => subtract_rows::<R, 3, WIDE>(panel, width, first, row, columns),
        }
        first += 3;
    }
}

#[inline(always)]
fn subtract_rows<R: Real<Scalar = f64>, const HIGH: usize, const WIDE: usize>(
    panel: &[f64],
    width: usize,
    first: usize,
    row: usize,
    columns: &mut [f64],
) {
    let sum = tile::<R, HIGH, WIDE>(panel, width, width, first, row);
    let high = columns.len() / WIDE;
    let base = panel.len() / width - high;
    for c in 0..WIDE {
        let to = &mut columns[c * high + first * LANES - base..][..HIGH * LANES];
        for r in 0..HIGH {
            let part = &mut to[r * LANES..];
            (R::load(part) - sum[c][r]).store(part);
        }
    }
}
