//! The list of cases: one file each.

mod a05_uniaxial;
mod a13_held_creep;
mod a16_four_element;
mod a18_maxwell_feedback;
mod a19_hardening_loop;
mod a21_off_axis;
mod a24_yield_by_direction;
mod a26_grains_in_shear;
mod a29_affine_motion;
mod a_directions;
mod b01_free_fall;
mod b02_axial_bar;
mod b04_bar_impact;
mod b05_two_disks;
mod b06_spin;
mod b08_bending_curve;
mod b10_own_weight;
mod b12_oscillating_plate;
mod b13_patch_test;
mod b14_vortex;
mod b17_oedometer;
mod b18_column;
mod b20_incline;
mod b22_ring_modes;
mod b23_membrane_and_plate;
mod b25_torque_free;
mod b_beam;
mod c01_taylor_bar;
mod c05_upset_billet;
mod c09_prandtl_punch;
mod c12_slump;
mod c14_standing_column;
mod d01_column_collapse;
mod d04_rods;
mod d07_repose;
mod d11_admissible;
mod d_collapse;
mod e01_hanging_net;
mod e03_net_on_a_ball;
mod e_net;
mod f01_relaxation;
mod f02_gradients;
mod f03_multigrid;
mod f06_profile_cholesky;
mod fem;
mod p01_modulus;
mod p02_stretch_and_release;
mod p03_cantilever;
mod p04_no_fracture;
mod p_bar;
mod w01_wooden_beam;

use crate::Case;

const CASES: &[Case] = &[
    a05_uniaxial::CASE,
    a13_held_creep::CASE,
    a16_four_element::CASE,
    a18_maxwell_feedback::CASE,
    a19_hardening_loop::CASE,
    a21_off_axis::CASE,
    a24_yield_by_direction::CASE,
    a26_grains_in_shear::CASE,
    a29_affine_motion::CASE,
    b01_free_fall::CASE,
    b02_axial_bar::CASE,
    b04_bar_impact::CASE,
    b05_two_disks::CASE,
    b06_spin::CASE,
    b08_bending_curve::CASE,
    b10_own_weight::CASE,
    b12_oscillating_plate::CASE,
    b13_patch_test::CASE,
    b14_vortex::CASE,
    b17_oedometer::CASE,
    b18_column::CASE,
    b20_incline::CASE,
    b22_ring_modes::CASE,
    b23_membrane_and_plate::CASE,
    b25_torque_free::CASE,
    c01_taylor_bar::CASE,
    c05_upset_billet::CASE,
    c09_prandtl_punch::CASE,
    c12_slump::CASE,
    c14_standing_column::CASE,
    d01_column_collapse::CASE,
    d04_rods::CASE,
    d07_repose::CASE,
    d11_admissible::CASE,
    e01_hanging_net::CASE,
    e03_net_on_a_ball::CASE,
    f01_relaxation::CASE,
    f02_gradients::CASE,
    f03_multigrid::CASE,
    f06_profile_cholesky::CASE,
    p01_modulus::CASE,
    p02_stretch_and_release::CASE,
    p03_cantilever::CASE,
    p04_no_fracture::CASE,
    w01_wooden_beam::CASE,
];

/// All cases, in the order of their ids.
pub fn cases() -> &'static [Case] {
    CASES
}

/// A case by its id.
pub fn case(id: &str) -> Option<&'static Case> {
    CASES.iter().find(|case| case.id.eq_ignore_ascii_case(id))
}
