//! State as bytes: little-endian numbers, one after the other.

use plastica_tensor::Scalar;
use std::fmt;

/// Collects numbers.
#[derive(Clone, Debug, Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    /// What was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
    /// The head of what a writer of that name and version follows up with.
    pub fn section(&mut self, name: &str, version: u64) {
        self.u64(name.len() as u64);
        self.0.extend_from_slice(name.as_bytes());
        self.u64(version);
    }
    /// One whole number.
    pub fn u64(&mut self, value: u64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }
    /// One number, bit for bit.
    pub fn f64(&mut self, value: f64) {
        self.u64(value.to_bits());
    }
    /// Answers to yes or no, after their count.
    pub fn bools(&mut self, values: &[bool]) {
        let whole: Vec<u32> = values.iter().map(|value| u32::from(*value)).collect();
        self.u32s(&whole);
    }
    /// Whole numbers, after their count.
    pub fn u32s(&mut self, values: &[u32]) {
        self.u64(values.len() as u64);
        for value in values {
            self.0.extend_from_slice(&value.to_le_bytes());
        }
    }
    /// Whole numbers with sign, after their count.
    pub fn i32s(&mut self, values: &[i32]) {
        self.u64(values.len() as u64);
        for value in values {
            self.0.extend_from_slice(&value.to_le_bytes());
        }
    }
    /// Numbers of either precision, bit for bit, after their count.
    pub fn scalars<S: Scalar>(&mut self, values: &[S]) {
        self.u64(values.len() as u64);
        // Single precision goes to double and back without loss.
        let single = size_of::<S>() == 4;
        for value in values {
            let wide = value.to_f64();
            if single {
                self.0.extend_from_slice(&(wide as f32).to_le_bytes());
            } else {
                self.0.extend_from_slice(&wide.to_le_bytes());
            }
        }
    }
}

/// Why a state cannot be taken on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// It ends too early.
    TooShort,
    /// It is of another scene.
    Different(String),
    /// It contradicts itself.
    Inconsistent {
        /// What does not go with the rest.
        what: &'static str,
    },
    /// It was written by a program with another layout of this part.
    OtherVersion {
        /// The part.
        section: String,
        /// The version in the state.
        written: u64,
        /// The version that this program reads.
        read: u64,
    },
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestoreError::TooShort => f.write_str("the state ends too early"),
            RestoreError::OtherVersion {
                section,
                written,
                read,
            } => write!(
                f,
                "the state of {section:?} has layout {written}, this program reads layout {read}: go on with the program that wrote it, or run the scene again"
            ),
            RestoreError::Different(what) => write!(f, "the state is of another scene: {what}"),
            RestoreError::Inconsistent { what } => {
                write!(f, "the state contradicts itself: {what}")
            }
        }
    }
}

impl std::error::Error for RestoreError {}

impl RestoreError {
    /// Nothing, if what must hold of a state does.
    pub fn unless(holds: bool, what: &'static str) -> Result<(), Self> {
        if holds {
            Ok(())
        } else {
            Err(RestoreError::Inconsistent { what })
        }
    }
}

/// Takes numbers out again.
#[derive(Clone, Debug)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// From what a [`Writer`] gave.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader(bytes)
    }
    fn take(&mut self, count: usize) -> Result<&'a [u8], RestoreError> {
        let (head, tail) = self
            .0
            .split_at_checked(count)
            .ok_or(RestoreError::TooShort)?;
        self.0 = tail;
        Ok(head)
    }
    fn array<const N: usize>(&mut self) -> Result<[u8; N], RestoreError> {
        self.take(N)?.try_into().map_err(|_| RestoreError::TooShort)
    }
    /// The bytes of a counted list of items of a size.
    fn list(&mut self, size: usize) -> Result<std::slice::ChunksExact<'a, u8>, RestoreError> {
        let count = usize::try_from(self.u64()?).map_err(|_| RestoreError::TooShort)?;
        let bytes = count.checked_mul(size).ok_or(RestoreError::TooShort)?;
        Ok(self.take(bytes)?.chunks_exact(size))
    }
    /// The head of a section; it must have this name and version.
    pub fn section(&mut self, name: &str, version: u64) -> Result<(), RestoreError> {
        let length = usize::try_from(self.u64()?).map_err(|_| RestoreError::TooShort)?;
        let found = String::from_utf8_lossy(self.take(length)?).into_owned();
        let written = self.u64()?;
        if found != name {
            return Err(RestoreError::Different(format!(
                "it has a part {found:?} where this scene has {name:?}"
            )));
        }
        if written != version {
            return Err(RestoreError::OtherVersion {
                section: name.into(),
                written,
                read: version,
            });
        }
        Ok(())
    }
    /// One whole number.
    pub fn u64(&mut self) -> Result<u64, RestoreError> {
        Ok(u64::from_le_bytes(self.array()?))
    }
    /// One whole number that must be the same as here: how many of something there are.
    pub fn expect(&mut self, what: &str, here: u64) -> Result<(), RestoreError> {
        let saved = self.u64()?;
        if saved == here {
            return Ok(());
        }
        Err(RestoreError::Different(format!(
            "it has {saved} {what} where this scene has {here}"
        )))
    }
    /// One whole number of 32 bits.
    pub fn u32(&mut self, what: &'static str) -> Result<u32, RestoreError> {
        u32::try_from(self.u64()?).map_err(|_| RestoreError::Inconsistent { what })
    }
    /// One number.
    pub fn f64(&mut self) -> Result<f64, RestoreError> {
        Ok(f64::from_bits(self.u64()?))
    }
    /// Whole numbers.
    pub fn u32s(&mut self) -> Result<Vec<u32>, RestoreError> {
        let list = self.list(4)?;
        Ok(list
            .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
            .collect())
    }
    /// Answers to yes or no.
    pub fn bools(&mut self) -> Result<Vec<bool>, RestoreError> {
        Ok(self.u32s()?.into_iter().map(|value| value != 0).collect())
    }
    /// Whole numbers with sign.
    pub fn i32s(&mut self) -> Result<Vec<i32>, RestoreError> {
        let list = self.list(4)?;
        Ok(list
            .map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]]))
            .collect())
    }
    /// Numbers of either precision.
    pub fn scalars<S: Scalar>(&mut self) -> Result<Vec<S>, RestoreError> {
        let list = self.list(size_of::<S>())?;
        let number = |b: &[u8]| match *b {
            [a, b, c, d] => f64::from(f32::from_le_bytes([a, b, c, d])),
            [a, b, c, d, e, f, g, h] => f64::from_le_bytes([a, b, c, d, e, f, g, h]),
            _ => f64::NAN,
        };
        Ok(list.map(|b| S::from_f64(number(b))).collect())
    }
}
