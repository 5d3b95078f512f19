//! `plastica materials --sheet`: six materials in the virtual lab, on one sheet.

use crate::{Failure, files};
use plastica::lab::{self, Curve, Machine, Settings, Test};
use plastica_draw::plot::{Plot, Sheet};
use plastica_material::{Recipe, catalogue};
use plastica_tensor::{Mat3, Vec3};
use std::path::Path;

/// Makes one plot of the sheet.
type Draw = fn() -> Result<Plot, Failure>;

/// Draws the sheet.
pub(crate) fn draw(path: &Path) -> Result<(), Failure> {
    let steps: [(&str, Draw); 6] = [
        ("copper, pulled and pushed", metal),
        ("sand under three pressures", sand),
        ("dough, one law at any time step", dough),
        ("putty, loaded and let go", putty),
        ("pine wood, pulled at an angle", wood),
        ("snow, packed and torn", snow),
    ];
    let mut sheet = Sheet::new("plastica — one material point in the virtual lab").columns(3);
    for (k, (what, draw)) in steps.iter().enumerate() {
        crate::say!("[{}/{}] {what}", k + 1, steps.len());
        sheet = sheet.plot(draw()?);
    }
    let png = sheet
        .png()
        .map_err(|error| Failure::Work(format!("cannot draw: {error}")))?;
    plastica_io::write_bytes(path, &png)?;
    files::print(&path.display().to_string())
}

fn preset(name: &'static str) -> Result<Recipe, Failure> {
    catalogue::preset(name)
        .map(|preset| preset.recipe())
        .ok_or_else(|| Failure::Work(format!("the preset {name:?} is missing")))
}

fn test(recipe: &Recipe, test: Test, settings: &Settings) -> Result<Curve, Failure> {
    Ok(lab::run(recipe, test, settings)?)
}

fn frame(title: &str, curve: &Curve) -> Plot {
    Plot::new(title)
        .x_axis_si(curve.x.label, curve.x.unit)
        .y_axis_si(curve.y.label, curve.y.unit)
}

fn metal() -> Result<Plot, Failure> {
    let copper = preset("copper")?;
    let curve = test(
        &copper,
        Test::Cyclic,
        &Settings {
            strain: Some(0.02),
            cycles: 2,
            ..Settings::default()
        },
    )?;
    Ok(frame("Copper: two cycles, hardening", &curve).line("copper", curve.points.iter().copied()))
}

fn sand() -> Result<Plot, Failure> {
    let sand = preset("dry sand")?;
    let mut plot = None;
    for (pressure, name) in [
        (500.0, "0.5 kPa around it"),
        (1000.0, "1 kPa"),
        (2000.0, "2 kPa"),
    ] {
        let settings = Settings {
            confining: Some(pressure),
            strain: Some(0.03),
            ..Settings::default()
        };
        let curve = test(&sand, Test::Triaxial, &settings)?;
        let points = curve.points.clone();
        plot = Some(
            plot.unwrap_or_else(|| frame("Dry sand: strength grows with pressure", &curve))
                .line(name, points),
        );
    }
    plot.ok_or(Failure::Unread)
}

/// The same relaxation in one, ten and four hundred steps.
fn dough() -> Result<Plot, Failure> {
    let dough = preset("bread dough")?;
    let settings = |steps: f64| Settings {
        strain: Some(0.6),
        duration: 1.0,
        dt: Some(1.0 / steps),
        ..Settings::default()
    };
    let fine = test(&dough, Test::Relaxation, &settings(400.0))?;
    let mut plot = frame("Bread dough: the same at any time step", &fine)
        .line("400 steps", fine.points[1..].iter().copied());
    for (steps, name) in [(10.0, "10 steps"), (1.0, "1 step")] {
        let curve = test(&dough, Test::Relaxation, &settings(steps))?;
        plot = plot.dots(name, curve.points[2..].iter().copied());
    }
    Ok(plot)
}

fn putty() -> Result<Plot, Failure> {
    let putty = preset("silly putty")?;
    let curve = test(
        &putty,
        Test::Creep,
        &Settings {
            duration: 2.0,
            stress: Some(1e3),
            ..Settings::default()
        },
    )?;
    Ok(
        frame("Silly putty: springs, creeps, recovers a part", &curve)
            .line("1 kPa for 2 s, then none", curve.points.iter().copied()),
    )
}

/// Young's modulus against the angle between pull and grain: measured, and in closed form.
fn wood() -> Result<Plot, Failure> {
    let wood = preset("pine wood")?;
    let pull = |degrees: f64| -> Result<f64, Failure> {
        let (s, c) = degrees.to_radians().sin_cos();
        // The grain is the material's z; the pull is along x.
        let axes = Mat3::from_columns([
            Vec3::new(s, -c, 0.0),
            Vec3::new(0.0, 0.0, -1.0),
            Vec3::new(c, s, 0.0),
        ]);
        let mut machine = Machine::new(&Recipe {
            flow: None,
            map: None,
            ..wood.clone()
        })?
        .with_specimen_axes(&axes)?;
        let free = lab::Grip::Stress(0.0);
        machine.hold(&[lab::Grip::Rate(1e-6), free, free, free, free, free], 1.0)?;
        Ok(machine.stress().xx / 1e-6)
    };
    let angles = |step: usize| (0..=90).step_by(step).map(|a| a as f64);
    let measured: Vec<(f64, f64)> = angles(10)
        .map(|a| Ok((a, pull(a)?)))
        .collect::<Result<_, Failure>>()?;
    let curve =
        OffAxis::of(&wood).map(|law| angles(1).map(|a| (a, law.modulus(a))).collect::<Vec<_>>());
    let mut plot = Plot::new("Pine wood: stiffness by angle to the grain")
        .x_axis("angle between pull and grain", "deg")
        .y_axis_si("Young's modulus", "Pa");
    if let Some(points) = curve {
        plot = plot.line("closed form", points);
    }
    Ok(plot.dots("measured in the lab", measured))
}

/// 1/E = c⁴/E∥ + (1/G − 2ν/E∥) s²c² + s⁴/E⊥ in the plane of the grain (z) and x.
struct OffAxis {
    along: f64,
    across: f64,
    /// ν of contraction across for a stretch along, over E along.
    coupling: f64,
    shear: f64,
}

impl OffAxis {
    fn of(recipe: &Recipe) -> Option<Self> {
        let value = |name: &str, k: usize| {
            recipe
                .elastic
                .law
                .offset_of(name)
                .map(|at| recipe.elastic.values[at + k].at([0.0; 3], 0.0))
        };
        match recipe.elastic.law.name {
            "orthotropic" => Some(OffAxis {
                along: value("young_modulus", 2)?,
                across: value("young_modulus", 0)?,
                coupling: value("poisson_ratio", 1)? / value("young_modulus", 0)?,
                shear: value("shear_modulus", 1)?,
            }),
            "transverse" => Some(OffAxis {
                along: value("young_along", 0)?,
                across: value("young_across", 0)?,
                coupling: value("poisson_along", 0)? / value("young_along", 0)?,
                shear: value("shear_along", 0)?,
            }),
            _ => None,
        }
        .filter(|law| law.shear > 0.0)
    }
    fn modulus(&self, degrees: f64) -> f64 {
        let (s, c) = degrees.to_radians().sin_cos();
        1.0 / (c.powi(4) / self.along
            + (1.0 / self.shear - 2.0 * self.coupling) * s * s * c * c
            + s.powi(4) / self.across)
    }
}

fn snow() -> Result<Plot, Failure> {
    let snow = preset("packed snow")?;
    let squeezed = test(
        &snow,
        Test::UniaxialStrain,
        &Settings {
            strain: Some(0.06),
            ..Settings::default()
        },
    )?;
    let mut plot = frame("Packed snow: tears soon, packs hard", &squeezed)
        .line("pulled", squeezed.points.iter().copied());
    // The standard test pulls; pushing is the same path backwards.
    let path =
        lab::Path::from_csv("t,L11,L12,L13,L21,L22,L23,L31,L32,L33\n1,-0.2,0,0,0,0,0,0,0,0\n")?;
    let pushed = lab::run_path(&snow, &path, &Settings::default())?;
    plot = plot.line(
        "pushed",
        pushed.moments.iter().map(|m| (m.hencky().xx, m.cauchy.xx)),
    );
    Ok(plot)
}
