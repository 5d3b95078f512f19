//! Hail, a toy method: particles that fall and bounce, each for itself. All that a method needs stands in this file.

use plastica_core::{
    Bound, Method, Observe, Obstacle, Part, Point, Precision, Reader, RestoreError, Selection,
    Step, StepBound, StepError, StepReport, World, Writer,
};
use plastica_geometry::sample::Layout;
use plastica_material::spec::Range;
use plastica_particles::fill::Filled;
use plastica_particles::scene::{ParticleOptions, ParticleScene};
use plastica_scene::method::bench::{Bench, Case, Effort, Stepping};
use plastica_scene::method::{BuildError, MethodKind, Takes};
use plastica_scene::reader::{Table, number, table};
use plastica_scene::units::Quantity;
use plastica_tensor::Vec3;

/// What the method says of itself. Scenes, schema, reference page, check and messages follow from it.
pub static KIND: MethodKind = MethodKind {
    name: "hail",
    doc: "Particles that fall and bounce, each for itself.",
    takes: Some(Takes::Particles {
        sampling: Layout::Jittered,
        per_cell: false,
    }),
    read: |t| {
        let settings = t.or("hail", "How hail bounces.", table("[hail]", settings), "{}");
        settings.map(ParticleScene::boxed)
    },
    advice: "a smaller max_time_step.",
    benches: &[Bench {
        name: "shower",
        doc: "100,000 stones that fall, in steps of 1 ms.",
        options: &[],
        roofline: None,
        cases: |_, _| {
            Ok(vec![Case::new("stones", || {
                let world = World::empty([0.0, -9.81, 0.0]);
                let stones = Box::new(shower());
                Ok(Stepping::new(
                    stones,
                    world,
                    1e-3,
                    "particle",
                    Effort::steps(100),
                ))
            })])
        },
    }],
};

/// `[hail]`: its keys with ranges and defaults, once.
#[derive(Clone, Debug)]
struct Settings {
    restitution: f64,
}

fn settings(t: &mut Table<'_>) -> Option<Settings> {
    let share = Range {
        low: 0.0,
        high: 1.0,
        low_open: false,
        high_open: false,
    };
    let restitution = t.or_value(
        "restitution",
        "Part of the normal speed that a bounce leaves.",
        number(Quantity::Number).within(share),
        &0.5,
    );
    Some(Settings {
        restitution: restitution?,
    })
}

impl ParticleOptions for Settings {
    const NAME: &'static str = KIND.name;
    const PER_CELL: bool = false;

    fn build(&self, filled: Filled, _: Precision) -> Result<Box<dyn Method>, BuildError> {
        let bodies = filled.bodies;
        let stones = bodies.iter().enumerate().flat_map(|(body, filled)| {
            let stone = move |seed: &plastica_core::Seed| Stone {
                position: Vec3(seed.position),
                velocity: Vec3(seed.velocity),
                mass: seed.density * seed.volume,
                body: body as u32,
            };
            filled.seeds.iter().map(stone)
        });
        Ok(Box::new(Hail {
            restitution: self.restitution,
            names: bodies.iter().map(|body| body.name.clone()).collect(),
            stones: stones.collect(),
        }))
    }
}

#[derive(Clone, Copy)]
struct Stone {
    position: Vec3<f64>,
    velocity: Vec3<f64>,
    mass: f64,
    body: u32,
}

struct Hail {
    restitution: f64,
    names: Vec<String>,
    stones: Vec<Stone>,
}

fn shower() -> Hail {
    let stone = |k: u32| Stone {
        position: Vec3::splat(f64::from(k)),
        velocity: Vec3::zero(),
        mass: 1e-3,
        body: 0,
    };
    Hail {
        restitution: 0.5,
        names: vec!["shower".into()],
        stones: (0..100_000).map(stone).collect(),
    }
}

impl Method for Hail {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn stable_step(&self, _: &World, _: f64) -> StepBound {
        StepBound::new(1e-3, Bound::TimeStep)
    }

    fn step(&mut self, world: &World, step: Step) -> Result<StepReport, StepError> {
        let mut report = StepReport {
            collider_impulses: vec![[0.0; 3]; world.colliders.len()],
            ..StepReport::default()
        };
        let obstacles = Obstacle::all(world, step.time, step.dt)
            .map_err(|bad| bad.refuses(KIND.name, (step.time, step.dt)))?;
        for stone in &mut self.stones {
            let at = stone.position.0;
            let gravity = Vec3(std::array::from_fn(|k| world.gravity[k].at(at, step.time)));
            stone.velocity = stone.velocity + gravity.scale(step.dt);
            for obstacle in &obstacles {
                let normal = obstacle.normal(stone.position);
                let approach = (stone.velocity - obstacle.moving(stone.position)).dot(normal);
                if approach < 0.0 && obstacle.distance(stone.position) <= -approach * step.dt {
                    let change = normal.scale(-(1.0 + self.restitution) * approach);
                    stone.velocity = stone.velocity + change;
                    let sum = &mut report.collider_impulses[obstacle.index];
                    *sum = (Vec3(*sum) - change.scale(stone.mass)).0;
                }
            }
            stone.position = stone.position + stone.velocity.scale(step.dt);
        }
        Ok(report)
    }

    fn observe(&self) -> Option<&dyn Observe> {
        Some(self)
    }

    fn len(&self) -> usize {
        self.stones.len()
    }

    fn restore(&mut self, from: &mut Reader<'_>) -> Result<(), RestoreError> {
        from.section(KIND.name, 1)?;
        for stone in &mut self.stones {
            for vector in [&mut stone.position, &mut stone.velocity] {
                *vector = Vec3([from.f64()?, from.f64()?, from.f64()?]);
            }
        }
        Ok(())
    }
}

impl Observe for Hail {
    fn parts(&self) -> Vec<Part> {
        let part = |name: &String| Part {
            method: KIND.name.into(),
            ..Part::named(name)
        };
        self.names.iter().map(part).collect()
    }

    fn visit(&self, selection: Selection, visit: &mut dyn FnMut(&Point)) {
        for (id, stone) in (0..).zip(&self.stones) {
            if selection == Selection::All || selection == Selection::Id(id) {
                visit(&Point {
                    id,
                    body: stone.body,
                    position: stone.position.0,
                    velocity: stone.velocity.0,
                    mass: stone.mass,
                    volume: None,
                    cauchy: None,
                    resultant: None,
                    deformation: None,
                });
            }
        }
    }

    fn save(&self, to: &mut Writer) {
        to.section(KIND.name, 1);
        for stone in &self.stones {
            (stone.position.0.iter().chain(&stone.velocity.0)).for_each(|x| to.f64(*x));
        }
    }
}
