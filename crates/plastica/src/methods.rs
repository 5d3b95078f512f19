//! The methods that scenes can name.

use plastica_scene::method::MethodKind;

/// A list of methods. A program with methods of its own puts them behind these.
pub type Methods = &'static [&'static MethodKind];

/// The methods that plastica brings along: one line each.
pub static METHODS: Methods = &[
    &plastica_mpm::KIND,
    &plastica_points::KIND,
    &plastica_spline::KIND,
    &plastica_fem::KIND,
];

/// A method by name.
pub(crate) fn named(methods: Methods, name: &str) -> Option<&'static MethodKind> {
    methods.iter().copied().find(|kind| kind.name == name)
}
