//! Polygons into triangles by cutting ears [Meisters 1975]: right for concave outlines too, where a fan
//! would cover what lies outside.

/// Cuts the polygon of some corners and adds its triangles. Corners must be among the vertices.
pub(super) fn cut(vertices: &[[f64; 3]], polygon: &[u32], triangles: &mut Vec<[u32; 3]>) {
    if let [a, b, c] = *polygon {
        triangles.push([a, b, c]);
        return;
    }
    let flat = flatten(vertices, polygon);
    let mut left: Vec<usize> = (0..polygon.len()).collect();
    while left.len() > 3 {
        let count = left.len();
        let corner = |i: usize| {
            [
                left[(i + count - 1) % count],
                left[i],
                left[(i + 1) % count],
            ]
        };
        // Without an ear the outline crosses itself or has no area: any corner is as good.
        let ear = (0..count)
            .find(|&i| is_ear(&flat, corner(i), &left))
            .unwrap_or(1);
        triangles.push(corner(ear).map(|k| polygon[k]));
        left.remove(ear);
    }
    if let [a, b, c] = left[..] {
        triangles.push([a, b, c].map(|k| polygon[k]));
    }
}

/// The polygon seen along its normal, so that it runs counter-clockwise.
fn flatten(vertices: &[[f64; 3]], polygon: &[u32]) -> Vec<[f64; 2]> {
    let points: Vec<[f64; 3]> = polygon.iter().map(|v| vertices[*v as usize]).collect();
    let mut normal = [0.0; 3];
    let origin = points.first().copied().unwrap_or_default();
    for (i, p) in points.iter().enumerate() {
        let q = points[(i + 1) % points.len()];
        let [p, q] = [*p, q].map(|x| [x[0] - origin[0], x[1] - origin[1], x[2] - origin[2]]);
        for k in 0..3 {
            let (u, v) = ((k + 1) % 3, (k + 2) % 3);
            normal[k] += p[u] * q[v] - p[v] * q[u];
        }
    }
    let along = (0..3)
        .max_by(|a, b| normal[*a].abs().total_cmp(&normal[*b].abs()))
        .unwrap_or(2);
    let (u, v) = match normal[along] < 0.0 {
        true => ((along + 2) % 3, (along + 1) % 3),
        false => ((along + 1) % 3, (along + 2) % 3),
    };
    points.iter().map(|p| [p[u], p[v]]).collect()
}

/// Twice the area of a triangle, positive when it runs counter-clockwise.
fn area(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether a corner sticks out and its triangle holds no other corner.
fn is_ear(flat: &[[f64; 2]], [i, j, k]: [usize; 3], left: &[usize]) -> bool {
    let [a, b, c] = [flat[i], flat[j], flat[k]];
    let inside = |p: [f64; 2]| area(a, b, p) >= 0.0 && area(b, c, p) >= 0.0 && area(c, a, p) >= 0.0;
    let others = left.iter().filter(|&&o| o != i && o != j && o != k);
    // A corner at the place of one of the three (a bridge to a hole) is no obstacle.
    let apart = |p: [f64; 2]| p != a && p != b && p != c;
    area(a, b, c) > 0.0 && !others.map(|&o| flat[o]).any(|p| apart(p) && inside(p))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sum of the areas of triangles, each counted positive, and of their signed areas.
    fn areas(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> (f64, f64) {
        let flat = |v: u32| [vertices[v as usize][0], vertices[v as usize][1]];
        let each: Vec<f64> = triangles
            .iter()
            .map(|t| area(flat(t[0]), flat(t[1]), flat(t[2])) / 2.0)
            .collect();
        (each.iter().map(|a| a.abs()).sum(), each.iter().sum())
    }

    #[test]
    fn concave_polygons_are_covered_once() {
        // An arrow head and a letter L, whose fans from the first corner overlap themselves.
        let arrow = vec![
            [1.0, 0.0, 0.0],
            [0.0, 2.0, 0.0],
            [-1.0, 0.0, 0.0],
            [0.0, 0.5, 0.0],
        ];
        let l = [[0., 0.], [2., 0.], [2., 1.], [1., 1.], [1., 3.], [0., 3.]];
        let l: Vec<[f64; 3]> = l.iter().map(|p| [p[0], p[1], 0.0]).collect();
        for (vertices, expected) in [(arrow, 1.5), (l, 4.0)] {
            let count = vertices.len() as u32;
            for start in 0..count {
                for step in [1, count - 1] {
                    let polygon: Vec<u32> =
                        (0..count).map(|i| (start + i * step) % count).collect();
                    let mut triangles = Vec::new();
                    cut(&vertices, &polygon, &mut triangles);
                    let sign = if step == 1 { 1.0 } else { -1.0 };
                    let (size, signed) = areas(&vertices, &triangles);
                    assert_eq!(triangles.len(), vertices.len() - 2);
                    assert!((size - expected).abs() < 1e-12, "{size} {triangles:?}");
                    assert!(
                        (signed - sign * expected).abs() < 1e-12,
                        "{signed} {triangles:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn hopeless_polygons_end() {
        let line: Vec<[f64; 3]> = (0..9).map(|i| [f64::from(i % 4), 0.0, 0.0]).collect();
        let mut triangles = Vec::new();
        cut(&line, &(0..9).collect::<Vec<_>>(), &mut triangles);
        assert_eq!(triangles.len(), 7);
        cut(&line, &[], &mut triangles);
        cut(&line, &[0, 1], &mut triangles);
        assert_eq!(triangles.len(), 7);
    }
}
