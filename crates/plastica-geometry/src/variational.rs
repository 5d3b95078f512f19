//! Meshes of tetrahedra by moving points to where their Delaunay triangulation is best: the variational mesher of [ASYD05]
//! as [BW07, section 4] uses it.
//!
//! It gives the best elements inside and the worst at the surface, and takes ten times as long as cutting a lattice: the
//! mesher of the paper, for those who want what it did.

mod inside;
mod samples;
mod sites;

use crate::tetrahedra_rules::{extract, manifold, without_bad};
use crate::{Delaunay, DelaunayError, Shape, TetMesh};
use sites::Sites;
use std::fmt;

/// How a shape is meshed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Length of edges [m], about, at the surface.
    pub size: f64,
    /// How much longer edges become per metre of depth. 0: the same everywhere.
    pub grading: f64,
    /// How often sites are moved.
    pub iterations: usize,
    /// A site that comes to the surface nearer than this to another there, in sizes, goes. 0: all stay, as in the paper,
    /// which leaves flat elements between sites that are nearly at one place.
    pub crowding: f64,
}

impl Options {
    /// For edges of a length [m].
    pub fn new(size: f64) -> Options {
        Options {
            size,
            grading: 0.0,
            iterations: 15,
            crowding: 0.55,
        }
    }
}

/// Why there is no mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum VariationalError {
    /// An option is not what it must be.
    Option {
        /// Which.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What it must be.
        must: &'static str,
    },
    /// The shape has no end.
    Unbounded,
    /// There would be too many elements.
    TooMany {
        /// About so many cells of the asked size around the shape.
        cells: f64,
    },
    /// The shape is thinner than elements everywhere.
    Nothing,
}

impl fmt::Display for VariationalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VariationalError::Option { what, value, must } => {
                write!(f, "{what} is {value}: it must be {must}")
            }
            VariationalError::Unbounded => write!(f, "the shape has no end: cut it off"),
            VariationalError::TooMany { cells } => write!(
                f,
                "the box of the shape has {cells:.1e} cells of this size, more than 10⁸: make elements larger"
            ),
            VariationalError::Nothing => write!(
                f,
                "no element lies inside: the shape is empty, or thinner than elements everywhere; make them smaller"
            ),
        }
    }
}

impl std::error::Error for VariationalError {}

/// A mesh of a shape. [BW07, section 4], steps 1 to 8.
pub fn mesh(shape: &Shape, options: &Options) -> Result<TetMesh, VariationalError> {
    let bounds = check(shape, options)?;
    let samples = samples::of_the_surface(shape, &bounds, options.size);
    let mut sites = Sites::inside(shape, &bounds, options);
    for _ in 0..options.iterations {
        sites.snap(&samples);
        sites.improve(&triangulate(&sites)?);
    }
    sites.snap(&samples);
    let candidates = triangulate(&sites)?;
    let inside = inside::mostly(shape, &candidates);
    let well = without_bad(&candidates, &inside);
    let mesh = extract(&candidates, &manifold(&candidates, &well).present);
    match mesh.elements.is_empty() {
        true => Err(VariationalError::Nothing),
        false => Ok(mesh),
    }
}

fn triangulate(sites: &Sites<'_>) -> Result<TetMesh, VariationalError> {
    let places: Vec<[f64; 3]> = sites.all().iter().map(|site| site.place.0).collect();
    match Delaunay::new(&places) {
        Ok(made) => Ok(made.mesh()),
        Err(DelaunayError::TooMany) => Err(VariationalError::TooMany {
            cells: places.len() as f64,
        }),
        // Coordinates come from finite ones and are no smaller than rounding.
        Err(_) => Err(VariationalError::Nothing),
    }
}

/// The box of the shape, if all is well.
fn check(shape: &Shape, options: &Options) -> Result<crate::Bounds, VariationalError> {
    let wanted = |what, value: f64, good: bool, must| match good {
        true => Ok(()),
        false => Err(VariationalError::Option { what, value, must }),
    };
    let Options {
        size,
        grading,
        crowding,
        ..
    } = *options;
    wanted(
        "size",
        size,
        size > 0.0 && size.is_finite(),
        "positive and finite",
    )?;
    let good = |x: f64| (0.0..=1.0).contains(&x);
    wanted("grading", grading, good(grading), "from 0 to 1")?;
    wanted("crowding", crowding, good(crowding), "from 0 to 1")?;
    let bounds = shape.bounds().ok_or(VariationalError::Unbounded)?;
    if bounds.is_empty() {
        return Err(VariationalError::Nothing);
    }
    let cells = bounds.size().map(|side| side / size + 1.0).product();
    match cells <= 1e8 {
        true => Ok(bounds),
        false => Err(VariationalError::TooMany { cells }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tetrahedra_rules::{classify, products};
    use crate::{Vec3, figure};

    /// Smallest dihedral angle of each element, in rising order [degrees].
    fn angles(mesh: &TetMesh) -> Vec<f64> {
        let smallest = |element| {
            let least = products(mesh.corners(element))
                .into_iter()
                .fold(1.0, f64::min);
            (-least).clamp(-1.0, 1.0).acos().to_degrees()
        };
        let mut all: Vec<f64> = (0..mesh.elements.len()).map(smallest).collect();
        all.sort_by(f64::total_cmp);
        all
    }

    #[test]
    fn a_ball_is_filled_with_good_elements() {
        let mesh = mesh(&Shape::sphere(0.5), &Options::new(0.1)).unwrap();
        let exact = std::f64::consts::PI / 6.0;
        assert!(
            (mesh.volume() / exact - 1.0).abs() < 0.03,
            "{}",
            mesh.volume() / exact
        );
        assert!((0..mesh.elements.len()).all(|e| mesh.element_volume(e) > 0.0));
        assert_eq!(mesh.surface().check_closed(), Ok(()));
        let angles = angles(&mesh);
        assert!(
            angles[angles.len() / 2] > 40.0,
            "{}",
            angles[angles.len() / 2]
        );
        let bad = (0..mesh.elements.len())
            .filter(|e| classify(mesh.corners(*e)).is_some())
            .count();
        assert!(
            bad * 10 < mesh.elements.len(),
            "{bad} of {}",
            mesh.elements.len()
        );
        // Vertices of the surface lie on it, but for dimples where elements were deleted.
        let surface = mesh.surface();
        let mut used: Vec<u32> = surface.triangles.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        let off = |v: &&u32| (Vec3(surface.vertices[**v as usize]).norm() - 0.5).abs() > 1e-4;
        let dimples = used.iter().filter(off).count();
        assert!(dimples * 50 < used.len(), "{dimples} of {}", used.len());
    }

    #[test]
    fn a_figure_is_filled_and_its_surface_is_closed() {
        let shape = figure::rabbit();
        let volume = shape.volume().unwrap();
        let mesh = mesh(&shape, &Options::new((volume / 400.0).cbrt())).unwrap();
        assert!(
            (mesh.volume() / volume - 1.0).abs() < 0.1,
            "{}",
            mesh.volume() / volume
        );
        assert_eq!(mesh.surface().check_closed(), Ok(()));
    }

    #[test]
    fn elements_grow_with_depth() {
        let shape = Shape::sphere(0.5);
        let even = mesh(&shape, &Options::new(0.08)).unwrap();
        let graded = Options {
            grading: 0.5,
            ..Options::new(0.08)
        };
        let graded = mesh(&shape, &graded).unwrap();
        assert!(graded.elements.len() * 10 < even.elements.len() * 8);
        let largest = |mesh: &TetMesh, inner: f64, outer: f64| {
            let middle = |e: &usize| {
                mesh.corners(*e)
                    .into_iter()
                    .fold(Vec3::zero(), |s, c| s + c.scale(0.25))
                    .norm()
            };
            let all = (0..mesh.elements.len()).filter(|e| (inner..outer).contains(&middle(e)));
            let volumes: Vec<f64> = all.map(|e| mesh.element_volume(e)).collect();
            volumes.iter().sum::<f64>() / volumes.len() as f64
        };
        assert!(largest(&graded, 0.0, 0.2) > 2.0 * largest(&graded, 0.4, 0.5));
        assert!(largest(&even, 0.0, 0.2) < 2.0 * largest(&even, 0.4, 0.5));
    }

    #[test]
    fn what_cannot_be_meshed_says_why() {
        let ball = Shape::sphere(0.5);
        let error = |shape: &Shape, options: Options| mesh(shape, &options).unwrap_err();
        for size in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let told = error(&ball, Options::new(size));
            assert!(
                matches!(told, VariationalError::Option { what: "size", .. }),
                "{told}"
            );
        }
        let half = Shape::half_space(Vec3::new(0.0, 1.0, 0.0), 0.0);
        assert_eq!(error(&half, Options::new(0.1)), VariationalError::Unbounded);
        assert!(matches!(
            error(&ball, Options::new(1e-6)),
            VariationalError::TooMany { .. }
        ));
        let none = Shape::union(Vec::new());
        assert_eq!(error(&none, Options::new(0.1)), VariationalError::Nothing);
        assert_eq!(error(&ball, Options::new(50.0)), VariationalError::Nothing);
    }
}
