//! The scenes of [BW07].

use crate::assert_all_hold;

#[test]
fn a_figure_hardens_on_a_bar() {
    assert_all_hold("bw07/bar_hardening.toml", 2.0);
}

#[test]
fn a_star_of_dough_folds_on_the_ground() {
    assert_all_hold("bw07/dough_star.toml", 1.6);
}
