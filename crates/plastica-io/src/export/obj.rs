//! Wavefront OBJ: points, threads and faces, one object per body.

use super::Format;
use plastica_core::Frame;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "obj",
    ending: "obj",
    doc: "Threads and faces by body, points where there are none; read by every modeller, without attributes.",
    write,
};

fn write(frame: &Frame, to: &mut dyn Write) -> io::Result<()> {
    writeln!(
        to,
        "# plastica frame {} at {} s, y up, metres",
        frame.number, frame.time
    )?;
    for [x, y, z] in &frame.positions {
        writeln!(to, "v {x} {y} {z}")?;
    }
    let body = |point: u32| {
        let bodies = frame.attribute("body");
        bodies.map_or(0, |bodies| bodies.values.at(point as usize) as usize)
    };
    let free = frame.cells.free(frame.positions.len());
    for part in 0..frame.parts.len().max(1) {
        let name = frame.parts.get(part).map_or("body", |part| &part.name);
        writeln!(to, "o {}", name.replace(char::is_whitespace, "_"))?;
        for (point, free) in (0..).zip(&free) {
            if *free && body(point) == part {
                writeln!(to, "p {}", point + 1)?;
            }
        }
        for [a, b] in frame.cells.lines.iter().filter(|c| body(c[0]) == part) {
            writeln!(to, "l {} {}", a + 1, b + 1)?;
        }
        for [a, b, c] in frame.cells.triangles.iter().filter(|c| body(c[0]) == part) {
            writeln!(to, "f {} {} {}", a + 1, b + 1, c + 1)?;
        }
        for [a, b, c, d] in frame.cells.tetrahedra.iter().filter(|c| body(c[0]) == part) {
            // Seen from the fourth corner the first three go round clockwise, so from outside anticlockwise.
            for [i, j, k] in [[a, b, c], [a, d, b], [b, d, c], [c, d, a]] {
                writeln!(to, "f {} {} {}", i + 1, j + 1, k + 1)?;
            }
        }
    }
    Ok(())
}
