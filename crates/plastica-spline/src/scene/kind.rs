//! What the method says of itself: its tables, and how it is built from them.

use super::attachment::{pinch, spring};
use super::body::spline;
use super::build::build;
use super::check::attachments;
use super::reach::grip_misses;
use super::settings::settings;
use super::{Pinch, Spline, Spring};
use crate::Options;
use crate::bench::BENCHES;
use crate::step::NAME;
use plastica_core::Method;
use plastica_scene::grip::Grip;
use plastica_scene::method::{BuildError, Forecast, MethodKind, MethodScene, Plan, label};
use plastica_scene::reader::{list, placed, table, tables};
use std::any::Any;

/// Memory of a node at least, to be built and stepped [bytes]: as measured on sheets; solids and direct solvers take more.
const BYTES: f64 = 1900.0;

/// Deformable splines, as scenes know them.
pub static KIND: MethodKind = MethodKind {
    name: NAME,
    doc: "Deformable curves, surfaces and solids on a lattice.",
    takes: None,
    read: |t| {
        let splines = t.or(
            "spline",
            "A deformable curve, surface or solid that creeps, yields and tears.",
            tables("[[spline]]", spline),
            "[]",
        );
        let springs = t.or(
            "spring",
            "A spring from a node of a spline to a place that moves.",
            list(placed(table("[[spring]]", spring)), 0, "[[spring]]"),
            "[]",
        );
        let pinches = t.or(
            "pinch",
            "A pinch: nodes of splines near its centre when it closes go along with it until it opens.",
            list(placed(table("[[pinch]]", pinch)), 0, "[[pinch]]"),
            "[]",
        );
        t.renamed("finger", "pinch");
        t.renamed("splines", "spline_solver");
        let options = t.or(
            "spline_solver",
            "How splines are stepped and solved.",
            table("[spline_solver]", settings),
            "{}",
        );
        let (springs, pinches) = attachments(t, splines.as_deref(), springs, pinches)?;
        Some(Box::new(SplineScene {
            splines: splines?,
            springs,
            pinches,
            options: options?,
        }))
    },
    advice: "a smaller max_time_step or [spline_solver] time_step, a softer or denser body, slower obstacles, a direct solver.",
    benches: BENCHES,
};

/// What a scene says for the method.
#[derive(Clone, Debug)]
pub struct SplineScene {
    /// Deformable curves, surfaces and solids.
    pub splines: Vec<Spline>,
    /// Springs that pull at them.
    pub springs: Vec<Spring>,
    /// Pinches that hold them.
    pub pinches: Vec<Pinch>,
    /// How they are stepped and solved.
    pub options: Options,
}

impl MethodScene for SplineScene {
    fn boxed(&self) -> Box<dyn MethodScene> {
        Box::new(self.clone())
    }

    fn name(&self) -> &'static str {
        NAME
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn own_bodies(&self) -> Vec<String> {
        let splines = self.splines.iter().enumerate();
        splines
            .map(|(k, spline)| label("spline", spline.name.as_ref(), k))
            .collect()
    }

    fn coarsen(&mut self, factor: f64) {
        for spline in &mut self.splines {
            spline.shape.coarsen(factor);
        }
    }

    fn grip_fault(&self, grip: &Grip) -> Option<(String, &'static str)> {
        let [x, y, z] = grip_misses(grip, &self.splines)?;
        Some((
            format!(
                "it closes at 0 s and no node is in it: the nearest is at ({x:.4}, {y:.4}, {z:.4})"
            ),
            "a grip holds the nodes that lie in its shape when it closes: move it to them, or make it larger",
        ))
    }

    fn forecast(&self, _: &Plan<'_>) -> Result<Vec<Forecast>, BuildError> {
        let one = |(name, spline): (String, &Spline)| {
            let (points, laws) = (spline.shape.nodes() as u64, spline.laws());
            Forecast {
                name,
                material: None,
                summary: format!("a spline of {points} nodes ({laws})"),
                laws,
                points,
                mean_points: points as f64,
                memory: points as f64 * BYTES,
                // Nodes themselves touch obstacles.
                resolution: 0.0,
                wave_speed: None,
                warnings: Vec::new(),
            }
        };
        Ok(self
            .own_bodies()
            .into_iter()
            .zip(&self.splines)
            .map(one)
            .collect())
    }

    fn build(&self, plan: &Plan<'_>) -> Result<Box<dyn Method>, BuildError> {
        build(self, plan.world)
    }
}
