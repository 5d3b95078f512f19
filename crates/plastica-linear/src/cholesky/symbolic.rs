//! Where the numbers of a factor stand: found from the pattern alone.
//!
//! Columns of L with the same rows below them form a *supernode*; its columns and rows are one dense panel. Supernodes form the
//! elimination tree: what is left of a supernode's rows goes into its parent. They are numbered in postorder, so a subtree is a range.

use super::tree::{NONE, Pattern, column_counts, elimination_tree, postorder};
use std::ops::Range;

/// Rows of a strip: a panel is a stack of strips, each with all columns of four rows, one column behind the other. What is
/// read together is next to each other in memory, however large the panel.
pub(super) const LANES: usize = 4;

/// The structure of a factor.
#[derive(Clone, Debug, Default)]
pub(super) struct Symbolic {
    /// Nodes in the order of elimination.
    pub(super) order: Vec<u32>,
    pub(super) supernodes: Vec<Supernode>,
    /// Rows below all supernodes, as places in their parent's front.
    pub(super) places: Vec<u32>,
    /// Where entries of the matrix go.
    pub(super) entries: Vec<Entry>,
    /// Numbers kept.
    pub(super) size: usize,
    /// Ranges of supernodes that can be worked on side by side: each a subtree.
    pub(super) subtrees: Vec<Range<usize>>,
    /// The supernodes above them.
    pub(super) top: Vec<usize>,
}

/// Columns that share their rows.
#[derive(Clone, Debug)]
pub(super) struct Supernode {
    /// Scalar columns.
    pub(super) columns: Range<usize>,
    /// Scalar rows of its front: its columns, then the rows below.
    pub(super) rows: usize,
    /// Rows with those that fill up the last strip.
    pub(super) stride: usize,
    /// Where its panel begins.
    pub(super) offset: usize,
    /// Its rows in `places`.
    pub(super) places: Range<usize>,
    /// Its entries of the matrix.
    pub(super) entries: Range<usize>,
    pub(super) children: Vec<usize>,
}

/// A block of the matrix, and where its first number goes in the panel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) value: u32,
    pub(super) row: u32,
    pub(super) column: u32,
}

impl Supernode {
    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    /// Where a number of the panel stands.
    #[inline(always)]
    pub(super) fn at(&self, row: usize, column: usize) -> usize {
        row / LANES * LANES * self.width() + column * LANES + row % LANES
    }

    /// Numbers of its panel.
    pub(super) fn size(&self) -> usize {
        self.stride * self.width()
    }

    /// The first row of the first strip that has rows below the columns.
    pub(super) fn base(&self) -> usize {
        self.width() / LANES * LANES
    }

    /// Numbers of what it leaves to its parent: columns of all rows below, each from row `base`.
    pub(super) fn update_size(&self) -> usize {
        (self.stride - self.base()) * (self.rows - self.width())
    }

    /// Multiplications.
    fn work(&self) -> f64 {
        let (k, m) = (self.width() as f64, self.rows as f64);
        k * m * m - k * k * m + k * k * k / 3.0
    }
}

/// Columns that are taken together, in nodes.
#[derive(Clone)]
struct Group {
    columns: Range<usize>,
    /// Rows of the front, columns included.
    rows: usize,
    /// Zeros that are kept.
    zeros: usize,
}

impl Group {
    /// Whether it pays to keep zeros for wider panels, from CHOLMOD: always if they are very narrow, else by the share of zeros.
    fn pays(&self, block: usize) -> bool {
        let (k, m) = (self.columns.len(), self.rows);
        let share = self.zeros as f64 / (k * (2 * m - k + 1) / 2) as f64;
        match k * block {
            0..=4 => true,
            5..=16 => share < 0.5,
            17..=48 => share < 0.1,
            _ => share < 0.05,
        }
    }
}

/// Supernodes, with small ones merged into their parents.
fn groups(parent: &[u32], counts: &[u32], block: usize) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for j in 0..parent.len() {
        if let Some(last) = groups.last_mut().filter(|_| j > 0)
            && parent[j - 1] == j as u32
            && counts[j - 1] == counts[j] + 1
        {
            last.columns.end += 1;
        } else {
            groups.push(Group {
                columns: j..j + 1,
                rows: counts[j] as usize + 1,
                zeros: 0,
            });
        }
    }
    let mut merged: Vec<Group> = Vec::with_capacity(groups.len());
    for mut group in groups {
        while let Some(child) = merged.last() {
            let up = parent[child.columns.end - 1];
            if !group.columns.contains(&(up as usize)) {
                break;
            }
            let wide = child.columns.len();
            let both = Group {
                columns: child.columns.start..group.columns.end,
                rows: wide + group.rows,
                zeros: child.zeros + group.zeros + wide * (wide + group.rows - child.rows),
            };
            if !both.pays(block) {
                break;
            }
            group = both;
            merged.pop();
        }
        merged.push(group);
    }
    merged
}

impl Symbolic {
    /// For a symmetric pattern, both triangles and the diagonal, of blocks of some rows each, eliminated in some order.
    pub(super) fn new(first: &[usize], columns: &[u32], block: usize, order: Vec<u32>) -> Self {
        let count = order.len();
        let parent = elimination_tree(&Pattern::new(first, columns, &order), count);
        let order: Vec<u32> = (postorder(&parent).iter())
            .map(|&k| order[k as usize])
            .collect();
        let pattern = Pattern::new(first, columns, &order);
        let parent = elimination_tree(&pattern, count);
        let counts = column_counts(&pattern, &parent);
        let groups = groups(&parent, &counts, block);
        let mut symbolic = Symbolic {
            order,
            ..Symbolic::default()
        };
        symbolic.lay_out(first, &pattern, &parent, &groups, block);
        symbolic.divide();
        symbolic
    }

    /// Rows, panels and entries of all supernodes.
    fn lay_out(
        &mut self,
        first: &[usize],
        pattern: &Pattern,
        parent: &[u32],
        groups: &[Group],
        block: usize,
    ) {
        let count = parent.len();
        let mut group_of = vec![0u32; count];
        for (s, group) in groups.iter().enumerate() {
            group_of[group.columns.clone()].fill(s as u32);
        }
        let mut children = vec![Vec::new(); groups.len()];
        let mut rows: Vec<Vec<u32>> = Vec::with_capacity(groups.len());
        let (mut mark, mut place) = (vec![NONE; count], vec![0u32; count]);
        let mut offset = 0;
        for (s, group) in groups.iter().enumerate() {
            let end = group.columns.end as u32;
            let mut below: Vec<u32> = Vec::with_capacity(group.rows);
            let own = group.columns.clone().flat_map(|j| pattern.row(j));
            let inherited = children[s].iter().flat_map(|&c: &usize| &rows[c]);
            for &i in own.chain(inherited) {
                if i >= end && mark[i as usize] != s as u32 {
                    mark[i as usize] = s as u32;
                    below.push(i);
                }
            }
            below.sort_unstable();
            for (k, j) in group.columns.clone().enumerate() {
                place[j] = k as u32;
            }
            for (k, &i) in below.iter().enumerate() {
                place[i as usize] = (group.columns.len() + k) as u32;
            }
            for &c in &children[s] {
                let places = &mut self.places[self.supernodes[c].places.clone()];
                for (&i, to) in rows[c].iter().zip(places.chunks_exact_mut(block)) {
                    let at = place[i as usize] * block as u32;
                    to.iter_mut().zip(at..).for_each(|(to, at)| *to = at);
                }
                rows[c] = Vec::new();
            }
            let entries = self.entries.len();
            for j in group.columns.clone() {
                let begin = first[self.order[j] as usize];
                for (k, &i) in pattern.row(j).iter().enumerate() {
                    if i as usize >= j {
                        self.entries.push(Entry {
                            value: (begin + k) as u32,
                            row: place[i as usize] * block as u32,
                            column: place[j] * block as u32,
                        });
                    }
                }
            }
            let places = self.places.len()..self.places.len() + below.len() * block;
            self.places.resize(places.end, 0);
            let columns = group.columns.start * block..group.columns.end * block;
            let height = (group.columns.len() + below.len()) * block;
            let supernode = Supernode {
                rows: height,
                stride: height.next_multiple_of(LANES),
                offset,
                places,
                entries: entries..self.entries.len(),
                children: std::mem::take(&mut children[s]),
                columns,
            };
            offset += supernode.size();
            if let Some(&up) = below.first() {
                children[group_of[up as usize] as usize].push(s);
            }
            self.supernodes.push(supernode);
            rows.push(below);
        }
        self.size = offset;
    }

    /// Chooses the subtrees that are worked on side by side: the largest ones with less than an eighth of the work. The choice
    /// does not depend on threads, nor do results.
    fn divide(&mut self) {
        let mut below = vec![0.0; self.supernodes.len()];
        let mut begin: Vec<usize> = (0..self.supernodes.len()).collect();
        for (s, supernode) in self.supernodes.iter().enumerate() {
            below[s] = supernode.work();
            for &c in &supernode.children {
                below[s] += below[c];
                begin[s] = begin[s].min(begin[c]);
            }
        }
        let total: f64 = self.supernodes.iter().map(Supernode::work).sum();
        if total < WORTH_DIVIDING {
            self.top = (0..self.supernodes.len()).collect();
            return;
        }
        let small = |s: usize| below[s] < total / 8.0;
        let mut above = vec![true; self.supernodes.len()];
        for (s, supernode) in self.supernodes.iter().enumerate() {
            for &c in &supernode.children {
                above[c] = !small(s);
            }
        }
        let roots = (0..self.supernodes.len()).filter(|&s| small(s) && above[s]);
        self.subtrees = roots.map(|s| begin[s]..s + 1).collect();
        self.top = (0..self.supernodes.len()).filter(|&s| !small(s)).collect();
    }
}

/// Multiplications below which threads do not pay.
const WORTH_DIVIDING: f64 = 1e6;

/// What all supernodes have, cut into the parts of subtrees and those of the supernodes above them.
pub(super) struct Parts<'a, T> {
    pub(super) subtrees: Vec<(Range<usize>, &'a mut [T])>,
    pub(super) top: Vec<(usize, &'a mut [T])>,
}

impl Symbolic {
    /// Cuts up what has `length` items per supernode.
    pub(super) fn split<'a, T>(
        &self,
        mut items: &'a mut [T],
        length: impl Fn(&Supernode) -> usize,
    ) -> Parts<'a, T> {
        let (mut subtrees, mut top) = (Vec::new(), Vec::new());
        let mut ranges = self.subtrees.iter().peekable();
        let mut s = 0;
        while s < self.supernodes.len() {
            let subtree = ranges.next_if(|range| range.start == s).cloned();
            let range = subtree.clone().unwrap_or(s..s + 1);
            let count = self.supernodes[range.clone()].iter().map(&length).sum();
            let part;
            (part, items) = items.split_at_mut(count);
            match subtree {
                Some(range) => subtrees.push((range, part)),
                None => top.push((s, part)),
            }
            s = range.end;
        }
        Parts { subtrees, top }
    }
}
