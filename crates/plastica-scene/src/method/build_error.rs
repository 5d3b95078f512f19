//! Why a scene that is well written cannot run.

use std::fmt;

/// Why a part of a scene cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildProblem {
    /// The part of the scene at fault.
    pub part: String,
    /// What is wrong and what to do.
    pub reason: String,
}

impl fmt::Display for BuildProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.part, self.reason)
    }
}

/// All reasons why a scene cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError(pub Vec<BuildProblem>);

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for BuildError {}

impl BuildError {
    /// A single reason.
    pub fn one(part: impl Into<String>, reason: impl Into<String>) -> Self {
        BuildError(vec![BuildProblem {
            part: part.into(),
            reason: reason.into(),
        }])
    }

    /// All that could be made, or the reasons of all that could not.
    pub fn collect<T>(
        made: impl IntoIterator<Item = Result<T, BuildError>>,
    ) -> Result<Vec<T>, BuildError> {
        let (mut good, mut problems) = (Vec::new(), Vec::new());
        for one in made {
            match one {
                Ok(one) => good.push(one),
                Err(error) => problems.extend(error.0),
            }
        }
        if problems.is_empty() {
            Ok(good)
        } else {
            Err(BuildError(problems))
        }
    }
}
