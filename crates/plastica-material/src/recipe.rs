//! A material as written down: which law in which place, with values that may vary over the body
//! and in time. [`Recipe::at`] turns it into the numbers of one place and moment.

use crate::spec::{LawSpec, Slot};
use std::fmt;
use std::sync::Arc;

/// A number that may depend on time, or on the place in the body at rest and time.
#[derive(Clone)]
pub enum Value {
    /// The same everywhere and always.
    Constant(f64),
    /// `(time, value)` in rising time; linear in between, constant before and after.
    Keyframes(Arc<[(f64, f64)]>),
    /// A function of the place at rest [m] and time [s].
    Field(Field),
}

/// A function of place and time, with the text it came from.
#[derive(Clone)]
pub struct Field {
    /// The formula as the user wrote it.
    pub text: Arc<str>,
    /// Its value at (position, time).
    pub evaluate: Arc<dyn Fn([f64; 3], f64) -> f64 + Send + Sync>,
    /// Whether it changes from place to place.
    pub varies_in_space: bool,
    /// Whether it changes in time.
    pub varies_in_time: bool,
}

impl Value {
    /// The number at a place and moment.
    pub fn at(&self, position: [f64; 3], time: f64) -> f64 {
        match self {
            Value::Constant(value) => *value,
            Value::Keyframes(keys) => interpolate(keys, time),
            Value::Field(field) => (field.evaluate)(position, time),
        }
    }
    /// Whether it changes from place to place.
    pub fn varies_in_space(&self) -> bool {
        matches!(self, Value::Field(f) if f.varies_in_space)
    }
    /// Whether it changes in time.
    pub fn varies_in_time(&self) -> bool {
        match self {
            Value::Constant(_) => false,
            Value::Keyframes(keys) => keys.len() > 1,
            Value::Field(f) => f.varies_in_time,
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Constant(value) => write!(f, "{value}"),
            Value::Keyframes(keys) => write!(f, "{keys:?}"),
            Value::Field(field) => write!(f, "{:?}", field.text),
        }
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Value::Constant(value)
    }
}

/// Linear between keys, constant beyond the first and the last.
fn interpolate(keys: &[(f64, f64)], time: f64) -> f64 {
    let after = keys.partition_point(|&(t, _)| t <= time);
    match (after.checked_sub(1).map(|i| keys[i]), keys.get(after)) {
        (Some((t0, a)), Some(&(t1, b))) => a + (b - a) * (time - t0) / (t1 - t0),
        (Some((_, a)), None) => a,
        (None, Some(&(_, b))) => b,
        (None, None) => f64::NAN,
    }
}

/// A law with its values.
#[derive(Clone, Debug)]
pub struct LawRecipe {
    /// Which law.
    pub law: &'static LawSpec,
    /// Its numbers, flat, in the order of `law.parameters`.
    pub values: Vec<Value>,
    /// Its words, as indices into the options of `law.choices`.
    pub choices: Vec<usize>,
}

impl LawRecipe {
    /// A law with every default taken; required parameters are NaN until set.
    pub fn new(law: &'static LawSpec) -> Self {
        let values = law
            .parameters
            .iter()
            .flat_map(|p| std::iter::repeat_n(p.default.unwrap_or(f64::NAN).into(), p.count))
            .collect();
        LawRecipe {
            law,
            values,
            choices: vec![0; law.choices.len()],
        }
    }
    /// Sets a parameter (all its numbers) by name.
    ///
    /// # Panics
    /// If the law has no such parameter, or of another length: a mistake in our tables.
    pub fn set(&mut self, name: &str, values: &[Value]) {
        let count = self
            .law
            .parameters
            .iter()
            .find(|p| p.name == name)
            .map(|p| p.count);
        assert_eq!(count, Some(values.len()), "{} of {}", name, self.law.name);
        let offset = self
            .law
            .offset_of(name)
            .unwrap_or_else(|| panic!("{} has no parameter {name}", self.law.name));
        self.values[offset..offset + values.len()].clone_from_slice(values);
    }
    /// Sets a word by the name of its choice.
    ///
    /// # Panics
    /// If the law has no such choice or word: a mistake in our tables.
    pub fn choose(&mut self, name: &str, word: &str) {
        let choices = self.law.choices;
        let index = choices.iter().position(|choice| choice.name == name);
        let index = index.unwrap_or_else(|| panic!("{} has no choice {name}", self.law.name));
        let mut words = choices[index].options.iter();
        let word = words.position(|(option, _)| *option == word);
        self.choices[index] = word.unwrap_or_else(|| panic!("{name} has no such word"));
    }
    /// The numbers at a place and moment.
    pub fn at(&self, position: [f64; 3], time: f64) -> Vec<f64> {
        self.values.iter().map(|v| v.at(position, time)).collect()
    }
}

/// A material as written down.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Its name in the scene, or the preset's.
    pub name: String,
    /// Density at rest [kg/m³].
    pub density: Value,
    /// How it stores energy.
    pub elastic: LawRecipe,
    /// How it yields, if it does.
    pub flow: Option<LawRecipe>,
    /// How it resists rates of deformation, if it does.
    pub viscosity: Option<LawRecipe>,
    /// How direction matters, if it does.
    pub map: Option<LawRecipe>,
}

impl Recipe {
    /// The laws that are present, with their places.
    pub fn laws(&self) -> impl Iterator<Item = (Slot, &LawRecipe)> {
        [
            (Slot::Elastic, Some(&self.elastic)),
            (Slot::Flow, self.flow.as_ref()),
            (Slot::Viscosity, self.viscosity.as_ref()),
            (Slot::Map, self.map.as_ref()),
        ]
        .into_iter()
        .filter_map(|(slot, law)| law.map(|law| (slot, law)))
    }
    /// Whether any parameter changes from place to place.
    pub fn varies_in_space(&self) -> bool {
        self.density.varies_in_space()
            || self
                .laws()
                .any(|(_, l)| l.values.iter().any(Value::varies_in_space))
    }
    /// Whether any parameter changes in time.
    pub fn varies_in_time(&self) -> bool {
        self.density.varies_in_time()
            || self
                .laws()
                .any(|(_, l)| l.values.iter().any(Value::varies_in_time))
    }
}
