"""Compares frames with what they should hold, byte for byte, as h5py, VTK and pyvista read them."""

import json
import sys

import h5py
import numpy as np
import pyvista
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOHDF import vtkHDFReader


def check(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: found {found!r}, expected {expected!r}")


def expected_array(told, points):
    values = np.fromfile(told["bytes"], dtype=told["kind"])
    return values if told["components"] == 1 else values.reshape(points, told["components"])


def check_array(what, found, expected):
    check(f"{what}: kind", found.dtype, expected.dtype)
    check(f"{what}: shape", found.shape, expected.shape)
    check(f"{what}: bytes", found.tobytes() == expected.tobytes(), True)


def expected_cells(frame):
    """VTK's type and the points of every cell, in the order of the file."""
    cells = [(kind, points) for kind, name in [(3, "lines"), (5, "triangles"), (10, "tetrahedra")]
             for points in frame[name]]
    taken = {point for _, points in cells for point in points}
    return cells + [(1, [point]) for point in range(frame["points"]) if point not in taken]


def check_cells(what, types, offsets, connectivity, frame):
    cells = expected_cells(frame)
    check(f"{what}: types", types.tolist(), [kind for kind, _ in cells])
    starts = [0, *np.cumsum([len(points) for _, points in cells])]
    check(f"{what}: offsets", offsets.tolist(), [int(start) for start in starts])
    flat = [point for _, points in cells for point in points]
    check(f"{what}: connectivity", connectivity.tolist(), flat)


def with_h5py(frame):
    with h5py.File(frame["file"]) as file:
        root = file["VTKHDF"]
        for told, found in [(frame["positions"], root["Points"])] + [
            (told, root["PointData"][told["name"]]) for told in frame["arrays"]
        ]:
            what = f"{frame['file']}: h5py: {told['name']}"
            check_array(what, found[()], expected_array(told, frame["points"]))
            unit = found.attrs["unit"]
            check(f"{what}: unit", unit.decode() if isinstance(unit, bytes) else unit, told["unit"])
        what = f"{frame['file']}: h5py: cells"
        lists = [root[name][()] for name in ["Types", "Offsets", "Connectivity"]]
        check_cells(what, *lists, frame)
        check(what, root["NumberOfCells"][()].tolist(), [len(lists[0])])
        check(what, root["NumberOfConnectivityIds"][()].tolist(), [len(lists[2])])
        check("attributes", set(root["PointData"]), {told["name"] for told in frame["arrays"]})
        check("time", root["FieldData/time"][()].tolist(), [frame["time"]])
        check("unit of time", np.bytes_(root["FieldData/time"].attrs["unit"]), b"s")
        check("frame", root["FieldData/frame"][()].tolist(), [frame["number"]])
        for name in ["material", "body"]:
            texts = root["FieldData"].get(f"{name}_names", [])
            texts = [text.decode() for text in texts[()]] if len(texts) else []
            check(f"names: {name}", texts, frame["materials" if name == "material" else "bodies"])


def read_with_vtk(path):
    """What VTK reads; a warning of VTK is a failure."""
    said = []
    reader = vtkHDFReader()
    for event in ["ErrorEvent", "WarningEvent"]:
        def note(_, __, text):
            said.append(text)
        note.CallDataType = "string0"
        reader.AddObserver(event, note)
    check(f"{path}: VTK can read it", bool(reader.CanReadFile(path)), True)
    reader.SetFileName(path)
    reader.Update()
    check(f"{path}: VTK says", said, [])
    return reader.GetOutputDataObject(0)


def with_vtk(frame):
    data = read_with_vtk(frame["file"])
    what = f"{frame['file']}: VTK"
    check(f"{what}: class", data.GetClassName(), "vtkUnstructuredGrid")
    check(f"{what}: points", data.GetNumberOfPoints(), frame["points"])
    check(f"{what}: cells", data.GetNumberOfCells(), len(expected_cells(frame)))
    if frame["points"]:
        found = vtk_to_numpy(data.GetPoints().GetData())
        check_array(f"{what}: points", found, expected_array(frame["positions"], frame["points"]))
        lists = [data.GetCellTypesArray(), data.GetCells().GetOffsetsArray(),
                 data.GetCells().GetConnectivityArray()]
        check_cells(what, *map(vtk_to_numpy, lists), frame)
        cells = expected_cells(frame)
        for k in {0, len(cells) // 2, len(cells) - 1}:
            kind, points = cells[k]
            cell = data.GetCell(k)
            check(f"{what}: type of cell", data.GetCellType(k), kind)
            check(f"{what}: points of cell",
                  [cell.GetPointId(i) for i in range(cell.GetNumberOfPoints())], points)
    arrays = data.GetPointData()
    check(f"{what}: arrays", arrays.GetNumberOfArrays(), len(frame["arrays"]))
    for told in frame["arrays"]:
        array = arrays.GetArray(told["name"])
        check(f"{what}: {told['name']}: components", array.GetNumberOfComponents(), told["components"])
        if frame["points"]:
            check_array(f"{what}: {told['name']}", vtk_to_numpy(array),
                        expected_array(told, frame["points"]))
    fields = data.GetFieldData()
    check(f"{what}: time", fields.GetArray("time").GetTuple(0), (frame["time"],))
    check(f"{what}: frame", fields.GetArray("frame").GetTuple(0), (float(frame["number"]),))
    for name, texts in [("material_names", frame["materials"]), ("body_names", frame["bodies"])]:
        array = fields.GetAbstractArray(name)
        found = [array.GetValue(i) for i in range(array.GetNumberOfValues())] if array else []
        check(f"{what}: {name}", found, texts)


def with_pyvista(frame):
    reader = pyvista.get_reader(frame["file"])
    mesh = reader.read()
    what = f"{frame['file']}: pyvista"
    check(f"{what}: points", mesh.n_points, frame["points"])
    check(f"{what}: cells", mesh.celltypes.tolist(), [kind for kind, _ in expected_cells(frame)])
    check(f"{what}: arrays", set(mesh.point_data), {told["name"] for told in frame["arrays"]})
    if frame["points"]:
        check_array(f"{what}: points", np.asarray(mesh.points),
                    expected_array(frame["positions"], frame["points"]))
    for told in frame["arrays"] if frame["points"] else []:
        check_array(f"{what}: {told['name']}", np.asarray(mesh.point_data[told["name"]]),
                    expected_array(told, frame["points"]))


for frame in json.load(open(sys.argv[1])):
    with_h5py(frame)
    with_vtk(frame)
    with_pyvista(frame)
    print(f"{frame['file']}: h5py, vtk and pyvista agree")
