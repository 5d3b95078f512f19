//! Cells as VTK lists them: a row of corners, where each cell starts in it, and what each cell is.

use plastica_core::Cells;

/// VTK's numbers for cells of one to four points, in the order of our files.
const LINE: u8 = 3;
const TRIANGLE: u8 = 5;
const TETRAHEDRON: u8 = 10;
const VERTEX: u8 = 1;

/// The cells of a file. 32 bits are enough for the corners that are written, and halve their size.
pub(super) struct Grid {
    pub(super) connectivity: Vec<i32>,
    pub(super) offsets: Vec<i32>,
    pub(super) types: Vec<u8>,
}

/// Lines, triangles, tetrahedra, and a vertex for every one of the points that has no other cell.
pub(super) fn grid(cells: &Cells, points: usize) -> Grid {
    let corners = cells.corners().map(|c| c as i32);
    let free = (0..).zip(cells.free(points));
    let vertices = free.filter_map(|(point, free)| free.then_some(point));
    let connectivity: Vec<i32> = corners.chain(vertices).collect();
    let single = connectivity.len() - cells.corners().count();
    let kinds = [
        (LINE, 2, cells.lines.len()),
        (TRIANGLE, 3, cells.triangles.len()),
        (TETRAHEDRON, 4, cells.tetrahedra.len()),
        (VERTEX, 1, single),
    ];
    let count: usize = kinds.iter().map(|kind| kind.2).sum();
    let (mut types, mut offsets) = (Vec::with_capacity(count), Vec::with_capacity(count + 1));
    let mut end = 0;
    offsets.push(end);
    for (kind, size, count) in kinds {
        types.extend(std::iter::repeat_n(kind, count));
        offsets.extend((1..=count as i32).map(|k| end + k * size));
        end += count as i32 * size;
    }
    Grid {
        connectivity,
        offsets,
        types,
    }
}

/// The cells between so many points, if the lists are such as [`grid`] makes them; else what is wrong.
pub(super) fn cells(read: &Grid, points: usize) -> Result<Cells, String> {
    let Grid {
        connectivity,
        types,
        ..
    } = read;
    let mut rest = &connectivity[..];
    let mut ahead = types.iter().peekable();
    let mut next = |kind: u8| {
        let mut count = 0;
        while ahead.next_if(|t| **t == kind).is_some() {
            count += 1;
        }
        count
    };
    let [lines, triangles, tetrahedra, _] = [LINE, TRIANGLE, TETRAHEDRON, VERTEX].map(&mut next);
    if let Some(other) = ahead.next() {
        return Err(format!("a cell of the type {other} is out of place"));
    }
    let cells = Cells {
        lines: taken(&mut rest, lines, points)?,
        triangles: taken(&mut rest, triangles, points)?,
        tetrahedra: taken(&mut rest, tetrahedra, points)?,
    };
    // What is left are the free points, and where cells start follows from what they are.
    let meant = grid(&cells, points);
    if meant.types.len() != types.len() || meant.connectivity != *connectivity {
        return Err("its vertex cells are not those of its free points".into());
    }
    if meant.offsets != read.offsets {
        return Err("its cells do not start where they should".into());
    }
    Ok(cells)
}

/// The next cells of a row of corners.
fn taken<const N: usize>(
    rest: &mut &[i32],
    count: usize,
    points: usize,
) -> Result<Vec<[u32; N]>, String> {
    let Some((own, after)) = rest.split_at_checked(count * N) else {
        return Err("its cells have too few corners".into());
    };
    *rest = after;
    let number = |corner: i32| {
        u32::try_from(corner)
            .ok()
            .filter(|c| (*c as usize) < points)
            .ok_or_else(|| format!("a cell has point {corner}, of {points} points"))
    };
    let mut cells = Vec::with_capacity(count);
    for corners in own.as_chunks::<N>().0 {
        let mut cell = [0; N];
        for (to, from) in cell.iter_mut().zip(corners) {
            *to = number(*from)?;
        }
        cells.push(cell);
    }
    Ok(cells)
}
