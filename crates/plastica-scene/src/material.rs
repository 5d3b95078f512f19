//! `[[material]]`: laws with numbers and a density, from a preset or from nothing.

use crate::diagnostics::{Problem, Wanted};
use crate::law::{Change, LawChange, slot};
use crate::reader::{
    Book, Context, Family, Form, Kind, Node, Presence, Table, Varies, name, number,
};
use crate::units::Quantity;
use plastica_material::spec::Slot;
use plastica_material::{LawRecipe, Recipe, RecipeError, Value, catalogue};
use std::collections::BTreeMap;
use std::ops::Range;

const SLOTS: [(Slot, &str); 4] = [
    (
        Slot::Elastic,
        "How it stores energy: the name of a law, or a law with its numbers.",
    ),
    (
        Slot::Flow,
        "How it yields: the name of a rule, a rule with its numbers, or \"none\".",
    ),
    (
        Slot::Viscosity,
        "How it resists rates of deformation: a law, or \"none\".",
    ),
    (Slot::Map, "How direction matters: a map, or \"none\"."),
];

/// The keys of a material.
pub fn material(t: &mut Table<'_>) -> Option<Recipe> {
    let name = t.need(
        "name",
        "Its name, for bodies and emitters.",
        name(Family::Material),
    );
    let preset = t.ask(
        "preset",
        "A ready-made material to start from; what is given below replaces its values one by one, and another law in a place replaces that place.",
        PresetKind,
        Presence::Optional,
    );
    let density = t.ask(
        "density",
        "Mass per volume at rest: a constant or a formula of x, y, z.",
        number(Quantity::Density)
            .positive()
            .varying(Varies::InSpace),
        Presence::FromPreset,
    );
    let changes: Vec<_> = SLOTS
        .iter()
        .map(|(place, doc)| {
            let presence = match place {
                Slot::Elastic => Presence::FromPreset,
                _ => Presence::Optional,
            };
            t.ask(
                place.key(),
                *doc,
                slot(*place, catalogue::laws(*place)),
                presence,
            )
        })
        .collect();
    // A preset that is not known has been reported; what it would give is then not missed.
    let excused = t.has("preset") && preset.is_none();
    let misses_density = !t.has("density") && preset.is_none() && !excused;
    let misses_elastic = !t.has("elastic") && preset.is_none() && !excused;
    let (cx, span) = t.context()?;
    report_missing(cx, &span, "density", misses_density);
    report_missing(cx, &span, "elastic", misses_elastic);
    let spans = Spans::new(&span, &preset, &density, &changes);
    let base = preset.map(|(_, recipe)| recipe);
    let recipe = assemble(cx, name, base, density.map(|(_, d)| d), changes)?;
    check(cx, &recipe, &spans).then_some(recipe)
}

fn report_missing(cx: &mut Context, span: &Range<usize>, key: &str, missing: bool) {
    if missing {
        let problem = Problem::MissingKey {
            table: "[[material]] without a preset".into(),
            key: key.into(),
            doc: format!("give `{key}`, or a `preset` to take it from"),
        };
        cx.report(span.clone(), problem);
    }
}

type Place<T> = Option<(Range<usize>, T)>;

fn assemble(
    cx: &mut Context,
    name: Option<String>,
    base: Option<Recipe>,
    density: Option<Value>,
    changes: Vec<Place<Change>>,
) -> Option<Recipe> {
    let inherited = |place: Slot| -> Option<&LawRecipe> {
        base.as_ref()?
            .laws()
            .find(|(slot, _)| *slot == place)
            .map(|(_, law)| law)
    };
    // `Err` marks a law that is not complete; all four are looked at before giving up.
    let mut laws = SLOTS
        .iter()
        .zip(changes)
        .map(|((place, _), change)| match change {
            None => Ok(inherited(*place).cloned()),
            Some((_, Change::Remove)) => Ok(None),
            Some((_, Change::Law(change))) => {
                change.over(cx, inherited(*place)).map(Some).ok_or(())
            }
        });
    let laws: [Result<Option<LawRecipe>, ()>; 4] =
        std::array::from_fn(|_| laws.next().unwrap_or(Ok(None)));
    let [elastic, flow, viscosity, map] = laws;
    Some(Recipe {
        name: name?,
        density: density.or(base.as_ref().map(|b| b.density.clone()))?,
        elastic: elastic.ok()??,
        flow: flow.ok()?,
        viscosity: viscosity.ok()?,
        map: map.ok()?,
    })
}

/// Where to point when the parts do not make a material together.
struct Spans {
    otherwise: Range<usize>,
    density: Option<Range<usize>>,
    laws: BTreeMap<&'static str, (Range<usize>, Option<LawChange>)>,
}

impl Spans {
    fn new<T, U>(
        table: &Range<usize>,
        preset: &Place<T>,
        density: &Place<U>,
        changes: &[Place<Change>],
    ) -> Self {
        let laws = SLOTS
            .iter()
            .zip(changes)
            .filter_map(|((place, _), change)| {
                let (span, change) = change.as_ref()?;
                let law = match change {
                    Change::Law(law) => Some(law.clone()),
                    Change::Remove => None,
                };
                Some((place.key(), (span.clone(), law)))
            });
        Spans {
            otherwise: preset
                .as_ref()
                .map_or(table.clone(), |(span, _)| span.clone()),
            density: density.as_ref().map(|(span, _)| span.clone()),
            laws: laws.collect(),
        }
    }

    fn of(&self, error: &RecipeError) -> Range<usize> {
        let Some(place) = error.slot else {
            return self.density.clone().unwrap_or(self.otherwise.clone());
        };
        let Some((span, change)) = self.laws.get(place.key()) else {
            return self.otherwise.clone();
        };
        let parameter = error.parameter.and_then(|p| change.as_ref()?.span_of(p));
        parameter.unwrap_or(span.clone())
    }
}

/// Checks that the parts make a material, at the start and at every keyframe.
fn check(cx: &mut Context, recipe: &Recipe, spans: &Spans) -> bool {
    let changes = spans
        .laws
        .values()
        .filter_map(|(_, change)| change.as_ref());
    let times = std::iter::once(0.0).chain(changes.flat_map(LawChange::keyframe_times));
    let error = if recipe.varies_in_space() || recipe.density.varies_in_space() {
        mismatch(recipe)
    } else {
        let mut errors = times.filter_map(|time| recipe.check_at([0.0; 3], time).err());
        errors.next()
    };
    let Some(error) = error else {
        return true;
    };
    let span = spans.of(&error);
    let reason = error.reason;
    cx.report(span, Problem::BadMaterial { reason });
    false
}

/// Laws that do not go together, in a material that varies in space. Its numbers are checked where
/// the body is, which is not known here; laws are compared once the numbers of some place are right.
fn mismatch(recipe: &Recipe) -> Option<RecipeError> {
    const PLACES: [f64; 5] = [0.0, 0.1, -0.1, 1.0, -1.0];
    let places = PLACES
        .iter()
        .flat_map(|x| PLACES.iter().flat_map(move |y| PLACES.map(|z| [*x, *y, z])));
    let mut errors = places.map_while(|place| recipe.check_at(place, 0.0).err());
    errors.find(|error| error.slot.is_some() && error.parameter.is_none())
}

/// The name of a preset, read as its recipe.
struct PresetKind;

impl Kind for PresetKind {
    type Out = Recipe;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Recipe> {
        let Some(text) = node.value.as_str() else {
            cx.wrong_type(&node, "the name of a preset");
            return None;
        };
        let preset = catalogue::preset(text);
        if preset.is_none() {
            let names: Vec<&str> = catalogue::presets().iter().map(|p| p.name).collect();
            let problem = Problem::UnknownWord {
                what: "preset".into(),
                word: Wanted::new(text, &names),
            };
            cx.report(node.span, problem);
        }
        preset.map(|p| p.recipe())
    }

    fn form(&self, _: &mut Book) -> Form {
        Form::Words(
            catalogue::presets()
                .iter()
                .map(|p| (p.name, p.summary))
                .collect(),
        )
    }
}
