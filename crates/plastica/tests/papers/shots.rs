//! Everyday shots.

use crate::{parse, run, text};

fn assert_holds(name: &str, factor: f64) {
    let results = run(&parse(&text(name)), factor);
    for result in &results {
        println!("{name}: {result}");
        assert!(result.holds, "{name}: {result}");
    }
    assert!(!results.is_empty(), "{name} expects nothing");
}

#[test]
fn a_drawn_strand_pulls_back_as_its_law_says() {
    assert_holds("shots/jelly_grips.toml", 1.25);
}

#[test]
fn sand_rests_between_walls_two_cells_apart() {
    assert_holds("shots/sand_slab.toml", 1.0);
}

#[test]
fn pastes_that_fall_from_five_metres_splat() {
    assert_holds("shots/toothpaste_drop.toml", 1.25);
    assert_holds("shots/dough_drop.toml", 1.25);
    // In cells of 10 mm the disk is 21 cm wide in place of 27: the last layer of cells at a sticky floor does not flow.
    assert_holds("shots/honey_drop.toml", 1.0);
}

#[test]
fn a_cylinder_rolls_as_fast_as_in_the_textbook() {
    assert_holds("shots/rolling_cylinder.toml", 1.0);
}

#[test]
fn steel_bounces() {
    assert_holds("shots/steel_plate.toml", 1.0);
}
