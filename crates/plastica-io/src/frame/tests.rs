use super::*;
use crate::error::IoError;
use hdf5_pure::{AttrValue, FileBuilder};
use plastica_core::{Attribute, Cells, Frame, Values};
use std::fs;
use std::path::Path;

/// Writes a new file: overwriting one makes some file systems wait for the disk every time.
fn fresh(path: &Path, bytes: impl AsRef<[u8]>) {
    let _ = fs::remove_file(path);
    fs::write(path, bytes).unwrap();
}

/// Numbers that a careless conversion changes: zeros with sign, not-a-numbers with a load, extremes.
const HARD32: [u32; 6] = [
    0x8000_0000,
    0x7fc0_1234,
    0x7f80_0001,
    0x7f7f_ffff,
    1,
    0xff80_0000,
];
const HARD64: [u64; 6] = [
    0x8000_0000_0000_0000,
    0x7ff8_0000_0000_1234,
    0x7ff0_0000_0000_0001,
    0x7fef_ffff_ffff_ffff,
    1,
    0xfff0_0000_0000_0000,
];

fn attribute(name: &str, unit: &'static str, components: usize, values: Values) -> Attribute {
    Attribute {
        name: name.into(),
        unit: unit.into(),
        components,
        values,
    }
}

fn sample(points: usize, double: bool) -> Frame {
    let number = |i: usize, k: usize| (i * 7 + k) as f64 * 0.37 - 2.0;
    let f32s = |count: usize| {
        (0..points * count)
            .map(|i| number(i, count) as f32)
            .collect()
    };
    let mut hard32: Vec<f32> = f32s(1);
    let mut hard64: Vec<f64> = (0..points * 3).map(|i| number(i, 5)).collect();
    hard32
        .iter_mut()
        .zip(HARD32)
        .for_each(|(x, bits)| *x = f32::from_bits(bits));
    hard64
        .iter_mut()
        .zip(HARD64)
        .for_each(|(x, bits)| *x = f64::from_bits(bits));
    let position = |i, k| {
        if double {
            number(i, k) / 3.0
        } else {
            f64::from(number(i, k) as f32)
        }
    };
    Frame {
        number: 41,
        time: 0.1 + 0.2,
        positions: (0..points)
            .map(|i| [position(i, 0), position(i, 1), position(i, 2)])
            .collect(),
        double,
        // Not in the order of the alphabet.
        attributes: vec![
            attribute("velocity", "m/s", 3, Values::F32(f32s(3))),
            attribute("cauchy_stress", "Pa", 6, Values::F32(f32s(6))),
            attribute("hard", "kg/m³", 1, Values::F32(hard32)),
            attribute("a_hard", "1", 3, Values::F64(hard64)),
            attribute(
                "id",
                "1",
                1,
                Values::U32((0..points as u32).map(|i| u32::MAX - i).collect()),
            ),
            attribute(
                "pair",
                "1",
                2,
                Values::U32((0..2 * points as u32).collect()),
            ),
        ],
        materials: vec!["dough".into(), "Brötchen, warm".into(), String::new()],
        parts: vec![plastica_core::Part::named("star")],
        ..Frame::default()
    }
}

type Bits = (u64, u64, bool, Vec<u64>, Vec<String>, Vec<Vec<u64>>);

/// All bits of a frame; `==` would pass over those of not-a-numbers and zeros.
fn bits(frame: &Frame) -> Bits {
    let words = |values: &Values| match values {
        Values::F32(v) => v.iter().map(|x| u64::from(x.to_bits())).collect(),
        Values::F64(v) => v.iter().map(|x| x.to_bits()).collect(),
        Values::U32(v) => v.iter().map(|x| u64::from(*x)).collect(),
    };
    let kind = |values: &Values| match values {
        Values::F32(_) => "f32",
        Values::F64(_) => "f64",
        Values::U32(_) => "u32",
    };
    let text =
        |a: &Attribute| format!("{} {} {} {}", a.name, a.unit, a.components, kind(&a.values));
    let names = frame
        .attributes
        .iter()
        .map(text)
        .chain(frame.materials.clone());
    (
        frame.number,
        frame.time.to_bits(),
        frame.double,
        frame
            .positions
            .iter()
            .flatten()
            .map(|x| x.to_bits())
            .collect(),
        names
            .chain(["|".into()])
            .chain(frame.parts.iter().map(|part| part.name.clone()))
            .collect(),
        frame.attributes.iter().map(|a| words(&a.values)).collect(),
    )
}

#[test]
fn what_is_read_is_what_was_written() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f.vtkhdf");
    let bare = Frame {
        number: u64::MAX,
        time: -0.0,
        ..Frame::default()
    };
    let tiny = Frame {
        positions: vec![[0.5, -0.0, 3.0]],
        ..Frame::default()
    };
    let frames = [
        sample(100, false),
        sample(100, true),
        sample(1, false),
        sample(0, true),
        bare,
        tiny,
    ];
    for frame in frames {
        write_frame(&path, &frame).unwrap();
        let read = read_frame(&path).unwrap();
        assert_eq!(bits(&read), bits(&frame));
        assert!(read.cells.is_empty());
        let stamp = read_frame_stamp(&path).unwrap();
        assert_eq!(stamp.number, frame.number);
        assert_eq!(stamp.time.to_bits(), frame.time.to_bits());
        assert_eq!(stamp.points, frame.positions.len() as u64);
    }
}

#[test]
fn single_precision_rounds_positions_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f.vtkhdf");
    let mut frame = sample(10, true);
    frame.double = false;
    write_frame(&path, &frame).unwrap();
    let read = read_frame(&path).unwrap();
    frame
        .positions
        .iter_mut()
        .flatten()
        .for_each(|x| *x = f64::from(*x as f32));
    assert_eq!(bits(&read), bits(&frame));
}

#[test]
fn the_same_frame_gives_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let (a, b) = (dir.path().join("a"), dir.path().join("b"));
    write_frame(&a, &sample(50, false)).unwrap();
    write_frame(&b, &sample(50, false)).unwrap();
    assert_eq!(fs::read(a).unwrap(), fs::read(b).unwrap());
}

#[test]
fn contradictions_are_refused_before_anything_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f.vtkhdf");
    type Spoil = fn(&mut Frame);
    let broken: [(&str, Spoil); 7] = [
        ("99 numbers for 100", |f| {
            f.attributes[2].values = Values::F32(vec![0.0; 99])
        }),
        ("two attributes", |f| {
            f.attributes[2].name = "velocity".into()
        }),
        ("`a/b`", |f| f.attributes[2].name = "a/b".into()),
        ("``", |f| f.attributes[2].name = String::new()),
        ("0 components", |f| f.attributes[2].components = 0),
        ("unit of attribute `hard`", |f| {
            f.attributes[2].unit = "".into()
        }),
        ("material or body", |f| f.parts[0].name = "a\0b".into()),
    ];
    for (expected, spoil) in broken {
        let mut frame = sample(100, false);
        spoil(&mut frame);
        let text = write_frame(&path, &frame).unwrap_err().to_string();
        assert!(
            text.contains(expected) && text.contains("f.vtkhdf"),
            "{text}"
        );
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}

#[test]
fn other_files_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f.vtkhdf");
    let refused = |what: &str| {
        for error in [
            read_frame(&path).unwrap_err(),
            read_frame_stamp(&path).unwrap_err(),
        ] {
            assert!(matches!(error, IoError::Foreign { .. }), "{error:?}");
            let text = error.to_string();
            assert!(text.contains(what) && text.contains("f.vtkhdf"), "{text}");
        }
    };
    for bytes in [&b""[..], b"x", b"# vtk DataFile Version 3.0\n"] {
        fs::write(&path, bytes).unwrap();
        refused("not an HDF5 file");
    }
    let mut file = FileBuilder::new();
    file.create_dataset("x").with_f64_data(&[1.0]);
    fs::write(&path, file.finish().unwrap()).unwrap();
    refused("without a group VTKHDF");
    let build = |version| {
        let mut file = FileBuilder::new();
        let mut group = file.create_group("VTKHDF");
        group.set_attr("Type", AttrValue::AsciiString("PolyData".into()));
        if let Some(version) = version {
            group.set_attr("plastica_frame", AttrValue::U32(version));
        }
        file.add_group(group.finish());
        fs::write(&path, file.finish().unwrap()).unwrap();
    };
    build(None);
    refused("another program");
    build(Some(7));
    let error = read_frame(&path).unwrap_err();
    assert!(
        matches!(
            error,
            IoError::Newer {
                version: 7,
                known: 4,
                ..
            }
        ),
        "{error:?}"
    );
    build(Some(1));
    assert!(matches!(
        read_frame(&path).unwrap_err(),
        IoError::Damaged { .. }
    ));
    let missing = read_frame(dir.path().join("none")).unwrap_err().to_string();
    assert!(
        missing.contains("none") && missing.contains("spelling"),
        "{missing}"
    );
}

/// Cut short anywhere: refused, never a panic, never a frame.
#[test]
fn truncated_files_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f.vtkhdf");
    write_frame(&path, &sample(40, false)).unwrap();
    let whole = fs::read(&path).unwrap();
    for length in (0..whole.len())
        .step_by(37)
        .chain(whole.len() - 40..whole.len())
    {
        fresh(&path, &whole[..length]);
        let error = read_frame(&path).expect_err(&format!("accepted {length} of {}", whole.len()));
        assert!(error.to_string().contains("f.vtkhdf"), "{error}");
    }
}

/// One flipped bit anywhere is noticed.
#[test]
fn a_flipped_bit_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f.vtkhdf");
    write_frame(&path, &sample(5, true)).unwrap();
    assert_eq!(check_frame(&path).unwrap().points, 5);
    let whole = fs::read(&path).unwrap();
    for bit in (0..whole.len() * 8).step_by(53) {
        fresh(&path, flipped(&whole, bit));
        for error in [read_frame(&path).err(), check_frame(&path).err()] {
            let error = error.unwrap_or_else(|| panic!("accepted with bit {bit} flipped"));
            assert!(error.to_string().contains("f.vtkhdf"), "{error}");
        }
    }
}

fn flipped(bytes: &[u8], bit: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[bit / 8] ^= 1 << (bit % 8);
    bytes
}

/// With the seal of what is there, as whoever changed a file on purpose would put it.
fn sealed_again(bytes: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut to = seal::Sealing::new(&mut file);
    std::io::Write::write_all(&mut to, &bytes[..bytes.len() - 16]).unwrap();
    to.seal().unwrap();
    file
}

/// Files that were changed and sealed again, or that are of a version without seals: changed bits never panic, and
/// never change the shape of what is read.
#[test]
fn flipped_bits_under_a_seal_do_no_harm() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f.vtkhdf");
    let frame = sample(5, true);
    write_frame(&path, &frame).unwrap();
    let whole = fs::read(&path).unwrap();
    let mut accepted = 0;
    for bit in (0..(whole.len() - 16) * 8).step_by(53) {
        fresh(&path, sealed_again(&flipped(&whole, bit)));
        if let Ok(read) = read_frame(&path) {
            accepted += 1;
            assert_eq!(read.positions.len(), frame.positions.len(), "bit {bit}");
            assert_eq!(read.attributes.len(), frame.attributes.len(), "bit {bit}");
            for (a, b) in read.attributes.iter().zip(&frame.attributes) {
                assert_eq!(
                    (&a.name, a.values.len()),
                    (&b.name, b.values.len()),
                    "bit {bit}"
                );
            }
        }
    }
    // Not all of the file is structure; the test would be empty if everything were refused.
    assert!(accepted > 0);
}

/// Files of free points change with the version of the layout (4) and with nothing else.
#[test]
fn free_points_keep_their_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f.vtkhdf");
    let hashes: Vec<u64> = [sample(100, false), sample(7, true), sample(0, false)]
        .iter()
        .map(|frame| {
            write_frame(&path, frame).unwrap();
            twox_hash::XxHash3_64::oneshot(&fs::read(&path).unwrap())
        })
        .collect();
    let before = [
        94_017_520_423_085_008,
        5_647_663_110_620_128_840,
        9_767_649_056_810_219_056,
    ];
    assert_eq!(hashes, before);
}

/// Cells between some of 20 points, as a number's bits choose: lines, triangles, tetrahedra.
fn mixed(kinds: u32) -> Frame {
    let mut frame = sample(20, kinds % 2 == 1);
    let has = |bit: u32| kinds >> bit & 1 == 1;
    if has(0) {
        frame.cells.lines = vec![[3, 0], [0, 19], [4, 3]];
    }
    if has(1) {
        frame.cells.triangles = vec![[5, 6, 7], [7, 6, 3]];
    }
    if has(2) {
        frame.cells.tetrahedra = vec![[8, 9, 10, 11], [11, 10, 9, 0]];
    }
    frame
}

#[test]
fn cells_of_all_mixes_are_read_as_they_were_written() {
    let dir = tempfile::tempdir().unwrap();
    let (path, again) = (dir.path().join("f.vtkhdf"), dir.path().join("g.vtkhdf"));
    for kinds in 0..8 {
        let frame = mixed(kinds);
        write_frame(&path, &frame).unwrap();
        write_frame(&again, &frame).unwrap();
        assert_eq!(fs::read(&path).unwrap(), fs::read(&again).unwrap());
        let read = read_frame(&path).unwrap();
        assert_eq!(bits(&read), bits(&frame));
        assert_eq!(read.cells, frame.cells);
    }
    // No point is free, and one point in all cells.
    let mut all = sample(3, false);
    all.cells.triangles = vec![[2, 0, 1]];
    write_frame(&path, &all).unwrap();
    assert_eq!(read_frame(&path).unwrap().cells, all.cells);
}

#[test]
fn cells_of_points_that_are_not_there_are_not_written() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f.vtkhdf");
    let stray = [
        Cells {
            lines: vec![[0, 20]],
            ..Cells::default()
        },
        Cells {
            triangles: vec![[0, 1, u32::MAX]],
            ..Cells::default()
        },
        Cells {
            tetrahedra: vec![[0, 1, 2, 3], [0, 20, 1, 2]],
            ..Cells::default()
        },
    ];
    for cells in stray {
        let frame = Frame {
            cells,
            ..sample(20, false)
        };
        let text = write_frame(&path, &frame).unwrap_err().to_string();
        assert!(text.contains("of 20 points"), "{text}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}

/// Lists of cells that contradict themselves, each with the words that tell how.
#[test]
fn damaged_cells_are_refused() {
    type Spoil = fn(&mut cells::Grid);
    let broken: [(&str, Spoil); 11] = [
        ("point 20, of 20", |g| g.connectivity[1] = 20),
        ("point -1, of 20", |g| g.connectivity[6] = -1),
        ("point 2000000000", |g| g.connectivity[13] = 2_000_000_000),
        ("type 9", |g| g.types[4] = 9),
        ("type 3", |g| g.types[4] = 3),
        ("free points", |g| g.types[5] = 5),
        ("too few corners", |g| g.connectivity.truncate(9)),
        ("free points", |g| *g.connectivity.last_mut().unwrap() = 17),
        ("free points", |g| g.connectivity.push(3)),
        ("start where", |g| g.offsets[2] = 5),
        ("start where", |g| g.offsets.truncate(3)),
    ];
    let frame = mixed(7);
    let whole = || cells::grid(&frame.cells, 20);
    assert_eq!(cells::cells(&whole(), 20), Ok(frame.cells.clone()));
    for (expected, spoil) in broken {
        let mut grid = whole();
        spoil(&mut grid);
        let told = cells::cells(&grid, 20).unwrap_err();
        assert!(told.contains(expected), "{expected}: {told}");
    }
}

/// Every bit of the lists of cells counts: one that is flipped makes another mesh or a refusal, never a
/// panic or a corner that is not there.
#[test]
fn flipped_bits_of_cells_are_refused_or_make_other_cells() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f.vtkhdf");
    let frame = Frame {
        cells: mixed(7).cells,
        positions: vec![[0.25; 3]; 20],
        ..Frame::default()
    };
    write_frame(&path, &frame).unwrap();
    let whole = fs::read(&path).unwrap();
    let (mut refused, mut other) = (0, 0);
    for bit in (0..(whole.len() - 16) * 8).step_by(7) {
        fresh(&path, sealed_again(&flipped(&whole, bit)));
        match read_frame(&path) {
            Ok(read) => {
                assert!(read.cells.corners().all(|c| c < 20), "bit {bit}");
                other += u32::from(read.cells != frame.cells);
            }
            Err(error) => {
                assert!(error.to_string().contains("f.vtkhdf"), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "{refused} {other}");
}
