//! A run that gives up advises for the method that failed, whichever it is.

use plastica::Scene;
use plastica::simulation::Simulation;
use plastica_core::{
    Bound, Cause, Method, Observe, Part, Point, Reader, RestoreError, Selection, Step, StepBound,
    StepError, StepFailure, StepReport, World, Writer,
};
use plastica_scene::assets::Memory;
use plastica_scene::method::{BuildError, Forecast, MethodKind, MethodScene, Plan};
use std::any::Any;
use std::ops::ControlFlow;

/// A method whose steps always fail.
static KIND: MethodKind = MethodKind {
    name: "stumbling",
    doc: "Fails.",
    takes: None,
    read: |_| Some(Box::new(Stumbling)),
    advice: "a longer stick.",
    benches: &[],
};

#[derive(Clone, Debug)]
struct Stumbling;

impl MethodScene for Stumbling {
    fn boxed(&self) -> Box<dyn MethodScene> {
        Box::new(self.clone())
    }
    fn name(&self) -> &'static str {
        KIND.name
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn own_bodies(&self) -> Vec<String> {
        vec!["it".into()]
    }
    fn forecast(&self, _: &Plan<'_>) -> Result<Vec<Forecast>, BuildError> {
        Ok(Vec::new())
    }
    fn build(&self, _: &Plan<'_>) -> Result<Box<dyn Method>, BuildError> {
        Ok(Box::new(Stumbling))
    }
}

impl Method for Stumbling {
    fn name(&self) -> &'static str {
        KIND.name
    }
    fn stable_step(&self, _: &World, _: f64) -> StepBound {
        StepBound::new(1e-2, Bound::Motion)
    }
    fn step(&mut self, _: &World, step: Step) -> Result<StepReport, StepError> {
        let quantity = "velocity";
        let cause = Cause::NotFinite { quantity };
        Err(StepFailure::new(KIND.name, (step.time, step.dt), cause)
            .of_body("it")
            .of_point(7)
            .diverged())
    }
    fn observe(&self) -> Option<&dyn Observe> {
        Some(self)
    }
    fn len(&self) -> usize {
        0
    }
    fn restore(&mut self, _: &mut Reader<'_>) -> Result<(), RestoreError> {
        Ok(())
    }
}

impl Observe for Stumbling {
    fn parts(&self) -> Vec<Part> {
        vec![Part::named("it")]
    }
    fn visit(&self, _: Selection, _: &mut dyn FnMut(&Point)) {}
    fn save(&self, _: &mut Writer) {}
}

#[test]
fn giving_up_advises_for_the_method_that_failed() {
    static METHODS: &[&MethodKind] = &[&KIND];
    let text = "[scene]\nduration = 1";
    let scene = Scene::parse_by(METHODS, "test.toml", text, Memory::default()).unwrap();
    let mut simulation = Simulation::new(&scene).unwrap();
    let reason = simulation
        .next_frame(&mut |_| ControlFlow::Continue(()))
        .unwrap_err();
    // The failure is data, and its text names point, body and what may help.
    assert_eq!(reason.failure.method, "stumbling");
    assert_eq!(reason.failure.point, Some(7));
    let told = reason.to_string();
    assert!(told.contains("point 7 of \"it\""), "{told}");
    assert!(told.ends_with("What may: a longer stick."), "{told}");
}
