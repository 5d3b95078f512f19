//! What can be asked of a bench.

use std::collections::BTreeMap;

/// An option of a bench.
#[derive(Clone, Copy, Debug)]
pub struct BenchOption {
    /// Its name, in `kebab-case`.
    pub name: &'static str,
    /// What it was called before.
    pub formerly: Option<&'static str>,
    /// What it does, in a sentence.
    pub doc: &'static str,
    /// What it takes.
    pub takes: Choices,
}

/// What an option takes.
#[derive(Clone, Copy, Debug)]
pub enum Choices {
    /// One of some words, each with a sentence.
    Words {
        /// The words.
        words: &'static [(&'static str, &'static str)],
        /// The one when nothing is asked.
        usual: fn() -> &'static str,
    },
    /// A whole number.
    Count {
        /// The least.
        low: u32,
        /// The most.
        high: u32,
        /// The one when nothing is asked.
        usual: u32,
    },
    /// Nothing: it is given or not.
    Switch,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// One of its words.
    Word(&'static str),
    /// A whole number.
    Count(u32),
    /// Whether it was given.
    Switch(bool),
}

/// What was asked of a bench: a value for each of its options.
#[derive(Clone, Debug, Default)]
pub struct Asked(BTreeMap<&'static str, Answer>);

impl Asked {
    /// Every option at its usual value.
    pub fn usual(options: &[BenchOption]) -> Self {
        let usual = |option: &BenchOption| match option.takes {
            Choices::Words { usual, .. } => Answer::Word(usual()),
            Choices::Count { usual, .. } => Answer::Count(usual),
            Choices::Switch => Answer::Switch(false),
        };
        Asked(options.iter().map(|o| (o.name, usual(o))).collect())
    }

    /// Sets an option.
    pub fn set(&mut self, name: &'static str, answer: Answer) {
        self.0.insert(name, answer);
    }

    /// All options with their values, by name.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &Answer)> {
        self.0.iter().map(|(name, answer)| (*name, answer))
    }

    /// The word of an option.
    ///
    /// # Panics
    /// If the bench has no such option: a mistake in its description.
    pub fn word(&self, name: &str) -> &'static str {
        let Some(Answer::Word(word)) = self.0.get(name) else {
            panic!("the bench has no words for {name}");
        };
        word
    }

    /// The number of an option.
    ///
    /// # Panics
    /// If the bench has no such option: a mistake in its description.
    pub fn count(&self, name: &str) -> u32 {
        let Some(Answer::Count(count)) = self.0.get(name) else {
            panic!("the bench has no number for {name}");
        };
        *count
    }

    /// Whether a switch was given.
    ///
    /// # Panics
    /// If the bench has no such option: a mistake in its description.
    pub fn is_on(&self, name: &str) -> bool {
        let Some(Answer::Switch(on)) = self.0.get(name) else {
            panic!("the bench has no switch {name}");
        };
        *on
    }
}
