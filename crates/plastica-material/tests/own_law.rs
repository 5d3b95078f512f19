//! The example of a law of one's own holds what it asserts.

#[path = "../examples/own_law.rs"]
mod own_law;

#[test]
fn a_law_of_ones_own_is_held_to_its_energy() {
    own_law::main();
}
