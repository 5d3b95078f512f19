//! Determinants of whole numbers, without rounding.
//!
//! Coordinates that fit a grid of 2⁶⁰ steps to each side, as most do, have exact signs at the price of some eighty
//! multiplications of whole numbers. Expansions of floating-point numbers take fifty times as long where points lie in
//! a lattice and nearly every sign is in doubt.

use plastica_tensor::Vec3;

/// Steps of the grid to each side of the origin.
pub(super) const STEPS: f64 = (1_u64 << 60) as f64;

/// Places on the grid in [−1, 1]³, if they all lie on it.
pub(super) fn on_grid<const N: usize>(places: [Vec3<f64>; N]) -> Option<[[i64; 3]; N]> {
    let mut grid = [[0; 3]; N];
    for (to, from) in grid.iter_mut().zip(places) {
        for (to, x) in to.iter_mut().zip(from.0) {
            let steps = x * STEPS;
            *to = steps as i64;
            if *to as f64 != steps || steps.abs() > STEPS {
                return None;
            }
        }
    }
    Some(grid)
}

/// The sign of (b − a) · ((c − a) × (d − a)).
pub(super) fn side([a, b, c, d]: [[i64; 3]; 4]) -> i32 {
    triple(less(b, a), cross(less(c, a), less(d, a))).sign()
}

/// The sign of how far p lies within the sphere through four corners in positive order: with a as origin that of
/// |b|² p·(c × d) + |c|² p·(d × b) + |d|² p·(b × c) − |p|² b·(c × d).
pub(super) fn depth([a, b, c, d, p]: [[i64; 3]; 5]) -> i32 {
    let [b, c, d, p] = [b, c, d, p].map(|q| less(q, a));
    let cd = cross(c, d);
    let terms = [
        (triple(p, cd), b),
        (triple(p, cross(d, b)), c),
        (triple(p, cross(b, c)), d),
        (triple(b, cd).negated(), p),
    ];
    // Squares have two digits of 64 bits: sums of what each is multiplied with.
    let (mut low, mut high) = (I256::default(), I256::default());
    for (factor, q) in terms {
        let square = square(q);
        low = low.plus(factor.times(square as u64));
        high = high.plus(factor.times((square >> 64) as u64));
    }
    match high.plus(low.upper()).sign() {
        0 => i32::from(low.low as u64 != 0),
        sign => sign,
    }
}

/// Below 2⁶¹ in size, as coordinates are below 2⁶⁰.
fn less(a: [i64; 3], b: [i64; 3]) -> [i64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn multiply(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

/// Below 2¹²³ in size.
fn cross(a: [i64; 3], b: [i64; 3]) -> [i128; 3] {
    let minor = |i: usize, j: usize| multiply(a[i], b[j]) - multiply(a[j], b[i]);
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

fn square(a: [i64; 3]) -> u128 {
    a.map(|x| multiply(x, x) as u128).iter().sum()
}

/// Below 2¹⁸⁷ in size: six products of three.
fn triple(a: [i64; 3], b: [i128; 3]) -> I192 {
    let product = |k: usize| I192::product(a[k], b[k]);
    product(0).plus(product(1)).plus(product(2))
}

/// high · 2⁶⁴ + low.
#[derive(Clone, Copy)]
struct I192 {
    high: i128,
    low: u64,
}

impl I192 {
    fn product(a: i64, b: i128) -> I192 {
        let low = i128::from(a) * i128::from(b as u64);
        I192 {
            high: multiply(a, (b >> 64) as i64) + (low >> 64),
            low: low as u64,
        }
    }

    fn plus(self, other: I192) -> I192 {
        let (low, carry) = self.low.overflowing_add(other.low);
        I192 {
            high: self.high + other.high + i128::from(carry),
            low,
        }
    }

    fn negated(self) -> I192 {
        let (low, borrow) = 0_u64.overflowing_sub(self.low);
        I192 {
            high: -self.high - i128::from(borrow),
            low,
        }
    }

    fn sign(self) -> i32 {
        match self.high.signum() as i32 {
            0 => i32::from(self.low != 0),
            sign => sign,
        }
    }

    fn times(self, factor: u64) -> I256 {
        let product = |digit: u64| u128::from(digit) * u128::from(factor);
        let first = product(self.low);
        let second = product(self.high as u64) + (first >> 64);
        let third = (self.high >> 64) * i128::from(factor) + (second >> 64) as i128;
        I256 {
            high: third,
            low: second << 64 | u128::from(first as u64),
        }
    }
}

/// high · 2¹²⁸ + low.
#[derive(Clone, Copy, Default)]
struct I256 {
    high: i128,
    low: u128,
}

impl I256 {
    fn plus(self, other: I256) -> I256 {
        let (low, carry) = self.low.overflowing_add(other.low);
        I256 {
            high: self.high + other.high + i128::from(carry),
            low,
        }
    }

    /// Without its last 64 bits, rounded down.
    fn upper(self) -> I256 {
        I256 {
            high: self.high >> 64,
            low: (self.high as u128) << 64 | self.low >> 64,
        }
    }

    fn sign(self) -> i32 {
        match self.high.signum() as i32 {
            0 => i32::from(self.low != 0),
            sign => sign,
        }
    }
}
