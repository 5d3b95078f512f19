//! The keys of one law: its parameters, the alternatives to them, its choices.

use super::{Change, Given, LawChange};
use crate::diagnostics::{Problem, Wanted};
use crate::reader::{
    Book, Context, Form, Kind, Node, Presence, Table, Varies, Varying, Written, number, read_list,
};
use plastica_material::Value;
use plastica_material::spec::{Choice, LawSpec, Parameter};
use std::borrow::Cow;

/// The table of one law.
pub(super) struct LawTable(pub(super) &'static LawSpec);

impl Kind for LawTable {
    type Out = Change;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Change> {
        let what = format!("`{}`", self.0.name);
        let change = Table::read(cx, &node, &what, |t| Some(self.keys(t)))?;
        Some(Change::Law(LawChange {
            span: node.span,
            ..change
        }))
    }

    fn form(&self, book: &mut Book) -> Form {
        Form::Table(Table::describe(book, |t| Some(self.keys(t))))
    }
}

impl LawTable {
    fn keys(&self, t: &mut Table<'_>) -> LawChange {
        let law = self.0;
        let mut change = LawChange {
            law,
            span: 0..0,
            present: Vec::new(),
            values: Vec::new(),
            choices: Vec::new(),
        };
        for parameter in law.parameters {
            change.ask(t, parameter, parameter.doc.into(), presence(parameter));
        }
        for alternative in law.alternatives {
            let doc = format!(
                "Instead of {}.",
                crate::diagnostics::listed(alternative.replaces)
            );
            for parameter in alternative.names {
                let doc = format!("{} {doc}", parameter.doc);
                change.ask(t, parameter, doc.into(), Presence::Optional);
            }
        }
        for (index, choice) in law.choices.iter().enumerate() {
            let default = choice.options.first().map_or("", |o| o.0);
            let presence = Presence::Default(format!("\"{default}\"").into());
            let option = t.ask(choice.name, choice.doc, ChoiceKind(choice), presence);
            change
                .choices
                .extend(option.map(|(_, option)| (index, option)));
        }
        change
    }
}

impl LawChange {
    fn ask(
        &mut self,
        t: &mut Table<'_>,
        parameter: &'static Parameter,
        doc: Cow<'static, str>,
        presence: Presence,
    ) {
        let name = parameter.name;
        if t.has(name) {
            self.present.push(name);
        }
        let given = t.ask(name, doc, ParameterKind(parameter), presence);
        self.values
            .extend(given.map(|(span, values)| Given { name, span, values }));
    }
}

/// A default as it would be written in a scene.
fn presence(parameter: &Parameter) -> Presence {
    let Some(default) = parameter.default else {
        return Presence::FromPreset;
    };
    let text = number(parameter.quantity.into()).written(&default);
    let text = match parameter.count {
        1 => text,
        count => format!("[{}]", vec![text; count].join(", ")),
    };
    Presence::Default(text.into())
}

/// The numbers of one parameter, which may vary over the body and in time.
struct ParameterKind(&'static Parameter);

impl ParameterKind {
    fn varying(&self) -> Varying {
        number(self.0.quantity.into())
            .within(self.0.range)
            .varying(Varies::InSpaceAndTime)
    }
}

impl Kind for ParameterKind {
    type Out = Vec<Value>;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Vec<Value>> {
        match self.0.count {
            1 => self.varying().read(cx, node).map(|value| vec![value]),
            count => read_list(cx, &node, self.varying(), count),
        }
    }

    fn form(&self, _: &mut Book) -> Form {
        let Varying { number, varies } = self.varying();
        Form::Numbers {
            count: self.0.count,
            number,
            varies,
        }
    }
}

/// A word of a law, as the index of its option.
struct ChoiceKind(&'static Choice);

impl Kind for ChoiceKind {
    type Out = usize;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<usize> {
        let words: Vec<&str> = self.0.options.iter().map(|o| o.0).collect();
        let Some(text) = node.value.as_str() else {
            cx.wrong_type(&node, format!("a word (\"{}\")", words.join("\", \"")));
            return None;
        };
        let option = words.iter().position(|w| *w == text);
        if option.is_none() {
            let problem = Problem::UnknownWord {
                what: self.0.name.into(),
                word: Wanted::new(text, &words),
            };
            cx.report(node.span, problem);
        }
        option
    }

    fn form(&self, _: &mut Book) -> Form {
        Form::Words(self.0.options.to_vec())
    }
}
