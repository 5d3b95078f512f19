//! A text with a name, and the way from byte offsets to lines and columns.

use std::ops::Range;

/// A place in a text, for people: both counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character in the line; a tab is one character.
    pub column: usize,
}

/// A text with a name and its line starts.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<usize>,
}

impl Source {
    /// A text and the name of its file.
    pub fn new(name: &str, text: String) -> Self {
        let after_newlines = text.match_indices('\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(after_newlines).collect();
        Source {
            name: name.to_string(),
            text,
            line_starts,
        }
    }

    /// The file name as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte offset.
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.boundary(offset);
        let line = self.line_of(offset);
        let before = &self.text[self.line_starts[line]..offset];
        Position {
            line: line + 1,
            column: before.chars().count() + 1,
        }
    }

    /// The part of a span on its first line, never empty unless the line is.
    pub(super) fn on_first_line(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.boundary(span.start);
        let line = self.line_range(self.line_of(start));
        let end = self.boundary(span.end).clamp(start, line.end.max(start));
        start..end
    }

    /// The bytes of a line (counted from 0), without its line break.
    pub(super) fn line_range(&self, line: usize) -> Range<usize> {
        let start = self.line_starts[line];
        let end = match self.line_starts.get(line + 1) {
            Some(next) => next - 1,
            None => self.text.len(),
        };
        let carriage_return = self.text[start..end].ends_with('\r');
        start..end - usize::from(carriage_return)
    }

    /// The line (counted from 0) of a byte offset.
    pub(super) fn line_of(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|s| *s <= offset) - 1
    }

    /// The nearest character boundary at or before an offset.
    fn boundary(&self, offset: usize) -> usize {
        self.text.floor_char_boundary(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = Source::new("a", "ab\n\tä漢x\r\nlast".into());
        let at = |text: &str| {
            let Position { line, column } = source.position(source.text().find(text).unwrap());
            (line, column)
        };
        assert_eq!(at("ab"), (1, 1));
        assert_eq!(at("x"), (2, 4));
        assert_eq!(at("last"), (3, 1));
        assert_eq!(source.position(999).line, 3);
        assert_eq!(&source.text()[source.line_range(1)], "\tä漢x");
        assert_eq!(source.on_first_line(&(0..20)), 0..2);
    }
}
