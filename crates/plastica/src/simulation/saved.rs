//! The state of a run as bytes.

use super::clock::{Clock, Tally};
use super::{FrameReport, Simulation};
use plastica_core::{Bound, Reader, RestoreError, StepBound, Writer};

impl Simulation {
    /// The complete state: a simulation of the same scene that takes it on goes on with the same bits.
    pub fn save(&self) -> Vec<u8> {
        let mut to = Writer::default();
        let Clock {
            time,
            frame,
            steps,
            caution,
            good,
            planned,
            tally,
        } = self.clock;
        to.f64(time);
        to.u64(frame);
        to.u64(steps);
        to.f64(caution);
        to.u64(u64::from(good));
        to.f64(planned.map_or(0.0, |step| step.dt));
        to.u64(planned.map_or(0, |step| step.by as u64));
        to.u64(tally.steps);
        to.f64(tally.shortest);
        tally.limits.iter().for_each(|count| to.u64(*count));
        to.u64(tally.failures);
        self.probes.save(&mut to);
        self.observe().save(&mut to);
        to.into_bytes()
    }

    /// Takes on a state written by [`Simulation::save`]. The scene may have other numbers and other
    /// motions, but must have the same bodies.
    pub fn restore(&mut self, state: &[u8]) -> Result<(), RestoreError> {
        let mut from = Reader::new(state);
        let mut clock = Clock {
            time: from.f64()?,
            frame: from.u64()?,
            steps: from.u64()?,
            caution: from.f64()?,
            good: u32::try_from(from.u64()?).map_err(|_| RestoreError::TooShort)?,
            planned: None,
            tally: Tally::default(),
        };
        let (dt, by) = (from.f64()?, from.u64()?);
        let by = usize::try_from(by).ok().and_then(|by| Bound::ALL.get(by));
        if let (Some(by), true) = (by, dt > 0.0) {
            clock.planned = Some(StepBound::new(dt, *by));
        }
        let tally = &mut clock.tally;
        tally.steps = from.u64()?;
        tally.shortest = from.f64()?;
        for count in &mut tally.limits {
            *count = from.u64()?;
        }
        tally.failures = from.u64()?;
        self.probes.restore(&mut from)?;
        self.method.restore(&mut from)?;
        self.clock = clock;
        self.kept = state.to_vec();
        Ok(())
    }
}

impl FrameReport {
    #[cfg(feature = "files")]
    pub(crate) fn save(&self, to: &mut Writer) {
        to.u64(self.number);
        to.f64(self.time);
        to.u64(self.steps);
        to.f64(self.shortest);
        to.u64(self.bound as u64);
        to.u64(self.failures);
        to.u64(self.probes.len() as u64);
        for probe in &self.probes {
            let name: Vec<u32> = probe.name.chars().map(u32::from).collect();
            to.u32s(&name);
            to.u64(probe.rows.len() as u64);
            probe.rows.iter().for_each(|row| to.scalars(row));
        }
    }

    #[cfg(feature = "files")]
    pub(crate) fn restore(from: &mut Reader<'_>) -> Result<Self, RestoreError> {
        let mut report = FrameReport {
            number: from.u64()?,
            time: from.f64()?,
            steps: from.u64()?,
            shortest: from.f64()?,
            bound: *(Bound::ALL.get(from.u64()? as usize)).ok_or(RestoreError::TooShort)?,
            failures: from.u64()?,
            probes: Vec::new(),
        };
        for _ in 0..from.u64()? {
            let name = from
                .u32s()?
                .into_iter()
                .filter_map(char::from_u32)
                .collect();
            let mut rows = Vec::new();
            for _ in 0..from.u64()? {
                rows.push(from.scalars()?);
            }
            report.probes.push(super::ProbeRows { name, rows });
        }
        Ok(report)
    }
}
