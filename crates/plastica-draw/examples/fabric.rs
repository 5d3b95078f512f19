//! Draws frames of cells into the directory given: a net over a ball, a torn sheet, a vase, a twisted block, ropes,
//! colours by a quantity, a film. Prints how long each picture took.
//!
//! `cargo run --release -p plastica-draw --example fabric -- /tmp/pictures [words of names, such as net or vase-Show]`

use plastica_core::{Attribute, Cells, Frame, Values};
use plastica_draw::render::{
    Backdrop, Camera, ColourBy, Extent, Obstacle, Quality, RenderScene, Style, render,
};
use plastica_draw::sheet::{contact_sheet, gif};
use std::f64::consts::{PI, TAU};
use std::path::Path;
use std::time::Instant;

mod gallery;

use gallery::Outcome;

fn main() -> Outcome<()> {
    gallery::draw(("waving", film), &SCENES, |scene| {
        let (frame, style, obstacles) = scene();
        let mut stage = RenderScene::new(&frame, &style)?;
        for obstacle in obstacles {
            stage = stage.obstacle(obstacle);
        }
        let extent = stage.extent();
        Ok((stage, extent))
    })
}

type Scene = fn() -> (Frame, Style, Vec<Obstacle>);

const SCENES: [(&str, Scene); 10] = [
    ("net", net),
    ("close", close),
    ("torn", torn),
    ("vase", vase),
    ("block", block),
    ("ropes", ropes),
    ("heights", heights),
    ("fine-net", fine_net),
    ("sheet", sheet),
    ("triangles", triangles),
];

const FLOOR: Obstacle = Obstacle::HalfSpace {
    point: [0.0; 3],
    normal: [0.0, 1.0, 0.0],
};

fn titled(title: &str) -> Style {
    Style {
        title: title.into(),
        ..Style::default()
    }
}

fn frame(positions: Vec<[f64; 3]>, cells: Cells, material: &str) -> Frame {
    Frame {
        time: 0.42,
        positions,
        cells,
        materials: vec![material.into()],
        ..Frame::default()
    }
}

/// The points of a grid of n × m meshes, from parts of its sides.
fn grid(n: u32, m: u32, place: impl Fn(f64, f64) -> [f64; 3]) -> Vec<[f64; 3]> {
    let part = |k: u32, of: u32| f64::from(k) / f64::from(of);
    (0..=m)
        .flat_map(|j| (0..=n).map(move |i| (i, j)))
        .map(|(i, j)| place(part(i, n), part(j, m)))
        .collect()
}

/// Two triangles for each mesh of a grid; the upper side is where i turns to j clockwise.
fn surface(n: u32, m: u32) -> Vec<[u32; 3]> {
    let at = |i: u32, j: u32| j * (n + 1) + i;
    let mut triangles = Vec::new();
    for (i, j) in (0..m).flat_map(|j| (0..n).map(move |i| (i, j))) {
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        // In turn, so that no direction is preferred.
        triangles.extend(match (i + j) % 2 {
            0 => [[a, c, b], [a, d, c]],
            _ => [[a, d, b], [b, d, c]],
        });
    }
    triangles
}

/// The sides of all meshes of a grid.
fn strings(n: u32, m: u32) -> Vec<[u32; 2]> {
    let at = |i: u32, j: u32| j * (n + 1) + i;
    let rows = (0..=m).flat_map(|j| (0..n).map(move |i| [at(i, j), at(i + 1, j)]));
    let columns = (0..=n).flat_map(|i| (0..m).map(move |j| [at(i, j), at(i, j + 1)]));
    rows.chain(columns).collect()
}

/// A square cloth as it would hang over a ball of radius 0.3 m: on it, down from it in folds, along the floor.
fn draped(u: f64, v: f64) -> [f64; 3] {
    const R: f64 = 0.3;
    const SIDE: f64 = 1.5;
    const LEAVES: f64 = 1.45;
    let (x, z) = (SIDE * (u - 0.5), SIDE * (v - 0.5));
    let (s, angle) = (x.hypot(z), z.atan2(x));
    let on = (s / R).min(LEAVES);
    let below = (s - on * R).max(0.0);
    let drop = R + R * on.cos() - 0.006;
    let folds = below.min(drop);
    let fold = 0.16 * folds * (8.0 * angle).cos() + 0.12 * folds;
    // Down, round a bend onto the floor, and away.
    const BEND: f64 = 0.05;
    let turn = ((below - (drop - BEND)) / BEND).clamp(0.0, 0.5 * PI);
    let away = (below - (drop - BEND) - 0.5 * PI * BEND).max(0.0);
    let down = below.min(drop - BEND) + BEND * turn.sin();
    let r = 1.01 * R * on.sin() + fold + BEND * (1.0 - turn.cos()) + away;
    [r * angle.cos(), 0.006 + drop - down, r * angle.sin()]
}

const BALL: Obstacle = Obstacle::Ball {
    centre: [0.0, 0.3, 0.0],
    radius: 0.296,
};

fn net() -> (Frame, Style, Vec<Obstacle>) {
    let n = 44;
    let cells = Cells {
        lines: strings(n, n),
        ..Cells::default()
    };
    let frame = frame(grid(n, n, draped), cells, "hemp string");
    (
        frame,
        titled("A net of string over a ball"),
        vec![FLOOR, BALL],
    )
}

/// A few meshes, seen from near.
fn close() -> (Frame, Style, Vec<Obstacle>) {
    let n = 7;
    let cells = Cells {
        lines: strings(n, n),
        ..Cells::default()
    };
    let sagging = |u: f64, v: f64| {
        let bowl = (PI * u).sin() * (PI * v).sin();
        [u - 0.5, 0.4 - 0.3 * bowl, v - 0.5]
    };
    let frame = frame(grid(n, n, sagging), cells, "string");
    (frame, titled("String"), vec![FLOOR])
}

/// As fine as the sheets of the measure of speed.
fn fine_net() -> (Frame, Style, Vec<Obstacle>) {
    let cells = Cells {
        lines: strings(180, 127),
        ..Cells::default()
    };
    let frame = frame(grid(180, 127, draped), cells, "hemp string");
    (frame, titled("A fine net"), vec![FLOOR, BALL])
}

/// A hanging cloth with ripples, whose free corner curls up.
fn rippled(u: f64, v: f64) -> [f64; 3] {
    let (x, z) = (1.0 * (u - 0.5), 0.7 * (v - 0.5));
    let wave = 0.022 * (11.0 * u + 3.0 * v).sin() * (0.4 + u) + 0.012 * (9.0 * v - 4.0 * u).cos();
    // Beyond a line across the corner the cloth is rolled up.
    let (dx, dz) = (0.8, 0.6);
    let beyond = (dx * x + dz * z - 0.38).max(0.0);
    let turn = beyond / 0.085;
    let along = 0.085 * turn.sin() - beyond;
    let up = 0.085 * (1.0 - turn.cos());
    [x + dx * along, 0.18 + wave + up, z + dz * along]
}

fn torn() -> (Frame, Style, Vec<Obstacle>) {
    let (n, m) = (180, 127);
    let mut places = grid(n, m, rippled);
    let mut faces = surface(n, m);
    // The cloth is cut in the middle of its front edge: points of the cut are there twice, and drawn apart.
    let (column, tip) = (95, 40);
    let at = |i: u32, j: u32| j * (n + 1) + i;
    for j in tip + 1..=m {
        let gap = f64::from(j - tip) / f64::from(m - tip);
        let ragged = 0.007 * (f64::from(j) * 0.9).sin() * (f64::from(j) * 0.37).cos() * gap;
        let own = at(column, j);
        let twin = places.len() as u32;
        places.push(places[own as usize]);
        for face in &mut faces {
            let right = face.iter().all(|v| v % (n + 1) >= column || *v > at(n, m));
            if right && face.contains(&own) {
                *face = face.map(|v| if v == own { twin } else { v });
            }
        }
        let open = 0.1 * gap.powf(1.3);
        for i in 0..45 {
            let near = (1.0 - f64::from(i) / 45.0).powi(2);
            let jag = ragged * (1.0 - f64::from(i) / 12.0).max(0.0).powi(2);
            let left = at(column - i, j) as usize;
            let right = if i == 0 { twin } else { at(column + i, j) } as usize;
            places[left][0] -= open * near + jag;
            places[left][1] -= 0.05 * gap * gap * near;
            places[right][0] += open * near - jag;
            places[right][1] += 0.035 * gap * gap * near;
        }
    }
    let cells = Cells {
        triangles: faces,
        ..Cells::default()
    };
    (
        frame(places, cells, "red cloth"),
        titled("A torn sheet"),
        vec![FLOOR],
    )
}

fn vase() -> (Frame, Style, Vec<Obstacle>) {
    let (n, m) = (200, 140);
    let place = |u: f64, v: f64| {
        let profile = 0.12 + 0.075 * (1.05 * TAU * v - 0.8).sin() * (1.0 - 0.35 * v);
        let flutes = 1.0 + 0.045 * (9.0 * TAU * u + 4.0 * v).cos();
        let (r, angle) = (profile * flutes, TAU * u + 1.3 * v);
        [r * angle.cos(), 0.5 * v, r * angle.sin()]
    };
    let points = grid(n, m, place);
    // The last column is the first one.
    let seam = |v: u32| if v % (n + 1) == n { v - n } else { v };
    let triangles: Vec<[u32; 3]> = surface(n, m).iter().map(|t| t.map(seam)).collect();
    let used: Vec<u32> = (0..points.len() as u32).map(seam).collect();
    let cells = Cells {
        triangles,
        ..Cells::default()
    };
    let mut frame = frame(points, cells, "clay");
    // Without the points that nothing is made of.
    let mut kept = vec![0; frame.positions.len()];
    let mut positions = Vec::new();
    for (k, place) in frame.positions.iter().enumerate() {
        if used[k] == k as u32 {
            kept[k] = positions.len() as u32;
            positions.push(*place);
        }
    }
    for t in &mut frame.cells.triangles {
        *t = t.map(|v| kept[v as usize]);
    }
    frame.positions = positions;
    (frame, titled("A lathed vase, twisted"), vec![FLOOR])
}

/// Six tetrahedra for each cube of a block, which is twisted about its length.
fn block() -> (Frame, Style, Vec<Obstacle>) {
    let (n, side) = ([30, 10, 10], 0.02);
    let at = |i: [u32; 3]| (i[2] * (n[1] + 1) + i[1]) * (n[0] + 1) + i[0];
    let mut positions = Vec::new();
    for k in 0..=n[2] {
        for j in 0..=n[1] {
            for i in 0..=n[0] {
                let [x, y, z] = [i, j, k].map(|c| f64::from(c) * side);
                let (s, c) = (PI * (x / 0.6 - 0.5) * 0.9).sin_cos();
                let (y, z) = (y - 0.1, z - 0.1);
                positions.push([x - 0.3, 0.16 + c * y - s * z, s * y + c * z]);
            }
        }
    }
    let mut tetrahedra = Vec::new();
    for k in 0..n[2] {
        for j in 0..n[1] {
            for i in 0..n[0] {
                // From corner 0 to corner 7 along the axes in each order.
                for order in [
                    [0, 1, 2],
                    [1, 2, 0],
                    [2, 0, 1],
                    [1, 0, 2],
                    [2, 1, 0],
                    [0, 2, 1],
                ] {
                    let mut corner = [i, j, k];
                    let mut cell = [at(corner); 4];
                    for (step, axis) in order.into_iter().enumerate() {
                        corner[axis] += 1;
                        cell[step + 1] = at(corner);
                    }
                    // Odd orders are mirrored.
                    if [[0, 1, 2], [1, 2, 0], [2, 0, 1]].contains(&order) {
                        cell.swap(0, 1);
                    }
                    tetrahedra.push(cell);
                }
            }
        }
    }
    let cells = Cells {
        tetrahedra,
        ..Cells::default()
    };
    (
        frame(positions, cells, "rubber"),
        titled("Tetrahedra, twisted"),
        vec![FLOOR],
    )
}

/// Hanging ropes, a coil and some free grains.
fn ropes() -> (Frame, Style, Vec<Obstacle>) {
    let mut frame = frame(Vec::new(), Cells::default(), "rope");
    let mut add = |count: u32, place: &dyn Fn(f64) -> [f64; 3]| {
        let first = frame.positions.len() as u32;
        let part = |k: u32| f64::from(k) / f64::from(count);
        frame.positions.extend((0..=count).map(|k| place(part(k))));
        frame
            .cells
            .lines
            .extend((0..count).map(|k| [first + k, first + k + 1]));
    };
    for k in 0..5 {
        let z = 0.08 * f64::from(k) - 0.16;
        let sag = 0.5 + 0.1 * f64::from(k);
        add(60, &|t| [t - 0.5, 0.1 + 0.9 - sag * 4.0 * t * (1.0 - t), z]);
    }
    add(300, &|t| {
        let (s, c) = (5.0 * TAU * t).sin_cos();
        let r = 0.05 + 0.16 * t;
        [0.45 + r * c, 0.004, 0.35 + r * s]
    });
    frame.positions.extend((0..40).map(|k| {
        let (s, c) = (2.4 * f64::from(k)).sin_cos();
        let r = 0.022 * f64::from(k).sqrt();
        [-0.4 + r * c, 0.012, 0.35 + r * s]
    }));
    let kinds = (0..frame.positions.len()).map(|k| u32::from(k + 40 >= frame.positions.len()));
    frame.attributes.push(Attribute {
        name: "material".into(),
        unit: "1".into(),
        components: 1,
        values: Values::U32(kinds.collect()),
    });
    frame.materials.push("rice".into());
    let style = Style {
        backdrop: Backdrop::Slate,
        ..titled("Ropes, and grains that are free")
    };
    (frame, style, vec![FLOOR])
}

/// Colours by height, on a sheet, a net and free points.
fn heights() -> (Frame, Style, Vec<Obstacle>) {
    let (n, m) = (60, 44);
    let moved = |[x, y, z]: [f64; 3], by: f64| [x, y, z + by];
    let mut positions = grid(n, m, |u, v| moved(rippled(u, v), -0.4));
    let first = positions.len() as u32;
    positions.extend(grid(n / 2, m / 2, |u, v| moved(rippled(u, v), 0.4)));
    let lines = strings(n / 2, m / 2);
    let cells = Cells {
        triangles: surface(n, m),
        lines: lines.iter().map(|l| l.map(|v| v + first)).collect(),
        ..Cells::default()
    };
    let values = positions.iter().map(|p| p[1]).collect();
    let mut frame = frame(positions, cells, "cloth");
    frame.attributes.push(Attribute {
        name: "height".into(),
        unit: "m".into(),
        components: 1,
        values: Values::F64(values),
    });
    let style = Style {
        colour_by: Some(ColourBy::attribute("height")),
        ..titled("Heights of a sheet and a net")
    };
    (frame, style, vec![FLOOR])
}

/// The measures of speed: a sheet of 180 x 127 meshes, and one of 100 000 triangles.
fn flat(n: u32, m: u32, title: &str) -> (Frame, Style, Vec<Obstacle>) {
    let cells = Cells {
        triangles: surface(n, m),
        ..Cells::default()
    };
    println!("{} triangles", cells.triangles.len());
    (
        frame(grid(n, m, draped), cells, "cloth"),
        titled(title),
        vec![FLOOR, BALL],
    )
}

fn sheet() -> (Frame, Style, Vec<Obstacle>) {
    flat(180, 127, "A sheet over a ball")
}

fn triangles() -> (Frame, Style, Vec<Obstacle>) {
    flat(224, 224, "100 000 triangles")
}

/// A flag waves: a contact sheet and an animation.
fn film(out: &Path) -> Outcome<()> {
    let (n, m) = (60, 40);
    let moments: Vec<f64> = (0..12).map(|k| f64::from(k) / 12.0).collect();
    let frames: Vec<Frame> = moments
        .iter()
        .map(|time| {
            let place = |u: f64, v: f64| {
                let wave = 0.09 * u * (TAU * (1.4 * u - time) + v).sin();
                [0.9 * u, 0.8 - 0.6 * v, wave]
            };
            let cells = Cells {
                triangles: surface(n, m),
                ..Cells::default()
            };
            Frame {
                time: *time,
                ..frame(grid(n, m, place), cells, "flag")
            }
        })
        .collect();
    let extent = frames
        .iter()
        .map(Extent::of)
        .fold(Extent::EMPTY, Extent::and);
    let camera = Camera::frame_all(extent, 16.0 / 9.0);
    let start = Instant::now();
    let pictures = frames.iter().map(|frame| {
        let stage = RenderScene::new(frame, &titled("Flag"))?.obstacle(FLOOR);
        render(&stage, &camera, (480, 270), Quality::Preview)
    });
    let pictures = pictures.collect::<Result<Vec<_>, _>>()?;
    println!("waving: 12 pictures {:.2?}", start.elapsed());
    let sheet = contact_sheet(&pictures, 4, "A flag")?;
    std::fs::write(out.join("waving.png"), sheet.png()?)?;
    std::fs::write(out.join("waving.gif"), gif(&pictures, 12.0)?)?;
    Ok(())
}
