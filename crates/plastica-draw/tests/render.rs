//! Pictures of stages, through the public face.

mod common;

use common::linear;
use plastica_core::{Attribute, Frame, Values};
use plastica_draw::grains::GrainForm;
use plastica_draw::render::{
    Backdrop, Camera, ColourBy, Extent, Finish, Look, Mesh, Obstacle, Quality, RenderScene, Style,
    colour_map, render,
};
use plastica_draw::{Colour, Picture};

const FLOOR: Obstacle = Obstacle::HalfSpace {
    point: [0.0; 3],
    normal: [0.0, 1.0, 0.0],
};

/// From the front, one metre up, four metres away.
fn front() -> Camera {
    Camera {
        position: [0.0, 1.0, 4.0],
        target: [0.0, 0.5, 0.0],
        up: [0.0, 1.0, 0.0],
        field_of_view: 0.6,
    }
}

fn points(positions: Vec<[f64; 3]>) -> Frame {
    Frame {
        positions,
        ..Frame::default()
    }
}

fn lattice(n: i32, spacing: f64) -> Vec<[f64; 3]> {
    (0..n * n * n)
        .map(|i| [i % n, i / (n * n), i / n % n].map(|k| (f64::from(k) + 0.5) * spacing))
        .collect()
}

fn draw(stage: &RenderScene, size: (u32, u32)) -> Picture {
    render(stage, &front(), size, Quality::Preview).unwrap()
}

fn empty_stage() -> RenderScene {
    RenderScene::new(&Frame::default(), &Style::default()).unwrap()
}

fn brightness(picture: &Picture, x: u32, y: u32) -> u32 {
    picture.pixel(x, y).iter().map(|&c| u32::from(c)).sum()
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let mut frame = points(lattice(12, 0.08));
    let values = frame.positions.iter().map(|p| p[1]).collect();
    frame.attributes.push(Attribute {
        name: "height".into(),
        unit: "m".into(),
        components: 1,
        values: Values::F64(values),
    });
    for look in [Look::Grains, Look::Surface] {
        let style = Style {
            finishes: vec![(String::new(), Finish::new(look, Colour::hex(0xaa8866), 0.5))],
            colour_by: Some(ColourBy::attribute("height")),
            ..Style::default()
        };
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| {
                let stage = RenderScene::new(&frame, &style).unwrap().obstacle(FLOOR);
                render(&stage, &front(), (161, 121), Quality::Show).unwrap()
            })
        };
        let one = on(1);
        assert_eq!(one, on(2));
        assert_eq!(one, on(3));
        assert_eq!(one, on(1));
    }
}

/// The outline of a ball of radius r at distance d is a cone of half angle asin(r/d); on the axis
/// its picture is a disc.
#[test]
fn a_ball_covers_as_many_pixels_as_it_should() {
    let (radius, distance, field_of_view, side) = (0.5_f64, 3.0, 0.5_f64, 300);
    let camera = Camera {
        position: [10.0, 20.0, 30.0 + distance],
        target: [10.0, 20.0, 30.0],
        up: [0.0, 1.0, 0.0],
        field_of_view,
    };
    let dark = Finish::new(Look::Surface, Colour::hex(0x000000), 1.0);
    let ball = Obstacle::Ball {
        centre: [10.0, 20.0, 30.0],
        radius,
    };
    let style = Style::default();
    let caption_free =
        |stage: &RenderScene| render(stage, &camera, (side, 110), Quality::Show).unwrap();
    // Less high than letters need: nothing is written on it.
    let stage = RenderScene::new(&Frame::default(), &style).unwrap();
    let without = caption_free(&stage);
    let with = caption_free(&stage.obstacle_of(ball, dark));
    // Part of each pixel that is covered, from how much it darkens.
    let covered: f64 = with
        .rgb8()
        .iter()
        .zip(without.rgb8())
        .map(|(&a, &b)| 1.0 - (linear(a) / linear(b)).clamp(0.0, 1.0))
        .sum::<f64>()
        / 3.0;
    let focal = 0.5 * 110.0 / (0.5 * field_of_view).tan();
    let disc = focal * (radius / distance).asin().tan();
    let area = std::f64::consts::PI * disc * disc;
    assert!((covered / area - 1.0).abs() < 0.01, "{covered} of {area}");
}

#[test]
fn what_is_below_the_floor_is_hidden() {
    let ball = |height: f64| Obstacle::Ball {
        centre: [0.0, height, 0.0],
        radius: 0.2,
    };
    let floor_only = draw(&empty_stage().obstacle(FLOOR), (120, 90));
    let below = draw(
        &empty_stage().obstacle(FLOOR).obstacle(ball(-0.3)),
        (120, 90),
    );
    let above = draw(
        &empty_stage().obstacle(FLOOR).obstacle(ball(0.3)),
        (120, 90),
    );
    assert_eq!(floor_only, below);
    assert_ne!(floor_only, above);
}

/// The key light stands at the left of the camera.
#[test]
fn shadows_fall_away_from_the_light() {
    let ball = Obstacle::Ball {
        centre: [0.0, 0.25, 0.0],
        radius: 0.25,
    };
    let size = (201, 151);
    let bare = draw(&empty_stage().obstacle(FLOOR), size);
    let shaded = draw(&empty_stage().obstacle(FLOOR).obstacle(ball), size);
    // All light lost on the floor beside the ball, which covers columns 84 to 116.
    let lost = |columns: std::ops::Range<u32>| -> f64 {
        let pixels = columns.flat_map(|x| (0..size.1 - 30).map(move |y| (x, y)));
        pixels
            .map(|(x, y)| f64::from(brightness(&bare, x, y)) - f64::from(brightness(&shaded, x, y)))
            .sum()
    };
    let (left, right) = (lost(0..82), lost(118..201));
    assert!(
        right > 2000.0 && left < 0.4 * right,
        "{left} left, {right} right"
    );
}

#[test]
fn odd_stages_and_sizes_are_drawn() {
    let nan = f64::NAN;
    let frames = [
        Frame::default(),
        points(vec![[0.0, 0.5, 0.0]]),
        points(vec![
            [nan, 0.0, 0.0],
            [0.0, f64::INFINITY, 0.0],
            [0.0, 0.5, 0.0],
        ]),
        points(vec![[0.0, 0.5, 0.0]; 20_000]),
        points(vec![[0.0, 0.0, 0.0], [1e300, 0.0, 0.0], [1e-300, 0.0, 0.0]]),
        points((0..500).map(|i| [0.01 * f64::from(i), 0.0, 0.0]).collect()),
    ];
    for frame in &frames {
        for look in [Look::Grains, Look::Surface] {
            let finish = Finish::new(look, Colour::hex(0x808080), 0.5);
            let style = Style {
                finishes: vec![(String::new(), finish)],
                ..Style::default()
            };
            let stage = RenderScene::new(frame, &style).unwrap().obstacle(FLOOR);
            for (size, camera) in [
                ((1, 1), front()),
                ((33, 7), Camera::frame_all(stage.extent(), 33.0 / 7.0)),
            ] {
                let picture = render(&stage, &camera, size, Quality::Preview).unwrap();
                assert_eq!((picture.width(), picture.height()), size);
            }
        }
    }
    assert!(render(&empty_stage(), &front(), (0, 5), Quality::Preview).is_err());
    assert!(render(&empty_stage(), &front(), (5, 1 << 20), Quality::Preview).is_err());
}

/// Points that are not finite change nothing.
#[test]
fn what_is_nowhere_is_left_out() {
    let good = lattice(6, 0.1);
    let mut bad = good.clone();
    bad.push([f64::NAN, 0.1, 0.1]);
    bad.push([0.1, f64::NEG_INFINITY, 0.1]);
    let draw = |positions| {
        let stage = RenderScene::new(&points(positions), &Style::default()).unwrap();
        draw(&stage, (64, 48))
    };
    assert_eq!(draw(good), draw(bad));
}

#[test]
fn a_hundred_thousand_points_are_drawn() {
    let frame = Frame {
        materials: vec!["dry sand".into()],
        ..points(lattice(47, 0.02))
    };
    assert!(frame.positions.len() > 100_000);
    let stage = RenderScene::new(&frame, &Style::default()).unwrap();
    let camera = Camera::frame_all(stage.extent(), 1.0);
    let picture = render(&stage, &camera, (40, 40), Quality::Preview).unwrap();
    // Sand in the middle, and in front of the light backdrop.
    let [red, green, blue] = picture.pixel(20, 20);
    assert!(red > green && green > blue, "{red} {green} {blue}");
}

/// Far from the origin and tiny, a scene looks as it does near it.
#[test]
fn place_and_size_do_not_matter() {
    let draw = |scale: f64, shift: f64| {
        let place = |p: [f64; 3]| p.map(|x| x * scale + shift);
        let ball = Obstacle::Ball {
            centre: place([0.0, 0.5, 0.0]),
            radius: 0.4 * scale,
        };
        let cube = Mesh::cuboid([0.2 * scale; 3]).posed(
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            place([0.7, 0.2, 0.2]),
        );
        let camera = Camera {
            position: place([0.0, 1.0, 4.0]),
            target: place([0.0, 0.5, 0.0]),
            ..front()
        };
        let stage = empty_stage().obstacle(ball).obstacle(Obstacle::Mesh(cube));
        render(&stage, &camera, (90, 70), Quality::Preview).unwrap()
    };
    let here = draw(1.0, 0.0);
    for (scale, shift) in [(1e-6, 0.0), (1.0, 1e5), (1e6, -1e3)] {
        let there = draw(scale, shift);
        let worst = here
            .rgb8()
            .iter()
            .zip(there.rgb8())
            .map(|(a, b)| a.abs_diff(*b))
            .max();
        let unlike = here
            .rgb8()
            .iter()
            .zip(there.rgb8())
            .filter(|(a, b)| a.abs_diff(**b) > 8);
        // Rounding may move an edge by a sample here and there.
        assert!(unlike.count() < 60, "{scale} {shift}: {worst:?}");
    }
}

#[test]
fn looks_and_backdrops_differ() {
    let frame = points(lattice(8, 0.1));
    let mut pictures = Vec::new();
    for look in [Look::Grains, Look::Surface] {
        for backdrop in [Backdrop::Light, Backdrop::Slate] {
            let style = Style {
                finishes: vec![(String::new(), Finish::new(look, Colour::hex(0x9a6040), 0.5))],
                backdrop,
                ..Style::default()
            };
            let stage = RenderScene::new(&frame, &style).unwrap();
            pictures.push(draw(&stage, (50, 40)));
        }
    }
    let bright = |p: &Picture| brightness(p, 0, 0);
    assert!(bright(&pictures[0]) > 2 * bright(&pictures[1]));
    assert_ne!(pictures[0], pictures[2]);
}

/// Colours follow the values, and the legend stands at the right.
#[test]
fn colours_follow_the_values() {
    let mut frame = points(lattice(10, 0.1));
    let values = frame.positions.iter().map(|p| p[1]).collect();
    frame.attributes.push(Attribute {
        name: "height".into(),
        unit: "m".into(),
        components: 1,
        values: Values::F64(values),
    });
    let style = |colour_by| Style {
        colour_by,
        ..Style::default()
    };
    let camera = Camera::frame_all(Extent::of(&frame), 1.5);
    let draw = |style: &Style| {
        let stage = RenderScene::new(&frame, style).unwrap();
        render(&stage, &camera, (300, 200), Quality::Preview).unwrap()
    };
    let (plain, coloured) = (
        draw(&style(None)),
        draw(&style(Some(ColourBy::attribute("height")))),
    );
    // High is yellow, low is blue: red over blue rises from bottom to top.
    let warmth = |y: u32| {
        let [red, _, blue] = coloured.pixel(150, y);
        f64::from(red) / f64::from(blue.max(1))
    };
    assert!(
        warmth(60) > 2.0 * warmth(150),
        "{} {}",
        warmth(60),
        warmth(150)
    );
    // The bar of the legend stands at the right, rows 40 to 159, the largest value on top.
    let (top, bottom) = (coloured.pixel(246, 42), coloured.pixel(246, 157));
    let like = |pixel: [u8; 3], t: f64| {
        let colour = colour_map(t);
        let wanted = [colour.red, colour.green, colour.blue];
        pixel.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) < 4)
    };
    assert!(
        like(top, 1.0 - 2.5 / 120.0) && like(bottom, 2.5 / 120.0),
        "{top:?} {bottom:?}"
    );
    assert!(!like(plain.pixel(246, 42), 1.0 - 2.5 / 120.0));
    assert!(RenderScene::new(&frame, &style(Some(ColourBy::attribute("stress")))).is_err());
}

/// One grain of a form at the place of the camera's target, upright unless turned.
fn one_grain(turn: [f64; 4], size: [f64; 3]) -> Frame {
    let whole = |name: &str| Attribute {
        name: name.into(),
        unit: "1".into(),
        components: 1,
        values: Values::U32(vec![0]),
    };
    let real = |name: &str, values: &[f64]| Attribute {
        name: name.into(),
        unit: "1".into(),
        components: values.len(),
        values: Values::F64(values.to_vec()),
    };
    Frame {
        positions: vec![[0.0, 0.5, 0.0]],
        attributes: vec![
            whole("id"),
            whole("set"),
            whole("material"),
            real("orientation", &turn),
            real("scale", &size),
        ],
        materials: vec!["sand".into()],
        ..Frame::default()
    }
}

/// Pixels that are not those of an empty picture: how many, and the box around them.
fn drawn(frame: &Frame, form: &GrainForm) -> (usize, u32, u32) {
    let size = (200, 150);
    let stage = empty_stage()
        .grains(frame, std::slice::from_ref(form), &Style::default())
        .unwrap();
    let (empty, full) = (draw(&empty_stage(), size), draw(&stage, size));
    let differs = |x: u32, y: u32| brightness(&empty, x, y).abs_diff(brightness(&full, x, y)) > 60;
    let pixels: Vec<(u32, u32)> = (0..200)
        // The caption is below.
        .flat_map(|x| (0..130).map(move |y| (x, y)))
        .filter(|(x, y)| differs(*x, *y))
        .collect();
    let span = |of: fn(&(u32, u32)) -> u32| {
        let (low, high) = (pixels.iter().map(of).min(), pixels.iter().map(of).max());
        high.unwrap_or(0) - low.unwrap_or(0) + 1
    };
    (pixels.len(), span(|p| p.0), span(|p| p.1))
}

#[test]
fn grains_have_their_form_size_and_rotation() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let along_z = [0.0, 0.0, 0.0, 1.0];
    let (along_y, along_x) = ([half, 0.0, 0.0, half], [0.0, half, 0.0, half]);
    let long = [0.2, 0.2, 0.8];
    for form in [GrainForm::Rod, GrainForm::Card, GrainForm::Grain] {
        let (_, width, height) = drawn(&one_grain(along_y, long), &form);
        assert!(
            height > 3 * width && width > 5,
            "{form:?}: {width} x {height}"
        );
        let (_, width, height) = drawn(&one_grain(along_x, long), &form);
        assert!(
            width > 3 * height && height > 5,
            "{form:?}: {width} x {height}"
        );
        let (_, width, height) = drawn(&one_grain(along_z, long), &form);
        assert!(width.abs_diff(height) < 6, "{form:?}: {width} x {height}");
    }
    // A mesh that is a box looks like a card, wherever its own origin is.
    let wide = one_grain(along_x, [0.1, 0.2, 0.8]);
    let still = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mesh = Mesh::cuboid([3.0, 1.0, 2.0]).posed(still, [7.0, 0.0, 0.0]);
    let (pixels, ..) = drawn(&wide, &GrainForm::Card);
    let (of_mesh, ..) = drawn(&wide, &GrainForm::Mesh(mesh));
    assert!(pixels.abs_diff(of_mesh) * 50 < pixels, "{pixels} {of_mesh}");
}

#[test]
fn too_many_triangles_are_refused() {
    let mut many = one_grain([0.0, 0.0, 0.0, 1.0], [0.01; 3]);
    let n = 700_000;
    many.positions = vec![[0.0; 3]; n];
    for attribute in &mut many.attributes {
        attribute.values = match &attribute.values {
            Values::U32(one) => Values::U32(one.repeat(n)),
            Values::F64(one) => Values::F64(one.repeat(n)),
            Values::F32(one) => Values::F32(one.repeat(n)),
        };
    }
    let form = GrainForm::Mesh(Mesh::cuboid([1.0; 3]));
    let refused = empty_stage().grains(&many, &[form], &Style::default());
    assert!(matches!(
        refused,
        Err(plastica_draw::DrawError::TooManyTriangles { .. })
    ));
}

#[test]
fn bodies_that_are_left_out_are_not_drawn() {
    let mut frame = points(lattice(4, 0.2));
    frame.parts = vec![plastica_core::Part::named("hay")];
    let style = Style {
        left_out: vec!["hay".into()],
        ..Style::default()
    };
    let stage = RenderScene::new(&frame, &style).unwrap();
    assert_eq!(draw(&stage, (80, 60)), draw(&empty_stage(), (80, 60)));
}
