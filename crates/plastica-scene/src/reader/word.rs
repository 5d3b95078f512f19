//! Words from a fixed list.

use super::{Book, Context, Form, Kind, Node};
use crate::diagnostics::{Problem, Wanted};

/// The accepted words, each with a sentence and what it stands for.
pub type Options<T> = &'static [(&'static str, &'static str, T)];

/// One of a list of words.
pub struct Word<T: 'static> {
    what: &'static str,
    pub(super) options: Options<T>,
    /// Words of older scenes, and what they are called now.
    renamed: &'static [(&'static str, &'static str)],
}

impl<T> Word<T> {
    /// Words that had other names in older scenes: an old one is a mistake that gives the new one.
    pub fn renamed(mut self, renamed: &'static [(&'static str, &'static str)]) -> Self {
        self.renamed = renamed;
        self
    }
}

/// One of a list of words; `what` is what messages call them.
pub fn word<T: Copy>(what: &'static str, options: Options<T>) -> Word<T> {
    Word {
        what,
        options,
        renamed: &[],
    }
}

impl<T: Copy> Kind for Word<T> {
    type Out = T;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<T> {
        let words: Vec<&str> = self.options.iter().map(|o| o.0).collect();
        let Some(text) = node.value.as_str() else {
            cx.wrong_type(
                &node,
                format!("a {} (\"{}\")", self.what, words.join("\", \"")),
            );
            return None;
        };
        let option = self.options.iter().find(|o| o.0 == text);
        if option.is_none() {
            let renamed = self.renamed.iter().find(|(before, _)| *before == text);
            let problem = match renamed {
                Some((before, now)) => Problem::RenamedKey {
                    before: (*before).into(),
                    now: (*now).into(),
                },
                None => Problem::UnknownWord {
                    what: self.what.into(),
                    word: Wanted::new(text, &words),
                },
            };
            cx.report(node.span, problem);
        }
        option.map(|o| o.2)
    }

    fn form(&self, _: &mut Book) -> Form {
        Form::Words(self.options.iter().map(|o| (o.0, o.1)).collect())
    }
}
