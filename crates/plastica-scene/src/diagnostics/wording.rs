//! What is said about each kind of mistake: the one place with words for people.

use super::{Problem, Wanted, brief, harmless};

impl Problem {
    /// A short name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Problem::File(problem) => problem.code(),
            Problem::Syntax { .. } => "syntax",
            Problem::UnknownKey { .. } => "unknown-key",
            Problem::RenamedKey { .. } => "renamed-key",
            Problem::MissingKey { .. } => "missing-key",
            Problem::WrongType { .. } => "wrong-type",
            Problem::WrongLength { .. } => "wrong-length",
            Problem::UnknownWord { .. } => "unknown-word",
            Problem::UnknownName { .. } => "unknown-name",
            Problem::DuplicateName { .. } => "duplicate-name",
            Problem::BadName { .. } => "bad-name",
            Problem::NotOneVariant { .. } => "not-one-variant",
            Problem::NotFinite { .. } => "not-finite",
            Problem::OutOfRange { .. } => "out-of-range",
            Problem::UnknownUnit { .. } => "unknown-unit",
            Problem::WrongDimension { .. } => "wrong-dimension",
            Problem::Formula(_) => "formula",
            Problem::VariesHere { .. } => "varies-here",
            Problem::TimesNotRising { .. } => "times-not-rising",
            Problem::ZeroDirection => "zero-direction",
            Problem::CornersCrossed { .. } => "corners-crossed",
            Problem::Unbounded => "unbounded",
            Problem::TooDeep { .. } => "too-deep",
            Problem::Conflict { .. } => "conflict",
            Problem::Incomplete { .. } => "incomplete",
            Problem::BadMaterial { .. } => "bad-material",
            Problem::BadMesh { .. } => "bad-mesh",
            Problem::BadImage { .. } => "bad-image",
            Problem::Apart { .. } => "apart",
            Problem::Unusable { .. } => "unusable",
        }
    }

    /// What is wrong, in one sentence; what it quotes of the scene is shortened and cannot steer a terminal.
    pub fn message(&self) -> String {
        harmless(&brief(&self.words())).into_owned()
    }

    fn words(&self) -> String {
        match self {
            Problem::File(problem) => problem.to_string(),
            Problem::Syntax { message } => format!("not TOML: {message}"),
            Problem::UnknownKey { table, key } => format!("unknown key `{}` in {table}", key.found),
            Problem::RenamedKey { before, now } => format!("`{before}` is called `{now}` now"),
            Problem::MissingKey { table, key, .. } => format!("{table} needs the key `{key}`"),
            Problem::WrongType { found, expected } => {
                format!("{expected} is expected here, not {found}")
            }
            Problem::WrongLength { found, expected } => {
                format!("{expected} is expected here, not {found}")
            }
            Problem::UnknownWord { what, word } => format!("unknown {what} \"{}\"", word.found),
            Problem::UnknownName { what, name } => {
                format!("there is no {what} named \"{}\"", name.found)
            }
            Problem::DuplicateName { what, name, .. } => {
                format!("a second {what} named \"{name}\"")
            }
            Problem::BadName { name } => format!("\"{name}\" cannot be a name"),
            Problem::NotOneVariant { what, found, .. } if found.is_empty() => {
                format!("a {what} is expected here")
            }
            Problem::NotOneVariant { what, found, .. } => {
                format!("one {what} is expected here, not {}", listed(found))
            }
            Problem::NotFinite { value } => format!("{value} is not a finite number"),
            Problem::OutOfRange { value, accepted } => {
                format!("{value} is out of range: {accepted} is accepted")
            }
            Problem::UnknownUnit { unit, .. } => format!("unknown unit `{unit}`"),
            Problem::WrongDimension {
                text,
                found,
                expected,
                example,
            } => {
                format!(
                    "\"{text}\" is {found}; {expected} is expected here, for example \"{example}\""
                )
            }
            Problem::Formula(problem) => problem.to_string(),
            Problem::VariesHere { variable, .. } => format!("`{variable}` cannot be used here"),
            Problem::TimesNotRising { before, time } => {
                format!("times must rise: {time} s does not come after {before} s")
            }
            Problem::ZeroDirection => "a direction needs a length: [0, 0, 0] points nowhere".into(),
            Problem::CornersCrossed { axis } => {
                format!("`max` must lie beyond `min` on every axis, and does not on {axis}")
            }
            Problem::Unbounded => "this shape has no end and cannot be filled".into(),
            Problem::TooDeep { limit } => format!("nested deeper than {limit} levels"),
            Problem::Conflict { key, with } => {
                format!("`{key}` and `{with}` say the same thing twice")
            }
            Problem::Incomplete { given, missing } => {
                format!("`{given}` needs {} beside it", listed(missing))
            }
            Problem::BadMaterial { reason }
            | Problem::BadMesh { reason }
            | Problem::BadImage { reason }
            | Problem::Unusable { reason, .. } => reason.clone(),
            Problem::Apart { method, others } => format!(
                "this body (method {method}) does not feel bodies of method {}: they pass through each other",
                others.join(" or ")
            ),
        }
    }

    /// What to do about it, a line each.
    pub fn advice(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        lines.extend(
            self.nearest()
                .map(|nearest| format!("did you mean `{nearest}`?")),
        );
        match self {
            Problem::File(problem) => lines.extend(problem.advice().map(str::to_string)),
            Problem::MissingKey { doc, .. } => lines.push(doc.clone()),
            Problem::BadMesh { .. } => {
                lines.push(
                    "meshes are OBJ, STL, PLY or glTF files, named relative to the scene file"
                        .into(),
                );
            }
            Problem::BadImage { .. } => {
                lines.push(
                    "images are PNG files, grey or in colour, named relative to the scene file"
                        .into(),
                );
            }
            Problem::Unusable { advice, .. } => lines.push((*advice).into()),
            Problem::Apart { .. } => lines
                .push("keep them apart, or give bodies that should meet the same method".into()),
            Problem::BadName { .. } => {
                lines.push("a name has 1 to 64 letters, digits, spaces, `-`, `_`, and neither starts nor ends with a space".into());
            }
            Problem::UnknownUnit {
                expected, nearest, ..
            } => {
                lines.push(format!(
                    "{expected} is expected here, for example \"1 {}\"",
                    expected.handy_unit()
                ));
                if nearest.is_none() {
                    lines.push(
                        "in a formula numbers have no units: they are SI, angles in degrees".into(),
                    );
                }
            }
            Problem::Unbounded => {
                lines.push("`half_space` is for colliders; cut it with an `intersection` to fill a part of it".into());
            }
            Problem::VariesHere { allowed: [], .. } => {
                lines.push("this value is one constant".into())
            }
            Problem::VariesHere { allowed, .. } => {
                lines.push(format!("this value may depend on {}", listed(allowed)));
            }
            Problem::Conflict { key, with } => {
                lines.push(format!("keep either `{key}` or `{with}`"))
            }
            _ => {}
        }
        let accepted = self.accepted();
        if !accepted.is_empty() {
            lines.push(format!("accepted here: {}", accepted.join(", ")));
        }
        lines
    }

    /// The accepted words, when there is a list of them.
    pub fn accepted(&self) -> &[String] {
        match self {
            Problem::NotOneVariant { accepted, .. } => accepted,
            _ => self.wanted().map_or(&[], |wanted| &wanted.accepted),
        }
    }

    /// The nearest accepted spelling.
    pub fn nearest(&self) -> Option<&str> {
        match self {
            Problem::UnknownUnit { nearest, .. } => nearest.as_deref(),
            _ => self.wanted().and_then(|wanted| wanted.nearest.as_deref()),
        }
    }

    fn wanted(&self) -> Option<&Wanted> {
        match self {
            Problem::UnknownKey { key: wanted, .. }
            | Problem::UnknownWord { word: wanted, .. }
            | Problem::UnknownName { name: wanted, .. } => Some(wanted),
            _ => None,
        }
    }
}

/// "`a`, `b` and `c`".
pub(crate) fn listed<S: AsRef<str>>(words: &[S]) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("`{}`", w.as_ref())).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}
