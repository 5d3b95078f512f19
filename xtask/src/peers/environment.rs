//! A Python with a peer's packages, made once under `target/peers`.

use super::succeed;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a peer needs.
pub(super) struct Peer {
    /// As people write it.
    title: &'static str,
    /// Of its directory.
    name: &'static str,
    /// What is installed. A change makes a new environment.
    packages: &'static [&'static str],
    /// For whom the packages are made.
    made_for: &'static str,
}

/// Any numpy will do: it only places the particles.
pub(super) const TAICHI: Peer = Peer {
    title: "Taichi",
    name: "taichi",
    packages: &["taichi==1.7.4", "numpy"],
    made_for: "Python 3.9 to 3.13",
};

pub(super) const SPLISHSPLASH: Peer = Peer {
    title: "SPlisHSPlasH",
    name: "splishsplash",
    packages: &["pysplishsplash==2.19.0", "numpy"],
    made_for: "some Pythons on x86-64",
};

pub(super) const CGAL: Peer = Peer {
    title: "CGAL",
    name: "cgal",
    packages: &["cgal==6.0.1.post202410241521", "numpy"],
    made_for: "some Pythons on x86-64",
};

pub(super) const GMSH: Peer = Peer {
    title: "gmsh",
    name: "gmsh",
    packages: &["gmsh==4.15.2", "numpy"],
    made_for: "most machines",
};

pub(super) const QHULL: Peer = Peer {
    title: "qhull",
    name: "qhull",
    packages: &["scipy", "numpy"],
    made_for: "most machines",
};

pub(super) struct Environment {
    python: PathBuf,
    /// Programs that Taichi has compiled.
    cache: PathBuf,
}

impl Environment {
    /// Made under a lock, so that two calls at once share it; marked when it is complete, so that a broken
    /// attempt is made again.
    pub fn set_up(home: &Path, peer: &Peer) -> Result<Self, String> {
        let refused = |error| format!("cannot write to {}: {error}", home.display());
        fs::create_dir_all(home).map_err(refused)?;
        let lock = File::create(home.join(format!("{}.lock", peer.name))).map_err(refused)?;
        lock.lock().map_err(refused)?;
        let directory = home.join(peer.name);
        let mark = directory.join("installed.txt");
        let wanted = peer.packages.join("\n");
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
            "\n== {}: {} into {}",
            peer.title,
            peer.packages.join(", "),
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
            .args(peer.packages);
        succeed(&mut pip).map_err(|error| {
            format!(
                "{error}\n\n{} could not be installed: is the network there? Its packages are for {}: is python3 \
                 one of these?",
                peer.title, peer.made_for
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
