//! What no table can check alone.

use super::{Body, Emitter, Grip};
use crate::diagnostics::Problem;
use plastica_scene::method::MethodScene;
use plastica_scene::reader::Table;
use std::collections::BTreeMap;
use std::ops::Range;

/// What a scene says for each method.
type MethodScenes = BTreeMap<&'static str, Box<dyn MethodScene>>;

/// Reports grips that would hold nothing, as far as the methods can say before bodies are filled.
pub(super) fn grips(
    t: &mut Table<'_>,
    methods: Option<&MethodScenes>,
    bodies: Option<&[Body]>,
    grips: Option<Vec<(Range<usize>, Grip)>>,
) -> Option<Vec<Grip>> {
    let (methods, bodies, grips) = (methods?, bodies?, grips?);
    let mut good = true;
    for (span, grip) in &grips {
        for method in methods.values() {
            let own = method.own_bodies();
            // One that names no body may hold what another method has there.
            let meant = match &grip.body {
                Some(name) => own.contains(name),
                None => bodies.is_empty(),
            };
            let fault = if meant { method.grip_fault(grip) } else { None };
            if let (Some((reason, advice)), Some((cx, _))) = (fault, t.context()) {
                cx.report(span.clone(), Problem::Unusable { reason, advice });
                good = false;
            }
        }
    }
    good.then(|| stripped(grips))
}

/// Things without the places of their tables.
pub(super) fn stripped<T>(list: Vec<(Range<usize>, T)>) -> Vec<T> {
    list.into_iter().map(|(_, thing)| thing).collect()
}

/// Says of the first body of each method that it does not feel those of other methods.
pub(super) fn warn_apart(
    t: &mut Table<'_>,
    bodies: &[(Range<usize>, Body)],
    emitters: &[Emitter],
    methods: Option<&MethodScenes>,
) {
    let mut used: BTreeMap<&str, Option<&Range<usize>>> = BTreeMap::new();
    for (name, method) in methods.into_iter().flatten() {
        if !method.own_bodies().is_empty() {
            used.insert(name, None);
        }
    }
    for (place, body) in bodies {
        used.entry(body.filling.method).or_insert(Some(place));
    }
    for emitter in emitters {
        used.entry(emitter.filling.method).or_insert(None);
    }
    if used.len() < 2 {
        return;
    }
    let Some((cx, _)) = t.context() else { return };
    for (method, place) in &used {
        let others = used.keys().filter(|other| *other != method);
        let problem = Problem::Apart {
            method: (*method).into(),
            others: others.map(|other| (*other).into()).collect(),
        };
        if let Some(place) = place {
            cx.warn((*place).clone(), problem);
        }
    }
}
