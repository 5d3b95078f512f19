//! Every case at low resolution.

use plastica_verify::{Size, case, cases};

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
        assert!(
            row.holds,
            "{id} {}: {} is not {} ({})",
            row.quantity, row.measured, row.reference, row.tolerance
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
}
