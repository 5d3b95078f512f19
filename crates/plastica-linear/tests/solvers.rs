//! Every solver in the list on matrices of numbers and of blocks, of lattices and of irregular graphs.

use plastica_linear::{
    Block, Cholesky, Field, NotPositiveDefinite, SOLVERS, Solver, SparseMatrix, Tolerance,
    cholesky, norm, skyline,
};
use plastica_tensor::{Mat3, Vec3};

/// Numbers between −1 and 1.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = (self.0)
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn below(&mut self, count: usize) -> usize {
        ((0.5 + 0.5 * self.next()) * count as f64) as usize % count
    }

    fn field(&mut self, count: usize) -> Field {
        let mut vector = || Vec3::new(self.next(), self.next(), self.next());
        (0..count).map(|_| vector()).collect()
    }
}

/// Σ over pairs of B Bᵀ-like couplings plus a diagonal: positive definite.
fn assemble<B: Block>(
    count: usize,
    pairs: &[(usize, usize)],
    mut coupling: impl FnMut() -> B,
    ground: B,
) -> SparseMatrix<B> {
    let mut rows: Vec<std::collections::BTreeMap<u32, B>> = vec![Default::default(); count];
    let mut add = |i: usize, j: usize, b: B| {
        let entry = rows[i].entry(j as u32).or_insert(B::ZERO);
        *entry = entry.add(b);
    };
    for i in 0..count {
        add(i, i, ground);
    }
    for &(i, j) in pairs {
        let k = coupling();
        add(i, i, k);
        add(j, j, k);
        add(i, j, k.scale(-1.0));
        add(j, i, k.scale(-1.0));
    }
    SparseMatrix::from_rows(
        rows.into_iter()
            .map(|row| row.into_iter().collect())
            .collect(),
    )
}

/// A symmetric positive semidefinite block.
fn spring(noise: &mut Noise) -> Mat3<f64> {
    let d = [noise.next(), noise.next(), noise.next()];
    Mat3(std::array::from_fn(|p| {
        std::array::from_fn(|q| d[p] * d[q] + if p == q { 0.1 } else { 0.0 })
    }))
}

/// Pairs of a chain with some far ones.
fn irregular(count: usize, far: usize, noise: &mut Noise) -> Vec<(usize, usize)> {
    let mut pairs: Vec<_> = (1..count).map(|i| (i - 1, i)).collect();
    for _ in 0..far {
        let (i, j) = (noise.below(count), noise.below(count));
        if i != j {
            pairs.push((i.min(j), i.max(j)));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Pairs of nodes of a box of n³ nodes that share a cell, as those of a mesh of tetrahedra do.
fn solid(n: usize) -> Vec<(usize, usize)> {
    let index = |[a, b, c]: [usize; 3]| (a * n + b) * n + c;
    let mut pairs = Vec::new();
    let ways = [
        [0, 0, 1],
        [0, 1, 0],
        [1, 0, 0],
        [0, 1, 1],
        [1, 0, 1],
        [1, 1, 0],
        [1, 1, 1],
    ];
    for k in 0..n * n * n {
        let from = [k / (n * n), k / n % n, k % n];
        for way in ways {
            let to: [usize; 3] = std::array::from_fn(|axis| from[axis] + way[axis]);
            if to.iter().all(|&t| t < n) {
                pairs.push((k, index(to)));
            }
        }
    }
    pairs
}

fn residual<B: Block>(matrix: &SparseMatrix<B>, b: &[Vec3<f64>], x: &[Vec3<f64>]) -> f64 {
    let mut left = Field::new();
    matrix.residual(x, b, &mut left);
    norm(&left) / norm(b)
}

fn all_solve<B: Block>(matrix: &SparseMatrix<B>) {
    let b = Noise(5).field(matrix.len());
    for kind in SOLVERS {
        let mut solver = kind.build::<B>();
        solver.prepare(matrix).unwrap();
        let mut x = vec![Vec3::zero(); b.len()];
        let report = solver.solve(matrix, &b, &mut x, Tolerance::relative(1e-10));
        assert!(report.converged, "{}: {report:?}", kind.name);
        let left = residual(matrix, &b, &x);
        let most = if solver.is_direct() { 1e-12 } else { 2e-10 };
        assert!(left < most, "{}: {left:e}", kind.name);
    }
}

#[test]
fn every_solver_solves_every_kind_of_matrix() {
    let mut noise = Noise(1);
    let some = Mat3::<f64>::identity().scale(0.05);
    for count in [1, 2, 3, 5, 17, 200] {
        let pairs = irregular(count, count, &mut noise);
        let mut inner = Noise(count as u64);
        all_solve(&assemble(count, &pairs, || 1.5 + inner.next(), 0.05));
        all_solve(&assemble(count, &pairs, || spring(&mut inner), some));
    }
    let mut inner = Noise(3);
    all_solve(&assemble(8 * 8 * 8, &solid(8), || spring(&mut inner), some));
    // Nodes that nothing couples.
    all_solve(&assemble(9, &[], || 1.0, 2.0));
}

#[test]
fn a_large_solid_and_a_large_graph_are_factored_exactly() {
    let mut noise = Noise(3);
    let some = Mat3::<f64>::identity().scale(0.05);
    let matrix = assemble(12 * 12 * 12, &solid(12), || spring(&mut noise), some);
    direct(&matrix);
    let mut order = Noise(9);
    let pairs = irregular(6000, 900, &mut order);
    let mut inner = Noise(4);
    direct(&assemble(6000, &pairs, || 1.5 + inner.next(), 1e-3));
}

fn direct<B: Block>(matrix: &SparseMatrix<B>) {
    let b = Noise(5).field(matrix.len());
    let mut solver = cholesky::KIND.build::<B>();
    solver.prepare(matrix).unwrap();
    let mut x = Field::new();
    solver.solve(matrix, &b, &mut x, Tolerance::relative(1e-10));
    let left = residual(matrix, &b, &x);
    assert!(left < 1e-11, "{left:e}");
}

#[test]
fn new_numbers_and_new_patterns_are_taken_over() {
    let mut solver = Cholesky::default();
    let mut noise = Noise(8);
    for (count, far) in [(50, 10), (50, 10), (50, 30), (40, 0), (600, 100)] {
        let pairs = irregular(count, far, &mut Noise(count as u64));
        let matrix = assemble(count, &pairs, || 1.5 + noise.next(), 0.1);
        let b = noise.field(count);
        solver.prepare(&matrix).unwrap();
        let mut x = Field::new();
        solver.solve(&matrix, &b, &mut x, Tolerance::relative(1e-10));
        assert!(residual(&matrix, &b, &x) < 1e-12);
    }
}

#[test]
fn a_matrix_that_is_not_positive_definite_is_named() {
    for kind in [cholesky::KIND, skyline::KIND] {
        let pairs = irregular(60, 40, &mut Noise(2));
        let mut matrix = assemble(60, &pairs, || 1.0, 0.1);
        let diagonal = (matrix.first[31]..matrix.first[32])
            .find(|&k| matrix.columns[k] == 31)
            .unwrap();
        for bad in [-100.0, f64::NAN] {
            matrix.values[diagonal] = bad;
            let mut solver = kind.build::<f64>();
            let NotPositiveDefinite { pivot, .. } = solver.prepare(&matrix).unwrap_err();
            assert!(!(pivot > 0.0), "{}: {pivot}", kind.name);
        }
        // One number alone: the node is exact.
        let lone = SparseMatrix::from_rows(vec![vec![(0, 1.0)], vec![(1, -2.0)], vec![(2, 1.0)]]);
        let failure = kind.build::<f64>().prepare(&lone).unwrap_err();
        assert_eq!(
            failure,
            NotPositiveDefinite {
                node: 1,
                pivot: -2.0
            }
        );
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let mut noise = Noise(3);
    let some = Mat3::<f64>::identity().scale(0.05);
    let matrix = assemble(10 * 10 * 10, &solid(10), || spring(&mut noise), some);
    let b = noise.field(1000);
    for kind in SOLVERS {
        let results: Vec<Field> = [1, 2, 3, 8]
            .into_iter()
            .map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
                pool.build().unwrap().install(|| {
                    let mut solver = kind.build::<Mat3<f64>>();
                    solver.prepare(&matrix).unwrap();
                    let mut x = vec![Vec3::zero(); b.len()];
                    let tolerance = Tolerance {
                        max_iterations: 20,
                        ..Tolerance::relative(1e-9)
                    };
                    solver.solve(&matrix, &b, &mut x, tolerance);
                    x
                })
            })
            .collect();
        assert!(
            results.windows(2).all(|two| two[0] == two[1]),
            "{}",
            kind.name
        );
    }
}
