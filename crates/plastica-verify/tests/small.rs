//! Every case at low resolution.

use plastica_verify::{Size, case, cases};

fn check(id: &str) {
    let case = case(id).unwrap_or_else(|| panic!("no case {id}"));
    let rows = (case.run)(Size::Small);
    assert!(!rows.is_empty(), "{id} measures nothing");
    for row in rows {
        println!(
            "{id} {}: {} (reference {}, {})",
            row.quantity, row.measured, row.reference, row.tolerance
        );
        assert!(
            row.holds,
            "{id} {}: {} is not {} ({})",
            row.quantity, row.measured, row.reference, row.tolerance
        );
    }
}

macro_rules! tests {
    ($($name:ident)+) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })+

        #[test]
        fn every_case_is_tested() {
            let tested: &[&str] = &[$(stringify!($name)),+];
            for case in cases() {
                assert!(tested.contains(&case.id.to_lowercase().as_str()), "{} has no test", case.id);
            }
        }
    };
}

tests! { a21 a24 a26 b01 b02 b04 b05 b06 b14 b17 b18 b20 c01 c05 c09 c12 c14 d01 d04 d07 d11 w01 }
