//! Puts a stage into the trees of a scene.

use super::cell_meshes::{CellMeshes, SurfaceMaterial};
use super::colour_map::{Ramp, light};
use super::light::smooth_step;
use super::primitive::{Plane, Triangle};
use super::render_scene::{Ball, Body, Instance, RenderScene};
use super::scene::{Coating, Facet, Scene, Sheen, Strand};
use super::solid::{Solid, Unit};
use super::tube::Tube;
use super::{Camera, Finish, Mesh, Obstacle};
use crate::grains::GrainForm;
use glam::{DMat3, DQuat, DVec3, Mat3A, Vec3A, Vec4};
use obvhs::aabb::Aabb;
use obvhs::bvh2::reinsertion::ReinsertionOptimizer;
use obvhs::cwbvh::{CwBvh, bvh2_to_cwbvh::bvh2_to_cwbvh};
use obvhs::ploc::{PlocBuilder, PlocSearchDistance, SortPrecision};

/// Nothing farther than this is drawn; places are then far from overflow in single precision.
const FARTHEST: f64 = 1e6;

/// The stage in units of the camera's distance, for pixels that span an angle [rad].
pub(super) fn assemble(stage: &RenderScene, camera: &Camera, pixel: f32) -> Scene {
    let scale = Scale::new(camera, pixel);
    let mut builder = Builder {
        balls: Vec::new(),
        solids: Vec::new(),
        tubes: Vec::new(),
        triangles: Vec::new(),
        planes: Vec::new(),
        coatings: Vec::new(),
        ramp: Ramp::new(),
    };
    for ball in &stage.balls {
        builder.ball(&scale, ball);
    }
    for body in &stage.skins {
        builder.body(&scale, body);
    }
    builder.sheets(&scale, &stage.fabric);
    builder.threads(&scale, &stage.fabric);
    for (form, pieces) in &stage.pieces {
        match form {
            GrainForm::Mesh(mesh) => builder.copies(&scale, mesh, pieces),
            GrainForm::Card => builder.solids(&scale, Unit::Cube, pieces),
            GrainForm::Rod | GrainForm::Disc => builder.solids(&scale, Unit::Cylinder, pieces),
            GrainForm::Grain => builder.solids(&scale, Unit::Ball, pieces),
        }
    }
    for (obstacle, finish) in &stage.obstacles {
        match obstacle {
            Obstacle::HalfSpace { point, normal } => {
                builder.planes.extend(scale.plane(*point, *normal));
            }
            Obstacle::Ball { centre, radius } => builder.ball(
                &scale,
                &Ball {
                    centre: *centre,
                    radius: *radius,
                    albedo: light(finish.colour),
                    finish: *finish,
                },
            ),
            Obstacle::Mesh(mesh) => builder.mesh(&scale, mesh, finish),
        }
    }
    builder.scene()
}

/// From the world to the units of rays.
struct Scale {
    origin: DVec3,
    factor: f64,
    /// Where the camera is, in the units of rays.
    eye: Vec3A,
    pixel: f32,
}

impl Scale {
    fn new(camera: &Camera, pixel: f32) -> Self {
        let distance = camera.distance();
        Scale {
            origin: DVec3::from_array(camera.target),
            factor: if distance > 0.0 { 1.0 / distance } else { 1.0 },
            eye: -camera.view().forward.as_vec3a(),
            pixel,
        }
    }

    /// Radius of a thread at a place: no less than half a pixel, as far as it may be raised [m].
    fn thread(&self, at: Vec3A, radius: f64, largest: f64) -> f32 {
        let seen = 0.5 * self.pixel * at.distance(self.eye);
        let [radius, largest] = [radius, largest].map(|r| (r * self.factor).min(FARTHEST) as f32);
        radius.max(seen.min(largest))
    }

    /// How a thread is laid, and how much is seen of it: strands that are smaller than pixels would only flicker, and
    /// wires have none.
    fn lay(&self, tube: &Tube, at: Vec3A, finish: &Finish) -> (f32, f32) {
        let (periods, pixels) = (
            tube.lay(),
            tube.radius / (self.pixel * at.distance(self.eye)),
        );
        if finish.metal || periods < 1.0 {
            return (0.0, 0.0);
        }
        (periods, smooth_step(0.9, 2.4, pixels))
    }

    fn place(&self, point: DVec3) -> Option<Vec3A> {
        let place = (point - self.origin) * self.factor;
        (place.is_finite() && place.abs().max_element() < FARTHEST).then(|| place.as_vec3a())
    }

    fn plane(&self, point: [f64; 3], normal: [f64; 3]) -> Option<Plane> {
        let normal = DVec3::from_array(normal).try_normalize()?;
        let height = normal.dot(DVec3::from_array(point) - self.origin) * self.factor;
        (height.abs() < FARTHEST).then(|| Plane {
            normal: normal.as_vec3a(),
            height: height as f32,
        })
    }
}

struct Builder {
    balls: Vec<(Vec4, Vec3A, Sheen)>,
    solids: Vec<(Solid, Aabb, Vec3A, Sheen)>,
    tubes: Vec<(Tube, Strand)>,
    triangles: Vec<(Triangle, Facet)>,
    planes: Vec<Plane>,
    coatings: Vec<Coating>,
    ramp: Ramp,
}

/// Corners of a triangle, their normals, and where their values lie in the range of colours.
type Corners = ([DVec3; 3], [Vec3A; 3], [f32; 3]);

impl Builder {
    fn ball(&mut self, scale: &Scale, ball: &Ball) {
        let radius = ball.radius * scale.factor;
        if let Some(centre) = scale.place(DVec3::from_array(ball.centre))
            && radius > 0.0
            && radius < FARTHEST
        {
            let sphere = Vec4::new(centre.x, centre.y, centre.z, radius as f32);
            self.balls.push((sphere, ball.albedo, sheen(&ball.finish)));
        }
    }

    fn solids(&mut self, scale: &Scale, unit: Unit, pieces: &[Instance]) {
        for piece in pieces {
            let half = (DVec3::from_array(piece.size) * (0.5 * scale.factor)).as_vec3a();
            let turn = Mat3A::from_quat(DQuat::from_array(piece.turn).as_quat());
            if let Some(centre) = scale.place(DVec3::from_array(piece.centre))
                && half.min_element() > 0.0
                && half.max_element() < FARTHEST as f32
            {
                self.solids.push((
                    Solid::new(unit, centre, turn, half),
                    Solid::bounds(centre, turn, half),
                    piece.albedo,
                    sheen(&piece.finish),
                ));
            }
        }
    }

    /// The mesh, its box brought to the size of each piece.
    fn copies(&mut self, scale: &Scale, mesh: &Mesh, pieces: &[Instance]) {
        let extent = super::Extent::of_points(mesh.vertices());
        let [low, high] = [extent.low, extent.high].map(DVec3::from_array);
        let (middle, size) = ((low + high) * 0.5, (high - low).max(DVec3::splat(1e-300)));
        let facets = mesh.facets();
        for piece in pieces {
            let turn = DMat3::from_quat(DQuat::from_array(piece.turn));
            let stretch = DVec3::from_array(piece.size) / size;
            let centre = DVec3::from_array(piece.centre);
            let coating = self.coating(&plain(piece.albedo, piece.finish));
            for (corners, normals) in &facets {
                let places = corners.map(|p| centre + turn * ((p - middle) * stretch));
                let normals = normals.map(|n| (turn * (n / stretch)).normalize_or(n).as_vec3a());
                self.triangle(scale, (places, normals, [0.0; 3]), coating);
            }
        }
    }

    fn body(&mut self, scale: &Scale, body: &Body) {
        let skin = &body.skin;
        let coating = self.coating(&body.coat);
        for t in &skin.triangles {
            let pick = |v: &[DVec3]| t.map(|k| v[k as usize]);
            let normals = pick(&skin.normals).map(|n| n.as_vec3a());
            let along = t.map(|k| skin.values[k as usize]);
            self.triangle(scale, (pick(&skin.vertices), normals, along), coating);
        }
    }

    fn sheets(&mut self, scale: &Scale, fabric: &CellMeshes) {
        for sheet in &fabric.sheets {
            let coating = self.coating(&sheet.coat);
            self.triangles.reserve(sheet.triangles.len());
            for (t, normals) in sheet.triangles.iter().zip(&sheet.normals) {
                let places = t.map(|k| fabric.places[k as usize]);
                let along = t.map(|k| fabric.along[k as usize]);
                self.triangle(scale, (places, *normals, along), coating);
            }
        }
    }

    /// Tubes, with a knot where more than two meet.
    fn threads(&mut self, scale: &Scale, fabric: &CellMeshes) {
        /// Radius of a knot over that of its threads.
        const KNOT: f32 = 1.35;
        for threads in &fabric.threads {
            let coating = self.coating(&threads.coat);
            let place = |point: u32| scale.place(fabric.places[point as usize]);
            let along = |point: u32| fabric.along[point as usize];
            let radius = |at: Vec3A| scale.thread(at, threads.radius, threads.largest);
            for line in &threads.lines {
                let [Some(from), Some(to)] = line.map(place) else {
                    continue;
                };
                let middle = 0.5 * (from + to);
                let tube = Tube::new(from, to, radius(middle));
                let strand = Strand {
                    along: line.map(along),
                    lay: scale.lay(&tube, middle, &threads.coat.finish),
                    coating,
                };
                self.tubes.push((tube, strand));
            }
            for knot in &threads.knots {
                if let Some(at) = place(*knot) {
                    let ball = Vec4::new(at.x, at.y, at.z, KNOT * radius(at));
                    let colour = threads.coat.colour;
                    let albedo = colour.unwrap_or_else(|| self.ramp.at(along(*knot)));
                    self.balls.push((ball, albedo, sheen(&threads.coat.finish)));
                }
            }
        }
    }

    fn mesh(&mut self, scale: &Scale, mesh: &Mesh, finish: &Finish) {
        let coating = self.coating(&plain(light(finish.colour), *finish));
        for (corners, normals) in mesh.facets() {
            let normals = normals.map(|n| n.as_vec3a());
            self.triangle(scale, (corners, normals, [0.0; 3]), coating);
        }
    }

    fn coating(&mut self, coat: &SurfaceMaterial) -> u32 {
        self.coatings.push(Coating {
            colour: coat.colour,
            back: coat.back,
            sheen: sheen(&coat.finish),
        });
        self.coatings.len() as u32 - 1
    }

    fn triangle(&mut self, scale: &Scale, (corners, normals, along): Corners, coating: u32) {
        let [Some(a), Some(b), Some(c)] = corners.map(|p| scale.place(p)) else {
            return;
        };
        let triangle = Triangle { corners: [a, b, c] };
        let facet = Facet {
            normals,
            along,
            coating,
        };
        self.triangles.push((triangle, facet));
    }

    fn scene(self) -> Scene {
        let ball_boxes: Vec<Aabb> = self
            .balls
            .iter()
            .map(|(ball, ..)| {
                let (centre, radius) = (Vec3A::from(ball.truncate()), ball.w);
                Aabb::new(centre - radius, centre + radius)
            })
            .collect();
        let triangle_boxes: Vec<Aabb> = self
            .triangles
            .iter()
            .map(|(triangle, _)| Aabb::from_points(&triangle.corners))
            .collect();
        let solid_boxes: Vec<Aabb> = self.solids.iter().map(|solid| solid.1).collect();
        let tube_boxes: Vec<Aabb> = self.tubes.iter().map(|(tube, _)| tube.bounds()).collect();
        let ((ball_tree, solid_tree), (tube_tree, triangle_tree)) = rayon::join(
            || rayon::join(|| tree(&ball_boxes), || tree(&solid_boxes)),
            || rayon::join(|| tree(&tube_boxes), || tree(&triangle_boxes)),
        );
        let in_order = |tree: &CwBvh| tree.primitive_indices.clone();
        let ball_order = in_order(&ball_tree);
        let mut triangles: Vec<Option<(Triangle, Facet)>> =
            self.triangles.into_iter().map(Some).collect();
        let ordered = in_order(&triangle_tree)
            .into_iter()
            .filter_map(|k| triangles[k as usize].take());
        let (triangles, facets) = ordered.unzip();
        let solid_order = in_order(&solid_tree);
        let solids = solid_order.iter().map(|&k| &self.solids[k as usize]);
        let tubes = in_order(&tube_tree)
            .into_iter()
            .map(|k| self.tubes[k as usize]);
        let (tubes, strands) = tubes.unzip();
        let balls = ball_order.iter().map(|&k| &self.balls[k as usize]);
        Scene {
            balls: balls.clone().map(|b| b.0).collect(),
            ball_paint: balls.map(|b| (b.1, b.2)).collect(),
            ball_tree,
            solids: solids.clone().map(|s| s.0).collect(),
            solid_paint: solids.map(|s| (s.2, s.3)).collect(),
            solid_tree,
            tube_tree,
            tubes,
            strands,
            triangle_tree,
            triangles,
            facets,
            planes: self.planes,
            coatings: self.coatings,
            ramp: self.ramp,
        }
    }
}

fn plain(colour: Vec3A, finish: Finish) -> SurfaceMaterial {
    SurfaceMaterial {
        colour: Some(colour),
        back: Vec3A::ONE,
        finish,
    }
}

fn sheen(finish: &Finish) -> Sheen {
    Sheen {
        // A perfect mirror has no highlight of a distant light.
        roughness: finish.roughness.clamp(0.08, 1.0) as f32,
        metal: finish.metal,
    }
}

/// A tree over boxes, the same for the same boxes.
fn tree(boxes: &[Aabb]) -> CwBvh {
    if boxes.is_empty() {
        return CwBvh::default();
    }
    let all = (0..boxes.len() as u32).collect();
    let mut binary = PlocBuilder::with_capacity(boxes.len()).build(
        PlocSearchDistance::Low,
        boxes,
        all,
        SortPrecision::U64,
        2,
    );
    ReinsertionOptimizer::default().run(&mut binary, 0.02, None);
    bvh2_to_cwbvh(&binary, 3, true, false)
}
