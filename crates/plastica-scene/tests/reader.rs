//! Tables declared by a crate of its own: defaults from values, keys with new names.

use plastica_material::Value;
use plastica_scene::assets::Memory;
use plastica_scene::diagnostics::Diagnostics;
use plastica_scene::reader::{
    Book, Form, Kind, Presence, Table, Varies, integer, number, parse, table, word,
};
use plastica_scene::units::Quantity;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Scheme {
    Explicit,
    Implicit,
}

const SCHEMES: &[(&str, &str, Scheme)] = &[
    ("explicit", "Small steps.", Scheme::Explicit),
    ("implicit", "Large steps.", Scheme::Implicit),
];

struct Options {
    turn: f64,
    scheme: Scheme,
    sweeps: u64,
    gravity: [Value; 3],
    angular_velocity: f64,
}

fn options(t: &mut Table<'_>) -> Option<Options> {
    let gravity = [0.0, -9.81, 0.0].map(Value::Constant);
    let turn = t.or_value(
        "turn",
        "An angle.",
        number(Quantity::Angle),
        &30f64.to_radians(),
    );
    let scheme = t.or_value(
        "scheme",
        "A word.",
        word("scheme", SCHEMES),
        &Scheme::Implicit,
    );
    let sweeps = t.or_value("sweeps", "A count.", integer(1, 9), &4);
    let gravity = t.or_value(
        "gravity",
        "A vector.",
        number(Quantity::Acceleration)
            .varying(Varies::InTime)
            .vector(),
        &gravity,
    );
    t.renamed("spin", "angular_velocity");
    let angular_velocity = t.need(
        "angular_velocity",
        "How fast it turns.",
        number(Quantity::AngularVelocity),
    );
    Some(Options {
        turn: turn?,
        scheme: scheme?,
        sweeps: sweeps?,
        gravity: gravity?,
        angular_velocity: angular_velocity?,
    })
}

fn read(text: &str) -> Result<Options, Diagnostics> {
    parse(
        "options.toml",
        text,
        Memory::default(),
        table("[options]", options),
    )
}

#[test]
fn defaults_are_the_values_themselves() {
    let given = read("angular_velocity = 1").unwrap();
    assert_eq!(given.turn.to_bits(), 30f64.to_radians().to_bits());
    assert_eq!((given.scheme, given.sweeps), (Scheme::Implicit, 4));
    assert_eq!(given.gravity[1].at([0.0; 3], 0.0), -9.81);
    let given = read("scheme = \"explicit\"\nturn = 60\nangular_velocity = 1").unwrap();
    assert_eq!(given.scheme, Scheme::Explicit);
    assert_eq!(given.turn, 60f64.to_radians());
    assert_eq!(given.angular_velocity, 1.0);
}

#[test]
fn defaults_are_shown_as_a_scene_would_have_them() {
    let Form::Table(form) = table("[options]", options).form(&mut Book::default()) else {
        panic!("not a table");
    };
    let defaults: Vec<_> = form
        .keys
        .iter()
        .filter_map(|key| match &key.presence {
            Presence::Default(text) => Some((key.name, text.as_ref())),
            _ => None,
        })
        .collect();
    let expected = [
        ("turn", "30"),
        ("scheme", "\"implicit\""),
        ("sweeps", "4"),
        ("gravity", "[0, -9.81, 0]"),
    ];
    assert_eq!(defaults, expected);
}

#[test]
fn an_old_key_is_one_mistake_that_gives_the_new_one() {
    let mistakes = read("turn = 2\nspin = 3").err().unwrap();
    assert_eq!(mistakes.count(), 1);
    let mistake = mistakes.iter().next().unwrap();
    assert_eq!(
        mistake.problem.message(),
        "`spin` is called `angular_velocity` now"
    );
    let position = mistakes.position(mistake).unwrap();
    assert_eq!((position.line, position.column), (2, 1));
}
