//! The elimination tree of a pattern, and how many entries each column of its factor has.

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// A pattern with rows in another order: neighbours of each node, by new numbers.
pub(super) struct Pattern {
    first: Vec<usize>,
    columns: Vec<u32>,
}

impl Pattern {
    pub(super) fn new(first: &[usize], columns: &[u32], order: &[u32]) -> Self {
        let mut place = vec![0u32; order.len()];
        for (k, &i) in order.iter().enumerate() {
            place[i as usize] = k as u32;
        }
        let mut pattern = Pattern {
            first: vec![0],
            columns: Vec::with_capacity(columns.len()),
        };
        for &i in order {
            let row = &columns[first[i as usize]..first[i as usize + 1]];
            (pattern.columns).extend(row.iter().map(|&j| place[j as usize]));
            pattern.first.push(pattern.columns.len());
        }
        pattern
    }

    pub(super) fn row(&self, i: usize) -> &[u32] {
        &self.columns[self.first[i]..self.first[i + 1]]
    }
}

/// The elimination tree: the parent of each column is the row of its first entry below the diagonal.
pub(super) fn elimination_tree(pattern: &Pattern, count: usize) -> Vec<u32> {
    let (mut parent, mut ancestor) = (vec![NONE; count], vec![NONE; count]);
    for i in 0..count {
        for &k in pattern.row(i).iter().filter(|&&k| (k as usize) < i) {
            let mut k = k as usize;
            loop {
                let up = ancestor[k];
                if up == i as u32 {
                    break;
                }
                ancestor[k] = i as u32;
                if up == NONE {
                    parent[k] = i as u32;
                    break;
                }
                k = up as usize;
            }
        }
    }
    parent
}

/// Children before parents, subtrees without gaps.
pub(super) fn postorder(parent: &[u32]) -> Vec<u32> {
    let count = parent.len();
    let (mut head, mut next) = (vec![NONE; count], vec![NONE; count]);
    let mut stack = Vec::new();
    for i in (0..count).rev() {
        match parent[i] {
            NONE => stack.push(i as u32),
            up => {
                next[i] = head[up as usize];
                head[up as usize] = i as u32;
            }
        }
    }
    let mut order = Vec::with_capacity(count);
    while let Some(&top) = stack.last() {
        let child = head[top as usize];
        if child == NONE {
            order.push(top);
            stack.pop();
        } else {
            head[top as usize] = next[child as usize];
            stack.push(child);
        }
    }
    order
}

/// Entries of each column of L below the diagonal: row i has one wherever the ways up the tree from its entries lead.
pub(super) fn column_counts(pattern: &Pattern, parent: &[u32]) -> Vec<u32> {
    let count = parent.len();
    let (mut counts, mut mark) = (vec![0; count], vec![NONE; count]);
    for i in 0..count {
        mark[i] = i as u32;
        for &k in pattern.row(i).iter().filter(|&&k| (k as usize) < i) {
            let mut k = k as usize;
            while mark[k] != i as u32 {
                mark[k] = i as u32;
                counts[k] += 1;
                k = parent[k] as usize;
            }
        }
    }
    counts
}
