//! Which formulas of a scene have given something that is no finite number.
//!
//! Methods notice such numbers late and far from their origin, as a node that moves too far. Every formula of a scene that
//! is read notes its own, so that whoever gives up can name it.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The formulas of a scene.
#[derive(Clone, Debug, Default)]
pub struct Formulas(Arc<Mutex<Vec<Arc<Formula>>>>);

/// A formula and what it gave.
#[derive(Debug)]
pub(crate) struct Formula {
    key: &'static str,
    text: Arc<str>,
    place: String,
    noted: AtomicBool,
    found: Mutex<Option<Found>>,
}

#[derive(Clone, Copy, Debug)]
struct Found {
    value: f64,
    position: [f64; 3],
    time: f64,
}

/// A formula without a finite value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NotFinite {
    /// The key that it was written for.
    pub key: &'static str,
    /// The formula.
    pub text: String,
    /// File, line and column.
    pub place: String,
    /// What it gave.
    pub value: f64,
    /// For which place [m].
    pub position: [f64; 3],
    /// And which time [s].
    pub time: f64,
}

impl Formulas {
    pub(crate) fn add(&self, key: &'static str, text: Arc<str>, place: String) -> Arc<Formula> {
        let formula = Arc::new(Formula {
            key,
            text,
            place,
            noted: AtomicBool::new(false),
            found: Mutex::new(None),
        });
        self.lock().push(formula.clone());
        formula
    }

    /// Forgets what formulas have given so far.
    pub fn forget(&self) {
        for formula in &*self.lock() {
            formula.noted.store(false, Ordering::Relaxed);
        }
    }

    /// The first formula, in the order of reading, that has given no finite number since.
    pub fn not_finite(&self) -> Option<NotFinite> {
        self.lock().iter().find_map(|formula| formula.told())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Formula>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Formula {
    /// Passes a value on, and notes it if it is not finite.
    pub(crate) fn checked(&self, value: f64, position: [f64; 3], time: f64) -> f64 {
        if !value.is_finite() && !self.noted.swap(true, Ordering::Relaxed) {
            let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            *found = Some(Found {
                value,
                position,
                time,
            });
        }
        value
    }

    fn told(&self) -> Option<NotFinite> {
        if !self.noted.load(Ordering::Relaxed) {
            return None;
        }
        let found = *self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let Found {
            value,
            position,
            time,
        } = found?;
        Some(NotFinite {
            key: self.key,
            text: self.text.to_string(),
            place: self.place.clone(),
            value,
            position,
            time,
        })
    }
}

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotFinite {
            key,
            text,
            place,
            value,
            position: [x, y, z],
            time,
        } = self;
        write!(
            f,
            "the formula {text:?} of `{key}` ({place}) is {value} at t = {time} s"
        )?;
        match [x, y, z].iter().any(|c| **c != 0.0) {
            true => write!(f, ", x = {x}, y = {y}, z = {z}"),
            false => Ok(()),
        }
    }
}
