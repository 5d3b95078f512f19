//! `plastica demo`: a first look, without any file.

use crate::{Failure, files, run};
use plastica::methods::Methods;
use plastica::run::SceneFile;
use std::path::PathBuf;

/// The scene of the demo.
const SCENE: &str = include_str!("demo.toml");

/// A first look.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Directory of the run; an earlier demo there is replaced.
    #[arg(long, value_name = "DIR", default_value = "plastica-demo")]
    out: PathBuf,
    /// Stop at this frame.
    #[arg(long, value_name = "N")]
    last_frame: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments, methods: Methods) -> Result<(), Failure> {
    let scene = SceneFile::parse_by(methods, "demo.toml", SCENE.into())
        .map_err(|problems| Failure::Scene(Box::new(problems), false))?;
    crate::say!("A rubber rabbit, a heap of sand and a star of dough: about a minute.");
    let usual = run::Arguments::of(
        scene.path.clone(),
        arguments.out.clone(),
        arguments.last_frame,
    );
    run::simulate(&usual, &scene)?;
    let out = arguments.out.display();
    files::print(&format!(
        "\nOpen {out}/preview.png to see it at a glance, {out}/preview.gif to see it move.\n\nTry next:\n  plastica render {out} --colour-by velocity --out velocity.gif\n  plastica check {out}/scene.toml             what a scene will take\n  plastica run {out}/scene.toml --out mine    change the scene, run it again\n  plastica lab \"dry sand\" --plot sand.png     a material in the testing machine\n  plastica materials                          all ready-made materials\n  plastica schema > plastica.schema.json      completion for your editor\n\n(From the source tree: cargo run --release -- COMMAND.)"
    ))
}
