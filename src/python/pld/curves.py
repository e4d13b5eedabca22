"""Many points at once, with the names of the HDF5 files of `pld curve`."""
from __future__ import annotations

import json
import os
import tempfile
from typing import Any, Dict, Iterable, Optional, Union

from ._call import Call
from ._library import ffi, lib, text
from .errors import ArgumentError
from .mechanisms import Mechanisms, each
from .queries import Delta, delta_text


class Table:
    """A series where xarray is not there: `axes` and `columns` are dicts of arrays, `dims` names the dimensions."""

    def __init__(self, axes: dict, columns: dict, dims: tuple, attrs: dict):
        self.axes, self.columns, self.dims, self.attrs = axes, columns, dims, attrs

    def __getitem__(self, name: str):
        return self.columns[name] if name in self.columns else self.axes[name]

    def __repr__(self) -> str:
        return f"{self.attrs.get('quantity', 'series')} over {', '.join(self.dims)}: {', '.join(self.columns)}"


def _values(name, values, count: int) -> list:
    """Numbers as files keep them: whole ones as int, flags as bool."""
    kind = {lib.PLD_VALUE_WHOLE: int, lib.PLD_VALUE_FLAG: bool}.get(lib.pld_value_kind_of(name), float)
    return [kind(values[i]) for i in range(count)]


def _attributes(series) -> Dict[str, Any]:
    found = {}
    for i in range(series.attribute_count):
        item = series.attributes[i]
        numbers = _values(item.name, item.numbers, item.count) if item.text == ffi.NULL else None
        found[text(item.name)] = text(item.text) if numbers is None else numbers[0] if len(numbers) == 1 else numbers
    return found


def _described(item) -> Dict[str, str]:
    return {"units": text(item.units), "long_name": text(item.long_name)}


def _series(series):
    """One series: an axis of a single value is a scalar, but where all are such the first one is a dimension."""
    import numpy

    axes, described = {}, {}
    for i in range(series.axis_count):
        axis = series.axes[i]
        source = axis.values if axis.whole == ffi.NULL else axis.whole
        axes[text(axis.name)] = numpy.array([source[j] for j in range(axis.count)])
        described[text(axis.name)] = _described(axis)
    dims = tuple(name for name, values in axes.items() if len(values) > 1) or tuple(axes)[:1]
    shape = [len(axes[name]) for name in dims]
    size = lib.pld_series_size(series)
    columns = {}
    for i in range(series.column_count):
        column = series.columns[i]
        columns[text(column.name)] = numpy.array(_values(column.name, column.values, size)).reshape(shape)
        described[text(column.name)] = _described(column)
    attributes = _attributes(series)
    try:
        import xarray
    except ImportError:
        return Table(axes, columns, dims, attributes)
    coordinates = {name: ((name,), values, described[name]) if name in dims else ((), values[0], described[name])
                   for name, values in axes.items()}
    return xarray.Dataset({name: (dims, values, described[name]) for name, values in columns.items()}, coordinates, attributes)


def _listed(values: Any) -> Any:
    """A number, a text such as 1..1024:x2, or a list, as experiments have it."""
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        values = values if isinstance(values, str) else [values]
    if isinstance(values, str):
        return values
    values = [value.item() if hasattr(value, "item") else value for value in values]
    step = values[1] - values[0] if len(values) > 3 and all(type(value) is int for value in values) else 0
    evenly = step > 0 and all(after - before == step for before, after in zip(values, values[1:]))
    return f"{values[0]}..{values[-1]}:+{step}" if evenly else values


def _deltas(values: Union[Delta, Iterable[Delta]]) -> str:
    """Deltas with commas between: some are no doubles."""
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        values = [values]
    return ",".join(delta_text(value) for value in values)


def curve(mechanisms: Mechanisms, *, delta: Union[Delta, Iterable[Delta], None] = None,
          epsilon: Union[float, Iterable[float], None] = None, compositions: Union[int, str, Iterable[int]] = 1,
          vary: Optional[Dict[str, Any]] = None, methods: Iterable[str] = (), adjacency: str = "add-remove",
          tolerance: Optional[float] = None, relative_tolerance: Optional[float] = None, threads: int = 0) -> Any:
    """epsilon at deltas, or delta at epsilons (the privacy profile), over numbers of compositions.

    An xarray.Dataset if xarray is there, otherwise a Table; with `vary`, {"sigma": [1, 2]}, a dict of these by the name of the series.
    Lists may be texts such as "1..1024:x2".

    >>> import pld
    >>> c = pld.curve("gaussian:sigma=3", delta=1e-5, compositions=[1, 10, 100])
    >>> [round(float(x), 4) for x in c["epsilon_upper"]]
    [1.2711, 4.653, 19.1308]
    """
    if (delta is None) == (epsilon is None):
        raise ArgumentError("either deltas or epsilons are given", "delta", "one of them")
    items = list(each(mechanisms))
    if any(item.arrays is not None for item in items):
        raise ArgumentError("curves take specs, and an array is none", "array", "array:file=masses.csv")
    experiment = {"schema": "pld.experiment/1", "mechanisms": [str(item) for item in items], "adjacency": adjacency,
                  "compositions": _listed(compositions)}
    experiment.update({"quantity": "epsilon", "delta": _deltas(delta)} if epsilon is None
                      else {"quantity": "delta", "epsilon": _listed(epsilon)})
    if vary:
        experiment["vary"] = {key: _listed(values) for key, values in vary.items()}
    if methods:
        experiment["methods"] = list(methods)
    for key, value in {"tolerance": tolerance, "relative_tolerance": relative_tolerance}.items():
        if value is not None:
            experiment[key] = value
    found = _run(experiment, threads)
    return found if vary else next(iter(found.values()))


def _run(experiment: dict, threads: int) -> dict:
    with Call() as call, tempfile.TemporaryDirectory() as folder:
        made = ffi.new("pld_study **")
        call.check(lib.pld_study_parse(json.dumps(experiment).encode(), made, call.error))
        study = ffi.gc(made[0], lib.pld_study_free)
        made = ffi.new("pld_study_results **")
        call.check(lib.pld_study_run(study, threads, call.curve_watcher, call.handle, made, call.error))
        results = ffi.gc(made[0], lib.pld_study_results_free)
        path = os.path.join(folder, "curve.h5").encode()
        call.check(lib.pld_study_write(study, results, path, lib.PLD_STORE_CREATE, ffi.NULL, call.error))
        made = ffi.new("pld_store **")
        call.check(lib.pld_store_read(path, made, call.error))
        store = ffi.gc(made[0], lib.pld_store_free)
        count = ffi.new("size_t *")
        series = lib.pld_store_series(store, count)
        return {text(series[i].name): _series(series + i) for i in range(count[0])}
