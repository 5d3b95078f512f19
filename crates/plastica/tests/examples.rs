//! The examples run and come out as they say.

#[path = "../examples/drive.rs"]
mod drive;
#[path = "../examples/lab.rs"]
mod lab;
#[path = "../examples/run_scene.rs"]
mod run_scene;
#[path = "../examples/scene_in_code.rs"]
mod scene_in_code;

#[test]
fn gravity_and_a_collider_are_driven() {
    drive::main().unwrap();
}

#[test]
fn the_lab_works_from_code() {
    lab::main().unwrap();
}

#[test]
fn a_scene_is_built_in_code() {
    scene_in_code::main().unwrap();
}

#[test]
fn a_scene_is_run_and_read() {
    run_scene::main().unwrap();
}
