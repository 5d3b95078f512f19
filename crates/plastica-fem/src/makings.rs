//! Nodes and elements of bodies, one behind the other.

use crate::build::{BuildError, MeshedBody, seed};
use crate::elements::{Elements, MASS, MeshGroup, REST, VOLUME};
use crate::force::{Exchange, Span};
use crate::incidence::Incidence;
use crate::nodes::{Nodes, quad};
use crate::observe;
use crate::options::Options;
use crate::order::along_curve;
use crate::step::Fem;
use crate::surface::Surface;
use crate::survey::survey;
use plastica_core::{Observe as _, Seed, StepError, Works};
use plastica_material::RecipeError;
use plastica_particles::{BUNDLE, ColumnsMut, Seeding};
use plastica_tensor::{Mat3, Vec3};

/// Nodes and elements under way.
#[derive(Default)]
pub(crate) struct Makings {
    pub(crate) nodes: Nodes,
    pub(crate) elements: Elements,
}

impl Makings {
    /// Adds a body: its vertices, then its elements, each in the order of a curve that fills space.
    pub(crate) fn add(
        &mut self,
        number: usize,
        body: &MeshedBody,
        mut group: MeshGroup,
    ) -> Result<MeshGroup, BuildError> {
        let mesh = &body.mesh;
        let first = self.nodes.len();
        let places: Vec<Vec3<f64>> = mesh.vertices.iter().map(|v| Vec3(*v)).collect();
        let mut node_of = vec![0; places.len()];
        for vertex in along_curve(&places) {
            node_of[vertex as usize] = self.nodes.len() as u32;
            self.nodes.ids.push(first as u32 + vertex);
            self.nodes.positions.push(quad(places[vertex as usize]));
            let velocity = Vec3(body.velocities[vertex as usize]);
            self.nodes.velocities.push(quad(velocity));
        }
        self.nodes.masses.resize(self.nodes.len(), 0.0);
        group.nodes = first..self.nodes.len();

        let centre = |e: usize| {
            let [a, b, c, d] = mesh.corners(e);
            (a + b + c + d).scale(0.25)
        };
        let centres: Vec<Vec3<f64>> = (0..mesh.elements.len()).map(centre).collect();
        let bundle = self.elements.places() / BUNDLE;
        let seeding = Seeding::<f64>::new(&group.body.recipe, 0.0);
        let fail = |error| BuildError::Material {
            body: body.name.clone(),
            error,
        };
        let seeding = seeding.map_err(fail)?;
        for e in along_curve(&centres) {
            let element = e as usize;
            let density = body.recipe.density.at(centres[element].0, 0.0);
            let axes = body.axes.get(element).copied();
            let seed = seed(
                centres[element].0,
                axes.unwrap_or(Mat3::identity()),
                mesh.element_volume(element),
                density,
            );
            (body.recipe.check_at(seed.position, 0.0)).map_err(fail)?;
            let corners = mesh.elements[element].map(|v| node_of[v as usize]);
            self.enter(&group, &seeding, corners, &seed).map_err(fail)?;
        }
        self.fill_bundle(number);
        group.bundles = bundle..self.elements.places() / BUNDLE;
        // A regular tetrahedron of edge a has the volume a³/(6√2).
        let mean = mesh.volume() / mesh.elements.len() as f64;
        group.edge = (6.0 * std::f64::consts::SQRT_2 * mean).cbrt();
        Ok(group)
    }

    /// Adds an element at rest.
    fn enter(
        &mut self,
        group: &MeshGroup,
        seeding: &Seeding<'_, f64>,
        corners: [u32; 4],
        seed: &Seed,
    ) -> Result<(), RecipeError> {
        let (mut state, _) = seeding.start(seed)?;
        let [a, b, c, d] = corners.map(|node| self.nodes.position(node as usize));
        let edges = Mat3::from_columns([b - a, c - a, d - a]);
        state.deformation = edges.inverse() * state.deformation;
        let mass = seed.density * seed.volume;
        for corner in corners {
            self.nodes.masses[corner as usize] += 0.25 * mass;
        }
        let Elements {
            corners: all,
            table,
            columns,
            ..
        } = &mut self.elements;
        let at = all.len();
        if at.is_multiple_of(BUNDLE) {
            table.resize(table.len() + BUNDLE * *columns, 0.0);
        }
        all.push(corners);
        let mut to = ColumnsMut::new(table, *columns);
        to.set(VOLUME, at, seed.volume);
        to.set(MASS, at, mass);
        to.set(REST, at, seed.volume);
        group.body.layout.store_new(&mut to, at, &state, seed);
        Ok(())
    }

    /// Fills the last bundle up with copies of its last element that have no mass.
    fn fill_bundle(&mut self, body: usize) {
        let Elements {
            corners,
            table,
            columns,
            bodies,
        } = &mut self.elements;
        let last = corners.len() - 1;
        while !corners.len().is_multiple_of(BUNDLE) {
            let at = corners.len();
            corners.push(corners[last]);
            for column in 0..*columns {
                let mut to = ColumnsMut::new(table, *columns);
                let value = to.read().get(column, last);
                to.set(column, at, value);
            }
            ColumnsMut::new(table, *columns).set(MASS, at, 0.0);
        }
        bodies.resize(corners.len() / BUNDLE, body as u32);
    }

    pub(crate) fn finish(
        self,
        options: Options,
        groups: Vec<MeshGroup>,
    ) -> Result<Fem, BuildError> {
        let Makings {
            mut nodes,
            elements,
        } = self;
        let count = nodes.len();
        nodes.forces.resize(count, [0.0; 4]);
        nodes.grip_of.resize(count, 0);
        let loose = |group: &&MeshGroup| group.nodes.clone().any(|n| nodes.masses[n] == 0.0);
        if let Some(group) = groups.iter().find(loose) {
            return Err(BuildError::Mesh {
                body: group.body.name.clone(),
                reason: "a vertex belongs to no element".into(),
            });
        }
        let speeds = (0..count).map(|node| nodes.velocity(node).norm());
        let mut fem = Fem {
            fastest: speeds.fold(0.0, f64::max),
            incidence: Incidence::new(&elements, count),
            surface: Surface::new(&elements),
            surfaces: None,
            options,
            groups,
            nodes,
            elements,
            closed: Vec::new(),
            dissipated: 0.0,
            works: Works::default(),
            now: 0.0,
            exchange: Exchange::default(),
            volumes: Vec::new(),
        };
        fem.renew_surfaces();
        fem.check_apart()?;
        let places = fem.nodes.positions.clone();
        let start = survey(&fem.elements, &places, &places, options.level, Vec::new());
        let span = Span { time: 0.0, dt: 0.0 };
        let nothing = |error: StepError| BuildError::Start(error.to_string());
        fem.respond(&places, start.volumes, span).map_err(nothing)?;
        let start = fem.ledger();
        fem.works = Works::none(observe::start_energy(&fem, &start));
        Ok(fem)
    }
}
