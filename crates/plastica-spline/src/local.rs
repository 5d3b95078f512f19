//! Numbers that differ from node to node: functions of place and time, or maps over the material coordinates.

use crate::lattice::Lattice;
use plastica_core::{BadValue, Owner};
use plastica_material::Value;
use plastica_tensor::Vec3;
use std::fmt;
use std::sync::Arc;

/// A number at each node of a body.
#[derive(Clone, Debug)]
pub enum Local {
    /// By place at rest and time.
    Value(Value),
    /// By the node's own coordinates in the body, whatever its place.
    Map(Map),
}

/// A function of the material coordinates u, v, w, each from 0 to 1.
#[derive(Clone)]
pub struct Map {
    /// Where it comes from.
    pub text: Arc<str>,
    /// Its value at (u, v, w).
    pub evaluate: Arc<dyn Fn([f64; 3]) -> f64 + Send + Sync>,
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.text)
    }
}

impl From<Value> for Local {
    fn from(value: Value) -> Self {
        Local::Value(value)
    }
}

impl From<f64> for Local {
    fn from(value: f64) -> Self {
        Local::Value(Value::Constant(value))
    }
}

impl Local {
    /// Whether it differs from node to node.
    pub fn varies_in_space(&self) -> bool {
        match self {
            Local::Value(value) => value.varies_in_space(),
            Local::Map(_) => true,
        }
    }

    /// Whether it changes in time.
    pub fn varies_in_time(&self) -> bool {
        matches!(self, Local::Value(value) if value.varies_in_time())
    }

    /// Whether it is written as 0, so that nothing needs to be set up for it.
    pub(crate) fn is_zero(&self) -> bool {
        matches!(self, Local::Value(Value::Constant(value)) if *value == 0.0)
    }

    /// The number at a place and the material coordinates of a lattice's node there, at a time [s].
    pub fn at(&self, lattice: &Lattice, node: usize, place: [f64; 3], time: f64) -> f64 {
        match self {
            Local::Value(value) => value.at(place, time),
            Local::Map(map) => (map.evaluate)(lattice.parts(node)),
        }
    }
}

/// Where the nodes of a body are, in it and at rest.
#[derive(Clone, Copy)]
pub(crate) struct Sites<'a> {
    pub(crate) lattice: &'a Lattice,
    pub(crate) places: &'a [Vec3<f64>],
}

/// A number of a body as its step reads it, which refuses what cannot be used.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'a> {
    pub(crate) sites: Sites<'a>,
    /// The body.
    pub(crate) name: &'a str,
    /// What the number is called in scenes.
    pub(crate) key: &'static str,
    pub(crate) local: &'a Local,
    /// Whether it may be negative.
    pub(crate) signed: bool,
    /// When [s].
    pub(crate) time: f64,
}

impl Reading<'_> {
    /// The number at a node.
    pub(crate) fn at(&self, node: usize) -> Result<f64, Box<BadValue>> {
        let number = self.sites.at(self.local, node, self.time);
        self.usable(number, self.sites.places[node])
    }

    /// The number of a group of nodes.
    pub(crate) fn over(&self, nodes: &[u32]) -> Result<f64, Box<BadValue>> {
        let number = self.sites.over(self.local, nodes, self.time);
        self.usable(number, self.sites.middle(nodes))
    }

    fn usable(&self, number: f64, place: Vec3<f64>) -> Result<f64, Box<BadValue>> {
        if number.is_finite() && (self.signed || number >= 0.0) {
            return Ok(number);
        }
        Err(Box::new(BadValue {
            owner: Owner::Body(self.name.into()),
            key: self.key,
            formula: match self.local {
                Local::Value(Value::Field(field)) => Some(field.text.to_string()),
                Local::Value(_) => None,
                Local::Map(map) => Some(map.text.to_string()),
            },
            value: number,
            time: self.time,
            position: self.local.varies_in_space().then_some(place.0),
        }))
    }
}

impl Sites<'_> {
    /// The number at a node.
    pub(crate) fn at(&self, local: &Local, node: usize, time: f64) -> f64 {
        local.at(self.lattice, node, self.places[node].0, time)
    }

    /// The middle of a group of nodes.
    fn middle(&self, nodes: &[u32]) -> Vec3<f64> {
        let places = nodes.iter().map(|&i| self.places[i as usize]);
        let sum = places.fold(Vec3::zero(), |sum, x| sum + x);
        sum.scale(1.0 / nodes.len() as f64)
    }

    /// The number of a group of nodes: by place at their middle; of a map their mean, which needs no middle where a group lies
    /// across the seam of a ring.
    pub(crate) fn over(&self, local: &Local, nodes: &[u32], time: f64) -> f64 {
        match local {
            Local::Value(value) => value.at(self.middle(nodes).0, time),
            Local::Map(_) => {
                let each = nodes.iter().map(|&i| self.at(local, i as usize, time));
                each.sum::<f64>() / nodes.len() as f64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_taken_at_parts_of_the_way_and_groups_across_a_seam_are_means() {
        let places = [Vec3::zero(); 12];
        let lattice = Lattice::with_lengths(&[(4, true), (3, false)], &[7.0, 9.0]).unwrap();
        let sites = Sites {
            lattice: &lattice,
            places: &places,
        };
        let map = |axis: usize| {
            Local::Map(Map {
                text: "a coordinate".into(),
                evaluate: Arc::new(move |parts| parts[axis]),
            })
        };
        assert_eq!(
            [0, 1, 3, 8].map(|i| sites.at(&map(0), i, 0.0)),
            [0.0, 0.25, 0.75, 0.0]
        );
        assert_eq!(
            [3, 4, 8].map(|i| sites.at(&map(1), i, 0.0)),
            [0.0, 0.5, 1.0]
        );
        assert_eq!(sites.at(&map(2), 5, 0.0), 0.5);
        assert_eq!(sites.over(&map(0), &[3, 0], 0.0), 0.375);
    }
}
