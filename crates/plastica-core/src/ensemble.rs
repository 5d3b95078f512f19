//! Several methods in one world, on one clock.
//!
//! Every member goes through the ensemble's step in as many substeps of its own as it needs, so that a stiff body does not
//! force its step on a soft one. Members do not feel each other yet: contact between them will be an exchange of
//! impulses between surfaces before the members step.

use crate::bound::{Bound, StepBound};
use crate::bytes::{Reader, RestoreError, Writer};
use crate::failure::StepError;
use crate::ledger::Ledger;
use crate::method::{Method, Observe, Step, StepReport};
use crate::point::{Point, Selection};
use crate::snapshot::{Part, Snapshot};
use crate::world::World;

/// How often a substep that is too long is halved.
const HALVINGS: u32 = 24;
/// Version of the saved layout.
const LAYOUT: u64 = 1;

/// Methods that step together.
pub struct Ensemble {
    members: Vec<Box<dyn Method>>,
}

impl Ensemble {
    /// An ensemble of methods. A single one stays alone: it steps, saves and restores as it would by itself.
    pub fn of(mut members: Vec<Box<dyn Method>>) -> Box<dyn Method> {
        if members.len() == 1 {
            return members.remove(0);
        }
        Box::new(Ensemble { members })
    }

    /// The id that a member's point has among all.
    fn id(&self, member: usize, id: u32) -> u32 {
        // Ids are given by members as points appear, so the numbers of members are woven into them.
        id * self.members.len() as u32 + member as u32
    }
}

impl Method for Ensemble {
    fn name(&self) -> &'static str {
        "ensemble"
    }

    /// The largest of the members' steps: those with smaller ones take several.
    fn stable_step(&self, world: &World, time: f64) -> StepBound {
        let steps = self.members.iter().filter(|member| !member.is_empty());
        let steps = steps.map(|member| member.stable_step(world, time));
        steps
            .reduce(|a, b| if b.dt > a.dt { b } else { a })
            .unwrap_or(StepBound::new(f64::INFINITY, Bound::Frame))
    }

    fn step(&mut self, world: &World, step: Step) -> Result<StepReport, StepError> {
        let mut report = StepReport::default();
        for (k, member) in self.members.iter_mut().enumerate() {
            let taken = substeps(&mut **member, world, step, &mut report);
            // The members before it have moved already.
            taken.map_err(|error| if k > 0 { error.after_changes() } else { error })?;
        }
        Ok(report)
    }

    fn observe(&self) -> Option<&dyn Observe> {
        let whole = self.members.iter().all(|member| member.observe().is_some());
        whole.then_some(self)
    }

    fn len(&self) -> usize {
        self.members.iter().map(|member| member.len()).sum()
    }

    fn restore(&mut self, from: &mut Reader<'_>) -> Result<(), RestoreError> {
        from.section("ensemble", LAYOUT)?;
        let saved = from.u64()?;
        if saved != self.members.len() as u64 {
            let here = self.members.len();
            return Err(RestoreError::Different(format!(
                "it has {saved} methods where this scene has {here}"
            )));
        }
        let mut members = self.members.iter_mut();
        members.try_for_each(|member| member.restore(from))
    }
}

/// Takes a member through a step, in equal parts that it can take; the last one ends at the step's end, so that the
/// member can be observed there.
fn substeps(
    member: &mut dyn Method,
    world: &World,
    step: Step,
    report: &mut StepReport,
) -> Result<(), StepError> {
    let mut time = step.time;
    let mut share = 1.0;
    let mut halvings = 0;
    while step.end() - time > 1e-9 * step.dt {
        let left = step.end() - time;
        let bound = share * member.stable_step(world, time).dt;
        let count = (left / bound).ceil().max(1.0);
        let dt = left / count;
        // The step after this one has the same length unless the bound changes: not known, so not fused.
        match member.step(world, Step::new(time, dt)) {
            Ok(taken) => {
                report.add(&taken);
                time = if count == 1.0 { step.end() } else { time + dt };
                share = f64::min(1.0, 1.1 * share);
                halvings = 0;
            }
            Err(StepError::TooLong(_)) if halvings < HALVINGS => {
                share *= 0.5 * (dt / bound).min(1.0);
                halvings += 1;
            }
            Err(error) if time > step.time => return Err(error.after_changes()),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

impl Observe for Ensemble {
    fn snapshot(&self) -> Snapshot {
        let mut all = Snapshot::default();
        for (k, member) in self.members.iter().enumerate() {
            let mut own = member.observed().snapshot();
            own.renumber(|id| self.id(k, id));
            all.append(own);
        }
        all
    }

    fn parts(&self) -> Vec<Part> {
        let members = self.members.iter();
        members
            .flat_map(|member| member.observed().parts())
            .collect()
    }

    fn ledger(&self) -> Ledger {
        let members = self.members.iter();
        let sums = members.map(|member| member.observed().ledger());
        let joined = sums.reduce(|mut all, member| {
            all.add(&member);
            all
        });
        joined.unwrap_or_default()
    }

    fn visit(&self, selection: Selection, visit: &mut dyn FnMut(&Point)) {
        let count = self.members.len() as u32;
        let mut first = 0;
        for (k, member) in self.members.iter().enumerate() {
            let part = first;
            first += member.observed().parts().len() as u32;
            let own = match selection {
                Selection::All => Selection::All,
                Selection::Id(id) if id % count == k as u32 => Selection::Id(id / count),
                Selection::Id(_) => continue,
            };
            member.observed().visit(own, &mut |point| {
                visit(&Point {
                    id: self.id(k, point.id),
                    body: part + point.body,
                    ..*point
                });
            });
        }
    }

    fn save(&self, to: &mut Writer) {
        to.section("ensemble", LAYOUT);
        to.u64(self.members.len() as u64);
        for member in &self.members {
            member.observed().save(to);
        }
    }
}
