//! The keys of splines.

use super::{Finger, Spline, SplineSettings, SplineShape, Spring};
use crate::scene::motion::motion;
use crate::scene::placement::placement;
use crate::scene::reader::{
    Family, Number, Table, Variant, Varies, Varying, integer, list, name, number, reference, table,
    word,
};
use crate::scene::window::WindowKind;
use crate::units::Quantity;
use plastica_material::Value;
use plastica_material::spec::Range;
use plastica_spline::solve::Solver;
use plastica_spline::{
    Creep, Delayed, Elongation, Formulation, Fracture, FrameMotion, Measure, Nonlinear, Rule,
    Tensors, Weights, Yield,
};

/// Most nodes along an axis.
const MOST: u64 = 100_000;

/// A plain number of 0 or more that may vary.
fn weight() -> Varying {
    varying(number(Quantity::Number).not_negative())
}

fn varying(number: Number) -> Varying {
    number.varying(Varies::InSpaceAndTime)
}

pub(in crate::scene) fn spline(t: &mut Table<'_>) -> Option<Spline> {
    let name = t.maybe(
        "name",
        "Its name, for springs, fingers, grips and probes.",
        name(Family::Body),
    );
    let shape = t.need(
        "shape",
        "Its nodes at rest.",
        table("shape of a spline", |t| t.variant("shape", shapes())),
    );
    let placement = placement(t);
    let velocity = t.or(
        "velocity",
        "Initial velocity: constants or formulas of x, y, z.",
        number(Quantity::Velocity).varying(Varies::InSpace).vector(),
        "[0, 0, 0]",
    );
    let spin = t.or(
        "spin",
        "Initial angular velocity about the centre of mass, added to the velocity.",
        number(Quantity::AngularVelocity).list::<3>(),
        "[0, 0, 0]",
    );
    let density = t.or(
        "density",
        "Mass per length of a thread [kg/m], area of a surface [kg/m²] or volume of a solid [kg/m³].",
        number(Quantity::Number).positive().varying(Varies::InSpace),
        "1",
    );
    let damping = t.or(
        "damping",
        "Rate at which its motion is braked.",
        number(Quantity::Rate)
            .not_negative()
            .varying(Varies::InTime),
        "0",
    );
    let formulation = t.need(
        "energy",
        "How it resists deformation.",
        table("energy of a spline", |t| t.variant("energy", energies())),
    );
    let viscous_time = t.or(
        "viscous_time",
        "Delay of the elastic answer: a viscous force beside the elastic one (Kelvin, Voigt).",
        number(Quantity::Time)
            .not_negative()
            .varying(Varies::InTime),
        "0",
    );
    let creep = t.maybe(
        "creep",
        "How it forgets its shape with time (Maxwell; with `delayed` the four-element model).",
        table("creep of a spline", creep),
    );
    let plastic = t.maybe(
        "yield",
        "How it forgets its shape beyond a limit.",
        table("yield of a spline", plastic),
    );
    let fracture = t.maybe(
        "fracture",
        "When its fibres break.",
        table("fracture of a spline", fracture),
    );
    let cuts = t.or(
        "cuts",
        "Fibres that are cut from the start: [axis, i, j, k], the axis along which the fibre leads from the node (i, j, k), all counted from 0.",
        list(
            list(integer(0, MOST), 4, "axis, i, j, k"),
            0,
            "[axis, i, j, k]",
        ),
        "[]",
    );
    let acceleration = t.or(
        "acceleration",
        "Acceleration beside gravity: constants, formulas of x, y, z, t, or keyframes.",
        varying(number(Quantity::Acceleration)).vector(),
        "[0, 0, 0]",
    );
    Some(Spline {
        name,
        shape: shape?,
        placement: placement?,
        velocity: velocity?,
        spin: spin?,
        density: density?,
        damping: damping?,
        formulation: formulation?,
        viscous_time: viscous_time?,
        creep,
        plastic,
        fracture,
        cuts: (cuts?.iter())
            .map(|cut| std::array::from_fn(|k| cut[k] as usize))
            .collect(),
        acceleration: acceleration?,
    })
}

fn shapes() -> Vec<Variant<SplineShape>> {
    vec![
        Variant::new("line", "A straight thread.", table("`line`", line)),
        Variant::new(
            "circle",
            "A closed thread in the x–y plane, centred.",
            table("`circle`", circle),
        ),
        Variant::new(
            "sheet",
            "A rectangle across y, centred: a net, a cloth, a plate.",
            table("`sheet`", sheet),
        ),
        Variant::new(
            "lathe",
            "A profile turned about y: a vase, a tube, a ball.",
            table("`lathe`", lathe),
        ),
        Variant::new(
            "block",
            "A solid box along the axes, centred.",
            table("`block`", block),
        ),
    ]
}

fn count(t: &mut Table<'_>, key: &'static str, doc: &'static str) -> Option<usize> {
    t.need(key, doc, integer(1, MOST)).map(|n| n as usize)
}

fn line(t: &mut Table<'_>) -> Option<SplineShape> {
    let end = || number(Quantity::Length).list::<3>();
    let from = t.need("from", "Where it begins.", end());
    let to = t.need("to", "Where it ends.", end());
    let nodes = count(t, "nodes", "How many nodes.");
    Some(SplineShape::Line {
        ends: [from?, to?],
        nodes: nodes?,
    })
}

fn circle(t: &mut Table<'_>) -> Option<SplineShape> {
    let radius = t.need("radius", "Its radius.", number(Quantity::Length).positive());
    let nodes = count(t, "nodes", "How many nodes.");
    Some(SplineShape::Circle {
        radius: radius?,
        nodes: nodes?,
    })
}

fn sheet(t: &mut Table<'_>) -> Option<SplineShape> {
    let sides = number(Quantity::Length).positive().list::<2>();
    let size = t.need("size", "Its sides along x and z.", sides);
    let along_x = count(t, "nodes_x", "Nodes along x.");
    let along_z = count(t, "nodes_z", "Nodes along z.");
    let height = t.or(
        "height",
        "Its height: a constant or a formula of x and z.",
        number(Quantity::Length).varying(Varies::InSpace),
        "0",
    );
    Some(SplineShape::Sheet {
        size: size?,
        nodes: [along_x?, along_z?],
        height: height?,
    })
}

fn lathe(t: &mut Table<'_>) -> Option<SplineShape> {
    let profile = t.need(
        "profile",
        "Points of the profile from its beginning to its end: [radius, height].",
        list(number(Quantity::Length).list::<2>(), 2, "[radius, height]"),
    );
    let around = count(t, "nodes_around", "Nodes around y.");
    let along = count(t, "nodes_along", "Nodes along the profile.");
    Some(SplineShape::Lathe {
        profile: profile?,
        nodes: [around?, along?],
    })
}

fn block(t: &mut Table<'_>) -> Option<SplineShape> {
    let sides = number(Quantity::Length).positive().list::<3>();
    let size = t.need("size", "Its sides.", sides);
    let along_x = count(t, "nodes_x", "Nodes along x.");
    let along_y = count(t, "nodes_y", "Nodes along y.");
    let along_z = count(t, "nodes_z", "Nodes along z.");
    Some(SplineShape::Block {
        size: size?,
        nodes: [along_x?, along_y?, along_z?],
    })
}

fn energies() -> Vec<Variant<Formulation>> {
    vec![
        Variant::new(
            "hybrid",
            "A linear spline about a reference shape in a frame that goes along with the body: creeps, yields, stays well conditioned when stiff.",
            table("`hybrid`", hybrid),
        ),
        Variant::new(
            "primary",
            "Metric and curvature tensors: any bending and draping, nets and cloth.",
            table("`primary`", primary),
        ),
    ]
}

/// The same value along three axes.
fn all(value: Value) -> [Value; 3] {
    [value.clone(), value.clone(), value]
}

fn hybrid(t: &mut Table<'_>) -> Option<Formulation> {
    let position = t.or(
        "position",
        "Weight w₀ of displacement from the reference shape itself.",
        weight(),
        "0",
    );
    let stretch = t.or(
        "stretch",
        "Weight of first derivatives: tension per strain.",
        weight(),
        "0",
    );
    let bend = t.or(
        "bend",
        "Weight of second derivatives: moment per curvature.",
        weight(),
        "0",
    );
    let frame = t.or(
        "frame",
        "What the frame does.",
        word(
            "frame",
            &[
                (
                    "free",
                    "It goes along with each piece of the body.",
                    FrameMotion::Free,
                ),
                (
                    "fixed",
                    "It stays: turning the body deforms it.",
                    FrameMotion::Fixed,
                ),
            ],
        ),
        "\"free\"",
    );
    let (stretch, bend) = (stretch?, bend?);
    let weights = Weights {
        position: position?,
        first: all(stretch),
        second: all(bend.clone()),
        mixed: all(bend),
    };
    Some(Formulation::Hybrid {
        weights: Box::new(weights),
        frame: frame?,
    })
}

fn primary(t: &mut Table<'_>) -> Option<Formulation> {
    let stretch = t.or(
        "stretch",
        "Weight of the metric along fibres.",
        weight(),
        "0",
    );
    let shear = t.or(
        "shear",
        "Weight of the metric between fibres; 0 for a net.",
        weight(),
        "0",
    );
    let bend = t.or(
        "bend",
        "Weight of the curvature of curves and surfaces.",
        weight(),
        "0",
    );
    let bend = bend?;
    Some(Formulation::Primary(Box::new(Tensors {
        stretch: all(stretch?),
        shear: all(shear?),
        bend: all(bend.clone()),
        twist: bend,
    })))
}

fn creep(t: &mut Table<'_>) -> Option<Creep> {
    let rate = t.or(
        "rate",
        "Part of the elastic displacement that is forgotten per second; less than 0 for an effect of growth.",
        varying(number(Quantity::Rate)),
        "0",
    );
    let delayed = t.maybe(
        "delayed",
        "A part that comes with a delay and goes with it.",
        table("delayed part", |t| {
            let compliance = t.need(
                "compliance",
                "Its displacement over the elastic one, in the end.",
                number(Quantity::Number).not_negative(),
            );
            let time = t.need("time", "Its delay.", number(Quantity::Time).positive());
            Some(Delayed {
                compliance: compliance?,
                time: time?,
            })
        }),
    );
    let nonlinear = t.maybe(
        "nonlinear",
        "The rate grows with the displacement: times (|e| / length)^(exponent − 1).",
        table("nonlinear viscosity", |t| {
            let exponent = t.need("exponent", "The exponent.", at_least_one());
            let length = t.need(
                "length",
                "The displacement at which the rate is as given.",
                number(Quantity::Length).positive(),
            );
            Some(Nonlinear {
                exponent: exponent?,
                length: length?,
            })
        }),
    );
    Some(Creep {
        rate: rate?,
        nonlinear,
        delayed,
    })
}

fn at_least_one() -> Number {
    number(Quantity::Number).within(Range {
        low: 1.0,
        high: f64::INFINITY,
        low_open: false,
        high_open: true,
    })
}

fn plastic(t: &mut Table<'_>) -> Option<Yield> {
    let measure = t.or(
        "measure",
        "What reaches the limit.",
        word(
            "measure",
            &[
                (
                    "displacement",
                    "The elastic displacement |e| [m].",
                    Measure::Displacement,
                ),
                ("von-mises", "Von Mises' stress.", Measure::VonMises),
                ("tresca", "Tresca's stress.", Measure::Tresca),
            ],
        ),
        "\"displacement\"",
    );
    let limit = t.need("limit", "The limit.", weight());
    let tangent = t.or(
        "tangent",
        "Stiffness after yield over that before.",
        number(Quantity::Number).within(Range {
            low: 0.0,
            high: 1.0,
            low_open: false,
            high_open: true,
        }),
        "0",
    );
    Some(Yield {
        measure: measure?,
        limit: limit?,
        tangent: tangent?,
    })
}

fn fracture(t: &mut Table<'_>) -> Option<Fracture> {
    let limit = t.need(
        "limit",
        "The elongation at which a fibre breaks.",
        varying(number(Quantity::Number).positive()),
    );
    let spread = t.or(
        "spread",
        "How much limits differ from fibre to fibre: standard deviation over the limit.",
        number(Quantity::Number).not_negative(),
        "0",
    );
    let seed = t.or(
        "seed",
        "Which limits they are: the same seed, the same tear.",
        integer(0, u64::from(u32::MAX)),
        "0",
    );
    let rule = t.or(
        "breaks",
        "Which of the fibres beyond their limit break in a step.",
        word(
            "rule of fracture",
            &[
                ("all", "All of them.", Rule::All),
                (
                    "greatest",
                    "The one farthest beyond its own.",
                    Rule::Greatest,
                ),
            ],
        ),
        "\"all\"",
    );
    let measure = t.or(
        "measure",
        "What elongation is.",
        word(
            "measure",
            &[
                (
                    "length",
                    "Growth of a fibre's length over its length at rest.",
                    Elongation::Length,
                ),
                (
                    "difference",
                    "Difference of elastic displacement over the fibre's length at rest.",
                    Elongation::Difference,
                ),
            ],
        ),
        "\"length\"",
    );
    Some(Fracture {
        limit: limit?,
        spread: spread?,
        seed: seed?,
        rule: rule?,
        measure: measure?,
    })
}

pub(in crate::scene) fn spring(t: &mut Table<'_>) -> Option<Spring> {
    let body = t.need(
        "body",
        "The name of the spline it pulls at.",
        reference(&[Family::Body]),
    );
    let at = t.need(
        "at",
        "It is fastened to the node nearest to this place when it comes.",
        number(Quantity::Length).list::<3>(),
    );
    let stiffness = t.need(
        "stiffness",
        "Its stiffness [N/m].",
        number(Quantity::Number).not_negative(),
    );
    let length = t.or(
        "length",
        "Its length without force.",
        number(Quantity::Length).not_negative(),
        "0",
    );
    let motion = motion(t);
    let window = t.maybe(
        "window",
        "When it is there, [start, end]; without it, always.",
        WindowKind,
    );
    Some(Spring {
        body: body?,
        at: at?,
        stiffness: stiffness?,
        length: length?,
        motion: motion?,
        window,
    })
}

pub(in crate::scene) fn finger(t: &mut Table<'_>) -> Option<Finger> {
    let body = t.maybe(
        "body",
        "The name of the spline it holds; without it, all.",
        reference(&[Family::Body]),
    );
    let radius = t.need(
        "radius",
        "How far it reaches for nodes when it closes.",
        number(Quantity::Length).positive(),
    );
    let stiffness = t.maybe(
        "stiffness",
        "Stiffness of its hold on each node [N/m]; without it, the hold is firm.",
        number(Quantity::Number).positive(),
    );
    let motion = motion(t);
    let window = t.maybe(
        "window",
        "When it is closed, [start, end]; without it, always.",
        WindowKind,
    );
    Some(Finger {
        body,
        radius: radius?,
        stiffness,
        motion: motion?,
        window,
    })
}

pub(in crate::scene) fn settings(t: &mut Table<'_>) -> Option<SplineSettings> {
    let time_step = t.or(
        "time_step",
        "The longest step. Steps are stable at any length; vibrations that are faster are damped away.",
        number(Quantity::Time).positive(),
        "0.002",
    );
    let implicitness = t.or(
        "implicitness",
        "From 0.5, which keeps the energy of vibrations, to 1, which damps those that a step cannot follow.",
        number(Quantity::Number).within(Range {
            low: 0.5,
            high: 1.0,
            low_open: false,
            high_open: false,
        }),
        "1",
    );
    let solver = t.or(
        "solver",
        "How the linear systems are solved.",
        word("solver", SOLVERS),
        "\"automatic\"",
    );
    let tolerance = t.or(
        "tolerance",
        "Residual over right-hand side at which an iteration ends.",
        number(Quantity::Number).within(Range {
            low: 0.0,
            high: 1.0,
            low_open: true,
            high_open: true,
        }),
        "1e-6",
    );
    let courant = t.or(
        "courant",
        "Share of the distance to the next node that a node may move in a step.",
        number(Quantity::Number).positive(),
        "0.5",
    );
    let thickness = t.or(
        "thickness",
        "How near to obstacles nodes come: half of the body's thickness.",
        number(Quantity::Length).not_negative(),
        "0",
    );
    Some(SplineSettings {
        time_step: time_step?,
        implicitness: implicitness?,
        solver: solver?,
        tolerance: tolerance?,
        courant: courant?,
        thickness: thickness?,
    })
}

const SOLVERS: &[(&str, &str, Solver)] = &[
    (
        "automatic",
        "Chosen by size: factors for curves and not too large surfaces and solids, else multigrid; conjugate gradients where the matrix changes in every step.",
        Solver::Automatic,
    ),
    ("cholesky", "Sparse Cholesky factors.", Solver::Cholesky),
    (
        "profile",
        "Cholesky factors within the profile.",
        Solver::Profile,
    ),
    (
        "conjugate-gradients",
        "Conjugate gradients led by the inverse diagonal.",
        Solver::ConjugateGradients { jacobi: true },
    ),
    (
        "relaxation",
        "Successive over-relaxation.",
        Solver::Relaxation { omega: 1.5 },
    ),
    (
        "lines",
        "Alternating directions: one line of nodes after the other.",
        Solver::Lines,
    ),
    (
        "multigrid",
        "Conjugate gradients led by a multigrid cycle.",
        Solver::Multigrid,
    ),
];
