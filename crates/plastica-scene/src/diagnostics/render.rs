//! Mistakes for people: source line, carets, advice.

use super::{Diagnostic, Diagnostics, Problem, Severity, Source};
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

/// Only the one line is handed to the renderer, which would otherwise walk the whole text for each
/// mistake.
fn snippet<'a>(
    source: &'a Source,
    span: &Range<usize>,
    kind: AnnotationKind,
    label: Option<&'a str>,
) -> Snippet<'a, Annotation<'a>> {
    let span = source.on_first_line(span);
    let line = source.line_of(span.start);
    let range = source.line_range(line);
    let length = range.len();
    let in_line = (span.start - range.start).min(length)..(span.end - range.start).min(length);
    Snippet::source(&source.text()[range])
        .path(source.name())
        .line_start(line + 1)
        .annotation(kind.span(in_line).label(label))
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
