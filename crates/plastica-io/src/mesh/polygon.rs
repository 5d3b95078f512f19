//! Polygons into triangles by cutting ears [Meisters 1975]: right for concave outlines too, where a fan
//! would cover what lies outside.

/// Rounds without an ear after which the rest is cut as it comes: each costs a look at every corner.
const HOPELESS: usize = 16;

/// Cuts the polygon of some corners and adds its triangles. Corners must be among the vertices.
pub(super) fn cut(vertices: &[[f64; 3]], polygon: &[u32], triangles: &mut Vec<[u32; 3]>) {
    if let [a, b, c] = *polygon {
        triangles.push([a, b, c]);
        return;
    }
    let mut outline = Outline::new(flatten(vertices, polygon));
    let mut left = polygon.len();
    let (mut at, mut seen, mut rounds) = (0, 0, 0);
    while left >= 3 {
        // Without an ear the outline crosses itself or has no area: any corner is as good.
        let stuck = seen >= left;
        if left > 3 && !stuck && rounds < HOPELESS && !outline.is_ear(at) {
            (at, seen) = (outline.next[at], seen + 1);
            continue;
        }
        rounds += usize::from(stuck);
        triangles.push(outline.corner(at).map(|k| polygon[k]));
        // From the corner after the next, so that ears are cut all around and not as a fan.
        let after = outline.remove(at);
        at = outline.next[after];
        (left, seen) = (left - 1, 0);
    }
}

/// The corners of a polygon that are left, each with its neighbours, and where they lie.
struct Outline {
    flat: Vec<[f64; 2]>,
    next: Vec<usize>,
    previous: Vec<usize>,
    is_left: Vec<bool>,
    board: Board,
}

impl Outline {
    fn new(flat: Vec<[f64; 2]>) -> Self {
        let count = flat.len();
        Outline {
            next: (0..count).map(|i| (i + 1) % count).collect(),
            previous: (0..count).map(|i| (i + count - 1) % count).collect(),
            is_left: vec![true; count],
            board: Board::new(&flat),
            flat,
        }
    }

    /// A corner between its neighbours.
    fn corner(&self, at: usize) -> [usize; 3] {
        [self.previous[at], at, self.next[at]]
    }

    /// Takes a corner out, and returns the next.
    fn remove(&mut self, at: usize) -> usize {
        let [before, _, after] = self.corner(at);
        self.next[before] = after;
        self.previous[after] = before;
        self.is_left[at] = false;
        after
    }

    /// Whether a corner sticks out and its triangle holds no other corner.
    fn is_ear(&self, at: usize) -> bool {
        let corner = self.corner(at);
        let [a, b, c] = corner.map(|k| self.flat[k]);
        let inside =
            |p: [f64; 2]| area(a, b, p) >= 0.0 && area(b, c, p) >= 0.0 && area(c, a, p) >= 0.0;
        // A corner at the place of one of the three (a bridge to a hole) is no obstacle.
        let apart = |p: [f64; 2]| p != a && p != b && p != c;
        let in_the_way = |o: usize| {
            let p = self.flat[o];
            self.is_left[o] && !corner.contains(&o) && apart(p) && inside(p)
        };
        area(a, b, c) > 0.0 && !self.board.any_near([a, b, c], in_the_way)
    }
}

/// Squares with the corners in them, so that a triangle meets only those near it.
struct Board {
    low: [f64; 2],
    /// Squares per metre along each axis.
    scale: [f64; 2],
    side: usize,
    squares: Vec<Vec<usize>>,
}

impl Board {
    fn new(flat: &[[f64; 2]]) -> Self {
        let side = ((flat.len() as f64).sqrt() as usize).clamp(1, 1000);
        let bound =
            |a: usize, of: fn(f64, f64) -> f64, from: f64| flat.iter().map(|p| p[a]).fold(from, of);
        let low = [0, 1].map(|a| bound(a, f64::min, f64::INFINITY));
        let scale = [0, 1].map(|a| side as f64 / (bound(a, f64::max, f64::NEG_INFINITY) - low[a]));
        let mut board = Board {
            low,
            scale,
            side,
            squares: vec![Vec::new(); side * side],
        };
        for (k, p) in flat.iter().enumerate() {
            let [x, y] = board.square(*p);
            board.squares[y * side + x].push(k);
        }
        board
    }

    /// A line has no extent along an axis, where the scale is infinite and all are in the first.
    fn square(&self, p: [f64; 2]) -> [usize; 2] {
        [0, 1].map(|a| (((p[a] - self.low[a]) * self.scale[a]) as usize).min(self.side - 1))
    }

    /// Whether a corner in the squares around a triangle passes a test.
    fn any_near(&self, triangle: [[f64; 2]; 3], test: impl Fn(usize) -> bool) -> bool {
        let places = triangle.map(|p| self.square(p));
        let span = |a: usize| {
            let along = places.map(|p| p[a]);
            along[0].min(along[1]).min(along[2])..=along[0].max(along[1]).max(along[2])
        };
        span(1).any(|y| span(0).any(|x| self.squares[y * self.side + x].iter().any(|k| test(*k))))
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
    fn polygons_of_very_many_corners_are_cut_at_once() {
        let n = 100_000;
        for waves in [0.0, 500.0] {
            let corner = |i: u32| {
                let angle = std::f64::consts::TAU * f64::from(i) / f64::from(n);
                let radius = 1.0 + 0.1 * (waves * angle).sin();
                [radius * angle.cos(), radius * angle.sin(), 0.0]
            };
            let vertices: Vec<[f64; 3]> = (0..n).map(corner).collect();
            let polygon: Vec<u32> = (0..n).collect();
            let mut triangles = Vec::new();
            cut(&vertices, &polygon, &mut triangles);
            assert_eq!(triangles.len(), n as usize - 2);
            let (size, signed) = areas(&vertices, &triangles);
            let whole: f64 = (0..n as usize)
                .map(|i| {
                    let (p, q) = (vertices[i], vertices[(i + 1) % n as usize]);
                    0.5 * (p[0] * q[1] - p[1] * q[0])
                })
                .sum();
            // Covered once.
            assert!((size - whole).abs() < 1e-9, "{size} {whole}");
            assert!((signed - whole).abs() < 1e-9, "{signed} {whole}");
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
