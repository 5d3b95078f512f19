//! Draws synthetic frames into the directory given: a heap of sand, dough that drops, metal among
//! obstacles, snow, colours by a quantity, a film of a fall. Prints how long each picture took.
//!
//! `cargo run --release -p plastica-draw --example stage -- /tmp/pictures [words of names, such as sand or dough-Show]`

use plastica_core::{Attribute, Frame, Values};
use plastica_draw::render::{
    Backdrop, Camera, ColourBy, Extent, Mesh, Obstacle, Quality, RenderScene, Style, render,
};
use plastica_draw::sheet::{contact_sheet, gif};
use std::path::Path;
use std::time::Instant;

mod gallery;

use gallery::Outcome;

fn main() -> Outcome<()> {
    gallery::draw(("film", film), &SCENES, |scene| Ok(scene()?))
}

/// A star of dough falls: a contact sheet and an animation.
fn film(out: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let start = Instant::now();
    let moments: Vec<f64> = (0..12).map(|k| f64::from(k) / 60.0).collect();
    let frames = moments.iter().map(|time| {
        let fallen = 0.5 * 9.81 * time * time;
        Frame {
            time: *time,
            ..frame(star([0.0, 0.24 - fallen, 0.0], 0.1, 0.006), "clay")
        }
    });
    let frames: Vec<Frame> = frames.collect();
    let extent = frames
        .iter()
        .map(Extent::of)
        .fold(Extent::EMPTY, Extent::and);
    let camera = Camera::frame_all(extent, 16.0 / 9.0);
    let pictures = frames.iter().map(|frame| {
        let stage = RenderScene::new(frame, &titled("Clay"))?.obstacle(FLOOR);
        render(&stage, &camera, (480, 270), Quality::Preview)
    });
    let pictures = pictures.collect::<Result<Vec<_>, _>>()?;
    println!("film: 12 pictures {:.2?}", start.elapsed());
    std::fs::write(
        out.join("sheet.png"),
        contact_sheet(&pictures, 4, "A fall")?.png()?,
    )?;
    let start = Instant::now();
    std::fs::write(out.join("film.gif"), gif(&pictures, 20.0)?)?;
    println!("film: animation {:.2?}", start.elapsed());
    Ok(())
}

type Scene = fn() -> Result<(RenderScene, Extent), plastica_draw::DrawError>;

const SCENES: [(&str, Scene); 7] = [
    ("sand", sand),
    ("dough", dough),
    ("obstacles", obstacles),
    ("snow", snow),
    ("height", height),
    ("spheres", spheres),
    ("skin", skin),
];

const FLOOR: Obstacle = Obstacle::HalfSpace {
    point: [0.0; 3],
    normal: [0.0, 1.0, 0.0],
};

/// Points on a jittered lattice where a function is negative, in a box.
fn filled(
    extent: Extent,
    spacing: f64,
    jitter: f64,
    inside: impl Fn([f64; 3]) -> bool,
) -> Vec<[f64; 3]> {
    let mut seed = 1_u64;
    let mut random = || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as f64 / (1_u64 << 31) as f64 - 0.5
    };
    let count = |k: usize| ((extent.high[k] - extent.low[k]) / spacing).ceil() as i32;
    let mut points = Vec::new();
    for i in 0..count(0) {
        for j in 0..count(1) {
            for k in 0..count(2) {
                let cell = [i, j, k].map(f64::from);
                let p = std::array::from_fn(|a| {
                    extent.low[a] + (cell[a] + 0.5 + jitter * random()) * spacing
                });
                if inside(p) {
                    points.push(p);
                }
            }
        }
    }
    points
}

fn box_of(low: [f64; 3], high: [f64; 3]) -> Extent {
    Extent { low, high }
}

fn frame(points: Vec<[f64; 3]>, material: &str) -> Frame {
    Frame {
        time: 0.42,
        positions: points,
        materials: vec![material.into()],
        ..Frame::default()
    }
}

fn titled(title: &str) -> Style {
    Style {
        title: title.into(),
        ..Style::default()
    }
}

fn heap(spacing: f64) -> Vec<[f64; 3]> {
    let around = box_of([-0.3, 0.0, -0.3], [0.3, 0.2, 0.3]);
    filled(around, spacing, 0.9, |[x, y, z]| {
        let r = x.hypot(z);
        let wobble = 0.012 * ((7.0 * z.atan2(x)).sin() + (23.0 * x).sin());
        y < 0.62 * (0.27 + wobble - r) - 0.02 * (-r / 0.05).exp()
    })
}

fn sand() -> Result<(RenderScene, Extent), plastica_draw::DrawError> {
    let frame = frame(heap(0.0058), "dry sand");
    println!("{} grains", frame.positions.len());
    let stage = RenderScene::new(&frame, &titled("Column collapse: dry sand"))?.obstacle(FLOOR);
    Ok((stage, Extent::of(&frame)))
}

fn star(centre: [f64; 3], radius: f64, spacing: f64) -> Vec<[f64; 3]> {
    let reach = [1.3 * radius, 0.35 * radius, 1.3 * radius];
    let around = box_of(
        std::array::from_fn(|k| centre[k] - reach[k]),
        std::array::from_fn(|k| centre[k] + reach[k]),
    );
    filled(around, spacing, 0.8, |p| {
        let [x, y, z] = std::array::from_fn(|k| p[k] - centre[k]);
        let rim = radius * (1.0 + 0.28 * (5.0 * z.atan2(x)).cos());
        let r = x.hypot(z) / rim;
        r < 1.0 && y.abs() < 0.3 * radius * (1.0 - r * r * r * r).sqrt()
    })
}

fn dough() -> Result<(RenderScene, Extent), plastica_draw::DrawError> {
    let mut points = star([0.0, 0.12, 0.0], 0.1, 0.0042);
    let lying = filled(
        box_of([-0.25, 0.0, -0.12], [0.1, 0.06, 0.25]),
        0.0042,
        0.8,
        |[x, y, z]| {
            let r = ((x + 0.1) / 0.11).hypot((z - 0.09) / 0.09);
            r < 1.0 && y < 0.05 * (1.0 - r.powi(4)).sqrt()
        },
    );
    points.extend(lying);
    points.extend([[0.15, 0.002, 0.1], [0.16, 0.002, 0.12], [-0.02, 0.3, 0.0]]);
    println!("{} points of dough", points.len());
    let frame = frame(points, "bread dough");
    let stage = RenderScene::new(&frame, &titled("Bread dough"))?.obstacle(FLOOR);
    Ok((stage, Extent::of(&frame)))
}

fn obstacles() -> Result<(RenderScene, Extent), plastica_draw::DrawError> {
    let spacing = 0.006;
    let bodies = [
        filled(
            box_of([-0.2, 0.15, -0.05], [-0.08, 0.27, 0.07]),
            spacing,
            0.5,
            |_| true,
        ),
        filled(
            box_of([-0.05, 0.0, 0.05], [0.12, 0.17, 0.22]),
            spacing,
            0.5,
            |[x, y, z]| (x - 0.035).hypot(z - 0.135) < 0.06 + 0.015 * (40.0 * y).sin() && y < 0.15,
        ),
        filled(
            box_of([0.12, 0.0, -0.15], [0.3, 0.2, 0.05]),
            spacing,
            0.5,
            |[x, y, z]| {
                ((x - 0.2) / 0.07).powi(2)
                    + ((y - 0.05) / 0.06).powi(2)
                    + ((z + 0.05) / 0.07).powi(2)
                    < 1.0
                    && y > 0.0
            },
        ),
        filled(
            box_of([-0.3, 0.0, 0.1], [-0.1, 0.1, 0.3]),
            spacing,
            0.5,
            |[x, y, z]| ((x + 0.2).hypot(z - 0.2) - 0.06).hypot(y - 0.025) < 0.025,
        ),
    ];
    let names = ["modelling clay", "copper", "rubber", "steel"];
    let material: Vec<u32> = (0..)
        .zip(&bodies)
        .flat_map(|(k, b)| vec![k; b.len()])
        .collect();
    let frame = Frame {
        time: 1.25,
        positions: bodies.concat(),
        attributes: vec![Attribute {
            name: "material".into(),
            unit: "1".into(),
            components: 1,
            values: Values::U32(material),
        }],
        materials: names.map(String::from).to_vec(),
        ..Frame::default()
    };
    let (s, c) = 0.4_f64.sin_cos();
    let ramp = Mesh::cuboid([0.09, 0.05, 0.08]).posed(
        [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]],
        [-0.14, 0.05, 0.02],
    );
    let stage = RenderScene::new(&frame, &titled("Clay, copper, rubber, steel"))?
        .obstacle(FLOOR)
        .obstacle(Obstacle::Mesh(ramp))
        .obstacle(Obstacle::Ball {
            centre: [0.02, 0.06, -0.14],
            radius: 0.06,
        });
    let extent = stage.extent();
    Ok((stage, extent))
}

fn snow() -> Result<(RenderScene, Extent), plastica_draw::DrawError> {
    let ball = filled(
        box_of([-0.2, 0.0, -0.2], [0.2, 0.4, 0.2]),
        0.008,
        0.9,
        |[x, y, z]| {
            let lump = 0.012 * ((31.0 * x).sin() + (37.0 * y).sin() + (29.0 * z).sin());
            (x * x + (y - 0.17).powi(2) + z * z).sqrt() < 0.16 + lump
        },
    );
    let frame = frame(ball, "packed snow");
    println!("{} points of snow", frame.positions.len());
    let style = Style {
        backdrop: Backdrop::Slate,
        ..titled("Snowball")
    };
    let stage = RenderScene::new(&frame, &style)?.obstacle(FLOOR);
    Ok((stage, Extent::of(&frame)))
}

fn height() -> Result<(RenderScene, Extent), plastica_draw::DrawError> {
    let mut points = heap(0.009);
    let grains = points.len();
    points.extend(star([0.1, 0.27, 0.0], 0.09, 0.005));
    let of = |f: fn(bool) -> u32| (0..points.len()).map(|i| f(i >= grains)).collect();
    let heights = points.iter().map(|p| p[1] as f32).collect();
    let attribute = |name: &str, unit, values| Attribute {
        name: name.into(),
        unit,
        components: 1,
        values,
    };
    let frame = Frame {
        time: 0.1,
        attributes: vec![
            attribute("height", "m".into(), Values::F32(heights)),
            attribute("material", "1".into(), Values::U32(of(u32::from))),
        ],
        materials: vec!["dry sand".into(), "bread dough".into()],
        positions: points,
        ..Frame::default()
    };
    let style = Style {
        colour_by: Some(ColourBy::attribute("height")),
        ..titled("Dough falls on sand")
    };
    let stage = RenderScene::new(&frame, &style)?.obstacle(FLOOR);
    Ok((stage, Extent::of(&frame)))
}

/// 100 000 points, the measure of speed.
fn cube(material: &str) -> Frame {
    let side = 0.4;
    let spacing = side / 46.4;
    let points = filled(box_of([0.0; 3], [side; 3]), spacing, 0.9, |_| true);
    println!("{} points", points.len());
    frame(points, material)
}

fn spheres() -> Result<(RenderScene, Extent), plastica_draw::DrawError> {
    let frame = cube("gravel");
    let stage = RenderScene::new(&frame, &titled("100 000 balls"))?.obstacle(FLOOR);
    Ok((stage, Extent::of(&frame)))
}

fn skin() -> Result<(RenderScene, Extent), plastica_draw::DrawError> {
    let frame = cube("rubber");
    let stage = RenderScene::new(&frame, &titled("The skin of 100 000 points"))?.obstacle(FLOOR);
    Ok((stage, Extent::of(&frame)))
}
