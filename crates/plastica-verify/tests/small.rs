//! Every case at low resolution.
//!
//! Numbers that a method is known to miss at this resolution are listed in [`MISSED`]; the notes below the table of
//! docs/verification.md say why. A number in the list that is reached is an error too: then it leaves the list.

use plastica_verify::{Size, case, cases};

/// Known misses: method, case and how the quantity begins.
const MISSED: &[(&str, &str, &str)] = &[
    ("fem", "b08", "period of a beam 4 cells high"),
    ("fem", "b10", "deflection of the tip, 4 cells high"),
    ("points", "b12", "period, 5 particles across"),
    ("points", "b13", "error of F at rest / |A − I|, 10 % jitter"),
    (
        "points",
        "b13",
        "largest error of stress at rest / stress, 10 % jitter",
    ),
    ("points", "c14", "hencky: ρgH/2Y where"),
    ("points", "c14", "hencky: drop at ρgH/2Y = 1.15"),
    ("points", "d01", "10 particles per L₀: run-out"),
];

fn check(method: &str, id: &str) {
    let case = case(id).unwrap_or_else(|| panic!("no case {id}"));
    let (_, run) = (case.runs.iter().find(|(name, _)| *name == method))
        .unwrap_or_else(|| panic!("{id} is not done by {method}"));
    let rows = run(Size::Small);
    assert!(!rows.is_empty(), "{id} measures nothing");
    for row in &rows {
        println!(
            "{id} {}: {} (reference {}, {})",
            row.quantity, row.measured, row.reference, row.tolerance
        );
    }
    for row in rows {
        let known = MISSED.iter().any(|(by, case, quantity)| {
            (*by, *case) == (method, id) && row.quantity.starts_with(quantity)
        });
        assert!(
            row.holds != known,
            "{id} {}: {} {} {} ({})",
            row.quantity,
            row.measured,
            if known {
                "is off the list of misses now:"
            } else {
                "is not"
            },
            row.reference,
            row.tolerance
        );
    }
}

macro_rules! tests {
    ($($method:ident: $($name:ident)+;)+) => {
        $(mod $method {
            $(#[test]
            fn $name() {
                super::check(stringify!($method), stringify!($name));
            })+
        })+

        #[test]
        fn every_case_is_tested() {
            let tested: &[(&str, &str)] = &[$($((stringify!($method), stringify!($name))),+),+];
            for case in cases() {
                for (method, _) in case.runs {
                    let run = (*method, case.id.to_lowercase());
                    let has = tested.iter().any(|(method, id)| (*method, *id) == (run.0, &*run.1));
                    assert!(has, "{} by {method} has no test", case.id);
                }
            }
        }
    };
}

tests! {
    mpm: a21 a24 a26 b01 b02 b04 b05 b06 b14 b17 b18 b20 c01 c05 c09 c12 c14 d01 d04 d07 d11 w01;
    points: a29 b01 b02 b04 b05 b12 b13 b14 b17 c01 c12 c14 d01 p01 p02 p03 p04;
    spline: a16 a18 a19 b08 b22 b23 b25 e01 e03;
    fem: a05 a13 b01 b02 b04 b08 b10 b13 b20 c01 c05 c09 c12 c14;
    solvers: f01 f02 f03 f06;
}
