//! Outlines moved along a path.

use crate::Bounds;
use crate::error::ShapeError;
use crate::profile::curve::{self, hermite};
use crate::profile::{Profile, Region};
use crate::shape::normal::unit;
use crate::tree::Tree;
use plastica_tensor::Vec3;

/// Sections between each two points of the path.
const SECTIONS: usize = 24;

/// An outline carried along a path by a frame that does not turn about the path. Then the point of
/// the surface nearest to x lies in a plane that is square to the path and contains x, so the
/// distance is that of the outline in this plane (or of an end face); where several planes contain
/// x, the least.
#[derive(Debug)]
pub(super) struct Sweep {
    region: Region,
    frames: Vec<Frame>,
    /// Over the sections between frames.
    tree: Tree,
    /// No point of the outline is farther from the path [m].
    radius: f64,
}

/// A station of the path.
#[derive(Clone, Copy, Debug)]
struct Frame {
    place: Vec3<f64>,
    /// Along the path, unit.
    along: Vec3<f64>,
    /// Where the outline's x and y axes point.
    right: Vec3<f64>,
    up: Vec3<f64>,
}

impl Sweep {
    pub(super) fn new(profile: &Profile, path: &[[f64; 3]]) -> Result<Sweep, ShapeError> {
        let region = Region::new(profile)?;
        let [low, high] = region.bounds();
        let far = |i: usize| low[i].abs().max(high[i].abs());
        let frames = frames(path)?;
        let boxes: Vec<Bounds> = frames
            .windows(2)
            .map(|pair| {
                // The cubic between two stations strays from its chord by less than its length.
                let stray = 0.2 * (pair[1].place - pair[0].place).norm();
                Bounds::around(pair.iter().map(|f| f.place)).grown(stray)
            })
            .collect();
        Ok(Sweep {
            region,
            tree: Tree::new(&boxes),
            frames,
            radius: far(0).hypot(far(1)),
        })
    }

    pub(super) fn distance(&self, x: Vec3<f64>) -> f64 {
        let (first, last) = (&self.frames[0], &self.frames[self.frames.len() - 1]);
        let faces = self.face(first, x).min(self.face(last, x));
        let mut side = f64::INFINITY;
        // Within a section the distance is at least that from the path less the outline's radius.
        let limit = |side: f64| (side.min(faces) + self.radius).max(0.0).powi(2);
        self.tree.nearest(x, f64::INFINITY, |place| {
            let section = self.tree.order[place] as usize;
            if let Some(distance) = self.section(section, x) {
                side = side.min(distance);
            }
            limit(side)
        });
        if side < 0.0 {
            -faces.min(-side)
        } else {
            faces.min(side)
        }
    }

    /// Distance of an end face.
    fn face(&self, end: &Frame, x: Vec3<f64>) -> f64 {
        let from = x - end.place;
        let side = self
            .region
            .distance([end.right.dot(from), end.up.dot(from)]);
        end.along.dot(from).hypot(side.max(0.0))
    }

    /// Distance of the outline in the plane through x square to the path, if x lies between the
    /// planes at the ends of the section.
    fn section(&self, index: usize, x: Vec3<f64>) -> Option<f64> {
        let (a, b) = (&self.frames[index], &self.frames[index + 1]);
        let (after, before) = (a.along.dot(x - a.place), b.along.dot(b.place - x));
        if !(after >= 0.0 && before >= 0.0 && after + before > 0.0) {
            return None;
        }
        let s = after / (after + before);
        let length = (b.place - a.place).norm();
        let ends = [a.place.0, b.place.0];
        let tangents = [a.along.scale(length).0, b.along.scale(length).0];
        let from = x - Vec3(hermite(ends, tangents, s).0);
        let between = |p: Vec3<f64>, q: Vec3<f64>| p.scale(1.0 - s) + q.scale(s);
        let (right, up) = (between(a.right, b.right), between(a.up, b.up));
        let flat = [right.dot(from) / right.norm(), up.dot(from) / up.norm()];
        Some(self.region.distance(flat))
    }

    /// Its volume [m³] if no two of its sections meet: the outline's area times the way of its centre (Pappus, whose theorem
    /// holds along any path for an outline that does not turn about it).
    pub(super) fn volume(&self) -> Option<f64> {
        let (area, [x, y]) = self.region.moments()?;
        let centre = |f: &Frame| f.place + f.right.scale(x) + f.up.scale(y);
        let length: f64 = (self.frames.windows(2))
            .map(|pair| {
                let chord = (centre(&pair[1]) - centre(&pair[0])).norm();
                // An arc that turns by a small angle is longer than its chord by a 24th of the angle's square.
                chord * (1.0 + (pair[1].along - pair[0].along).norm_squared() / 24.0)
            })
            .sum();
        (!self.meets_itself()).then_some(area * length)
    }

    /// Whether sections may meet: where the path turns within the outline, or comes back to itself.
    fn meets_itself(&self) -> bool {
        let length = |pair: &[Frame]| (pair[1].place - pair[0].place).norm();
        let turns = |pair: &[Frame]| {
            (pair[1].along - pair[0].along).norm() * self.radius >= 0.9 * length(pair)
        };
        if self.frames.windows(2).any(turns) {
            return true;
        }
        let mut along = vec![0.0];
        along.extend(self.frames.windows(2).scan(0.0, |sum, pair| {
            *sum += length(pair);
            Some(*sum)
        }));
        // A path that does not turn within the outline needs half a turn to come back.
        let near = |i: usize, j: usize| {
            let section = along[j + 1] - along[j];
            let apart = (along[j] - along[i]).max(along[i] - along[j + 1]);
            apart < 3.0 * self.radius + section
        };
        (0..self.frames.len()).any(|i| {
            let x = self.frames[i].place;
            let reach = 2.0 * self.radius;
            let mut meets = false;
            self.tree.visit(
                |bounds| bounds.distance_squared(x) < reach * reach,
                |place| {
                    let j = self.tree.order[place] as usize;
                    meets |= !near(i, j) && self.chord_is_near(j, x, reach);
                },
            );
            meets
        })
    }

    /// Whether the chord of a section comes within a distance of a point.
    fn chord_is_near(&self, section: usize, x: Vec3<f64>, reach: f64) -> bool {
        let (a, b) = (self.frames[section].place, self.frames[section + 1].place);
        let (from, edge) = (x - a, b - a);
        let along = (from.dot(edge) / edge.norm_squared()).clamp(0.0, 1.0);
        // Between stations the path strays from its chord a little, and stations stand apart.
        (from - edge.scale(along)).norm() < reach + 0.5 * edge.norm()
    }

    pub(super) fn bounds(&self) -> Bounds {
        let [low, high] = self.region.bounds();
        let mut bounds = Bounds::EMPTY;
        for frame in &self.frames {
            let corner = |x: f64, y: f64| frame.place + frame.right.scale(x) + frame.up.scale(y);
            bounds = bounds.join(&Bounds::around([
                corner(low[0], low[1]),
                corner(low[0], high[1]),
                corner(high[0], low[1]),
                corner(high[0], high[1]),
            ]));
        }
        // Between stations the surface bulges beyond the corners of a bent path.
        let bulge = self.frames.windows(2).map(|pair| {
            let turn = (pair[1].along - pair[0].along).norm();
            let length = (pair[1].place - pair[0].place).norm();
            turn * (self.radius + length)
        });
        bounds.grown(bulge.fold(0.0, f64::max))
    }
}

/// Stations along the smooth path, with frames carried by double reflection (Wang, Jüttler, Zheng
/// and Liu, "Computation of rotation minimizing frames", 2008), whose error is of fourth order.
fn frames(path: &[[f64; 3]]) -> Result<Vec<Frame>, ShapeError> {
    let spans = curve::open(path)?;
    let mut stations = Vec::with_capacity(spans.len() * SECTIONS + 1);
    for (i, span) in spans.iter().enumerate() {
        let first = usize::from(i > 0);
        stations.extend((first..=SECTIONS).map(|k| span.at(k as f64 / SECTIONS as f64)));
    }
    let mut frames: Vec<Frame> = Vec::with_capacity(stations.len());
    for (place, slope) in stations {
        let place = Vec3(place);
        let frame = match frames.last() {
            None => start(place, unit(Vec3(slope)).unwrap_or(Vec3::new(0.0, 0.0, 1.0))),
            Some(last) => next(last, place, unit(Vec3(slope)).unwrap_or(last.along)),
        };
        frames.push(frame);
    }
    Ok(frames)
}

/// The outline upright: its y axis as near to the scene's as it can be.
fn start(place: Vec3<f64>, along: Vec3<f64>) -> Frame {
    let upright = Vec3::new(0.0, 1.0, 0.0);
    let back = Vec3::new(0.0, 0.0, -1.0).scale(along[1].signum());
    let square = |v: Vec3<f64>| v - along.scale(along.dot(v));
    let up = if along[1].abs() < 0.999 {
        upright
    } else {
        back
    };
    let up = unit(square(up)).unwrap_or(upright);
    Frame {
        place,
        along,
        right: up.cross(along),
        up,
    }
}

fn next(last: &Frame, place: Vec3<f64>, along: Vec3<f64>) -> Frame {
    let reflect = |v: Vec3<f64>, mirror: Vec3<f64>| {
        let square = mirror.norm_squared();
        if square > 0.0 {
            v - mirror.scale(2.0 * mirror.dot(v) / square)
        } else {
            v
        }
    };
    let chord = place - last.place;
    let second = along - reflect(last.along, chord);
    let up = reflect(reflect(last.up, chord), second);
    let up = unit(up - along.scale(along.dot(up))).unwrap_or(last.up);
    Frame {
        place,
        along,
        right: up.cross(along),
        up,
    }
}
