use super::*;
use std::fs;

/// Writes a new file: overwriting one makes some file systems wait for the disk every time.
fn fresh(path: &Path, bytes: impl AsRef<[u8]>) {
    let _ = fs::remove_file(path);
    fs::write(path, bytes).unwrap();
}

/// xorshift64*: the same damage in every run of the test.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

fn sample() -> Checkpoint {
    let mut random = Random(7);
    Checkpoint {
        scene_digest: 0xdead_beef_0123_4567,
        time: 0.1 + 0.2,
        frame: 12,
        step: 3456,
        sections: vec![
            (
                "mpm".into(),
                (0..4000).map(|_| random.next() as u8).collect(),
            ),
            ("émitter 2".into(), vec![0; 3000]),
            ("nothing".into(), Vec::new()),
        ],
    }
}

#[test]
fn what_is_read_is_what_was_written() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.ckpt");
    let nan = f64::from_bits(0x7ff4_0000_0000_0001);
    for checkpoint in [
        sample(),
        Checkpoint::default(),
        Checkpoint {
            time: -0.0,
            ..sample()
        },
        Checkpoint {
            time: nan,
            step: u64::MAX,
            ..Checkpoint::default()
        },
    ] {
        write_checkpoint(&path, &checkpoint).unwrap();
        let read = read_checkpoint(&path).unwrap();
        assert_eq!(read.time.to_bits(), checkpoint.time.to_bits());
        assert_eq!(read.sections, checkpoint.sections);
        assert_eq!(
            (read.scene_digest, read.frame, read.step),
            (checkpoint.scene_digest, checkpoint.frame, checkpoint.step)
        );
    }
    assert_eq!(sample().section("nothing"), Some(&[][..]));
    assert_eq!(sample().section("other"), None);
}

#[test]
fn the_same_state_gives_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let (a, b) = (dir.path().join("a"), dir.path().join("b"));
    write_checkpoint(&a, &sample()).unwrap();
    write_checkpoint(&b, &sample()).unwrap();
    assert_eq!(fs::read(a).unwrap(), fs::read(b).unwrap());
}

/// No change of a file is ever taken for a checkpoint, and none is a panic.
#[test]
fn damage_is_always_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.ckpt");
    write_checkpoint(&path, &sample()).unwrap();
    let whole = fs::read(&path).unwrap();
    let refused = |bytes: &[u8], what: &str| {
        fresh(&path, bytes);
        match read_checkpoint(&path) {
            Ok(_) => panic!("accepted after {what}"),
            Err(e) => e.to_string(),
        }
    };
    for bit in 0..HEADER * 8 {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        refused(&bytes, &format!("a flip of bit {bit}"));
    }
    for length in 0..HEADER + 40 {
        let text = refused(&whole[..length], &format!("a cut to {length}"));
        assert!(text.contains("a.ckpt"), "{text}");
    }
    let mut random = Random(2024);
    for turn in 0..1500 {
        let mut bytes = whole.clone();
        match turn % 4 {
            0 => bytes.truncate(random.below(whole.len())),
            1 => bytes.extend((0..1 + random.below(20)).map(|_| 0)),
            2 => {
                let (from, to) = (random.below(whole.len()), random.below(whole.len()));
                bytes.swap(from, to);
            }
            _ => {}
        }
        for _ in 0..1 + random.below(4) {
            let at = random.below(bytes.len().max(1));
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        // Flips can undo each other.
        if bytes != whole {
            refused(&bytes, &format!("turn {turn}"));
        }
    }
}

/// Behind a checksum that fits, nonsense must still be refused: a bug of ours, or a forger.
#[test]
fn nonsense_with_a_good_checksum_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.ckpt");
    let forged = |payload: &[u8], claimed: u64| {
        let mut packed = Vec::new();
        crate::packing::pack_to(&mut packed, payload);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        for word in [0, 0, 0, 0, claimed, packed.len() as u64, 0] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(packed);
        let sum = checksum(&bytes);
        bytes[CHECKSUM..HEADER].copy_from_slice(&sum.to_le_bytes());
        fresh(&path, bytes);
        read_checkpoint(&path)
    };
    let good = pack(&sample().sections);
    assert_eq!(
        forged(&good, good.len() as u64).unwrap().sections,
        sample().sections
    );
    assert!(forged(&good, u64::MAX).is_err());
    assert!(forged(&good, good.len() as u64 - 1).is_err());
    assert!(forged(&u64::MAX.to_le_bytes(), 8).is_err());
    let mut random = Random(99);
    for _ in 0..2000 {
        let mut bytes = good.clone();
        bytes[random.below(56)] ^= 1 << random.below(8);
        assert!(forged(&bytes, bytes.len() as u64).is_err());
    }
}

#[test]
fn errors_say_which_file_and_what_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("b.ckpt");
    let text = |bytes: &[u8]| {
        fresh(&path, bytes);
        read_checkpoint(&path).unwrap_err().to_string()
    };
    assert!(text(b"duration = 3\n").contains("does not begin like one"));
    assert!(text(b"").contains("does not begin like one"));
    write_checkpoint(&path, &sample()).unwrap();
    let whole = fs::read(&path).unwrap();
    assert!(text(&whole[..30]).contains("header"));
    assert!(text(&whole[..whole.len() - 1]).contains("end is missing"));
    let mut newer = whole.clone();
    newer[8] = 9;
    let newer = text(&newer);
    assert!(
        newer.contains("version 9") && newer.contains("b.ckpt"),
        "{newer}"
    );
    let mut older = whole.clone();
    older[8] = 1;
    let older = text(&older);
    assert!(
        older.contains("version 1") && older.contains("b.ckpt") && older.contains("again"),
        "{older}"
    );
    let missing = read_checkpoint(dir.path().join("none.ckpt"))
        .unwrap_err()
        .to_string();
    assert!(
        missing.contains("none.ckpt") && missing.contains("spelling"),
        "{missing}"
    );
}
