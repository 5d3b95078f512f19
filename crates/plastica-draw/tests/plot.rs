//! Plots through the public interface: size, ink where the data is, and refusals.

use plastica_draw::plot::{Plot, Sheet};
use plastica_draw::{Colour, DrawError};
use tiny_skia::Pixmap;

fn decode(png: &[u8]) -> Pixmap {
    Pixmap::decode_png(png).unwrap()
}

/// All pixels of exactly this colour, as (x, y).
fn ink(picture: &Pixmap, colour: Colour) -> Vec<(u32, u32)> {
    let is = |(x, y): &(u32, u32)| {
        let pixel = picture.pixel(*x, *y).unwrap();
        (pixel.red(), pixel.green(), pixel.blue()) == (colour.red, colour.green, colour.blue)
    };
    let places = (0..picture.height()).flat_map(|y| (0..picture.width()).map(move |x| (x, y)));
    places.filter(is).collect()
}

fn mean(values: impl Iterator<Item = u32>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), v| {
        (sum + f64::from(v), count + 1.0)
    });
    sum / count
}

fn level(height: f64) -> [(f64, f64); 2] {
    [(0.0, height), (1.0, height)]
}

#[test]
fn the_picture_has_the_size_asked_for() {
    let plot = Plot::new("size").line("", level(1.0));
    let picture = decode(&plot.clone().png().unwrap());
    assert_eq!((picture.width(), picture.height()), (1000, 700));
    let picture = decode(&plot.size(640, 480).png().unwrap());
    assert_eq!((picture.width(), picture.height()), (640, 480));
}

#[test]
fn curves_stand_where_their_values_are() {
    let plot = Plot::new("levels")
        .line("", level(1.0))
        .line("", level(2.0))
        .line("", level(4.0));
    let picture = decode(&plot.png().unwrap());
    let rows: Vec<f64> = (0..3)
        .map(|k| mean(ink(&picture, Colour::of_curve(k)).iter().map(|p| p.1)))
        .collect();
    assert!(rows[0] > rows[1] && rows[1] > rows[2], "{rows:?}");
    let ratio = (rows[0] - rows[2]) / (rows[0] - rows[1]);
    assert!((ratio - 3.0).abs() < 0.02, "{ratio}");
}

#[test]
fn logarithmic_axes_space_by_ratio() {
    let plot = Plot::new("ratios")
        .log_y()
        .line("", level(1.0))
        .line("", level(10.0))
        .line("", level(1000.0));
    let picture = decode(&plot.png().unwrap());
    let rows: Vec<f64> = (0..3)
        .map(|k| mean(ink(&picture, Colour::of_curve(k)).iter().map(|p| p.1)))
        .collect();
    let ratio = (rows[0] - rows[2]) / (rows[0] - rows[1]);
    assert!((ratio - 3.0).abs() < 0.02, "{ratio}");
}

#[test]
fn numbers_that_are_not_break_the_line() {
    for hole in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e305] {
        let points = (0..=300).map(|i| f64::from(i) / 300.0);
        let holed = points.map(|x| (x, if (0.4..0.6).contains(&x) { hole } else { 1.0 }));
        let picture = decode(&Plot::new("hole").line("", holed).png().unwrap());
        let columns: Vec<u32> = ink(&picture, Colour::of_curve(0))
            .iter()
            .map(|p| p.0)
            .collect();
        let (first, last) = (
            *columns.iter().min().unwrap(),
            *columns.iter().max().unwrap(),
        );
        let middle = (first + last) / 2;
        let room = (last - first) / 12;
        assert!(columns.iter().all(|c| c.abs_diff(middle) > room), "{hole}");
        assert!(
            columns.iter().any(|c| c.abs_diff(middle) < 2 * room),
            "{hole}"
        );
    }
}

#[test]
fn a_point_alone_between_holes_is_seen() {
    let points = [(0.0, f64::NAN), (1.0, 1.0), (2.0, f64::NAN)];
    let picture = decode(&Plot::new("alone").line("", points).png().unwrap());
    assert!(ink(&picture, Colour::of_curve(0)).len() > 4);
}

#[test]
fn curves_are_cut_at_a_range_that_was_asked_for() {
    let steep = [(-10.0, -1e9), (10.0, 1e9)];
    let plot = Plot::new("cut")
        .x_range(-1.0, 1.0)
        .y_range(-1.0, 1.0)
        .line("", steep);
    let picture = decode(&plot.png().unwrap());
    let curve = ink(&picture, Colour::of_curve(0));
    assert!(!curve.is_empty());
    // It is upright and stays off the title and the labels below.
    assert!(curve.iter().all(|p| (40..660).contains(&p.1)));
}

#[test]
fn the_legend_avoids_the_curves() {
    let rising = (0..=100).map(f64::from).map(|x| (x, x));
    let alone = decode(&Plot::new("").line("", rising.clone()).png().unwrap());
    let named = decode(&Plot::new("").line("a rising line", rising).png().unwrap());
    let (alone, named) = (
        ink(&alone, Colour::of_curve(0)),
        ink(&named, Colour::of_curve(0)),
    );
    assert!(
        alone.iter().all(|p| named.contains(p)),
        "the legend covers the curve"
    );
    assert!(
        named.len() > alone.len() + 20,
        "the legend shows the curve's colour"
    );
}

/// Dashes must survive a curve of many short segments, of which none is as long as a dash.
#[test]
fn dashes_run_along_the_whole_curve() {
    let wave = (0..=2000)
        .map(|i| f64::from(i) * 5e-3)
        .map(|x| (x, x.sin()));
    let solid = decode(&Plot::new("").line("", wave.clone()).png().unwrap());
    let dashed = decode(&Plot::new("").dashed("", wave).png().unwrap());
    let amount = |picture: &Pixmap| ink(picture, Colour::of_curve(0)).len() as f64;
    let part = amount(&dashed) / amount(&solid);
    assert!((0.5..0.75).contains(&part), "{part}");
}

#[test]
fn long_legends_do_not_push_the_plot_off_the_paper() {
    let name = "a curve with a name that is as wide as the whole figure it stands in";
    for (width, height) in [(240, 180), (400, 300), (1000, 700)] {
        let wave = (0..=500).map(|i| f64::from(i) * 0.1).map(|x| (x, x.sin()));
        let plot = Plot::new("").line(name, wave).size(width, height);
        let picture = decode(&plot.png().unwrap());
        assert!(!ink(&picture, Colour::of_curve(0)).is_empty());
    }
}

#[test]
fn one_range_asked_for_fits_the_other_axis_to_what_is_seen() {
    let points = [(0.0, 1.0), (0.5, 2.0), (1.0, 1.0), (2.0, 1e6)];
    let picture = decode(
        &Plot::new("")
            .x_range(0.0, 1.0)
            .line("", points)
            .png()
            .unwrap(),
    );
    let rows = ink(&picture, Colour::of_curve(0)).into_iter().map(|p| p.1);
    assert!(rows.clone().max().unwrap() - rows.min().unwrap() > 400);
}

#[test]
fn degenerate_data_is_drawn() {
    for points in [
        vec![(0.0, 0.0)],
        vec![(3.0, -7.0), (3.0, -7.0)],
        vec![(1.0, 1.0), (1.0 + 1e-16, 1.0 - 1e-16)],
        vec![(0.0, -1e300), (1.0, 1e300)],
        vec![(0.0, 0.0), (1e-320, 1e-320)],
        vec![(1e12, 5.0), (1e12 + 1.0, 5.0)],
    ] {
        let picture = decode(
            &Plot::new("degenerate")
                .dots("", points.clone())
                .png()
                .unwrap(),
        );
        assert!(!ink(&picture, Colour::of_curve(0)).is_empty(), "{points:?}");
    }
}

#[test]
fn nothing_to_draw_is_an_error() {
    let nan = [(f64::NAN, 1.0), (1.0, f64::NAN)];
    let empty: [(f64, f64); 0] = [];
    for plot in [
        Plot::new("none"),
        Plot::new("none").line("empty", empty),
        Plot::new("none").line("nan", nan),
        Plot::new("none").log_y().line("not positive", level(-1.0)),
    ] {
        assert!(matches!(plot.png(), Err(DrawError::NoData { title }) if title == "none"));
    }
    assert!(matches!(
        Sheet::new("none").png(),
        Err(DrawError::NoData { .. })
    ));
}

#[test]
fn impossible_sizes_and_ranges_are_errors() {
    let plot = Plot::new("size").line("", level(1.0));
    for (width, height) in [
        (0, 0),
        (0, 700),
        (60, 40),
        (100_000, 100),
        (u32::MAX, u32::MAX),
    ] {
        let result = plot.clone().size(width, height).png();
        assert!(
            matches!(result, Err(DrawError::BadSize { .. })),
            "{width} x {height}"
        );
    }
    assert!(matches!(
        plot.clone().y_range(1.0, 0.0).png(),
        Err(DrawError::BadRange { .. })
    ));
    assert!(matches!(
        plot.log_x().x_range(0.0, 1.0).png(),
        Err(DrawError::BadRange { .. })
    ));
}

#[test]
fn a_sheet_holds_its_plots_row_by_row() {
    let plot = |k: usize| {
        let mut plot = Plot::new("cell");
        for _ in 0..k {
            // Curves outside the range only use up colours.
            plot = plot.line("", [(-1.0, -1.0)]);
        }
        plot.x_range(0.0, 1.0)
            .y_range(0.0, 2.0)
            .line("", level(1.0))
    };
    let sheet = Sheet::new("")
        .columns(2)
        .cell(400, 300)
        .plot(plot(0))
        .plot(plot(1))
        .plot(plot(2));
    let picture = decode(&sheet.png().unwrap());
    assert_eq!((picture.width(), picture.height()), (800, 600));
    for (k, (left, top)) in [(0, 0), (400, 0), (0, 300)].into_iter().enumerate() {
        let curve = ink(&picture, Colour::of_curve(k));
        assert!(!curve.is_empty());
        let inside =
            |p: &(u32, u32)| (left..left + 400).contains(&p.0) && (top..top + 300).contains(&p.1);
        assert!(curve.iter().all(inside), "cell {k}");
    }
}

#[test]
fn long_titles_and_labels_stay_on_the_paper() {
    let long = "a title that is much too long for the paper it is written on ".repeat(3);
    let plot = Plot::new(long.clone())
        .x_axis(long.clone(), "m")
        .y_axis(long, "Pa")
        .line("", level(1.0));
    let picture = decode(&plot.size(500, 350).png().unwrap());
    let edge = (0..picture.height()).flat_map(|y| [(0, y), (picture.width() - 1, y)]);
    let white = |(x, y): (u32, u32)| picture.pixel(x, y).is_some_and(|p| p.red() > 250);
    assert!(edge.into_iter().all(white));
}

/// The same plot gives the same bytes.
#[test]
fn drawing_is_deterministic() {
    let plot = Plot::new("σ_{y}")
        .line("α", level(1.0))
        .marker(0.5, 1.0, "middle");
    assert_eq!(plot.png().unwrap(), plot.png().unwrap());
}
