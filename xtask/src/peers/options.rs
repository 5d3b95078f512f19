//! The command line of `cargo xtask peers`.

use std::path::PathBuf;
use std::str::FromStr;

pub(super) const USAGE: &str = "usage: cargo xtask peers [OPTION VALUE]...

  --only METHOD     mpm (beside Taichi), points (beside SPlisHSPlasH) or delaunay (beside CGAL, gmsh, qhull) [all]
  --cells N         N³ particles: of mpm grid cells per metre, a multiple of 8 from 16 to 400 [80];
                    of points from 8 to 400 [37]; points of delaunay from 4 to 400 [58]
  --rounds N        how often each program runs; the median counts [3]
  --materials LIST  of mpm: sand, elastic, neo-hookean, with commas between [all three]
  --solvers LIST    of SPlisHSPlasH: becker-wcsph, peer-wcsph, kugelstadt-wcsph, becker-dfsph, peer-dfsph,
                    kugelstadt-dfsph [all six; above 24 cells without kugelstadt, which factorizes for minutes]
  --threads N       threads of each program [mpm 2; points 1, then 2; delaunay always 1]
  --simd R          registers of plastica: portable, avx2 or avx512 [the widest of the processor]
  --program FILE    the plastica to measure [that of these sources, built first]
  --write FILE      write the tables to a file too";

/// What both programs know, by the name each has for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Material {
    pub ours: &'static str,
    pub theirs: &'static str,
}

const fn material(ours: &'static str, theirs: &'static str) -> Material {
    Material { ours, theirs }
}

const MATERIALS: [Material; 3] = [
    material("sand", "sand"),
    material("elastic", "elastic"),
    material("neo-hookean", "neohookean"),
];

/// A solver of SPlisHSPlasH.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Solver {
    pub name: &'static str,
    /// What its program calls them.
    pub elasticity: &'static str,
    pub pressure: &'static str,
    /// As people write it.
    pub title: &'static str,
}

const fn solver(
    name: &'static str,
    elasticity: &'static str,
    pressure: &'static str,
    title: &'static str,
) -> Solver {
    Solver {
        name,
        elasticity,
        pressure,
        title,
    }
}

const SOLVERS: [Solver; 6] = [
    solver("becker-wcsph", "becker", "wcsph", "Becker 2009, WCSPH"),
    solver("peer-wcsph", "peer", "wcsph", "Peer 2018, WCSPH"),
    solver(
        "kugelstadt-wcsph",
        "kugelstadt",
        "wcsph",
        "Kugelstadt 2021, WCSPH",
    ),
    solver("becker-dfsph", "becker", "dfsph", "Becker 2009, DFSPH"),
    solver("peer-dfsph", "peer", "dfsph", "Peer 2018, DFSPH"),
    solver(
        "kugelstadt-dfsph",
        "kugelstadt",
        "dfsph",
        "Kugelstadt 2021, DFSPH",
    ),
];

/// Above it a factorization takes minutes and gigabytes before the first step: 37³ particles took 450 s and 5 GB.
const MOST_FACTORIZED: u32 = 24;

/// The comparison with one peer or several, by the name of our method.
#[derive(Debug, PartialEq)]
pub(super) struct Comparison {
    pub method: &'static str,
    /// Cells of the cube, and threads of one run after the other, unless asked otherwise.
    cells: u32,
    threads: &'static [u32],
    /// The fewest cells that both programs take, and what they must be a multiple of.
    fewest: u32,
    multiple: u32,
}

/// Beside Taichi, whose program colours blocks of 4 cells in pairs. Below 16 the cube would touch the side walls.
pub(super) const MPM: Comparison = Comparison {
    method: "mpm",
    cells: 80,
    threads: &[2],
    fewest: 16,
    multiple: 8,
};

/// Beside SPlisHSPlasH.
pub(super) const POINTS: Comparison = Comparison {
    method: "points",
    cells: 37,
    threads: &[1, 2],
    fewest: 8,
    multiple: 1,
};

/// Beside CGAL, gmsh and qhull, all on one thread.
pub(super) const DELAUNAY: Comparison = Comparison {
    method: "delaunay",
    cells: 58,
    threads: &[1],
    fewest: 4,
    multiple: 1,
};

const COMPARISONS: [&Comparison; 3] = [&MPM, &POINTS, &DELAUNAY];

/// Where `plastica bench` stops.
const MOST_CELLS: u32 = 400;

const SIMD: [&str; 3] = ["portable", "avx2", "avx512"];

/// None: what the usage says.
#[derive(Debug, PartialEq)]
pub(super) struct Options {
    pub only: Option<&'static Comparison>,
    pub cells: Option<u32>,
    pub rounds: u32,
    pub materials: Vec<Material>,
    pub solvers: Option<Vec<Solver>>,
    pub threads: Option<u32>,
    pub simd: Option<&'static str>,
    pub program: Option<PathBuf>,
    pub write: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            only: None,
            cells: None,
            rounds: 3,
            materials: MATERIALS.to_vec(),
            solvers: None,
            threads: None,
            simd: None,
            program: None,
            write: None,
        }
    }
}

impl Options {
    pub fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut options = Options::default();
        for pair in arguments.chunks(2) {
            let name = pair[0].as_str();
            let value = || match pair.get(1) {
                Some(value) => Ok(value.as_str()),
                None => Err(format!("{name} needs a value")),
            };
            match name {
                "--only" => {
                    let only = one_of("method", value()?, &COMPARISONS, |c| c.method)?;
                    options.only = Some(only);
                }
                "--cells" => options.cells = Some(count(name, value()?)?),
                "--rounds" => options.rounds = count(name, value()?)?,
                "--threads" => options.threads = Some(count(name, value()?)?),
                "--materials" => {
                    options.materials = value()?
                        .split(',')
                        .map(|asked| one_of("material", asked, &MATERIALS, |m| m.ours))
                        .collect::<Result<_, _>>()?;
                }
                "--solvers" => {
                    let asked = value()?
                        .split(',')
                        .map(|asked| one_of("solver", asked, &SOLVERS, |s| s.name))
                        .collect::<Result<_, _>>()?;
                    options.solvers = Some(asked);
                }
                "--program" => options.program = Some(value()?.into()),
                "--simd" => {
                    let simd = one_of("registers", value()?, &SIMD, |r| r)?;
                    options.simd = Some(simd);
                }
                "--write" => options.write = Some(value()?.into()),
                _ => return Err(format!("unknown option `{name}`")),
            }
        }
        options.check()
    }

    fn check(self) -> Result<Self, String> {
        let Some(cells) = self.cells else {
            return Ok(self);
        };
        for comparison in COMPARISONS.into_iter().filter(|c| self.runs(c)) {
            let Comparison {
                method,
                fewest,
                multiple,
                ..
            } = comparison;
            if !(*fewest..=MOST_CELLS).contains(&cells) || cells % multiple != 0 {
                let of = match multiple {
                    1 => String::new(),
                    _ => format!("a multiple of {multiple} "),
                };
                return Err(format!(
                    "--cells of {method} must be {of}from {fewest} to {MOST_CELLS}, not {cells}"
                ));
            }
        }
        Ok(self)
    }

    pub fn runs(&self, comparison: &Comparison) -> bool {
        self.only.is_none_or(|only| only == comparison)
    }

    pub fn cells(&self, comparison: &Comparison) -> u32 {
        self.cells.unwrap_or(comparison.cells)
    }

    /// One run after the other.
    pub fn threads(&self, comparison: &Comparison) -> Vec<u32> {
        match self.threads {
            Some(threads) => vec![threads],
            None => comparison.threads.to_vec(),
        }
    }

    pub fn solvers(&self) -> Vec<Solver> {
        self.solvers.clone().unwrap_or_else(|| {
            let all = SOLVERS.iter().copied();
            let factorizes = self.cells(&POINTS) <= MOST_FACTORIZED;
            all.filter(|s| factorizes || s.elasticity != "kugelstadt")
                .collect()
        })
    }
}

fn count(name: &str, value: &str) -> Result<u32, String> {
    u32::from_str(value)
        .ok()
        .filter(|&count| count > 0)
        .ok_or_else(|| format!("{name} must be a whole number from 1 on, not `{value}`"))
}

fn one_of<T: Copy>(
    what: &str,
    asked: &str,
    known: &[T],
    name: impl Fn(&T) -> &'static str,
) -> Result<T, String> {
    let found = known.iter().find(|&one| name(one) == asked.trim()).copied();
    found.ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(name).collect();
        format!("unknown {what} `{asked}`: there are {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::{DELAUNAY, MATERIALS, MPM, Options, POINTS, SOLVERS};

    fn parse(line: &str) -> Result<Options, String> {
        let words: Vec<String> = line.split_whitespace().map(String::from).collect();
        Options::parse(&words)
    }

    #[test]
    fn nothing_asked_is_the_default() {
        assert_eq!(parse(""), Ok(Options::default()));
    }

    #[test]
    fn everything_can_be_asked() {
        let line = "--cells 48 --rounds 1 --materials neo-hookean,sand --threads 4 --simd avx2 \
                    --write a.md --only mpm --solvers peer-dfsph --program plastica";
        let asked = Options {
            only: Some(&MPM),
            cells: Some(48),
            rounds: 1,
            materials: vec![MATERIALS[2], MATERIALS[0]],
            solvers: Some(vec![SOLVERS[4]]),
            threads: Some(4),
            simd: Some("avx2"),
            program: Some("plastica".into()),
            write: Some("a.md".into()),
        };
        assert_eq!(parse(line), Ok(asked));
    }

    #[test]
    fn each_method_has_its_own_defaults() {
        let options = parse("").expect("nothing is wrong");
        assert_eq!(options.cells(&MPM), 80);
        assert_eq!(options.cells(&POINTS), 37);
        assert_eq!(options.threads(&MPM), [2]);
        assert_eq!(options.threads(&POINTS), [1, 2]);
        assert_eq!(options.cells(&DELAUNAY), 58);
        assert!(options.runs(&MPM) && options.runs(&POINTS) && options.runs(&DELAUNAY));
        let options = parse("--cells 37 --only points").expect("points need no blocks");
        assert!(!options.runs(&MPM) && !options.runs(&DELAUNAY));
        assert_eq!(options.solvers().len(), 4);
        let options = parse("--cells 24 --threads 3").expect("a multiple of 8");
        assert_eq!(options.solvers().len(), 6);
        assert_eq!(options.threads(&POINTS), [3]);
    }

    #[test]
    fn mistakes_are_told() {
        for (line, told) in [
            ("--cells", "--cells needs a value"),
            (
                "--cells 44",
                "--cells of mpm must be a multiple of 8 from 16 to 400, not 44",
            ),
            (
                "--cells 8",
                "--cells of mpm must be a multiple of 8 from 16 to 400, not 8",
            ),
            (
                "--cells 408",
                "--cells of mpm must be a multiple of 8 from 16 to 400, not 408",
            ),
            (
                "--cells many",
                "--cells must be a whole number from 1 on, not `many`",
            ),
            (
                "--rounds 0",
                "--rounds must be a whole number from 1 on, not `0`",
            ),
            (
                "--threads -1",
                "--threads must be a whole number from 1 on, not `-1`",
            ),
            (
                "--materials sand,mud",
                "unknown material `mud`: there are sand, elastic, neo-hookean",
            ),
            ("--materials sand,", "unknown material ``"),
            (
                "--simd sse",
                "unknown registers `sse`: there are portable, avx2, avx512",
            ),
            (
                "--only points --cells 7",
                "--cells of points must be from 8 to 400, not 7",
            ),
            (
                "--only sheets",
                "unknown method `sheets`: there are mpm, points, delaunay",
            ),
            (
                "--solvers becker",
                "unknown solver `becker`: there are becker-wcsph, ",
            ),
            ("--write", "--write needs a value"),
            ("--cell 80", "unknown option `--cell`"),
            ("80", "unknown option `80`"),
        ] {
            let error = parse(line).expect_err(line);
            assert!(error.contains(told), "{line}: {error}");
        }
    }
}
