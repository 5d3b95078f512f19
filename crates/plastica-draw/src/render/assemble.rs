//! Puts a stage into the trees of a scene.

use super::colour_map::light;
use super::primitive::{Plane, Triangle};
use super::scene::{Facet, Scene, Sheen};
use super::solid::{Solid, Unit};
use super::stage::{Ball, Body, Piece, Stage};
use super::{Camera, Finish, Mesh, Obstacle};
use crate::grains::GrainForm;
use glam::{DMat3, DQuat, DVec3, Mat3A, Vec3A, Vec4};
use obvhs::aabb::Aabb;
use obvhs::bvh2::reinsertion::ReinsertionOptimizer;
use obvhs::cwbvh::{CwBvh, bvh2_to_cwbvh::bvh2_to_cwbvh};
use obvhs::ploc::{PlocBuilder, PlocSearchDistance, SortPrecision};

/// Nothing farther than this is drawn; places are then far from overflow in single precision.
const FARTHEST: f64 = 1e6;

/// The stage in units of the camera's distance.
pub(super) fn assemble(stage: &Stage, camera: &Camera) -> Scene {
    let scale = Scale::new(camera);
    let mut builder = Builder::default();
    for ball in &stage.balls {
        builder.ball(&scale, ball);
    }
    for body in &stage.skins {
        builder.body(&scale, body);
    }
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
}

impl Scale {
    fn new(camera: &Camera) -> Self {
        let distance = camera.distance();
        Scale {
            origin: DVec3::from_array(camera.target),
            factor: if distance > 0.0 { 1.0 / distance } else { 1.0 },
        }
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

#[derive(Default)]
struct Builder {
    balls: Vec<(Vec4, Vec3A, Sheen)>,
    solids: Vec<(Solid, Aabb, Vec3A, Sheen)>,
    triangles: Vec<(Triangle, Facet)>,
    planes: Vec<Plane>,
}

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

    fn solids(&mut self, scale: &Scale, unit: Unit, pieces: &[Piece]) {
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
    fn copies(&mut self, scale: &Scale, mesh: &Mesh, pieces: &[Piece]) {
        let extent = super::Extent::of_points(mesh.vertices());
        let [low, high] = [extent.low, extent.high].map(DVec3::from_array);
        let (middle, size) = ((low + high) * 0.5, (high - low).max(DVec3::splat(1e-300)));
        let facets = mesh.facets();
        for piece in pieces {
            let turn = DMat3::from_quat(DQuat::from_array(piece.turn));
            let stretch = DVec3::from_array(piece.size) / size;
            let centre = DVec3::from_array(piece.centre);
            for (corners, normals) in &facets {
                self.triangle(
                    scale,
                    corners.map(|p| centre + turn * ((p - middle) * stretch)),
                    normals.map(|n| (turn * (n / stretch)).normalize_or(n).as_vec3a()),
                    [piece.albedo; 3],
                    &piece.finish,
                );
            }
        }
    }

    fn body(&mut self, scale: &Scale, body: &Body) {
        let skin = &body.skin;
        for t in &skin.triangles {
            let pick = |v: &[DVec3]| t.map(|k| v[k as usize]);
            let normals = pick(&skin.normals).map(|n| n.as_vec3a());
            let albedo = t.map(|k| body.albedo[k as usize]);
            self.triangle(scale, pick(&skin.vertices), normals, albedo, &body.finish);
        }
    }

    fn mesh(&mut self, scale: &Scale, mesh: &Mesh, finish: &Finish) {
        let albedo = [light(finish.colour); 3];
        for (corners, normals) in mesh.facets() {
            self.triangle(
                scale,
                corners,
                normals.map(|n| n.as_vec3a()),
                albedo,
                finish,
            );
        }
    }

    fn triangle(
        &mut self,
        scale: &Scale,
        corners: [DVec3; 3],
        normals: [Vec3A; 3],
        albedo: [Vec3A; 3],
        finish: &Finish,
    ) {
        let [Some(a), Some(b), Some(c)] = corners.map(|p| scale.place(p)) else {
            return;
        };
        let triangle = Triangle {
            corner: a,
            edges: [b - a, c - a],
        };
        let facet = Facet {
            normals,
            albedo,
            sheen: sheen(finish),
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
            .map(|(triangle, _)| Aabb::from_points(&triangle.corners()))
            .collect();
        let solid_boxes: Vec<Aabb> = self.solids.iter().map(|solid| solid.1).collect();
        let ((ball_tree, solid_tree), triangle_tree) = rayon::join(
            || rayon::join(|| tree(&ball_boxes), || tree(&solid_boxes)),
            || tree(&triangle_boxes),
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
        let balls = ball_order.iter().map(|&k| &self.balls[k as usize]);
        Scene {
            balls: balls.clone().map(|b| b.0).collect(),
            ball_paint: balls.map(|b| (b.1, b.2)).collect(),
            ball_tree,
            solids: solids.clone().map(|s| s.0).collect(),
            solid_paint: solids.map(|s| (s.2, s.3)).collect(),
            solid_tree,
            triangle_tree,
            triangles,
            facets,
            planes: self.planes,
        }
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
