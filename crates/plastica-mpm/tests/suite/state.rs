//! States that cannot be taken on say why.

use crate::common::{body, elastic, lattice};
use plastica_core::{Method, Reader, RestoreError, Writer};
use plastica_mpm::{Options, build};

fn cube() -> Box<dyn Method> {
    let soft = elastic("neo-hookean", 1000.0, 1e4, 0.3);
    let places = lattice([0.0; 3], [0.2; 3], 0.025);
    let cube = body(&soft, &places, 1.5625e-5, [0.0; 3], [0.0; 3]);
    build(Options::new(0.05), vec![cube], vec![]).unwrap()
}

fn restore(bytes: &[u8]) -> Result<(), RestoreError> {
    cube().restore(&mut Reader::new(bytes))
}

/// Every contradiction was said to be a state that ends too early.
#[test]
fn a_state_that_contradicts_itself_is_not_said_to_be_short() {
    let mut to = Writer::default();
    cube().observed().save(&mut to);
    let bytes = to.into_bytes();
    assert_eq!(restore(&bytes), Ok(()));
    assert_eq!(
        restore(&bytes[..bytes.len() - 1]),
        Err(RestoreError::TooShort)
    );
    // The next id stands before the four last numbers and the works.
    let mut works = Writer::default();
    cube().observed().ledger().works.save(&mut works);
    let mut broken = bytes.clone();
    let at = bytes.len() - works.into_bytes().len() - 5 * 8;
    broken[at..at + 8].fill(0xff);
    assert!(matches!(
        restore(&broken),
        Err(RestoreError::Inconsistent { .. })
    ));
}
