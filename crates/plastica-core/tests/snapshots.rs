//! Snapshots behind each other: what one of them does not have is absent, never zero.

use plastica_core::{Attribute, Cells, Part, Snapshot, Tracers, Values};

fn sand() -> Snapshot {
    Snapshot {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0]],
        attributes: vec![
            Attribute::whole("id", vec![0, 1]),
            Attribute::whole("body", vec![0, 0]),
            Attribute::whole("material", vec![0, 0]),
            Attribute::real("stress", "Pa", 1, false, vec![5.0, 6.0]),
        ],
        materials: vec!["sand".into()],
        parts: vec![Part::named("bed")],
        ..Snapshot::default()
    }
}

fn net() -> Snapshot {
    Snapshot {
        positions: vec![[0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 2.0, 0.0]],
        double: true,
        attributes: vec![
            Attribute::whole("id", vec![2, 3, 4]),
            Attribute::whole("body", vec![0, 0, 0]),
            Attribute::whole("material", vec![0, 0, 0]),
            Attribute::real("tension", "N", 1, true, vec![7.0, 8.0, 9.0]),
        ],
        cells: Cells {
            lines: vec![[0, 1]],
            triangles: vec![[0, 1, 2]],
            ..Cells::default()
        },
        cell_attributes: vec![Attribute::real("strain", "1", 1, true, vec![0.1, 0.2])],
        materials: vec!["string".into()],
        parts: vec![Part::named("net")],
        ..Snapshot::default()
    }
}

fn numbers(snapshot: &Snapshot, name: &str) -> Vec<f64> {
    let values = &snapshot.attribute(name).unwrap().values;
    (0..values.len()).map(|i| values.at(i)).collect()
}

#[test]
fn what_a_part_does_not_have_is_absent() {
    let mut all = sand();
    all.append(net());
    assert_eq!(numbers(&all, "body"), [0.0, 0.0, 1.0, 1.0, 1.0]);
    assert_eq!(numbers(&all, "material"), [0.0, 0.0, 1.0, 1.0, 1.0]);
    let stress = numbers(&all, "stress");
    assert_eq!(stress[..2], [5.0, 6.0]);
    assert!(stress[2..].iter().all(|value| value.is_nan()));
    let tension = numbers(&all, "tension");
    assert!(tension[..2].iter().all(|value| value.is_nan()));
    assert_eq!(tension[2..], [7.0, 8.0, 9.0]);
    assert_eq!(all.cells.triangles, [[2, 3, 4]]);
    assert!(all.double);
    assert!(matches!(
        all.attribute("stress").unwrap().values,
        Values::F32(_)
    ));
}

/// Cells are lines first, then triangles, whichever snapshot they come from, and so are their attributes.
#[test]
fn attributes_of_cells_follow_their_cells() {
    let mut all = net();
    let mut other = net();
    other.cell_attributes = vec![Attribute::real("strain", "1", 1, true, vec![0.3, 0.4])];
    all.append(other);
    assert_eq!(all.cells.lines, [[0, 1], [3, 4]]);
    let Values::F64(strain) = &all.cell_attributes[0].values else {
        panic!("double");
    };
    assert_eq!(strain, &[0.1, 0.3, 0.2, 0.4]);
}

/// Quantities of one name and different units stay two.
#[test]
fn units_are_not_mixed() {
    let mut all = sand();
    let mut other = net();
    other
        .attributes
        .push(Attribute::real("stress", "N/m", 1, true, vec![1.0; 3]));
    all.append(other);
    let stresses = all
        .attributes
        .iter()
        .filter(|a| a.name.starts_with("stress"));
    let units: Vec<(&str, &str)> = stresses.map(|a| (&*a.name, &*a.unit)).collect();
    assert_eq!(units, [("stress", "Pa"), ("stress [N per m]", "N/m")]);
}

/// Tracers of one method and points with ids of another are followed together.
#[test]
fn material_is_followed_whatever_its_points_are() {
    let mut remeshed = net();
    remeshed.attributes.retain(|a| a.name != "id");
    remeshed.tracers = Some(Tracers {
        ids: vec![7],
        positions: vec![[0.5, 1.5, 0.0]],
        parts: vec![0],
    });
    let mut all = sand();
    all.append(remeshed);
    assert_eq!(
        all.followed(),
        [
            (0, 0, [0.0; 3]),
            (1, 0, [1.0, 0.0, 0.0]),
            (7, 1, [0.5, 1.5, 0.0])
        ]
    );
}
