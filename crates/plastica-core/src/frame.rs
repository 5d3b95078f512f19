//! A snapshot at its place in a run.

use crate::attribute::Attribute;
use crate::seed::Precision;
use crate::snapshot::{Cells, Part, Snapshot, Tracers, followed};
use std::collections::{BTreeMap, BTreeSet};

/// What there is at one moment of a run: a [`Snapshot`] with its number and time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Its number; the state at the start is frame 0.
    pub number: u64,
    /// Its time [s].
    pub time: f64,
    /// Where the points are [m].
    pub positions: Vec<[f64; 3]>,
    /// Whether 32 bits lose digits that the run has computed.
    pub double: bool,
    /// What else is known of the points; every one has as many values as there are points.
    pub attributes: Vec<Attribute>,
    /// How the points hang together; empty for a method of free particles.
    pub cells: Cells,
    /// What is known of the cells; every one has as many values as there are cells.
    pub cell_attributes: Vec<Attribute>,
    /// Names of the materials, by the value of the attribute `material`.
    pub materials: Vec<String>,
    /// The bodies and emitters, by the value of the attribute `body`.
    pub parts: Vec<Part>,
    /// Material that is followed beside the points.
    pub tracers: Option<Tracers>,
}

impl Snapshot {
    /// The frame that it is.
    pub fn into_frame(self, number: u64, time: f64) -> Frame {
        Frame {
            number,
            time,
            positions: self.positions,
            double: self.double,
            attributes: self.attributes,
            cells: self.cells,
            cell_attributes: self.cell_attributes,
            materials: self.materials,
            parts: self.parts,
            tracers: self.tracers,
        }
    }
}

impl Frame {
    /// Digits of the run.
    pub fn precision(&self) -> Precision {
        if self.double {
            Precision::Double
        } else {
            Precision::Single
        }
    }

    /// Positions as files keep them: with 32 bits unless `double`. What is measured or drawn from memory is then the same
    /// as from files.
    pub fn rounded(mut self) -> Self {
        if !self.double {
            let rounded = |x: &mut f64| *x = f64::from(*x as f32);
            self.positions
                .as_flattened_mut()
                .iter_mut()
                .for_each(rounded);
        }
        self
    }
    /// An attribute of the points by name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|a| a.name == name)
    }
    /// An attribute of the cells by name.
    pub fn cell_attribute(&self, name: &str) -> Option<&Attribute> {
        self.cell_attributes.iter().find(|a| a.name == name)
    }
    /// How many points or tracers were ever made, as far as ids say: every method gives its own from 0 on, once, and an
    /// [`Ensemble`](crate::Ensemble) weaves them into each other. Those of a method of which nothing is left do not count.
    pub fn ever_made(&self) -> u64 {
        let methods: BTreeSet<&str> = self.parts.iter().map(|part| &*part.method).collect();
        let members = methods.len().max(1) as u32;
        let mut made: BTreeMap<u32, u64> = BTreeMap::new();
        for (id, ..) in self.followed() {
            let own = made.entry(id % members).or_default();
            *own = (*own).max(u64::from(id / members) + 1);
        }
        if made.is_empty() {
            return self.positions.len() as u64;
        }
        made.values().sum()
    }
    /// Material that can be followed from frame to frame: id, part and place [m]. Points with ids, or the tracers of
    /// methods whose points come and go.
    pub fn followed(&self) -> Vec<(u32, u32, [f64; 3])> {
        followed(self.tracers.as_ref(), &self.attributes, &self.positions)
    }
}
