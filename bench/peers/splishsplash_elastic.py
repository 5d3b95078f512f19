"""The elastic solids of SPlisHSPlasH (the package pysplishsplash) on the job of `plastica bench points`: the cube of
scene.py by n^3 particles, one spacing above a floor that it strikes at 1 m/s, at the same fixed step of 0.2 spacings
per wave speed. Single precision with AVX, as the package is built.

--elasticity  becker: Becker et al. 2009, explicit. peer: Peer et al. 2018, implicit by conjugate gradients.
              kugelstadt: Kugelstadt et al. 2021, implicit by a factorization made once before the first step.
--pressure    wcsph: an equation of state, one pass, stiff enough to hold the cube off the floor.
              dfsph: iterated until nothing is compressed; what the project's own scenes of solids use.
--largest 1   no clock: halves a step of 10 ms or less until a fall and a rebound of 0.1 s gain no energy.

run: python splishsplash_elastic.py --n 37 --elasticity becker --pressure wcsph --threads 1"""
import glob, importlib.util, json, os, subprocess, sys, tempfile
import scene

# The project's own scenes of solids suppress zero-energy modes by 0.1, and give the factorization 15 neighbours.
ALPHA, FACTORED_NEIGHBOURS = 0.1, 15
ELASTICITY = {
    "becker": (1, "Becker et al. 2009", {}),
    "peer": (2, "Peer et al. 2018", {}),
    "kugelstadt": (3, "Kugelstadt et al. 2021", dict(maxNeighbors=FACTORED_NEIGHBOURS)),
}
PRESSURE = {"wcsph": 0, "dfsph": 4}
FALL, LONGEST = 0.1, 0.01  # s: what a step must survive, and the longest step that is tried

o = scene.args("splishsplash", budget=2e5, elasticity="becker", pressure="wcsph", factor=1.0, largest=0, survive=0)
o.warm = max(o.warm, 32)  # until the floor bears
n, spacing = o.n, 0.5 / o.n
dt = 0.2 * spacing / scene.C_SOUND * o.factor


def largest():
    """Each step in its own process: the library keeps one simulation, and may end the process when it fails."""
    def holds(factor):
        command = [sys.executable, os.path.abspath(__file__), "--survive", "1", "--factor", str(factor)]
        for name in ("n", "elasticity", "pressure", "threads"): command += ["--" + name, str(getattr(o, name))]
        said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return said.returncode == 0 and '"held": true' in said.stdout
    def step(factor): return 0.2 * spacing / scene.C_SOUND * factor
    # Downwards: a pressure that is iterated to the end kicks harder in shorter steps.
    tried = [f for f in (2.0 ** k for k in range(12, -5, -1)) if step(f) <= LONGEST]
    factor = next((f for f in tried if holds(f)), 0.0)
    print(json.dumps(dict(particles=n ** 3, elasticity=o.elasticity, pressure=o.pressure, courant=0.2 * factor,
                          largest_ms=step(factor) * 1e3, longest_tried=factor == tried[0])), flush=True)


def preload():
    """The package brings a part of OpenGL that the loader does not find by itself; the loader looks only at the start
    of a process. The number of threads is read then, too."""
    ready = "PLASTICA_PEER_PRELOADED"
    if ready in os.environ: return
    found = importlib.util.find_spec("pysplishsplash")
    if found is None: sys.exit("pysplishsplash is not installed")
    libraries = glob.glob(os.path.join(os.path.dirname(found.origin), "pysplishsplash.libs", "libGLdispatch*"))
    # Threads that wait sleep: on a busy machine those that spin made two threads three times as slow.
    os.environ.update({ready: "1", "OMP_NUM_THREADS": str(o.threads), "OMP_WAIT_POLICY": "passive"})
    if libraries: os.environ["LD_PRELOAD"] = libraries[0]
    os.execv(sys.executable, [sys.executable, *sys.argv])


def floor(directory):
    """A slab as a mesh; the library puts its own particles on it."""
    corners = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.05, 0.0) for z in (-0.5, 0.5)]
    sides = [(1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4)]
    with open(os.path.join(directory, "floor.obj"), "w") as out:
        for corner in corners: out.write("v %g %g %g\n" % corner)
        for a, b, c, d in sides: out.write(f"f {a} {b} {c}\nf {a} {c} {d}\n")


def describe(directory):
    method, group, more = ELASTICITY[o.elasticity]
    law = dict(youngsModulus=scene.E, poissonsRatio=scene.NU, alpha=ALPHA, **more)
    # The first particle stands one spacing inside the corner of a block, the last before its other corner.
    low, high = -0.25 - 0.5 * spacing, 0.25 + 0.6 * spacing
    # Unless particles are sorted along a curve, version 2.19 lets the cube fall through this floor.
    what = {
        "Configuration": {
            "particleRadius": 0.5 * spacing, "timeStepSize": dt, "cflMethod": 0, "gravitation": [0, -scene.G, 0],
            "simulationMethod": PRESSURE[o.pressure], "WCSPH": {"stiffness": 5e4, "exponent": 7}, "boundaryHandlingMethod": 0,
            "enableZSort": True, "numberOfStepsPerRenderUpdate": 1, "stopAt": 0.5 * dt},
        "Materials": [{"id": "cube", "density0": scene.RHO, "viscosityMethod": 0, "elasticityMethod": method, group: law}],
        "RigidBodies": [{"geometryFile": "floor.obj", "translation": [0, 0, 0], "scale": [1, 1, 1], "rotationAxis": [1, 0, 0],
                         "rotationAngle": 0, "isDynamic": False, "isWall": False}],
        "FluidBlocks": [{"id": "cube", "denseMode": 0, "start": [low, 0, low], "end": [high, 0.5 + 1.1 * spacing, high],
                         "initialVelocity": [0, scene.V0, 0]}]}
    file = os.path.join(directory, "cube.json")
    with open(file, "w") as out: json.dump(what, out)
    return file


def run(directory):
    import numpy as np
    import pysplishsplash as sph
    floor(directory)
    base = sph.Exec.SimulatorBase()
    base.init(sceneFile=describe(directory), useGui=False, outputDir=os.path.join(directory, "out"), stateFile="", initialPause=False)
    base.initSimulation()
    base.runSimulation()  # sets up what is left and takes the first step
    base.setValueFloat(base.STOP_AT, -1.0)
    now, cube = sph.Simulation.getCurrent(), sph.Simulation.getCurrent().getFluidModel(0)
    clock, law, count = sph.TimeManager.getCurrent(), cube.getElasticityBase(), cube.numActiveParticles()
    assert count == n ** 3, f"{count} particles instead of {n ** 3}"
    # A name in the wrong place of the scene would be passed over in silence.
    for key, wanted in ((law.YOUNGS_MODULUS, scene.E), (law.POISSON_RATIO, scene.NU), (law.ALPHA, ALPHA)):
        assert abs(law.getValueFloat(key) / wanted - 1) < 1e-6, (law.getName(key), law.getValueFloat(key))
    assert abs(cube.getMass(0) / (scene.RHO * spacing ** 3) - 1) < 1e-3, cube.getMass(0)
    assert abs(clock.getTimeStepSize() / dt - 1) < 1e-6, clock.getTimeStepSize()

    def field(name): return np.array(cube.getFieldBuffer(name))[:count].astype(np.float64)
    def step(): base.timeStepNoGUI()
    def iterations():
        key = {"peer": "ITERATIONS", "kugelstadt": "ITERATIONS_V"}.get(o.elasticity)
        return law.getValueUInt(getattr(law, key)) if key else 0
    if o.survive:
        # The energy that the fall gives, and a tenth.
        held, most = True, 1.1 * (scene.V0 ** 2 + 2 * scene.G * FALL * abs(scene.V0))
        while held and clock.getTime() < FALL:
            step()
            energy = (field("velocity") ** 2).sum(1).mean()
            held = bool(np.isfinite(energy) and energy < most)
        print(json.dumps(dict(held=held, time=clock.getTime(), velocity=field("velocity").mean(0)[1])), flush=True)
        return

    def check():
        v, x = field("velocity"), field("position")
        assert np.isfinite(v).all() and np.abs(x).max() < 2
        assert abs(v.mean(0)[1] - (scene.V0 - scene.G * clock.getTime())) > 1e-3, "the cube has not met the floor"
        return dict(t=round(clock.getTime(), 5), vmean=[round(a, 4) for a in v.mean(0)], vmax=round(np.abs(v).max(), 3),
                    ymin=round(x[:, 1].min(), 4), iterations=iterations(),
                    neighbours=round(sum(now.numberOfNeighbors(0, 0, i) for i in range(count)) / count, 1))
    scene.bench("splishsplash", o, step, lambda: None, count, check, scene="cube on floor, lattice", grid=None, kernel="cubic spline",
                elasticity=o.elasticity, pressure=o.pressure, dt=dt, dx=spacing)


if o.largest:
    largest()
else:
    preload()
    with tempfile.TemporaryDirectory() as directory: run(directory)
    sys.stdout.flush()
    os._exit(0)  # the library's windows are not torn down: there are none
