"""The files: series of arrays over named axes, and the curves in them."""
import h5py
import numpy as np

from .words import number, symbols

COORDINATES = ("compositions", "delta", "epsilon", "x", "fpr")


class Unusable(Exception):
    """What a file lacks."""


class Usage(Exception):
    """What is wrong with the command line: the sentence, and what would be right."""

    def __init__(self, message, allowed):
        super().__init__(message)
        self.allowed = allowed


def text_of(value):
    return value.decode() if isinstance(value, bytes) else str(value)


class Series:
    """One group of the file: arrays by name, coordinates by dimension, what it says about itself."""

    def __init__(self, name, group):
        self.name = name
        self.label = symbols(name)
        self.attributes = {key: text_of(value) for key, value in group.attrs.items() if isinstance(value, (str, bytes))}
        self.quantity = self.attributes.get("quantity", "epsilon")
        self.adjacency = self.attributes.get("adjacency", "")
        self.attack = np.ravel(group.attrs["attack"]) if "attack" in group.attrs else None
        self.values = {key: dataset[()] for key, dataset in group.items()}
        axes = self.attributes["axes"].split()
        self.dimensions = [axis for axis in axes if np.ndim(self.values[axis]) == 1]
        self.scalars = [axis for axis in axes if np.ndim(self.values[axis]) == 0]
        self.columns = [key for key in self.values if key not in axes]

    def methods(self):
        return [column for column in self.columns if column.startswith("method_")]

    def main_axis(self):
        """The dimension to draw along: epsilon for a profile, a parameter, or else the first."""
        if self.quantity == "delta" and "epsilon" in self.dimensions:
            return "epsilon"
        parameters = [axis for axis in self.dimensions if axis not in COORDINATES]
        return (parameters or self.dimensions)[0]

    def slices(self):
        """(suffix of the label, selector) for every line along the main axis."""
        others = [(i, axis) for i, axis in enumerate(self.dimensions) if axis != self.main_axis()]
        shape = [len(self.values[axis]) for _, axis in others]
        for place in np.ndindex(*shape):
            selector = [slice(None)] * len(self.dimensions)
            suffix = ""
            for (i, axis), index in zip(others, place):
                selector[i] = index
                suffix += f", {symbols(axis)} = {number(self.values[axis][index])}" if len(self.values[axis]) > 1 else ""
            yield suffix, tuple(selector)

    def keep(self, axis, wanted):
        """Only these values of an axis; whether any is left."""
        found = np.isclose(np.asarray(self.values[axis], dtype=float)[..., None], wanted, rtol=1e-9, atol=0).any(axis=-1)
        if axis in self.dimensions and found.any():
            place = self.dimensions.index(axis)
            for name in self.columns:
                self.values[name] = np.compress(found, self.values[name], axis=place)
            self.values[axis] = self.values[axis][found]
        return bool(found.any())


class Curve:
    """One line of the figure."""

    def __init__(self, series, suffix, selector):
        self.label = series.label + suffix
        self.x = np.asarray(series.values[series.main_axis()], dtype=float)
        self.columns = {name: series.values[name][selector] for name in series.columns}
        self.methods = series.methods()
        self.adjacency = series.adjacency
        self.gap = "gap" in series.attributes


def names_in_order(group):
    """As they were written, not by the alphabet, where k=10 comes before k=2."""
    names = []
    group.id.links.iterate(names.append, idx_type=h5py.h5.INDEX_CRT_ORDER)
    return [text_of(name) for name in names]


def read_file(path):
    try:
        with h5py.File(path, "r") as file:
            if text_of(file.attrs.get("format", "")) != "pld":
                raise Unusable("is not a file of pld")
            groups = [(name, file[name]) for name in names_in_order(file)]
            series = [Series(name, group) for name, group in groups if isinstance(group, h5py.Group)]
    except (OSError, KeyError, RuntimeError) as problem:
        raise Unusable(f"cannot be read: {problem}") from problem
    if not series:
        raise Unusable("has no series")
    return series


def parse_selection(text):
    """{key: values} of 'sigma=1,sigma=2,q=0.01', which `pld plot` has judged."""
    selection = {}
    for part in text.split(","):
        key, _, value = part.partition("=")
        selection.setdefault(key, []).append(value if key == "series" else float(value))
    return selection


def select(series, text):
    """Those series, and of each those points, that have one of the values asked for under every key."""
    for key, wanted in parse_selection(text).items():
        if key == "series":
            names = [one.name for one in series]
            series = [one for one in series if one.name in wanted]
            if not series:
                raise Usage(f"--select: there is no series '{wanted[0]}'", ", ".join(names))
            continue
        having = [one for one in series if key in one.scalars + one.dimensions]
        if not having:
            raise Usage(f"--select: no series has '{key}'", ", ".join(["series"] + sorted({a for one in series for a in one.scalars + one.dimensions})))
        there = sorted({float(value) for one in having for value in np.ravel(one.values[key])})
        series = [one for one in having if one.keep(key, wanted)]
        if not series:
            raise Usage(f"--select: no point has {key}={wanted[0]:g}", ", ".join(f"{key}={value:g}" for value in there))
    return series


def curves_of(series):
    curves = [Curve(one, suffix, selector) for one in series for suffix, selector in one.slices()]
    if len(series) == 1:  # what all have in common says nothing
        for curve in curves:
            curve.label = curve.label.removeprefix(series[0].label).removeprefix(", ")
    return curves


def gather_scalars(series):
    """Series of one point each, that differ in a parameter: (its name, one curve over that parameter)."""
    for name in [axis for axis in series[0].scalars if axis not in COORDINATES]:
        x = [float(one.values[name]) for one in series if name in one.scalars]
        if len(set(x)) == len(series) > 1 and all(np.size(one.values[one.main_axis()]) == 1 for one in series):
            curve = Curve(series[0], "", next(series[0].slices())[1])
            order = np.argsort(x)
            curve.label, curve.x = "", np.asarray(x)[order]
            curve.columns = {
                column: np.asarray([np.ravel(one.values[column])[0] for one in series])[order]
                for column in series[0].columns
                if all(column in one.values for one in series)
            }
            return name, [curve]
    return None


def finite(values):
    """What can be drawn on a logarithmic axis; NaN elsewhere."""
    values = np.asarray(values, dtype=float)
    return np.where(np.isfinite(values) & (values > 0), values, np.nan)
