//! Scenes of TF88, at full size: they are small.

use super::assert_all_hold;

#[test]
fn balls_rebound_the_less_the_more_they_creep() {
    assert_all_hold("tf88/balls.toml", 1.0);
}

#[test]
fn a_net_falls_over_a_ball() {
    assert_all_hold("tf88/net.toml", 1.0);
}
