//! Pictures of threads, sheets and meshed solids, through the public face.

mod common;

use common::linear;
use plastica_core::{Attribute, Cells, Frame, Values, World};
use plastica_draw::grains::{GrainForm, GrainSet, Grains};
use plastica_draw::render::{
    Camera, ColourBy, Finish, Look, Mesh, Obstacle, Quality, RenderScene, Style, colour_map, render,
};
use plastica_draw::sheet::{contact_sheet, gif};
use plastica_draw::{Colour, DrawError, Picture};

/// Less high than letters need: nothing is written on it.
const SIZE: (u32, u32) = (161, 111);
const FIELD_OF_VIEW: f64 = 0.5;
const DISTANCE: f64 = 4.0;

/// From the front, level.
fn front() -> Camera {
    Camera {
        position: [0.0, 0.0, DISTANCE],
        target: [0.0; 3],
        up: [0.0, 1.0, 0.0],
        field_of_view: FIELD_OF_VIEW,
    }
}

/// Pixels per metre at the target.
fn focal() -> f64 {
    0.5 * f64::from(SIZE.1) / (0.5 * FIELD_OF_VIEW).tan() / DISTANCE
}

fn chalk(colour: u32) -> Style {
    let finish = Finish::new(Look::Surface, Colour::hex(colour), 1.0);
    Style {
        finishes: vec![(String::new(), finish)],
        ..Style::default()
    }
}

fn picture(frame: &Frame, style: &Style) -> Picture {
    let stage = RenderScene::new(frame, style).unwrap();
    render(&stage, &front(), SIZE, Quality::Show).unwrap()
}

fn brightness(picture: &Picture, (x, y): (u32, u32)) -> i64 {
    picture.pixel(x, y).iter().map(|&c| i64::from(c)).sum()
}

fn pixels() -> impl Iterator<Item = (u32, u32)> {
    (0..SIZE.1).flat_map(|y| (0..SIZE.0).map(move |x| (x, y)))
}

/// Pixels that something dark is before.
fn covered(frame: &Frame, style: &Style) -> Vec<(u32, u32)> {
    let (empty, full) = (picture(&Frame::default(), style), picture(frame, style));
    let darkened = |p: &(u32, u32)| brightness(&full, *p) < brightness(&empty, *p) / 2;
    pixels().filter(darkened).collect()
}

/// Area [pixels] of something black, from how much light it takes.
fn area(frame: &Frame, style: &Style) -> f64 {
    let (empty, full) = (picture(&Frame::default(), style), picture(frame, style));
    let bytes = full.rgb8().iter().zip(empty.rgb8());
    bytes
        .map(|(&a, &b)| 1.0 - (linear(a) / linear(b)).clamp(0.0, 1.0))
        .sum::<f64>()
        / 3.0
}

/// A sheet of n × n meshes; the upper side is towards the viewer for one from left to right and from bottom to
/// top.
fn sheet(n: u32, place: impl Fn(f64, f64) -> [f64; 3]) -> Frame {
    let part = |k: u32| f64::from(k) / f64::from(n) - 0.5;
    let at = |i: u32, j: u32| j * (n + 1) + i;
    let mut frame = Frame::default();
    for (i, j) in (0..=n).flat_map(|j| (0..=n).map(move |i| (i, j))) {
        frame.positions.push(place(part(i), part(j)));
        if i < n && j < n {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            frame.cells.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    frame
}

fn facing(u: f64, v: f64) -> [f64; 3] {
    [u, v, 0.0]
}

fn attribute(name: &str, values: Values) -> Attribute {
    Attribute {
        name: name.into(),
        unit: "1".into(),
        components: 1,
        values,
    }
}

#[test]
fn a_sheet_covers_its_area_and_is_thin_from_the_side() {
    let black = chalk(0);
    let expected = focal() * focal();
    let whole = area(&sheet(8, facing), &black);
    assert!((whole / expected - 1.0).abs() < 0.03, "{whole} {expected}");
    // In the plane that goes through the camera; it may be seen or not, but not as more than a line.
    let edge_on = covered(&sheet(8, |u, v| [0.0, v, u]), &black);
    assert!(edge_on.iter().all(|p| p.0.abs_diff(SIZE.0 / 2) <= 1));
    // Turned by 60° it is half as wide.
    let (s, c) = (std::f64::consts::FRAC_PI_3).sin_cos();
    let turned = area(&sheet(8, |u, v| [c * u, v, s * u]), &black);
    assert!((turned / expected - 0.5).abs() < 0.05, "{turned}");
}

#[test]
fn one_sees_through_a_tear() {
    let n = 16;
    let mut torn = sheet(n, facing);
    let style = chalk(0x202020);
    let (empty, whole) = (picture(&Frame::default(), &style), picture(&torn, &style));
    // The middle column is there twice, from the bottom to the middle, and drawn apart.
    let column = n / 2;
    for j in 0..n / 2 {
        let own = j * (n + 1) + column;
        let twin = torn.positions.len() as u32;
        torn.positions.push(torn.positions[own as usize]);
        for t in &mut torn.cells.triangles {
            if t.contains(&own) && t.iter().any(|v| v % (n + 1) > column && *v < twin) {
                *t = t.map(|v| if v == own { twin } else { v });
            }
        }
        torn.positions[own as usize][0] -= 0.05;
        torn.positions[twin as usize][0] += 0.05;
    }
    let torn = picture(&torn, &style);
    let below = (SIZE.0 / 2, SIZE.1 / 2 + 15);
    assert_eq!(torn.pixel(below.0, below.1), empty.pixel(below.0, below.1));
    assert!(brightness(&whole, below) < brightness(&empty, below) / 2);
    // Above its tip it is whole.
    let above = (SIZE.0 / 2, SIZE.1 / 2 - 10);
    assert!(brightness(&torn, above).abs_diff(brightness(&whole, above)) < 6);
}

/// The light comes from the left, but the outline of a symmetric thing is symmetric.
#[test]
fn symmetric_things_have_symmetric_outlines() {
    let wave = |u: f64, v: f64| [u, v + 0.1 * (9.0 * u).cos(), 0.2 * (7.0 * u).cos()];
    let mut net = sheet(10, wave);
    let triangles = std::mem::take(&mut net.cells.triangles);
    // Without the diagonals.
    let sides = |pair: &[[u32; 3]]| {
        let [[a, b, c], [_, _, d]] = [pair[0], pair[1]];
        [[a, b], [b, c], [c, d], [d, a]]
    };
    net.cells.lines = triangles.chunks(2).flat_map(sides).collect();
    for frame in [sheet(24, wave), net] {
        let style = Style {
            thread_radius: Some(0.03),
            ..chalk(0)
        };
        let covered = covered(&frame, &style);
        let mirrored = |p: &&(u32, u32)| covered.contains(&(SIZE.0 - 1 - p.0, p.1));
        let alike = covered.iter().filter(mirrored).count();
        assert!(covered.len() > 300);
        // Edges fall on other samples.
        assert!(
            alike as f64 > 0.95 * covered.len() as f64,
            "{alike} of {}",
            covered.len()
        );
    }
}

#[test]
fn the_lower_side_is_darker_unless_colours_mean_something() {
    let upper = sheet(4, facing);
    let mut lower = upper.clone();
    lower.cells.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    let middle = (SIZE.0 / 2, SIZE.1 / 2);
    let seen = |frame: &Frame, style: &Style| brightness(&picture(frame, style), middle) as f64;
    let grey = chalk(0x909090);
    let ratio = seen(&lower, &grey) / seen(&upper, &grey);
    assert!((0.8..0.96).contains(&ratio), "{ratio}");
    let measured = Style {
        colour_by: Some(ColourBy::attribute("value")),
        ..grey
    };
    let count = upper.positions.len();
    let value = attribute("value", Values::F64(vec![1.0; count]));
    let with = |mut frame: Frame| {
        frame.attributes.push(value.clone());
        frame
    };
    let ratio = seen(&with(lower), &measured) / seen(&with(upper), &measured);
    assert!((ratio - 1.0).abs() < 0.01, "{ratio}");
}

/// A flat and a gently bent sheet under the sky: no speckles, no steps from triangle to triangle.
#[test]
fn sheets_do_not_shade_themselves() {
    let towards = |bend: f64| move |u: f64, v: f64| [u, v, -0.5 * v - bend * u * u];
    for (n, bend) in [(1, 0.0), (60, 0.0), (7, 0.25), (60, 0.25)] {
        let picture = picture(&sheet(n, towards(bend)), &chalk(0xb0b0b0));
        let inside = |x: u32, y: u32| brightness(&picture, (x, y));
        for y in (SIZE.1 / 2 - 20..SIZE.1 / 2 + 20).step_by(3) {
            for x in SIZE.0 / 2 - 20..SIZE.0 / 2 + 20 {
                let step = inside(x, y).abs_diff(inside(x + 1, y));
                assert!(step <= 12, "{n} {bend}: {step} at {x}, {y}");
                assert!(inside(x, y) > 350, "{n} {bend}: dark at {x}, {y}");
            }
        }
    }
}

/// Many small triangles before all of a bright picture: not a pixel of it is seen between them.
#[test]
fn no_light_comes_through_a_sheet() {
    for (n, bend) in [(40, 0.0), (60, 0.3), (200, 0.3)] {
        let wave = |u: f64, v: f64| {
            let depth = bend * (4.0 * u + 7.0 * v).sin();
            [4.6 * u + 0.2 * v, 3.9 * v - 0.3 * u, depth]
        };
        let stage = RenderScene::new(&sheet(n, wave), &chalk(0)).unwrap();
        // Few samples, so that a single one that is lost counts; the letters are dark.
        let size = (3 * SIZE.0, 3 * SIZE.1);
        let picture = render(&stage, &front(), size, Quality::Preview).unwrap();
        let brightest = picture.rgb8().iter().max().unwrap();
        assert!(*brightest < 90, "{n} {bend}: {brightest}");
    }
}

/// Between two corners is the colour of the value there, not the mixture of theirs.
#[test]
fn values_are_interpolated_and_then_coloured() {
    let near = |pixel: [u8; 3], t: f64| {
        let colour = colour_map(t);
        let wanted = [colour.red, colour.green, colour.blue].map(linear);
        let found = pixel.map(linear);
        let sum = |v: &[f64; 3]| v.iter().sum::<f64>();
        let part = |k: usize| found[k] / sum(&found) - wanted[k] / sum(&wanted);
        (0..3).map(|k| part(k).abs()).fold(0.0, f64::max) < 0.05
    };
    let mut quad = sheet(1, facing);
    let values: Vec<f64> = quad.positions.iter().map(|p| p[0] + 0.5).collect();
    let mut style = chalk(0x808080);
    style.colour_by = Some(ColourBy {
        range: Some((0.0, 1.0)),
        ..ColourBy::attribute("value")
    });
    quad.attributes
        .push(attribute("value", Values::F64(values)));
    let mut thread = quad.clone();
    thread.cells = Cells {
        lines: vec![[0, 1]],
        ..Cells::default()
    };
    for p in &mut thread.positions {
        p[1] = 0.0;
    }
    // The others are free points, out of sight.
    thread.positions[2] = [50.0, 0.0, 0.0];
    thread.positions[3] = [50.0, 1.0, 0.0];
    style.thread_radius = Some(0.1);
    for frame in [quad, thread] {
        let picture = picture(&frame, &style);
        for part in [0.1, 0.3, 0.5, 0.7, 0.9] {
            let x = f64::from(SIZE.0) / 2.0 + (part - 0.5) * focal();
            let pixel = picture.pixel(x as u32, SIZE.1 / 2 - 2);
            assert!(near(pixel, part), "{part}: {pixel:?}");
        }
    }
}

#[test]
fn threads_are_tubes_of_their_radius() {
    let thread = |from: [f64; 3], to: [f64; 3]| Frame {
        positions: vec![from, to],
        cells: Cells {
            lines: vec![[0, 1]],
            ..Cells::default()
        },
        ..Frame::default()
    };
    let (radius, mut style) = (0.08, chalk(0));
    style.thread_radius = Some(radius);
    let round = std::f64::consts::PI * radius * radius;
    for (from, to, square) in [
        ([-0.4, 0.0, 0.0], [0.4, 0.0, 0.0], 1.6 * radius + round),
        ([0.1, -0.3, 0.0], [0.1, 0.3, 0.0], 1.2 * radius + round),
        // Along the view it is a disc, a little larger for being nearer.
        ([0.0, 0.0, -0.3], [0.0, 0.0, 0.3], round * 1.17),
        ([0.0; 3], [0.0; 3], round),
    ] {
        let found = area(&thread(from, to), &style);
        let expected = square * focal() * focal();
        assert!((found / expected - 1.0).abs() < 0.08, "{found} {expected}");
    }
    // As thin as a hair, it is still seen all along.
    style.thread_radius = Some(1e-7);
    let hair = area(&thread([-0.4, 0.011, 0.0], [0.4, 0.013, 0.0]), &style);
    let along = 0.8 * focal();
    assert!((0.6 * along..1.2 * along).contains(&hair), "{hair} {along}");
}

/// One sees through a net, and knows it for one at the size of a thumbnail.
#[test]
fn a_net_is_open() {
    let mut net = sheet(12, facing);
    net.cells.triangles.clear();
    let at = |i: u32, j: u32| j * 13 + i;
    for (i, j) in (0..13).flat_map(|j| (0..13).map(move |i| (i, j))) {
        if i < 12 {
            net.cells.lines.push([at(i, j), at(i + 1, j)]);
        }
        if j < 12 {
            net.cells.lines.push([at(i, j), at(i, j + 1)]);
        }
    }
    let share = covered(&net, &chalk(0)).len() as f64 / (focal() * focal());
    assert!((0.15..0.5).contains(&share), "{share}");
}

/// Five tetrahedra of a cube look like the cube.
#[test]
fn a_solid_is_seen_by_its_outside() {
    let corner = |k: u32| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { -0.4 } else { 0.4 });
    let cube = Frame {
        positions: (0..8).map(corner).collect(),
        cells: Cells {
            tetrahedra: vec![
                [0, 2, 1, 4],
                [3, 1, 2, 7],
                [5, 7, 4, 1],
                [6, 4, 7, 2],
                [1, 2, 4, 7],
            ],
            ..Cells::default()
        },
        ..Frame::default()
    };
    let style = chalk(0x8d949c);
    let camera = Camera {
        position: [1.5, 1.8, 3.0],
        ..front()
    };
    let draw = |stage: &RenderScene| render(stage, &camera, SIZE, Quality::Show).unwrap();
    let meshed = draw(&RenderScene::new(&cube, &style).unwrap());
    let finish = style.finishes[0].1;
    let stage = RenderScene::new(&Frame::default(), &style).unwrap();
    let block = Obstacle::Mesh(Mesh::cuboid([0.4; 3]));
    let solid = draw(&stage.obstacle_of(block, finish));
    let differs = |p: &(u32, u32)| brightness(&meshed, *p).abs_diff(brightness(&solid, *p)) > 12;
    let unlike = pixels().filter(differs).count();
    assert!(unlike < 40, "{unlike}");
}

/// Points of cells are not drawn as such; free ones are, as they were.
#[test]
fn points_of_cells_are_not_balls() {
    let style = chalk(0);
    let small = |count: usize| {
        let mut frame = sheet(1, |u, v| [0.02 * u, 0.02 * v, 0.0]);
        let far = (0..count).map(|k| [0.3 + 0.2 * k as f64, 0.3, 0.0]);
        frame.positions.extend(far);
        frame
    };
    let alone = covered(&small(0), &style);
    assert!(alone.len() < 9, "{}", alone.len());
    let with = covered(&small(2), &style);
    assert!(with.len() > alone.len() + 50, "{}", with.len());
    // A body whose free points something else is drawn for keeps its cells.
    let mut named = small(2);
    named.parts = vec![plastica_core::Part::named("hay")];
    let style = Style {
        left_out: vec!["hay".into()],
        ..style
    };
    assert_eq!(covered(&named, &style), alone);
}

#[test]
fn grains_fill_free_particles_only() {
    let place = |i: i32| [i % 4, i / 16, i / 4 % 4].map(|k| 0.1 * f64::from(k));
    let mut frame = Frame {
        positions: (0..64).map(place).collect(),
        parts: vec![plastica_core::Part::named("hay")],
        ..Frame::default()
    };
    frame.cells.lines = vec![[0, 1], [1, 2]];
    frame.cells.tetrahedra = vec![[10, 11, 14, 26]];
    let sets = vec![GrainSet::new("hay", GrainForm::Rod)];
    let mut grains = Grains::new(sets, World::empty([0.0; 3]), 1);
    assert_eq!(grains.advance(&frame).positions.len(), 10 * (64 - 7));
}

#[test]
fn odd_cells_are_drawn_or_refused() {
    let stray = |cells: Cells| {
        let frame = Frame {
            positions: vec![[0.0; 3]; 3],
            cells,
            ..Frame::default()
        };
        let refused = RenderScene::new(&frame, &Style::default());
        assert!(matches!(
            refused,
            Err(DrawError::NoPoint {
                point: 3,
                points: 3
            })
        ));
    };
    stray(Cells {
        lines: vec![[0, 3]],
        ..Cells::default()
    });
    stray(Cells {
        triangles: vec![[3, 1, 2]],
        ..Cells::default()
    });
    stray(Cells {
        tetrahedra: vec![[0, 1, 2, 3]],
        ..Cells::default()
    });
    // Without length, area or volume; with points that are nowhere; all of them at once.
    let odd = Frame {
        positions: vec![
            [0.0; 3],
            [0.0; 3],
            [0.0; 3],
            [f64::NAN, 0.0, 0.0],
            [0.2, 0.0, 0.0],
            [0.0, 0.2, f64::INFINITY],
            [1e300, 0.0, 0.0],
        ],
        cells: Cells {
            lines: vec![[0, 0], [0, 1], [3, 4], [4, 6], [5, 5], [0, 4]],
            triangles: vec![[0, 1, 2], [0, 0, 4], [3, 4, 5], [0, 4, 6], [0, 1, 4]],
            tetrahedra: vec![[0, 1, 2, 4], [0, 1, 2, 4], [3, 0, 1, 4], [0, 1, 4, 6]],
        },
        ..Frame::default()
    };
    for size in [(1, 1), (33, 7), SIZE] {
        let stage = RenderScene::new(&odd, &Style::default()).unwrap();
        let camera = Camera::frame_all(stage.extent(), 1.0);
        render(&stage, &camera, size, Quality::Preview).unwrap();
        render(&stage, &front(), size, Quality::Preview).unwrap();
    }
}

/// All kinds together: the same bytes on any number of threads, sheets and animations of them.
#[test]
fn frames_of_cells_make_films() {
    let at = |time: f64| {
        let mut frame = sheet(20, move |u, v| [u, v, 0.1 * (9.0 * u + time).sin()]);
        let first = frame.positions.len() as u32;
        frame.positions.extend([
            [-0.5, -0.5, 0.3],
            [0.5, -0.5, 0.3],
            [0.0, -0.5, 0.6],
            [0.0, -0.3 + 0.1 * time, 0.4],
            [0.3, 0.3, 0.4],
        ]);
        frame.cells.lines = vec![[first, 0], [first + 1, 20], [0, 21]];
        frame.cells.tetrahedra = vec![[first, first + 2, first + 1, first + 3]];
        frame
    };
    let draw = |threads: usize, time: f64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            let stage = RenderScene::new(&at(time), &Style::default()).unwrap();
            let camera = Camera::frame_all(stage.extent(), 4.0 / 3.0);
            render(&stage, &camera, (160, 120), Quality::Preview).unwrap()
        })
    };
    let film: Vec<Picture> = [0.0, 1.0, 2.0].map(|time| draw(2, time)).to_vec();
    assert_eq!(film[0], draw(1, 0.0));
    assert_eq!(film[1], draw(3, 1.0));
    assert_ne!(film[0], film[1]);
    assert!(contact_sheet(&film, 3, "Film").unwrap().width() >= 480);
    assert!(gif(&film, 10.0).unwrap().starts_with(b"GIF89a"));
}
