use super::cell::push_number;
use super::*;

const COLUMNS: [&str; 3] = ["time_s", "energy_j", "bound"];

fn rows(table: &mut Table, range: std::ops::Range<u32>) {
    for i in range {
        let time = f64::from(i) * 0.1;
        table
            .row(&[
                time.into(),
                (1e9 / (f64::from(i) + 0.3)).into(),
                "wave speed".into(),
            ])
            .unwrap();
    }
}

#[test]
fn numbers_read_back_bit_for_bit() {
    let mut state = 88172645463325252u64;
    let mut special = vec![
        0.0,
        -0.0,
        1.0,
        0.1 + 0.2,
        f64::MIN_POSITIVE,
        5e-324,
        f64::MAX,
        1e16,
        1e-5,
    ];
    special.extend([f64::INFINITY, f64::NEG_INFINITY, 123456789.123]);
    for _ in 0..20000 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        special.push(f64::from_bits(state));
    }
    let mut longest = 0;
    for value in special.into_iter().filter(|v| !v.is_nan()) {
        let mut text = String::new();
        push_number(&mut text, value);
        assert_eq!(
            text.parse::<f64>().unwrap().to_bits(),
            value.to_bits(),
            "{text}"
        );
        longest = longest.max(text.len());
    }
    // Sign, 17 digits, point, exponent: no piles of zeros.
    assert!(longest <= 24, "{longest}");
}

#[test]
fn a_table_is_header_and_rows() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.csv");
    let mut table = Table::create(&path, &["time_s", "count", "a, \"b\""]).unwrap();
    table
        .row(&[0.5.into(), 7u64.into(), "plain".into()])
        .unwrap();
    table
        .row(&[1e-7.into(), u64::MAX.into(), "a,\"b\"\nc".into()])
        .unwrap();
    // Without closing: every row is handed over at once.
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(
        text,
        "time_s,count,\"a, \"\"b\"\"\"\n0.5,7,plain\n1e-7,18446744073709551615,\"a,\"\"b\"\" c\"\n"
    );
    table.sync().unwrap();
}

#[test]
fn a_wrong_row_is_refused_and_not_written() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.csv");
    let mut table = Table::create(&path, &COLUMNS).unwrap();
    assert!(table.row(&[0.5.into()]).is_err());
    assert!(table.row(&["x".into(), 1.0.into(), "y".into()]).is_err());
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "time_s,energy_j,bound\n"
    );
}

/// Stopped anywhere, even within a row, and resumed from an earlier state: the same bytes.
#[test]
fn resuming_gives_the_bytes_of_an_uninterrupted_run() {
    let dir = tempfile::tempdir().unwrap();
    let straight = dir.path().join("straight.csv");
    rows(&mut Table::create(&straight, &COLUMNS).unwrap(), 0..20);
    let expected = fs::read(&straight).unwrap();
    let header = expected.iter().position(|b| *b == b'\n').unwrap() + 1;
    for cut in (header..=expected.len()).step_by(7) {
        let path = dir.path().join("cut.csv");
        fs::write(&path, &expected[..cut]).unwrap();
        // The newest checkpoint is of a time whose row is whole.
        let whole = expected[header..cut]
            .iter()
            .filter(|b| **b == b'\n')
            .count() as u32;
        let kept = whole.saturating_sub(3);
        let time = if kept == 0 {
            -1.0
        } else {
            f64::from(kept - 1) * 0.1
        };
        rows(&mut Table::resume(&path, &COLUMNS, time).unwrap(), kept..20);
        assert_eq!(fs::read(&path).unwrap(), expected, "cut at {cut}");
    }
}

#[test]
fn truncation_keeps_the_row_at_the_time_and_is_repeatable() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.csv");
    rows(&mut Table::create(&path, &COLUMNS).unwrap(), 0..5);
    // 3 * 0.1 is not 0.3: times compare by their bits.
    truncate_after(&path, 3.0 * 0.1).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1 + 4);
    let before = fs::read(&path).unwrap();
    truncate_after(&path, 3.0 * 0.1).unwrap();
    assert_eq!(fs::read(&path).unwrap(), before);
    truncate_after(&path, 0.3 - 1e-9).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1 + 3);
}

#[test]
fn other_tables_and_broken_rows_are_refused_untouched() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.csv");
    fs::write(&path, "time_s,mass_kg\n0,1\n").unwrap();
    let text = Table::resume(&path, &COLUMNS, 1.0).unwrap_err().to_string();
    assert!(
        text.contains("t.csv") && text.contains("time_s,energy_j,bound"),
        "{text}"
    );
    fs::write(&path, "time_s,energy_j,bound\n0,1,x\nrubbish\n").unwrap();
    let text = Table::resume(&path, &COLUMNS, 1.0).unwrap_err().to_string();
    assert!(text.contains("line 3"), "{text}");
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "time_s,energy_j,bound\n0,1,x\nrubbish\n"
    );
}

#[test]
fn a_missing_table_is_started_on_resume() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.csv");
    Table::resume(&path, &COLUMNS, 1.0).unwrap();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "time_s,energy_j,bound\n"
    );
}

/// Rows taken back leave no trace, also when a row was torn; a mark notices what is missing or changed.
#[test]
fn a_table_goes_back_and_notices_what_it_has_lost() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.csv");
    let mut table = Table::create(&path, &COLUMNS).unwrap();
    rows(&mut table, 0..5);
    let (position, mark) = (table.position(), table.mark());
    let five = fs::read(&path).unwrap();
    rows(&mut table, 5..9);
    let nine = fs::read(&path).unwrap();
    table.go_back(position);
    assert_eq!(table.mark(), mark);
    fault::inject(fault::Fault::At(1));
    let torn = table.row(&[0.5.into(), 1.0.into(), "x".into()]);
    fault::inject(fault::Fault::Never);
    assert!(torn.is_err());
    assert!(fs::read(&path).unwrap().len() > five.len(), "half a row");
    rows(&mut table, 5..9);
    assert_eq!(fs::read(&path).unwrap(), nine);
    drop(table);

    assert!(mark.is_in(&path).unwrap());
    let table = Table::go_on(&path, &COLUMNS, mark).unwrap();
    assert_eq!(table.mark(), mark);
    assert_eq!(fs::read(&path).unwrap(), five);
    let mut changed = five.clone();
    changed[30] ^= 1;
    for lost in [&five[..five.len() - 1], &changed, b""] {
        fs::write(&path, lost).unwrap();
        assert!(!mark.is_in(&path).unwrap());
        let text = Table::go_on(&path, &COLUMNS, mark).err().unwrap();
        assert!(text.to_string().contains("missing or changed"), "{text}");
    }
    fs::remove_file(&path).unwrap();
    assert!(!mark.is_in(&path).unwrap());
}

#[test]
fn columns_are_found_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.csv");
    fs::write(&path, "time_s,bound,elastic_j\n0,start,\n0.5,waves,2.5\n").unwrap();
    let rows = read_columns(&path, ["elastic_j", "time_s"]).unwrap();
    assert!(rows[0][0].is_nan() && rows[0][1] == 0.0);
    assert_eq!(rows[1], [2.5, 0.5]);
    let told = |columns: [&str; 1]| read_columns(&path, columns).unwrap_err().to_string();
    assert!(told(["heat_j"]).contains("no column `heat_j`"));
    assert!(told(["bound"]).contains("`start` is not a number"));
}
