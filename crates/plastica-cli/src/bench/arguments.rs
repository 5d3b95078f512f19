//! The command line of `plastica bench`: a subcommand for each method, with the options of its benches.

use crate::{Failure, machine};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, value_parser};
use plastica::methods::Methods;
use plastica_scene::method::MethodKind;
use plastica_scene::method::bench::{Answer, Asked, Bench, BenchOption, Choices};
use std::path::PathBuf;

/// Which method, and what is asked of its benches.
pub(crate) struct Arguments(ArgMatches);

impl FromArgMatches for Arguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Arguments(matches.clone()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0 = matches.clone();
        Ok(())
    }
}

/// The subcommands follow from the list of methods: see [`with_methods`].
impl clap::Args for Arguments {
    fn augment_args(command: Command) -> Command {
        command.subcommand_required(true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The command with a subcommand for each method that has benches.
pub(crate) fn with_methods(command: Command, methods: Methods) -> Command {
    let measured = methods.iter().filter(|kind| !kind.benches.is_empty());
    command
        .subcommand_value_name("METHOD")
        .subcommand_help_heading("Methods")
        .disable_help_subcommand(true)
        .subcommands(measured.map(|kind| subcommand(kind)))
}

fn subcommand(kind: &'static MethodKind) -> Command {
    let benches = kind.benches;
    let lines: Vec<String> = (benches.iter())
        .map(|bench| format!("{}: {}", bench.name, bench.doc))
        .collect();
    let long = format!("{}\n\nMeasured are\n{}", kind.doc, lines.join("\n"));
    let mut command = Command::new(kind.name)
        .about(kind.doc)
        .long_about(long)
        .args(options(benches).into_iter().map(argument))
        .args(common());
    if benches.len() > 1 {
        let names = benches.iter().map(|bench| bench.name);
        command = command.arg(
            Arg::new("only")
                .long("only")
                .value_name("BENCH")
                .help("Only one of the benches")
                .value_parser(PossibleValuesParser::new(names)),
        );
    }
    if let Some(option) = benches.iter().find_map(|bench| bench.roofline) {
        command = command.arg(
            Arg::new("roofline")
                .long("roofline")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .conflicts_with_all(["json", option])
                .help(format!(
                    "Measure every {option}, and draw as PNG how near each comes to what the machine can do"
                )),
        );
    }
    command
}

/// The options of all benches, each once.
fn options(benches: &'static [Bench]) -> Vec<&'static BenchOption> {
    let mut all: Vec<&BenchOption> = Vec::new();
    for option in benches.iter().flat_map(|bench| bench.options) {
        if all.iter().all(|other| other.name != option.name) {
            all.push(option);
        }
    }
    all
}

fn argument(option: &'static BenchOption) -> Arg {
    let help = option.doc.trim_end_matches('.');
    let mut arg = Arg::new(option.name).long(option.name);
    if let Some(before) = option.formerly {
        arg = arg.alias(before);
    }
    match option.takes {
        Choices::Words { words, usual } => arg
            .value_name("WORD")
            .value_parser(PossibleValuesParser::new(words.iter().map(possible)))
            .help(format!("{help} [default: {}]", usual())),
        Choices::Count { low, high, usual } => arg
            .value_name("N")
            .value_parser(value_parser!(u32).range(i64::from(low)..=i64::from(high)))
            .help(format!("{help}; {low} to {high} [default: {usual}]")),
        Choices::Switch => arg.action(ArgAction::SetTrue).help(help),
    }
}

fn possible((word, doc): &(&'static str, &'static str)) -> PossibleValue {
    let value = PossibleValue::new(*word);
    if doc.is_empty() {
        value
    } else {
        value.help(doc.trim_end_matches('.'))
    }
}

/// What can be asked of any bench.
fn common() -> [Arg; 4] {
    let count = |name: &'static str| {
        let at_least_one = value_parser!(u32).range(1..);
        Arg::new(name)
            .long(name)
            .value_name("N")
            .value_parser(at_least_one)
    };
    [
        count("steps").help("Steps per repeat; without it, enough for a steady figure"),
        count("repeats").help("How often to measure; the median counts [default: 5]"),
        count("threads")
            .value_parser(machine::thread_count)
            .help("Threads; without it, as many as the machine has"),
        Arg::new("json")
            .long("json")
            .action(ArgAction::SetTrue)
            .help("As JSON"),
    ]
}

/// What to measure, and how.
pub(super) struct Plan {
    pub(super) method: &'static str,
    pub(super) benches: Vec<(&'static Bench, Asked)>,
    /// Of a repeat, if asked for.
    pub(super) steps: Option<u32>,
    pub(super) repeats: u32,
    pub(super) threads: usize,
    pub(super) json: bool,
    pub(super) roofline: Option<PathBuf>,
}

impl Plan {
    pub(super) fn new(arguments: &Arguments, methods: Methods) -> Result<Self, Failure> {
        let found = arguments.0.subcommand().and_then(|(name, matches)| {
            let kind = methods.iter().find(|kind| kind.name == name)?;
            Some((*kind, matches))
        });
        let (kind, matches) = found.ok_or_else(|| Failure::Input("no such method".into()))?;
        let only = matches.try_get_one::<String>("only").ok().flatten();
        let benches: Vec<&Bench> = (kind.benches.iter())
            .filter(|bench| only.is_none_or(|only| bench.name == only))
            .collect();
        refuse_idle(kind.benches, &benches, matches)?;
        let count = |name: &str| matches.get_one::<u32>(name).copied();
        let roofline = matches.try_get_one::<PathBuf>("roofline").ok().flatten();
        Ok(Plan {
            method: kind.name,
            benches: (benches.into_iter())
                .map(|bench| (bench, asked(bench, matches)))
                .collect(),
            steps: count("steps"),
            repeats: count("repeats").unwrap_or(5),
            threads: (matches.get_one("threads").copied()).unwrap_or_else(machine::threads),
            json: matches.get_flag("json"),
            roofline: roofline.cloned(),
        })
    }
}

fn is_given(matches: &ArgMatches, name: &str) -> bool {
    matches.value_source(name) == Some(ValueSource::CommandLine)
}

/// An option that none of the chosen benches has would be ignored.
fn refuse_idle(
    all: &'static [Bench],
    chosen: &[&Bench],
    matches: &ArgMatches,
) -> Result<(), Failure> {
    let idle = options(all).into_iter().find(|option| {
        let mut has = chosen.iter().flat_map(|bench| bench.options);
        is_given(matches, option.name) && has.all(|other| other.name != option.name)
    });
    match idle {
        None => Ok(()),
        Some(option) => Err(Failure::Input(format!(
            "what --only chooses has no --{}: leave it out",
            option.name
        ))),
    }
}

fn asked(bench: &Bench, matches: &ArgMatches) -> Asked {
    let mut asked = Asked::usual(bench.options);
    for option in bench.options {
        if !is_given(matches, option.name) {
            continue;
        }
        let answer = match option.takes {
            Choices::Words { words, .. } => {
                let given = matches.get_one::<String>(option.name);
                let mut words = words.iter().map(|(word, _)| *word);
                let word = words.find(|word| given.is_some_and(|given| given == word));
                word.map(Answer::Word)
            }
            Choices::Count { .. } => matches
                .get_one::<u32>(option.name)
                .copied()
                .map(Answer::Count),
            Choices::Switch => Some(Answer::Switch(true)),
        };
        if let Some(answer) = answer {
            asked.set(option.name, answer);
        }
    }
    asked
}
