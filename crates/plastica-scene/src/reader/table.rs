//! Tables: ask for keys, and every key that was not asked for is a mistake.

use super::{Book, Context, Form, KeyForm, Kind, Node, Presence, TableForm, VariantForm, Written};
use crate::diagnostics::{Problem, Wanted};
use std::borrow::Cow;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// A table being read or described.
///
/// Ask for every key before giving up on any (`?` comes last): a description is complete only if
/// every question is asked, and so is the list of mistakes.
pub struct Table<'a>(Mode<'a>);

enum Mode<'a> {
    Reading(Reading<'a>),
    Describing { book: &'a mut Book, form: TableForm },
}

struct Reading<'a> {
    entries: &'a DeTable<'a>,
    span: Range<usize>,
    /// What the table is called in messages.
    what: &'a str,
    cx: &'a mut Context,
    known: Vec<&'static str>,
    missing: Vec<(&'static str, &'static str)>,
    /// Keys that have another name now: the old name and the new one.
    renamed: Vec<(&'static str, &'static str)>,
    /// What the variants are called, and their names, when none of them is there.
    no_variant: Option<(&'static str, Vec<&'static str>)>,
}

/// One of several keys of which a table holds exactly one.
pub struct Variant<T> {
    name: &'static str,
    doc: &'static str,
    kind: Box<dyn Kind<Out = T>>,
}

impl<T> Variant<T> {
    /// A key, a sentence about it and the kind of its value.
    pub fn new(name: &'static str, doc: &'static str, kind: impl Kind<Out = T> + 'static) -> Self {
        let kind = Box::new(kind);
        Variant { name, doc, kind }
    }
}

impl Table<'_> {
    /// Reads a table by asking for its keys.
    pub fn read<T>(
        cx: &mut Context,
        node: &Node<'_>,
        what: &str,
        ask: impl FnOnce(&mut Table<'_>) -> Option<T>,
    ) -> Option<T> {
        let DeValue::Table(entries) = node.value else {
            cx.wrong_type(node, format!("a table ({what})"));
            return None;
        };
        let mut table = Table(Mode::Reading(Reading {
            entries,
            span: node.span.clone(),
            what,
            cx,
            known: Vec::new(),
            missing: Vec::new(),
            renamed: Vec::new(),
            no_variant: None,
        }));
        let out = ask(&mut table);
        if let Mode::Reading(reading) = table.0 {
            reading.finish();
        }
        out
    }

    /// Describes a table by listening to what is asked of it.
    pub fn describe<T>(
        book: &mut Book,
        ask: impl FnOnce(&mut Table<'_>) -> Option<T>,
    ) -> TableForm {
        let form = TableForm::default();
        let mut table = Table(Mode::Describing { book, form });
        ask(&mut table);
        match table.0 {
            Mode::Describing { form, .. } => form,
            Mode::Reading(_) => TableForm::default(),
        }
    }

    /// A key that must be there.
    pub fn need<K: Kind>(
        &mut self,
        name: &'static str,
        doc: &'static str,
        kind: K,
    ) -> Option<K::Out> {
        match &mut self.0 {
            Mode::Reading(reading) => match reading.entry(name) {
                Some((_, node)) => kind.read(reading.cx, node),
                None => {
                    reading.missing.push((name, doc));
                    None
                }
            },
            Mode::Describing { .. } => self.describe_key(name, doc, kind, Presence::Required),
        }
    }

    /// A key that may be there.
    pub fn maybe<K: Kind>(
        &mut self,
        name: &'static str,
        doc: &'static str,
        kind: K,
    ) -> Option<K::Out> {
        self.ask(name, doc, kind, Presence::Optional)
            .map(|(_, out)| out)
    }

    /// A key that may be there, with the place of its value, described with `presence`.
    pub fn ask<K: Kind>(
        &mut self,
        name: &'static str,
        doc: impl Into<Cow<'static, str>>,
        kind: K,
        presence: Presence,
    ) -> Option<(Range<usize>, K::Out)> {
        match &mut self.0 {
            Mode::Reading(reading) => {
                let node = reading.entry(name)?.1;
                let span = node.span.clone();
                Some((span, kind.read(reading.cx, node)?))
            }
            Mode::Describing { .. } => self.describe_key(name, doc, kind, presence),
        }
    }

    /// Whether a key is there, read or not.
    pub fn has(&self, name: &str) -> bool {
        match &self.0 {
            Mode::Reading(reading) => reading.entries.contains_key(name),
            Mode::Describing { .. } => false,
        }
    }

    /// A key with a default, written as it would be in a scene: one way to read it, one to show it.
    pub fn or<K: Kind>(
        &mut self,
        name: &'static str,
        doc: &'static str,
        kind: K,
        default: &'static str,
    ) -> Option<K::Out> {
        match &mut self.0 {
            Mode::Reading(reading) => match reading.entry(name) {
                Some((_, node)) => kind.read(reading.cx, node),
                None => {
                    let value = DeValue::parse(default).ok()?;
                    let span = reading.span.clone();
                    let value = value.get_ref();
                    kind.read(reading.cx, Node { value, span })
                }
            },
            Mode::Describing { .. } => {
                let presence = Presence::Default(Cow::Borrowed(default));
                self.describe_key(name, doc, kind, presence)
            }
        }
    }

    /// A key whose default is a value: it is shown as it would be written in a scene.
    pub fn or_value<K: Written>(
        &mut self,
        name: &'static str,
        doc: &'static str,
        kind: K,
        default: &K::Out,
    ) -> Option<K::Out>
    where
        K::Out: Clone,
    {
        match &mut self.0 {
            Mode::Reading(reading) => match reading.entry(name) {
                Some((_, node)) => kind.read(reading.cx, node),
                None => Some(default.clone()),
            },
            Mode::Describing { .. } => {
                let presence = Presence::Default(Cow::Owned(kind.written(default)));
                self.describe_key(name, doc, kind, presence)
            }
        }
    }

    /// A key that had another name in older scenes: the old one is a mistake that gives the new one.
    pub fn renamed(&mut self, before: &'static str, now: &'static str) {
        if let Mode::Reading(reading) = &mut self.0 {
            reading.renamed.push((before, now));
        }
    }

    /// Exactly one of several keys.
    pub fn variant<T>(&mut self, what: &'static str, variants: Vec<Variant<T>>) -> Option<T> {
        match &mut self.0 {
            Mode::Reading(reading) => reading.variant(what, &variants),
            Mode::Describing { book, form } => {
                form.variants = variants
                    .iter()
                    .map(|v| VariantForm {
                        name: v.name,
                        doc: Cow::Borrowed(v.doc),
                        form: v.kind.form(book),
                    })
                    .collect();
                None
            }
        }
    }

    /// Where the value of a key stands, or the table if it has none; `None` when the table is only described.
    pub fn place_of(&mut self, name: &str) -> Option<(&mut Context, Range<usize>)> {
        match &mut self.0 {
            Mode::Reading(reading) => {
                let value = reading.entries.get(name).map(toml::Spanned::span);
                let span = value.unwrap_or_else(|| reading.span.clone());
                Some((&mut *reading.cx, span))
            }
            Mode::Describing { .. } => None,
        }
    }

    /// Where the table stands; `None` when it is only described.
    pub fn context(&mut self) -> Option<(&mut Context, Range<usize>)> {
        match &mut self.0 {
            Mode::Reading(reading) => Some((&mut *reading.cx, reading.span.clone())),
            Mode::Describing { .. } => None,
        }
    }

    fn describe_key<K: Kind, T>(
        &mut self,
        name: &'static str,
        doc: impl Into<Cow<'static, str>>,
        kind: K,
        presence: Presence,
    ) -> Option<T> {
        if let Mode::Describing { book, form } = &mut self.0 {
            let key = KeyForm {
                name,
                doc: doc.into(),
                form: kind.form(book),
                presence,
            };
            form.keys.push(key);
        }
        None
    }
}

impl<'a> Reading<'a> {
    /// The entry of a key: where the key stands, and its value.
    fn entry(&mut self, name: &'static str) -> Option<(Range<usize>, Node<'a>)> {
        self.known.push(name);
        let (key, value) = self.entries.get_key_value(name)?;
        self.cx.key = name;
        let node = Node {
            value: value.get_ref(),
            span: value.span(),
        };
        Some((key.span(), node))
    }

    fn variant<T>(&mut self, what: &'static str, variants: &[Variant<T>]) -> Option<T> {
        let found: Vec<_> = variants
            .iter()
            .filter_map(|v| self.entry(v.name).map(|(key, node)| (v, key, node)))
            .collect();
        let names: Vec<&'static str> = variants.iter().map(|v| v.name).collect();
        if found.is_empty() {
            self.no_variant = Some((what, names));
            return None;
        }
        if let [_, (_, second, _), ..] = found.as_slice() {
            let problem = Problem::NotOneVariant {
                what: what.into(),
                found: found.iter().map(|(v, _, _)| v.name.to_string()).collect(),
                accepted: names.iter().map(|n| n.to_string()).collect(),
            };
            self.cx.report(second.clone(), problem);
        }
        let mut outs = found
            .into_iter()
            .map(|(v, _, node)| v.kind.read(self.cx, node))
            // All are read, so that mistakes inside each of them are found.
            .collect::<Vec<_>>();
        outs.swap_remove(0)
    }

    /// Reports unknown and missing keys. A misspelt key is one mistake, not also a missing one.
    fn finish(mut self) {
        let mut meant = Vec::new();
        let mut unknown: Vec<_> = self
            .entries
            .iter()
            .filter(|(key, _)| !self.known.contains(&key.get_ref().as_ref()))
            .map(|(key, _)| (key.get_ref().to_string(), key.span()))
            .collect();
        unknown.retain(|(key, span)| {
            let renamed = self.renamed.iter().find(|(before, _)| before == key);
            if let Some((before, now)) = renamed {
                meant.push(now.to_string());
                let (before, now) = (before.to_string(), now.to_string());
                self.cx
                    .report(span.clone(), Problem::RenamedKey { before, now });
            }
            renamed.is_none()
        });
        let guess = self.guess_variant(&unknown);
        for (index, (key, span)) in unknown.into_iter().enumerate() {
            if guess == Some(index) {
                continue;
            }
            if self.cx.is_full() {
                // Looking for the nearest spelling of what nobody will see takes time.
                self.cx.omit();
                continue;
            }
            let key = Wanted::new(&key, &self.known);
            meant.extend(key.nearest.clone());
            let table = self.what.to_string();
            self.cx.report(span, Problem::UnknownKey { table, key });
        }
        for (key, doc) in std::mem::take(&mut self.missing) {
            if !meant.iter().any(|m| m == key) {
                let problem = Problem::MissingKey {
                    table: self.what.to_string(),
                    key: key.into(),
                    doc: doc.into(),
                };
                self.cx.report(self.span.clone(), problem);
            }
        }
    }

    /// When no variant is there, the unknown key most like one was meant to be it.
    fn guess_variant(&mut self, unknown: &[(String, Range<usize>)]) -> Option<usize> {
        let (what, names) = self.no_variant.take()?;
        let alike = |(key, _): &(String, Range<usize>)| Wanted::new(key, &names).nearest.is_some();
        let guess = unknown
            .iter()
            .position(alike)
            .or((!unknown.is_empty()).then_some(0));
        match guess.map(|index| &unknown[index]) {
            Some((key, span)) => {
                let word = Wanted::new(key, &names);
                let what = what.to_string();
                self.cx
                    .report(span.clone(), Problem::UnknownWord { what, word });
            }
            None => {
                let problem = Problem::NotOneVariant {
                    what: what.into(),
                    found: Vec::new(),
                    accepted: names.iter().map(|n| n.to_string()).collect(),
                };
                self.cx.report(self.span.clone(), problem);
            }
        }
        guess
    }
}

/// The kind of a table.
pub struct TableKind<F> {
    what: &'static str,
    ask: F,
}

/// A table, read by a function that asks for its keys.
pub fn table<T, F>(what: &'static str, ask: F) -> TableKind<F>
where
    F: Fn(&mut Table<'_>) -> Option<T>,
{
    TableKind { what, ask }
}

impl<T, F> Kind for TableKind<F>
where
    F: Fn(&mut Table<'_>) -> Option<T>,
{
    type Out = T;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<T> {
        Table::read(cx, &node, self.what, &self.ask)
    }

    fn form(&self, book: &mut Book) -> Form {
        Form::Table(Table::describe(book, &self.ask))
    }
}
