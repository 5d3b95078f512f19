//! Named quantities of points and cells.

use std::borrow::Cow;

/// A quantity known at every point, or in every cell. Where a part of a snapshot does not have it, values are NaN: absent,
/// never zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Its name: lower case, words joined by `_`.
    pub name: String,
    /// Its SI unit, `1` for pure numbers.
    pub unit: Cow<'static, str>,
    /// Numbers per point or cell: 1, 3 for vectors, 6 for symmetric tensors in the order
    /// xx, yy, zz, xy, yz, xz.
    pub components: usize,
    /// The numbers, point after point or cell after cell.
    pub values: Values,
}

/// Numbers of one kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Single precision.
    F32(Vec<f32>),
    /// Double precision.
    F64(Vec<f64>),
    /// Whole numbers.
    U32(Vec<u32>),
}

impl Values {
    /// None of the same kind.
    fn none(&self) -> Values {
        match self {
            Values::F32(_) => Values::F32(Vec::new()),
            Values::F64(_) => Values::F64(Vec::new()),
            Values::U32(_) => Values::U32(Vec::new()),
        }
    }
    /// More numbers; single and double precision together are double.
    fn extend(&mut self, other: &Values) {
        match (&mut *self, other) {
            (Values::F32(own), Values::F32(other)) => own.extend(other),
            (Values::U32(own), Values::U32(other)) => own.extend(other),
            (Values::F64(own), other) => own.extend((0..other.len()).map(|i| other.at(i))),
            (own, other) => {
                let all = (0..own.len()).map(|i| own.at(i));
                let all = all.chain((0..other.len()).map(|i| other.at(i)));
                *self = Values::F64(all.collect());
            }
        }
    }
    /// Numbers that are not there.
    fn extend_absent(&mut self, count: usize) {
        match self {
            Values::F32(own) => own.resize(own.len() + count, f32::NAN),
            Values::F64(own) => own.resize(own.len() + count, f64::NAN),
            Values::U32(own) => own.resize(own.len() + count, u32::MAX),
        }
    }
    /// The same numbers in another order.
    fn reordered(&self, order: &[usize]) -> Values {
        match self {
            Values::F32(own) => Values::F32(order.iter().map(|i| own[*i]).collect()),
            Values::F64(own) => Values::F64(order.iter().map(|i| own[*i]).collect()),
            Values::U32(own) => Values::U32(order.iter().map(|i| own[*i]).collect()),
        }
    }
    /// How many numbers.
    pub fn len(&self) -> usize {
        match self {
            Values::F32(v) => v.len(),
            Values::F64(v) => v.len(),
            Values::U32(v) => v.len(),
        }
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// One number.
    pub fn at(&self, index: usize) -> f64 {
        match self {
            Values::F32(v) => f64::from(v[index]),
            Values::F64(v) => v[index],
            Values::U32(v) => f64::from(v[index]),
        }
    }
}

impl Attribute {
    /// Whether it is the same quantity.
    fn is_like(&self, other: &Attribute) -> bool {
        let whole = |values: &Values| matches!(values, Values::U32(_));
        self.name == other.name
            && self.unit == other.unit
            && self.components == other.components
            && whole(&self.values) == whole(&other.values)
    }
    /// Puts the lines of two snapshots side by side, then their triangles, then their tetrahedra, where they stood
    /// snapshot after snapshot.
    pub(crate) fn interleave(&mut self, before: [usize; 3], behind: [usize; 3]) {
        let n = self.components;
        let mut order = Vec::with_capacity(self.values.len());
        let (mut first, mut second) = (0, before.iter().sum::<usize>());
        for kind in 0..3 {
            order.extend(n * first..n * (first + before[kind]));
            order.extend(n * second..n * (second + behind[kind]));
            first += before[kind];
            second += behind[kind];
        }
        self.values = self.values.reordered(&order);
    }
    /// Real numbers with as many digits as the run has computed.
    pub fn real(
        name: &str,
        unit: &'static str,
        components: usize,
        double: bool,
        values: Vec<f64>,
    ) -> Self {
        Attribute {
            name: name.into(),
            unit: unit.into(),
            components,
            values: if double {
                Values::F64(values)
            } else {
                Values::F32(values.into_iter().map(|value| value as f32).collect())
            },
        }
    }
    /// One whole number per point or cell.
    pub fn whole(name: &str, values: Vec<u32>) -> Self {
        Attribute {
            name: name.into(),
            unit: "1".into(),
            components: 1,
            values: Values::U32(values),
        }
    }
}

/// Attributes of two sets of points or cells, one behind the other.
pub(crate) fn join(to: &mut Vec<Attribute>, others: Vec<Attribute>, [before, behind]: [usize; 2]) {
    let (alike, new): (Vec<_>, Vec<_>) = others
        .into_iter()
        .partition(|other| to.iter().any(|own| own.is_like(other)));
    for own in to.iter_mut() {
        match alike.iter().find(|other| own.is_like(other)) {
            Some(other) => own.values.extend(&other.values),
            None => own.values.extend_absent(behind * own.components),
        }
    }
    for mut other in new {
        // Without points before it, nothing has to be left out.
        let mut values = other.values.none();
        values.extend_absent(before * other.components);
        values.extend(&other.values);
        other.values = values;
        // Names are given once in a frame: another quantity of that name says its unit.
        if to.iter().any(|own| own.name == other.name) {
            other.name = format!("{} [{}]", other.name, other.unit).replace('/', " per ");
        }
        to.push(other);
    }
}
