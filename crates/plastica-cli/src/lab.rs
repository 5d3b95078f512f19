//! `plastica lab`: the virtual testing machine.

use crate::{Failure, files, materials};
use plastica::lab::{self, Curve, Path, Settings, Test};
use plastica::methods::Methods;
use plastica::run::SceneFile;
use plastica::units::{self, Quantity};
use plastica_draw::plot::Plot;
use plastica_material::Recipe;
use plastica_tensor::decompose::exp_matrix;
use plastica_tensor::{Mat3, Vec3};
use serde_json::json;
use std::path::PathBuf;

/// Tests a material.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  plastica lab copper
  plastica lab \"dry sand\" --test triaxial --confining \"100 kPa\" --plot sand.png
  plastica lab scene.toml:dough --test relaxation --csv dough.csv
  plastica lab steel --test path --path strain.csv --dt 1e-4 --csv out.csv

A path file is CSV with the header t,L11,L12,L13,L21,…,L33 (velocity gradient in 1/s, held until that
row's time) or t,F11,…,F33 (deformation gradient reached at that time, linear in between), or TOML
with [[step]] tables that have time and velocity_gradient or deformation_gradient.")]
pub(crate) struct Arguments {
    /// A ready-made material, or SCENE.toml:MATERIAL.
    #[arg(value_name = "MATERIAL")]
    specimen: String,
    /// The test to run: uniaxial, uniaxial-strain, shear, pure-shear, triaxial, hydrostatic, creep,
    /// relaxation, cycle or path.
    #[arg(long, value_name = "TEST")]
    test: Option<String>,
    /// The path to follow, for --test path.
    #[arg(long, value_name = "FILE")]
    path: Option<PathBuf>,
    /// Largest strain of the test; the material decides if it is not given.
    #[arg(long, value_name = "STRAIN", allow_negative_numbers = true, value_parser = number)]
    strain: Option<f64>,
    /// Shear stress of the creep test, as "5 kPa" or in Pa.
    #[arg(long, value_name = "STRESS", allow_negative_numbers = true, value_parser = pressure)]
    stress: Option<f64>,
    /// Pressure around the specimen in the triaxial test; the material decides if it is not given.
    #[arg(long, value_name = "PRESSURE", allow_negative_numbers = true, value_parser = pressure)]
    confining: Option<f64>,
    /// Length of the test, or of each half of a creep test.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = time, default_value = "1 s")]
    duration: f64,
    /// Longest time step.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = time)]
    dt: Option<f64>,
    /// Cycles of the cyclic test.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1000))]
    cycles: u16,
    /// Turn the whole experiment about an axis (x, y, z or "1,0,1") by an angle in degrees.
    #[arg(long, num_args = 2, allow_negative_numbers = true, value_names = ["AXIS", "ANGLE"])]
    rotate: Option<Vec<String>>,
    /// Everything as JSON on stdout.
    #[arg(long)]
    json: bool,
    /// Every step of the test as CSV.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// A plot of the test.
    #[arg(long, value_name = "FILE.png")]
    plot: Option<PathBuf>,
}

fn with_unit(text: &str, quantity: Quantity) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err("it must be a finite number".into()),
        Err(_) => match units::parse(text, quantity) {
            Ok(Some(value)) if value.is_finite() => Ok(value),
            Ok(_) => Err("it is neither a number nor a number with a unit".into()),
            Err(error) => Err(error.to_string()),
        },
    }
}
fn number(text: &str) -> Result<f64, String> {
    with_unit(text, Quantity::Number)
}
fn pressure(text: &str) -> Result<f64, String> {
    with_unit(text, Quantity::Pressure)
}
pub(crate) fn length(text: &str) -> Result<f64, String> {
    with_unit(text, Quantity::Length)
}
fn time(text: &str) -> Result<f64, String> {
    with_unit(text, Quantity::Time)
}

pub(crate) fn run(arguments: &Arguments, methods: Methods) -> Result<(), Failure> {
    let recipe = specimen(&arguments.specimen, methods, arguments.json)?;
    let settings = settings(arguments)?;
    // The whole input is read before anything is measured or written.
    let test = Plan::new(arguments, &recipe)?;
    let report = lab::report(&recipe)?;
    let curve = test.map(|test| test.run(&recipe, &settings)).transpose()?;

    if let (Some(path), Some(curve)) = (&arguments.csv, &curve) {
        plastica_io::write_bytes(path, lab::csv(curve).as_bytes())?;
        crate::say!("wrote {} ({} rows)", path.display(), curve.moments.len());
    }
    if let (Some(path), Some(curve)) = (&arguments.plot, &curve) {
        let png = plot(curve)
            .png()
            .map_err(|error| Failure::Work(format!("cannot draw the plot: {error}")))?;
        plastica_io::write_bytes(path, &png)?;
        crate::say!("wrote {}", path.display());
    }
    if arguments.json {
        let curve = curve.as_ref().map(lab::curve_json);
        return files::print(&files::pretty(
            &json!({ "report": lab::report_json(&report), "curve": curve }),
        ));
    }
    let summary = curve.as_ref().map_or(String::new(), summary);
    files::print(&format!("{}{summary}", lab::report_text(&report)))
}

/// The material to test: a preset, or one of a scene.
fn specimen(text: &str, methods: Methods, json: bool) -> Result<Recipe, Failure> {
    let Some((file, material)) = text
        .rsplit_once(':')
        .filter(|(file, _)| file.ends_with(".toml"))
    else {
        return Ok(materials::find(text)?.recipe());
    };
    let scene = SceneFile::read_by(methods, file)
        .map_err(|d| Failure::Scene(Box::new(d), json))?
        .scene;
    scene.material(material).cloned().ok_or_else(|| {
        let names: Vec<String> = scene
            .materials
            .iter()
            .map(|m| format!("{:?}", m.name))
            .collect();
        Failure::Input(format!(
            "{file} has no material {material:?}; it has {}",
            names.join(", ")
        ))
    })
}

/// What to run.
enum Plan {
    Standard(Test),
    Path(Path),
}

impl Plan {
    fn new(arguments: &Arguments, recipe: &Recipe) -> Result<Option<Self>, Failure> {
        let wants_curve = arguments.csv.is_some() || arguments.plot.is_some();
        match (arguments.test.as_deref(), &arguments.path) {
            (Some("path") | None, Some(file)) => Ok(Some(Plan::Path(read_path(file)?))),
            (Some("path"), None) => Err(Failure::Input("--test path needs --path FILE".into())),
            (Some(_), Some(_)) => Err(Failure::Input("--path goes with --test path only".into())),
            (Some(name), None) => match Test::from_name(name) {
                Some(test) => Ok(Some(Plan::Standard(test))),
                None => {
                    let names: Vec<&str> = Test::ALL.iter().map(|test| test.name()).collect();
                    Err(Failure::Input(format!(
                        "there is no test {name:?}; there are {} and path",
                        names.join(", ")
                    )))
                }
            },
            (None, None) if wants_curve => {
                // Grains carry nothing in a pull.
                let has_friction = recipe
                    .flow
                    .as_ref()
                    .is_some_and(|flow| flow.law.name == "drucker-prager");
                Ok(Some(Plan::Standard(if has_friction {
                    Test::Triaxial
                } else {
                    Test::Uniaxial
                })))
            }
            (None, None) => Ok(None),
        }
    }

    fn run(&self, recipe: &Recipe, settings: &Settings) -> Result<Curve, Failure> {
        Ok(match self {
            Plan::Standard(test) => lab::run(recipe, *test, settings)?,
            Plan::Path(path) => lab::run_path(recipe, path, settings)?,
        })
    }
}

fn read_path(file: &std::path::Path) -> Result<Path, Failure> {
    let fail = |reason: String| Failure::Input(format!("{}: {reason}", file.display()));
    let size = std::fs::metadata(file)
        .map_err(|error| fail(error.to_string()))?
        .len();
    if size > plastica::scene::LARGEST_FILE {
        return Err(fail(format!(
            "{size} bytes are too many for a path (at most {})",
            plastica::scene::LARGEST_FILE
        )));
    }
    let bytes = std::fs::read(file).map_err(|error| fail(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| fail("it is not UTF-8 text".into()))?;
    let is_toml = file
        .extension()
        .is_some_and(|extension| extension == "toml");
    let path = if is_toml {
        Path::from_toml(&text)
    } else {
        Path::from_csv(&text)
    };
    path.map_err(|error| fail(error.to_string()))
}

fn settings(arguments: &Arguments) -> Result<Settings, Failure> {
    let rotation = match arguments.rotate.as_deref() {
        Some([axis, angle]) => rotation(axis, angle)?,
        _ => Mat3::identity(),
    };
    Ok(Settings {
        strain: arguments.strain,
        stress: arguments.stress,
        confining: arguments.confining,
        duration: arguments.duration,
        dt: arguments.dt,
        cycles: usize::from(arguments.cycles),
        rotation,
    })
}

fn rotation(axis: &str, angle: &str) -> Result<Mat3<f64>, Failure> {
    let direction = match axis {
        "x" => Some(Vec3::new(1.0, 0.0, 0.0)),
        "y" => Some(Vec3::new(0.0, 1.0, 0.0)),
        "z" => Some(Vec3::new(0.0, 0.0, 1.0)),
        _ => {
            let parts: Vec<f64> = axis
                .split(',')
                .filter_map(|part| part.trim().parse().ok())
                .collect();
            <[f64; 3]>::try_from(parts).ok().map(Vec3)
        }
    };
    let length = direction.map_or(0.0, Vec3::norm);
    let (Some(direction), true) = (direction, length > 0.0 && length.is_finite()) else {
        return Err(Failure::Input(format!(
            "--rotate: {axis:?} is not an axis: use x, y, z or three numbers such as 1,0,1"
        )));
    };
    let degrees: f64 = angle
        .parse()
        .ok()
        .filter(|a: &f64| a.is_finite())
        .ok_or_else(|| Failure::Input(format!("--rotate: {angle:?} is not an angle in degrees")))?;
    let w = direction.scale(degrees.to_radians() / length);
    Ok(exp_matrix(&Mat3::from_rows([
        [0.0, -w[2], w[1]],
        [w[2], 0.0, -w[0]],
        [-w[1], w[0], 0.0],
    ])))
}

/// The curve with its axes in handy units.
pub(crate) fn plot(curve: &Curve) -> Plot {
    Plot::new(format!("{} — {}", curve.material, curve.test))
        .x_axis_si(curve.x.label, curve.x.unit)
        .y_axis_si(curve.y.label, curve.y.unit)
        .line(curve.material.clone(), curve.points.iter().copied())
}

/// The end of a test in a few lines.
fn summary(curve: &Curve) -> String {
    let highest = curve
        .points
        .iter()
        .copied()
        .fold((0.0, f64::NEG_INFINITY), |best, p| {
            if p.1 > best.1 { p } else { best }
        });
    let last = curve.points.last().copied().unwrap_or_default();
    let (x, y) = (curve.x, curve.y);
    let unit = |unit: &str| {
        if unit == "1" {
            String::new()
        } else {
            format!(" {unit}")
        }
    };
    let heat = curve.moments.last().map_or(0.0, |m| m.plastic_work);
    format!(
        "\ntest {}: {} steps\n  highest {}: {:.6e}{} at {} {:.6e}{}\n  at the end: {:.6e}{} at {:.6e}{}; plastic work {heat:.6e} J/m3\n",
        curve.test,
        curve.moments.len() - 1,
        y.label,
        highest.1,
        unit(y.unit),
        x.label,
        highest.0,
        unit(x.unit),
        last.1,
        unit(y.unit),
        last.0,
        unit(x.unit),
    )
}
