//! The tables of a run: the ledger, and one for each probe.

use crate::simulation::{FrameReport, Simulation};
use plastica_core::Ledger;
use plastica_io::run::TableStart;
use plastica_io::table::Position;
use plastica_io::{Cell, IoError, Mark, RunDirectory, RunFiles, Table};
use std::path::PathBuf;

const LEDGER: &[&str] = &[
    "time_s",
    "frame",
    "steps",
    "shortest_dt_s",
    "bound",
    "failures",
    "points",
    "mass_kg",
    "volume_m3",
    "kinetic_j",
    "elastic_j",
    "dissipated_j",
    "start_j",
    "work_of_gravity_j",
    "work_of_obstacles_j",
    "work_of_grips_j",
    "work_of_springs_j",
    "emitted_j",
    "friction_j",
    "damping_j",
    "left_j",
    "numerical_loss_j",
    "px_kg_m_per_s",
    "py_kg_m_per_s",
    "pz_kg_m_per_s",
    "lx_kg_m2_per_s",
    "ly_kg_m2_per_s",
    "lz_kg_m2_per_s",
    "cx_m",
    "cy_m",
    "cz_m",
    "fastest_m_per_s",
];

/// The ledger, then the tables of the probes in the order of the scene. One that is `None` is left alone.
pub(super) struct Tables {
    ledger: Option<Table>,
    probes: Vec<(String, Option<Table>)>,
}

impl Tables {
    /// Opens tables, each where it is said to begin.
    pub(super) fn open(
        directory: &RunDirectory,
        simulation: &Simulation,
        start: impl Fn(usize) -> Option<TableStart>,
    ) -> Result<Self, IoError> {
        let ledger = start(0).map(|from| directory.ledger(LEDGER, from));
        let mut probes = Vec::new();
        for (k, table) in simulation.probe_tables().into_iter().enumerate() {
            let open = |from| directory.probe(&table.name, &table.columns, from);
            let file = start(k + 1).map(open).transpose()?;
            probes.push((table.name, file));
        }
        let ledger = ledger.transpose()?;
        Ok(Tables { ledger, probes })
    }

    /// Where the tables of a simulation are.
    pub(super) fn paths(files: &RunFiles, simulation: &Simulation) -> Vec<PathBuf> {
        let probes = simulation.probe_tables().into_iter();
        let probes = probes.map(|table| files.probe(&table.name));
        [files.ledger()].into_iter().chain(probes).collect()
    }

    fn opened(&mut self) -> impl Iterator<Item = &mut Table> {
        let probes = self
            .probes
            .iter_mut()
            .filter_map(|(_, table)| table.as_mut());
        self.ledger.as_mut().into_iter().chain(probes)
    }

    /// How far each is written.
    pub(super) fn marks(&mut self) -> Vec<Mark> {
        self.opened().map(|table| table.mark()).collect()
    }

    /// Adds what a frame has brought. All of it, or after an error none: see [`Table::go_back`].
    pub(super) fn write(&mut self, report: &FrameReport, sums: &Ledger) -> Result<(), IoError> {
        let before = self.positions();
        let written = self.try_write(report, sums);
        if written.is_err() {
            self.go_back(before);
        }
        written
    }

    /// How far all are written, to go back to.
    pub(super) fn positions(&mut self) -> Vec<Position> {
        self.opened().map(|table| table.position()).collect()
    }

    /// Takes back what was added since.
    pub(super) fn go_back(&mut self, to: Vec<Position>) {
        for (table, position) in self.opened().zip(to) {
            table.go_back(position);
        }
    }

    /// Waits until all rows are on the disk.
    pub(super) fn sync(&mut self) -> Result<(), IoError> {
        self.opened().try_for_each(Table::sync)
    }

    fn try_write(&mut self, report: &FrameReport, sums: &Ledger) -> Result<(), IoError> {
        for ((name, table), probe) in self.probes.iter_mut().zip(&report.probes) {
            debug_assert_eq!(*name, probe.name);
            let Some(table) = table else { continue };
            for row in &probe.rows {
                let cells: Vec<Cell<'_>> =
                    row.iter().map(|value| Cell::maybe(Some(*value))).collect();
                table.row(&cells)?;
            }
        }
        match &mut self.ledger {
            Some(ledger) => ledger.row(&ledger_row(report, sums)),
            None => Ok(()),
        }
    }
}

fn ledger_row(report: &FrameReport, sums: &Ledger) -> Vec<Cell<'static>> {
    let mut cells = vec![
        Cell::from(report.time),
        Cell::from(report.number),
        Cell::from(report.steps),
        Cell::from(report.shortest),
        Cell::from(if report.number == 0 {
            "start"
        } else {
            report.bound.name()
        }),
        Cell::from(report.failures),
        Cell::from(sums.points),
    ];
    cells.extend([Cell::from(sums.mass), Cell::maybe(sums.volume)]);
    let energies = [
        sums.kinetic_energy,
        sums.elastic_energy,
        sums.dissipated_energy,
    ];
    cells.extend(energies.map(Cell::from));
    cells.extend(sums.works.all().map(Cell::maybe));
    cells.push(Cell::maybe(sums.numerical_loss()));
    let vectors = [sums.momentum, sums.angular_momentum, sums.centre];
    cells.extend(vectors.iter().flatten().map(|value| Cell::from(*value)));
    cells.push(Cell::from(sums.fastest));
    cells
}
