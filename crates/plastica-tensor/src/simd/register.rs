//! What the register types of all x86-64 instruction sets share.

/// Operators, loads, stores and the other one-instruction methods of a register type.
macro_rules! register {
    (
        $(#[$doc:meta])*
        $name:ident($raw:ty, [$scalar:ident; $lanes:literal]), $mask:ident,
        set1: $set1:ident, loadu: $loadu:ident, storeu: $storeu:ident,
        add: $add:ident, sub: $sub:ident, mul: $mul:ident, div: $div:ident,
        fmadd: $fmadd:ident, fnmadd: $fnmadd:ident, sqrt: $sqrt:ident,
        min: $min:ident, max: $max:ident, xor: $xor:ident, and: $and:ident, andnot: $andnot:ident,
        rest: { $($rest:tt)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name($raw);

        impl Default for $name {
            #[inline(always)]
            fn default() -> Self {
                Self::splat(0.0)
            }
        }
        impl Add for $name {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                $name(intrinsic!($add(self.0, other.0)))
            }
        }
        impl Sub for $name {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                $name(intrinsic!($sub(self.0, other.0)))
            }
        }
        impl Mul for $name {
            type Output = Self;
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                $name(intrinsic!($mul(self.0, other.0)))
            }
        }
        impl Div for $name {
            type Output = Self;
            #[inline(always)]
            fn div(self, other: Self) -> Self {
                $name(intrinsic!($div(self.0, other.0)))
            }
        }
        impl Neg for $name {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                $name(intrinsic!($xor(self.0, $set1(-0.0))))
            }
        }
        impl AddAssign for $name {
            #[inline(always)]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }
        impl SubAssign for $name {
            #[inline(always)]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }

        impl Real for $name {
            type Scalar = $scalar;
            type Mask = $mask;
            const LANES: usize = $lanes;

            #[inline(always)]
            fn splat(value: $scalar) -> Self {
                $name(intrinsic!($set1(value)))
            }
            #[inline(always)]
            fn from_fn(f: impl FnMut(usize) -> $scalar) -> Self {
                Self::load(&std::array::from_fn::<$scalar, $lanes, _>(f))
            }
            #[inline(always)]
            fn lane(self, index: usize) -> $scalar {
                let mut lanes = [0.0; $lanes];
                self.store(&mut lanes);
                lanes[index]
            }
            #[inline(always)]
            fn load(from: &[$scalar]) -> Self {
                let from = &from[..$lanes];
                $name(intrinsic!($loadu(from.as_ptr())))
            }
            #[inline(always)]
            fn store(self, to: &mut [$scalar]) {
                let to = &mut to[..$lanes];
                intrinsic!($storeu(to.as_mut_ptr(), self.0))
            }
            #[inline(always)]
            fn mul_add(self, b: Self, c: Self) -> Self {
                $name(intrinsic!($fmadd(self.0, b.0, c.0)))
            }
            #[inline(always)]
            fn neg_mul_add(self, b: Self, c: Self) -> Self {
                $name(intrinsic!($fnmadd(self.0, b.0, c.0)))
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                $name(intrinsic!($sqrt(self.0)))
            }
            #[inline(always)]
            fn abs(self) -> Self {
                $name(intrinsic!($andnot($set1(-0.0), self.0)))
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                $name(intrinsic!($min(self.0, other.0)))
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                $name(intrinsic!($max(self.0, other.0)))
            }
            #[inline(always)]
            fn flip_sign(self, by: Self) -> Self {
                $name(intrinsic!($xor(self.0, $and(by.0, $set1(-0.0)))))
            }
            crate::elementary::of_lanes!();
            $($rest)*
        }
    };
}
pub(super) use register;

/// A mask that is a register whose lanes are all ones or all zeros.
macro_rules! mask {
    ($(#[$doc:meta])* $name:ident($raw:ty), $full:literal, and: $and:ident, or: $or:ident,
     xor: $xor:ident, movemask: $movemask:ident, set1: $set1:ident, cast: $cast:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name($raw);

        impl $name {
            #[inline(always)]
            fn bits(self) -> i32 {
                intrinsic!($movemask(self.0))
            }
        }
        impl Mask for $name {
            #[inline(always)]
            fn splat(value: bool) -> Self {
                $name(intrinsic!($cast($set1(-i32::from(value)))))
            }
            #[inline(always)]
            fn any(self) -> bool {
                self.bits() != 0
            }
            #[inline(always)]
            fn all(self) -> bool {
                self.bits() == $full
            }
            #[inline(always)]
            fn lane(self, index: usize) -> bool {
                self.bits() >> index & 1 == 1
            }
        }
        impl BitAnd for $name {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                $name(intrinsic!($and(self.0, other.0)))
            }
        }
        impl BitOr for $name {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                $name(intrinsic!($or(self.0, other.0)))
            }
        }
        impl Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                $name(intrinsic!($xor(self.0, $cast($set1(-1)))))
            }
        }
    };
}
pub(super) use mask;

/// Calls intrinsics of an instruction set that the processor is known to have.
macro_rules! intrinsic {
    ($($call:tt)*) => {
        // SAFETY: SSE2 is part of x86-64. A value of any other register type, or a call of one of
        // its functions, exists only inside a kernel that `dispatch` started after it found the
        // instruction set on this processor: the types cannot be named elsewhere. Pointers passed to loads and stores come
        // from slices of at least as many elements as the register has lanes.
        unsafe { $($call)* }
    };
}
pub(super) use intrinsic;
