//! Mistakes for people: source line, carets, advice.

use super::{Diagnostic, Diagnostics, Problem, Severity, Source, harmless};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::ops::Range;

pub(super) fn render(diagnostics: &Diagnostics, colour: bool) -> String {
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let mut text: String = diagnostics
        .iter()
        .map(|d| renderer.render(&[group(diagnostics, d)]) + "\n\n")
        .collect();
    text.push_str(&summary(diagnostics));
    text
}

fn group<'a>(diagnostics: &'a Diagnostics, diagnostic: &'a Diagnostic) -> Group<'a> {
    let (source, problem) = (diagnostics.source(), &diagnostic.problem);
    let level = match diagnostics.severity() {
        Severity::Mistake => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(problem.message()).id(problem.code());
    let mut group = match &diagnostic.span {
        Some(span) => title.elements(snippets(source, span, problem)),
        None => title.element(Origin::path(source.name())),
    };
    for line in problem.advice() {
        group = group.element(Level::HELP.message(line));
    }
    group
}

/// The offending line, and the line where a name was first given.
fn snippets<'a>(
    source: &'a Source,
    span: &Range<usize>,
    problem: &Problem,
) -> Vec<Snippet<'a, Annotation<'a>>> {
    let mut snippets = vec![snippet(source, span, AnnotationKind::Primary, None)];
    if let Problem::DuplicateName { first, .. } = problem {
        let label = Some("first given here");
        snippets.push(snippet(source, first, AnnotationKind::Context, label));
    }
    snippets
}

/// Characters of a line that are shown on either side of a mistake, and of the mistake itself.
const SHOWN: usize = 400;

/// Only the one line is handed to the renderer, which would otherwise walk the whole text for each
/// mistake; of a very long one what is near the mistake, and nothing that steers a terminal.
fn snippet<'a>(
    source: &'a Source,
    span: &Range<usize>,
    kind: AnnotationKind,
    label: Option<&'a str>,
) -> Snippet<'a, Annotation<'a>> {
    let span = source.on_first_line(span);
    let line = source.line_of(span.start);
    let range = source.line_range(line);
    let text = &source.text()[range.clone()];
    let (start, end) = (
        (span.start - range.start).min(text.len()),
        (span.end - range.start).min(text.len()),
    );
    let from = text.floor_char_boundary(start.saturating_sub(SHOWN));
    let end = text.floor_char_boundary(end.min(start + SHOWN)).max(start);
    let to = text.ceil_char_boundary((end + SHOWN).min(text.len()));
    let [before, marked, after] = [from..start, start..end, end..to].map(|r| harmless(&text[r]));
    let place = before.len()..before.len() + marked.len();
    Snippet::source(format!("{before}{marked}{after}"))
        .path(source.name())
        .line_start(line + 1)
        .annotation(kind.span(place).label(label))
}

fn summary(diagnostics: &Diagnostics) -> String {
    let name = diagnostics.source().name();
    match diagnostics.count() {
        _ if diagnostics.severity() == Severity::Warning => String::new(),
        1 => format!("{name}: 1 mistake"),
        count => match diagnostics.omitted {
            0 => format!("{name}: {count} mistakes"),
            omitted => format!("{name}: {count} mistakes, the last {omitted} not shown"),
        },
    }
}
