//! The command line of `cargo xtask peers`.

use std::path::PathBuf;
use std::str::FromStr;

pub(super) const USAGE: &str = "usage: cargo xtask peers [OPTION VALUE]...

  --cells N         grid cells per metre, a multiple of 8 from 16 to 400; N³ particles [80]
  --rounds N        how often each program runs; the median counts [3]
  --materials LIST  of sand, elastic, neo-hookean, with commas between [all three]
  --threads N       threads of each program [2]
  --registers R     of plastica: portable, avx2 or avx512 [the widest of the processor]
  --write FILE      write the table to a file too";

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

const REGISTERS: [&str; 3] = ["portable", "avx2", "avx512"];

#[derive(Debug, PartialEq)]
pub(super) struct Options {
    pub cells: u32,
    pub rounds: u32,
    pub materials: Vec<Material>,
    pub threads: u32,
    /// None: the widest.
    pub registers: Option<&'static str>,
    pub write: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            cells: 80,
            rounds: 3,
            materials: MATERIALS.to_vec(),
            threads: 2,
            registers: None,
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
                // The Taichi program colours blocks of 4 cells in pairs. Below 16 the cube would touch the side
                // walls; 400 is where `plastica bench` stops.
                "--cells" => {
                    let cells = count(name, value()?)?;
                    if !(16..=400).contains(&cells) || cells % 8 != 0 {
                        return Err(format!(
                            "--cells must be a multiple of 8 from 16 to 400, not {cells}"
                        ));
                    }
                    options.cells = cells;
                }
                "--rounds" => options.rounds = count(name, value()?)?,
                "--threads" => options.threads = count(name, value()?)?,
                "--materials" => {
                    options.materials = value()?
                        .split(',')
                        .map(|asked| one_of("material", asked, &MATERIALS, |m| m.ours))
                        .collect::<Result<_, _>>()?;
                }
                "--registers" => {
                    let registers = one_of("registers", value()?, &REGISTERS, |r| r)?;
                    options.registers = Some(registers);
                }
                "--write" => options.write = Some(value()?.into()),
                _ => return Err(format!("unknown option `{name}`")),
            }
        }
        Ok(options)
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
    use super::{MATERIALS, Options};

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
        let line = "--cells 48 --rounds 1 --materials neo-hookean,sand --threads 4 --registers avx2 --write a.md";
        let asked = Options {
            cells: 48,
            rounds: 1,
            materials: vec![MATERIALS[2], MATERIALS[0]],
            threads: 4,
            registers: Some("avx2"),
            write: Some("a.md".into()),
        };
        assert_eq!(parse(line), Ok(asked));
    }

    #[test]
    fn mistakes_are_told() {
        for (line, told) in [
            ("--cells", "--cells needs a value"),
            ("--cells 44", "multiple of 8 from 16 to 400, not 44"),
            ("--cells 8", "multiple of 8 from 16 to 400, not 8"),
            ("--cells 408", "multiple of 8 from 16 to 400, not 408"),
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
                "--registers sse",
                "unknown registers `sse`: there are portable, avx2, avx512",
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
