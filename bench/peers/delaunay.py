"""Delaunay triangulations by others, of the points of `cargo bench -p plastica-geometry --bench delaunay`, on one thread.

--peer  cgal, gmsh or qhull (in scipy). --points random or lattice. --count how many, at most.
Points are given in the form each program takes before the clock starts; the least time of --repeats counts. CGAL's points
pass through a Python iterator one by one: how long that takes is printed, as "passed", and not part of its time.

run: python delaunay.py --peer cgal --points random --count 200000"""
import argparse, json, os, time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"): os.environ[name] = "1"
import numpy as np

a = argparse.ArgumentParser()
a.add_argument("--peer", choices=["cgal", "gmsh", "qhull"], required=True)
a.add_argument("--points", choices=["random", "lattice"], default="random")
a.add_argument("--count", type=int, default=200000)
a.add_argument("--repeats", type=int, default=2)
o = a.parse_args()


def splitmix(i):
    """The i-th number of SplitMix64 from 0, in [0, 1)."""
    with np.errstate(over="ignore"):
        x = (i + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return ((x ^ (x >> np.uint64(31))) >> np.uint64(11)).astype(np.float64) / 2.0 ** 53


def points():
    if o.points == "random": return splitmix(np.arange(3 * o.count, dtype=np.uint64)).reshape(-1, 3)
    n = 1
    while (n + 1) ** 3 <= o.count: n += 1
    at = np.arange(n) / n
    z, y, x = np.meshgrid(at, at, at, indexing="ij")
    return np.stack([x, y, z], -1).reshape(-1, 3)


def clock(work):
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def cgal(p):
    from CGAL.CGAL_Kernel import Point_3
    from CGAL.CGAL_Spatial_searching import K_neighbor_search_tree_3
    from CGAL.CGAL_Triangulation_3 import Delaunay_triangulation_3
    given = [Point_3(*map(float, q)) for q in p]
    # The same iterator into a tree, which only keeps the points until it is asked.
    passed = min(clock(lambda: K_neighbor_search_tree_3(given))[0] for _ in range(2))
    return passed, lambda: Delaunay_triangulation_3(given).number_of_finite_cells()


def gmsh(p):
    import gmsh
    gmsh.initialize()
    gmsh.option.setNumber("General.Terminal", 0)
    gmsh.option.setNumber("General.NumThreads", 1)
    given = p.ravel().tolist()
    return 0.0, lambda: len(gmsh.algorithm.tetrahedralize(given)[0]) // 4


def qhull(p):
    from scipy.spatial import Delaunay
    return 0.0, lambda: len(Delaunay(p).simplices)


given = points()
passed, work = {"cgal": cgal, "gmsh": gmsh, "qhull": qhull}[o.peer](given)
runs = [clock(work) for _ in range(o.repeats)]
seconds = min(s for s, _ in runs)
print(json.dumps(dict(points=len(given), elements=int(runs[0][1]), seconds=seconds - passed, passed=passed)))
