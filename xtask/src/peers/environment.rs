//! A Python with Taichi, made once under `target/peers`.

use super::succeed;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is installed. A change makes a new environment. Any numpy will do: it only places the particles.
const PACKAGES: [&str; 2] = ["taichi==1.7.4", "numpy"];

pub(super) struct Environment {
    python: PathBuf,
    /// Programs that Taichi has compiled.
    cache: PathBuf,
}

impl Environment {
    /// Made under a lock, so that two calls at once share it; marked when it is complete, so that a broken
    /// attempt is made again.
    pub fn set_up(home: &Path) -> Result<Self, String> {
        let refused = |error| format!("cannot write to {}: {error}", home.display());
        fs::create_dir_all(home).map_err(refused)?;
        let lock = File::create(home.join("taichi.lock")).map_err(refused)?;
        lock.lock().map_err(refused)?;
        let directory = home.join("taichi");
        let mark = directory.join("installed.txt");
        let wanted = PACKAGES.join("\n");
        let environment = Environment {
            python: directory.join("bin/python"),
            cache: home.join("cache"),
        };
        // A Python that the system has lost leaves a link to nothing.
        let complete = fs::read_to_string(&mark).is_ok_and(|installed| installed == wanted);
        if complete && environment.python.exists() {
            return Ok(environment);
        }
        eprintln!(
            "\n== Taichi: {} into {}",
            PACKAGES.join(", "),
            directory.display()
        );
        let mut venv = Command::new("python3");
        venv.args(["-m", "venv", "--clear"]).arg(&directory);
        succeed(&mut venv).map_err(|error| {
            format!(
                "{error}\n\nThe comparison needs python3 with venv: install them (Debian: apt install python3 \
                 python3-venv)."
            )
        })?;
        let mut pip = Command::new(&environment.python);
        pip.args(["-m", "pip", "install", "--quiet"])
            .arg("--disable-pip-version-check")
            .args(PACKAGES);
        succeed(&mut pip).map_err(|error| {
            format!(
                "{error}\n\nTaichi could not be installed: is the network there? Its packages are for Python 3.9 \
                 to 3.13: is python3 one of these?"
            )
        })?;
        fs::write(mark, wanted).map_err(refused)?;
        Ok(environment)
    }

    /// Leaves no trace beside the sources or at home, and asks nobody for a newer Taichi while we measure.
    pub fn python(&self) -> Command {
        let mut command = Command::new(&self.python);
        command
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("TI_OFFLINE_CACHE_FILE_PATH", &self.cache)
            .env("TI_SKIP_VERSION_CHECK", "ON");
        command
    }
}
