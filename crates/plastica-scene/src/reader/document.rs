//! A whole document: from text to what its root says.

use super::{Context, Kind, Node};
use crate::assets::Assets;
use crate::diagnostics::{Diagnostics, FileProblem, Problem, Source};
use toml::de::{DeTable, DeValue};

/// Syntax mistakes are all collected in texts up to this size; beyond it only the first, for a
/// large file that is no TOML at all would give one for each of its bytes.
const LARGEST_RECOVERY: usize = 1 << 20;

/// Reads a TOML text whose root is of the given kind; `name` is what messages call it. Gives all mistakes of the
/// text at once; files that it names come from `assets`.
pub fn parse<K: Kind>(
    name: &str,
    text: &str,
    assets: impl Assets + 'static,
    root: K,
) -> Result<K::Out, Diagnostics> {
    // Some editors start UTF-8 files with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut cx = Context::new(Source::new(name, text.to_string()), Box::new(assets));
    let document = match DeTable::parse(text) {
        Ok(document) => document,
        Err(first) => {
            report_syntax(&mut cx, text, first);
            return cx.conclude(None);
        }
    };
    if document.get_ref().is_empty() {
        return Err(Diagnostics::of_file(name, FileProblem::Empty));
    }
    let value = DeValue::Table(document.into_inner());
    let node = Node {
        value: &value,
        span: 0..0,
    };
    let out = root.read(&mut cx, node);
    cx.conclude(out)
}

fn report_syntax(cx: &mut Context, text: &str, first: toml::de::Error) {
    let errors = if text.len() <= LARGEST_RECOVERY {
        DeTable::parse_recoverable(text).1
    } else {
        vec![first]
    };
    for error in errors {
        let message = error.message().to_string();
        cx.report(error.span().unwrap_or(0..0), Problem::Syntax { message });
    }
}
