use super::{FORMATS, Format, export};
use plastica_core::{Attribute, Cells, Frame, Part};

/// Three points of two bodies, a thread and a face, and what one body does not have.
fn frame() -> Frame {
    Frame {
        number: 7,
        time: 0.25,
        positions: vec![
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 0.5, 0.0],
            [2.0, 2.0, 2.0],
        ],
        double: true,
        attributes: vec![
            Attribute::whole("body", vec![0, 0, 0, 1]),
            Attribute::real("velocity", "m/s", 3, true, (0..12).map(f64::from).collect()),
            Attribute::real("stress", "Pa", 1, true, vec![1.0, 2.0, 3.0, f64::NAN]),
        ],
        cells: Cells {
            lines: vec![[0, 1]],
            triangles: vec![[0, 1, 2]],
            ..Cells::default()
        },
        parts: vec![Part::named("a net"), Part::named("grain")],
        ..Frame::default()
    }
}

fn written(name: &str) -> Vec<u8> {
    let format: &Format = FORMATS.iter().find(|format| format.name == name).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("frame").with_extension(format.ending);
    export(format, &frame(), &path).unwrap();
    std::fs::read(path).unwrap()
}

#[test]
fn names_and_endings_are_given_once() {
    for (k, format) in FORMATS.iter().enumerate() {
        let again = |other: &&Format| other.name == format.name || other.ending == format.ending;
        assert!(!FORMATS[k + 1..].iter().any(again), "{}", format.name);
    }
}

#[test]
fn tables_have_units_and_leave_out_what_is_absent() {
    let text = String::from_utf8(written("csv")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "x [m],y [m],z [m],body,velocity_x [m/s],velocity_y [m/s],velocity_z [m/s],stress [Pa]"
    );
    assert_eq!(lines[2], "1,0,0,0,3,4,5,2");
    assert_eq!(lines[4], "2,2,2,1,9,10,11,");
}

#[test]
fn objects_are_the_bodies() {
    let text = String::from_utf8(written("obj")).unwrap();
    let after = text.split_once("o a_net\n").unwrap().1;
    assert_eq!(after, "l 1 2\nf 1 2 3\no grain\np 4\n");
}

#[test]
fn binary_points_have_the_length_that_the_head_says() {
    let bytes = written("ply");
    let end = bytes
        .windows(11)
        .position(|w| w == b"end_header\n")
        .unwrap()
        + 11;
    let head = std::str::from_utf8(&bytes[..end]).unwrap();
    assert!(head.contains("element vertex 4\nproperty double x"));
    assert!(head.contains("property uint body\nproperty double velocity_x"));
    // Positions, one whole number and four reals per point; a face; an edge.
    let vertex = 3 * 8 + 4 + 3 * 8 + 8;
    assert_eq!(bytes.len() - end, 4 * vertex + (1 + 12) + 8);
    let x = f64::from_le_bytes(bytes[end + vertex..end + vertex + 8].try_into().unwrap());
    assert_eq!(x, 1.0);
}
