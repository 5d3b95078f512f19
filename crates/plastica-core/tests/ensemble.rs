//! Several methods on one clock: substeps, failures, ids, sums and saved states.

use plastica_core::{
    Bound, Cause, Ensemble, Method, Observe, Part, Point, Reader, RestoreError, Selection, Step,
    StepBound, StepError, StepFailure, StepReport, Works, World, Writer, add_work,
};

/// Points that move with a velocity of 1 m/s, in steps no longer than a bound.
struct Drifting {
    name: &'static str,
    bound: f64,
    /// Steps longer than this are too long, whatever the bound says.
    most: f64,
    places: Vec<f64>,
    steps: u64,
}

fn drifting(name: &'static str, bound: f64, count: usize) -> Drifting {
    Drifting {
        name,
        bound,
        most: bound,
        places: (0..count).map(|k| k as f64).collect(),
        steps: 0,
    }
}

impl Method for Drifting {
    fn name(&self) -> &'static str {
        self.name
    }
    fn stable_step(&self, _: &World, _: f64) -> StepBound {
        StepBound::new(self.bound, Bound::Motion)
    }
    fn step(&mut self, _: &World, step: Step) -> Result<StepReport, StepError> {
        if step.dt > self.most * (1.0 + 1e-12) {
            let cause = Cause::TooFar {
                what: "a point",
                distance: step.dt,
                most: self.most,
                unit: "m",
            };
            return Err(StepFailure::new(self.name, (step.time, step.dt), cause).too_long());
        }
        self.places.iter_mut().for_each(|place| *place += step.dt);
        self.steps += 1;
        Ok(StepReport {
            collider_impulses: vec![[step.dt, 0.0, 0.0]],
            ..StepReport::default()
        })
    }
    fn observe(&self) -> Option<&dyn Observe> {
        Some(self)
    }
    fn len(&self) -> usize {
        self.places.len()
    }
    fn restore(&mut self, from: &mut Reader<'_>) -> Result<(), RestoreError> {
        from.section(self.name, 1)?;
        self.places = from.scalars()?;
        self.steps = from.u64()?;
        Ok(())
    }
}

impl Observe for Drifting {
    fn parts(&self) -> Vec<Part> {
        vec![Part {
            method: self.name.into(),
            ..Part::named(self.name)
        }]
    }
    fn visit(&self, selection: Selection, visit: &mut dyn FnMut(&Point)) {
        for (id, place) in (0..).zip(&self.places) {
            if selection == Selection::All || selection == Selection::Id(id) {
                visit(&Point {
                    id,
                    body: 0,
                    position: [*place, 0.0, 0.0],
                    velocity: [1.0, 0.0, 0.0],
                    mass: 2.0,
                    volume: None,
                    cauchy: None,
                    resultant: None,
                    deformation: None,
                });
            }
        }
    }
    fn save(&self, to: &mut Writer) {
        to.section(self.name, 1);
        to.scalars(&self.places);
        to.u64(self.steps);
    }
}

fn pair() -> Box<dyn Method> {
    Ensemble::of(vec![
        Box::new(drifting("coarse", 0.1, 2)),
        Box::new(drifting("fine", 0.03, 3)),
    ])
}

fn world() -> World {
    World::empty([0.0; 3])
}

fn places(method: &dyn Method) -> Vec<f64> {
    let mut places = Vec::new();
    (method.observed()).visit(Selection::All, &mut |point| places.push(point.position[0]));
    places
}

#[test]
fn one_method_alone_is_no_ensemble() {
    let alone = Ensemble::of(vec![Box::new(drifting("coarse", 0.1, 2))]);
    assert_eq!(alone.name(), "coarse");
}

#[test]
fn members_take_as_many_substeps_as_they_need() {
    let mut pair = pair();
    let bound = pair.stable_step(&world(), 0.0);
    assert_eq!(bound.dt, 0.1);
    let report = pair.step(&world(), Step::new(0.0, 0.1)).unwrap();
    // Impulses of all substeps of both: 0.1 + 4 × 0.025.
    assert!((report.collider_impulses[0][0] - 0.2).abs() < 1e-15);
    for (place, start) in places(&*pair).iter().zip([0.0, 1.0, 0.0, 1.0, 2.0]) {
        assert!((place - start - 0.1).abs() < 1e-15);
    }
}

#[test]
fn a_substep_that_is_too_long_is_halved_within_the_step() {
    let mut stubborn = drifting("stubborn", 0.1, 1);
    stubborn.most = 0.02;
    let members: Vec<Box<dyn Method>> =
        vec![Box::new(drifting("coarse", 0.1, 1)), Box::new(stubborn)];
    let mut pair = Ensemble::of(members);
    pair.step(&world(), Step::new(0.0, 0.1)).unwrap();
    assert!(
        places(&*pair)
            .iter()
            .all(|place| (place - 0.1).abs() < 1e-15)
    );
}

#[test]
fn a_member_that_fails_after_another_has_stepped_has_diverged() {
    let mut broken = drifting("broken", 0.1, 1);
    broken.most = 0.0;
    let members: Vec<Box<dyn Method>> =
        vec![Box::new(drifting("coarse", 0.1, 1)), Box::new(broken)];
    let error = Ensemble::of(members)
        .step(&world(), Step::new(0.0, 0.1))
        .unwrap_err();
    assert!(matches!(&error, StepError::Diverged(_)));
    assert_eq!(error.failure().method, "broken");
}

#[test]
fn ids_are_given_once_over_all_members() {
    let pair = pair();
    let snapshot = pair.observed().snapshot();
    let followed = snapshot.followed();
    let ids: Vec<u32> = followed.iter().map(|(id, ..)| *id).collect();
    assert_eq!(ids, [0, 2, 1, 3, 5]);
    let parts: Vec<u32> = followed.iter().map(|(_, part, _)| *part).collect();
    assert_eq!(parts, [0, 0, 1, 1, 1]);
    // The same point by its id, as probes ask for it.
    for (id, part, place) in followed {
        let mut found = Vec::new();
        (pair.observed()).visit(Selection::Id(id), &mut |p| {
            found.push((p.id, p.body, p.position))
        });
        assert_eq!(found, [(id, part, place)]);
    }
    let frame = snapshot.clone().into_frame(0, 0.0);
    assert_eq!(frame.ever_made(), 5);
    let names: Vec<String> = snapshot
        .parts
        .iter()
        .map(|part| part.name.clone())
        .collect();
    assert_eq!(names, ["coarse", "fine"]);
}

#[test]
fn sums_are_over_all_members() {
    let ledger = pair().observed().ledger();
    assert_eq!((ledger.points, ledger.mass), (5, 10.0));
    assert_eq!(ledger.kinetic_energy, 5.0);
    assert_eq!(ledger.volume, None);
    assert!((ledger.centre[0] - 0.8).abs() < 1e-15);
    assert_eq!(ledger.momentum, [10.0, 0.0, 0.0]);
}

#[test]
fn a_saved_state_is_taken_on_by_the_same_members_only() {
    let mut first = pair();
    first.step(&world(), Step::new(0.0, 0.05)).unwrap();
    let mut to = Writer::default();
    first.observed().save(&mut to);
    let bytes = to.into_bytes();
    let mut second = pair();
    second.restore(&mut Reader::new(&bytes)).unwrap();
    for method in [&mut first, &mut second] {
        method.step(&world(), Step::new(0.05, 0.1)).unwrap();
    }
    assert_eq!(places(&*first), places(&*second));
    let mut other = Ensemble::of(vec![
        Box::new(drifting("fine", 0.03, 3)),
        Box::new(drifting("coarse", 0.1, 2)),
    ]);
    let refused = other.restore(&mut Reader::new(&bytes)).unwrap_err();
    assert!(refused.to_string().contains("\"coarse\""), "{refused}");
}

/// Works of several methods add up; what one of them cannot tell, nobody can.
#[test]
fn works_add_up_unless_one_is_absent() {
    let mut works = Works::none(Some(2.0));
    add_work(&mut works.gravity, 3.0);
    add_work(&mut works.friction, 1.0);
    assert_eq!(works.balance(), Some(4.0));
    assert_eq!(works.turned_over(), Some(6.0));
    let mut both = works;
    both.add(&works);
    assert_eq!((both.gravity, both.balance()), (Some(6.0), Some(8.0)));
    let untold = Works {
        grips: None,
        ..works
    };
    both.add(&untold);
    assert_eq!((both.grips, both.gravity), (None, Some(9.0)));
    assert_eq!(both.balance(), None);
    for works in [works, untold, Works::default()] {
        let mut bytes = Writer::default();
        works.save(&mut bytes);
        let bytes = bytes.into_bytes();
        assert_eq!(Works::restore(&mut Reader::new(&bytes)), Ok(works));
    }
}
