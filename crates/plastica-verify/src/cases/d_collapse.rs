//! A column of sand that is let go beside a wall: the set-up that the D cases share.
//!
//! A planar column of width L₀ and height H stands on a rough floor against a smooth wall at x = 0.
//! Grains are Hooke's law in rates with Drucker–Prager's cone [JY17, Eqs. 8 and 16–27], the cone of
//! Eq. 18 (the default, which agrees with Mohr–Coulomb in plane strain), no cohesion, no dilatancy.

use crate::method_under_test::MethodUnderTest;
use crate::specimen::{elastic, flowing, slab_walls, wall};
use plastica_core::{Contact, Ledger, Method, Selection, World};
use plastica_material::Recipe;
use plastica_mpm::Options;

/// Density of the grains [kg/m³].
pub(super) const DENSITY: f64 = 2650.0;
pub(super) const GRAVITY: f64 = 9.81;

/// Grains with a friction angle in degrees.
pub(super) fn grains(friction_angle: f64) -> Recipe {
    grains_on(&hooke(), friction_angle)
}

/// Grains on another elastic law.
pub(super) fn grains_on(solid: &Recipe, friction_angle: f64) -> Recipe {
    flowing(
        solid,
        "drucker-prager",
        &[("friction_angle", friction_angle.to_radians())],
    )
}

/// The grains if they never slipped: K = 0.7 MPa.
pub(super) fn hooke() -> Recipe {
    elastic("hypoelastic", DENSITY, 0.84e6, 0.3)
}

/// The same on Hencky's strain, for methods that take no rates of stress.
pub(super) fn hencky() -> Recipe {
    elastic("hencky", DENSITY, 0.84e6, 0.3)
}

/// Root of the mean squared speed [m/s].
pub(super) fn mean_speed(ledger: &Ledger) -> f64 {
    (2.0 * ledger.kinetic_energy / ledger.mass).sqrt()
}

/// A column before it is let go.
pub(super) struct Column {
    /// Its width and height [m].
    pub(super) size: [f64; 2],
    /// The method with its choices.
    pub(super) tested: MethodUnderTest,
}

impl Column {
    /// On a grid.
    pub(super) fn new(size: [f64; 2], cell: f64) -> Self {
        Column {
            size,
            tested: MethodUnderTest::mpm(Options::new(cell)),
        }
    }

    /// The column of a material, and what it stands on.
    pub(super) fn of(&self, recipe: &Recipe) -> (Box<dyn Method>, World) {
        let body = self.tested.slab([0.0; 2], self.size).of(recipe);
        let method = self.tested.of(vec![body]);
        let mut world = World::empty([0.0, -GRAVITY, 0.0]);
        world
            .colliders
            .extend(slab_walls(0.0, self.tested.thickness));
        world
            .colliders
            .push(wall([1.0, 0.0, 0.0], 0.0, Contact::Sliding, 0.0));
        world
            .colliders
            .push(wall([0.0, 1.0, 0.0], 0.0, Contact::Sticky, 0.0));
        (method, world)
    }

    /// The shape of what it has become.
    pub(super) fn deposit(&self, method: &dyn Method) -> Deposit {
        let pitch = self.tested.pitch;
        let (width, depth) = (2.0 * pitch, self.tested.depth);
        let mut heights = Vec::new();
        let mut add = |x: f64, height: f64| {
            let column = (x / width).max(0.0) as usize;
            if column >= heights.len() {
                heights.resize(column + 1, 0.0);
            }
            heights[column] += height;
        };
        method.observed().visit(Selection::All, &mut |p| {
            // Half of each particle to either side, so that columns do not beat with the lattice.
            let height = 0.5 * p.mass / (DENSITY * width * depth);
            add(p.position[0] - 0.25 * pitch, height);
            add(p.position[0] + 0.25 * pitch, height);
        });
        Deposit { width, heights }
    }
}

/// Heights over the floor by distance from the wall: mass over density, so a heap at its first density.
pub(super) struct Deposit {
    /// Width of the columns [m].
    pub(super) width: f64,
    /// Height in each [m].
    pub(super) heights: Vec<f64>,
}

impl Deposit {
    /// How far it reaches with at least a thickness [m].
    pub(super) fn reach(&self, thickness: f64) -> f64 {
        let Some(last) = self.heights.iter().rposition(|height| *height >= thickness) else {
            return 0.0;
        };
        let here = self.heights[last];
        let next = self.heights.get(last + 1).copied().unwrap_or(0.0);
        self.width * (last as f64 + 0.5 + (here - thickness) / (here - next))
    }
    /// Height at the wall [m]: the mean of the first two columns.
    pub(super) fn at_wall(&self) -> f64 {
        0.5 * (self.heights[0] + self.heights[1])
    }
    /// Slope in the middle of the fall [degrees]: a line through the columns between two shares of the
    /// greatest height.
    pub(super) fn slope(&self, low: f64, high: f64) -> f64 {
        let top = self.heights.iter().copied().fold(0.0, f64::max);
        let chosen = self
            .heights
            .iter()
            .enumerate()
            .filter(|(_, h)| (low * top..high * top).contains(*h));
        let points: Vec<[f64; 2]> = chosen.map(|(k, h)| [self.width * k as f64, *h]).collect();
        let n = points.len() as f64;
        let mean = |axis: usize| points.iter().map(|p| p[axis]).sum::<f64>() / n;
        let (x, y) = (mean(0), mean(1));
        let product: f64 = points.iter().map(|p| (p[0] - x) * (p[1] - y)).sum();
        let square: f64 = points.iter().map(|p| (p[0] - x) * (p[0] - x)).sum();
        (-product / square).atan().to_degrees()
    }
}
