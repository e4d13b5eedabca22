#!/usr/bin/env python3
"""Draws a figure from a file that `pld curve`, `pld sweep`, `pld compare`, `pld tradeoff` or `pld audit` has written, and from nothing else.

    plot.py FILE.h5 -o FIGURE.svg [--kind KIND] [--title TEXT]

KIND is one of
    compositions   epsilon over the number of compositions
    parameter      epsilon over a parameter of the mechanism, such as k
    profile        delta over epsilon
    ratio          what each baseline (method_*) says over the certified upper bound
    distributions  the densities of the two distributions
    tradeoff       type II over type I error of the best attack
and by default what the file holds. What is certified is a band. Of a trade-off the band is certified everywhere (tradeoff_band below); of all
other kinds at the points that the file holds, which straight lines join so that the eye can follow. Solid lines are estimates inside their
brackets and have a gap where there is none (NaN in the file); the direction that does not decide is dotted, and drawn where the file holds it.
Baselines (columns method_*) are dashed; many of them over one line are named at their right ends, those that cannot be told apart in the
figure together. Exit 77: h5py, numpy or matplotlib is missing; 4: the file cannot be used; 2: wrong usage.
"""
import argparse
import os
import sys

MISSING_MODULE, BAD_FILE = 77, 4

try:
    import h5py
    import numpy as np
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    from matplotlib.lines import Line2D
    from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullFormatter
except ImportError:
    sys.exit(MISSING_MODULE)  # the caller may know another interpreter, and has the word if not

KINDS = ("compositions", "parameter", "profile", "ratio", "distributions", "tradeoff")
COORDINATES = ("compositions", "delta", "epsilon", "x", "fpr")
MARKERS = "os^DvPX*<>"
METHOD_DASHES = ((0, (5, 2)), (0, (3, 1, 1, 1)), (0, (7, 2, 1, 2)), (0, (2, 1)))
OTHER_DIRECTION = (0, (1, 1.5))
MANY_METHODS = 3  # so many over one line are told apart by marker and shade, and named beside it

plt.rcParams.update(
    {
        "font.size": 10,
        "axes.labelsize": 11,
        "axes.titlesize": 10,
        "legend.fontsize": 9,
        "lines.linewidth": 1.5,
        "lines.markersize": 4.5,
        "axes.grid": True,
        "grid.color": "0.88",
        "axes.axisbelow": True,
        "svg.hashsalt": "pld",  # the same data gives the same file
        "pdf.fonttype": 42,
    }
)


class Unusable(Exception):
    """What the file lacks."""


def text_of(value):
    return value.decode() if isinstance(value, bytes) else str(value)


class Series:
    """One group of the file: arrays by name, coordinates by dimension."""

    def __init__(self, name, group):
        self.name = name
        self.title = text_of(group.attrs.get("title", ""))
        self.quantity = text_of(group.attrs.get("quantity", "epsilon"))
        self.adjacency = text_of(group.attrs.get("adjacency", ""))
        self.attack = np.ravel(group.attrs["attack"]) if "attack" in group.attrs else None
        self.values = {key: dataset[()] for key, dataset in group.items()}
        axes = text_of(group.attrs["axes"]).split()
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
                suffix += f", {axis}={self.values[axis][index]:g}"
            yield suffix, tuple(selector)


class Curve:
    """One line of the figure."""

    def __init__(self, series, suffix, selector):
        self.label = series.name + suffix
        self.x = np.asarray(series.values[series.main_axis()], dtype=float)
        self.columns = {name: series.values[name][selector] for name in series.columns}
        self.methods = series.methods()
        self.adjacency = series.adjacency


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
            return [Series(name, file[name]) for name in names_in_order(file)]
    except (OSError, KeyError, RuntimeError) as problem:
        raise Unusable(f"cannot be read: {problem}") from problem


def fitting_kind(series):
    first = series[0]
    if first.quantity == "density":
        return "distributions"
    if first.quantity == "tradeoff":
        return "tradeoff"
    if first.quantity == "delta":
        return "profile"
    return "compositions" if first.main_axis() in COORDINATES else "parameter"


def gather_scalars(series):
    """Series of one point each, that differ in a parameter: one curve over that parameter."""
    names = [axis for axis in series[0].scalars if axis not in COORDINATES]
    for name in names:
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


def shades(count):
    """Dark to light, so that they differ in print without colour too; never too light to see."""
    return plt.cm.viridis(np.linspace(0.0, 0.78, max(count, 1)))


def finite(values):
    values = np.asarray(values, dtype=float)
    return np.where(np.isfinite(values) & (values > 0), values, np.nan)


def lower_ends(values):
    """Of brackets: a lower end of 0 is one, and on a logarithmic axis goes down to where the figure ends."""
    values = np.asarray(values, dtype=float)
    return np.where(np.isfinite(values), np.maximum(values, 1e-300), np.nan)


def bracket_label(curves):
    """What the band is about and where it is certified, without claiming more."""
    meanings = {"add-remove": "larger of both directions", "replace": "records replaced", "remove": "direction remove only",
                "add": "direction add only"}
    abouts = {meanings.get(curve.adjacency, curve.adjacency) for curve in curves}
    label = "certified bracket at each point"
    if len(abouts) == 1 and abouts != {""}:
        label += f", {abouts.pop()}"
    met = np.concatenate([np.ravel(curve.columns["tolerance_met"]) for curve in curves if "tolerance_met" in curve.columns] or [[]])
    wide = int(np.sum(met == 0))
    return label + (f"\n(wider than asked at {wide} of {met.size} points)" if wide else "")


def same_line(one, other):
    """Where both are known they cannot be told apart."""
    both = np.isfinite(one) & np.isfinite(other)
    return np.allclose(one[both], other[both], rtol=1e-3)


def place_labels(axes, entries):
    """Labels at the right ends of lines, moved apart where they would overlap."""
    figure = axes.figure
    figure.canvas.draw()
    gap = 13 * figure.dpi / 72
    low, high = (axes.transAxes.transform((0, y))[1] for y in (0, 1))
    wanted = []
    for label, x, y, colour, marker, *filled in entries:
        if label and np.isfinite(y):
            height = axes.transData.transform((x, y))[1]
            wanted.append([height, label, colour, marker, not filled or filled[0]])
    wanted.sort(key=lambda entry: entry[0])
    for entry in wanted:
        entry[0] = min(max(entry[0], low), high)
    for i in range(1, len(wanted)):
        wanted[i][0] = max(wanted[i][0], wanted[i - 1][0] + gap)
    for i in range(len(wanted) - 1, -1, -1):
        limit = high if i == len(wanted) - 1 else wanted[i + 1][0] - gap
        wanted[i][0] = min(wanted[i][0], limit)
    for height, label, colour, marker, filled in wanted:
        fraction = axes.transAxes.inverted().transform((0, height))[1]
        axes.plot([1.025], [fraction], transform=axes.transAxes, color=colour, marker=marker, clip_on=False,
                  markerfacecolor=colour if filled else "white")
        axes.annotate(label, (1.045, fraction), xycoords="axes fraction", va="center", ha="left", annotation_clip=False)


def legend_below(axes, handles):
    if handles:
        axes.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, -0.17), ncol=min(len(handles), 2), frameon=False,
                    handlelength=3.2)


def method_label(name):
    return "baseline " + name.removeprefix("method_")


def short_label(name):
    name = name.removeprefix("method_")
    return "claim " + name.removeprefix("claim_") if name.startswith("claim_") else name


def compares(curves):
    """One line with many baselines: a comparison."""
    return len(curves) == 1 and len(curves[0].methods) >= MANY_METHODS


def group_methods(curve):
    """[(label, values)]: baselines that differ by less than what can be seen are one."""
    groups = []
    for name in curve.methods:
        values = finite(curve.columns[name])
        if not np.isfinite(values).any():
            continue
        for group in groups:
            if np.allclose(group[1], values, rtol=0.02, atol=0, equal_nan=True):
                group[0].append(short_label(name))
                break
        else:
            groups.append(([short_label(name)], values))
    return [(wrapped(names), values) for names, values in groups]


def wrapped(names, most=3):
    return ", ".join(names) if len(names) <= most else f"{', '.join(names[:most - 1])} and {len(names) - most + 1} more"


def draw_methods(axes, curve, divisor):
    """Every baseline of a comparison with a marker and shade of its own; returns labels for the right side."""
    groups = group_methods(curve)
    colours, labels = plt.cm.viridis(np.linspace(0.1, 0.8, max(len(groups), 1))), []
    for i, (label, values) in enumerate(groups):
        values = values / divisor
        marker = MARKERS[1 + i % (len(MARKERS) - 1)]  # the first one is that of the bracket
        filled = i // (len(MARKERS) - 1) % 2 == 1
        axes.plot(curve.x, values, color=colours[i], linestyle=METHOD_DASHES[i % len(METHOD_DASHES)], linewidth=1.1, marker=marker,
                  markersize=4.5, markerfacecolor=colours[i] if filled else "white", markevery=-(-len(curve.x) // 16))
        last = np.flatnonzero(np.isfinite(values))[-1]
        labels.append((label, curve.x[last], values[last], colours[i], marker, filled))
    height = 0.19 * (len(labels) + 1) / 0.77  # of which the axes are 77 %
    axes.figure.set_figheight(max(axes.figure.get_figheight(), height))
    return labels


def draw_brackets(axes, curves, prefix):
    """Bands, lines, the other direction and baselines; returns handles for the legend."""
    colours = shades(len(curves))
    labels, method_names, smaller = [], [], []
    for i, curve in enumerate(curves):
        columns, colour = curve.columns, colours[i]
        middle = finite(columns[f"{prefix}_estimate"])
        upper = finite(columns[f"{prefix}_upper"])
        axes.fill_between(curve.x, lower_ends(columns[f"{prefix}_lower"]), upper, color=colour, alpha=0.35, linewidth=0)
        if np.isnan(middle).any():  # a narrow band without a line would not be seen
            for end in (finite(columns[f"{prefix}_lower"]), upper):
                axes.plot(curve.x, end, color=colour, linewidth=0.7)
        axes.plot(curve.x, middle, color=colour, marker=MARKERS[i % len(MARKERS)], markevery=-(-len(curve.x) // 16), zorder=3)
        for direction in ("remove", "add"):
            if {"remove_estimate", "add_estimate"} <= set(columns):
                line = finite(columns[f"{direction}_estimate"])
                if not same_line(line, middle):
                    axes.plot(curve.x, line, color=colour, linestyle=OTHER_DIRECTION, linewidth=1.2)
                    if direction not in smaller:
                        smaller.append(direction)
        for name in [] if compares(curves) else curve.methods:
            if name not in method_names:
                method_names.append(name)
            dash = METHOD_DASHES[method_names.index(name) % len(METHOD_DASHES)]
            axes.plot(curve.x, finite(columns[name]), color=colour, linestyle=dash, linewidth=1.3, marker=MARKERS[i % len(MARKERS)],
                      markersize=3.5, markerfacecolor="white", markevery=-(-len(curve.x) // 16))
        last = middle[-1] if np.isfinite(middle[-1]) else upper[-1]
        labels.append((curve.label, curve.x[-1], last, colour, MARKERS[i % len(MARKERS)]))
    if compares(curves):
        labels = [("certified", curves[0].x[-1], last, colours[0], MARKERS[0])] + draw_methods(axes, curves[0], 1)
    handles = [Line2D([], [], color="0.2", marker=MARKERS[0], label=bracket_label(curves))]
    if smaller:
        handles.append(Line2D([], [], color="0.2", linestyle=OTHER_DIRECTION, label=f"direction {' or '.join(smaller)} alone (understates)"))
    for i, name in enumerate(method_names):
        handles.append(Line2D([], [], color="0.2", linestyle=METHOD_DASHES[i % len(METHOD_DASHES)], marker=MARKERS[0], markersize=3.5,
                              markerfacecolor="white", label=method_label(name)))
    return handles, labels


def logarithmic(axes, low, high):
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 1e4 * low else (1,)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set_ylim(low, high)


def limit_to_brackets(axes, curves, prefix):
    """Baselines may leave the figure at the top: what matters is where the truth is."""
    values = np.concatenate([np.ravel(finite(curve.columns[f"{prefix}_{end}"])) for curve in curves for end in ("lower", "upper")])
    values = values[np.isfinite(values)]
    if len(values) == 0:
        raise Unusable("has no finite values to draw")
    low, high = values.min(), values.max()
    if compares(curves):  # what is off by an order of magnitude may leave, the rest should be seen
        others = np.concatenate([finite(curves[0].columns[name]) for name in curves[0].methods])
        others = others[np.isfinite(others)]
        if len(others):
            low, high = min(low, max(others.min(), low / 4)), max(high, min(others.max(), high * 10))
    if high > 30 * low:
        logarithmic(axes, low / 1.5, high * 2)
    else:
        axes.set_ylim(0, high * 1.15)


def powers_of_two(axes, x):
    axes.set_xscale("log", base=2)
    exponents = np.unique(np.round(np.log2(x)).astype(int))
    step = max(1, -(-(exponents[-1] - exponents[0]) // 8))
    axes.xaxis.set_major_locator(FixedLocator([2.0**e for e in range(exponents[0], exponents[-1] + 1, step)]))
    axes.xaxis.set_minor_formatter(NullFormatter())


def curves_of(series):
    curves = [Curve(one, suffix, selector) for one in series for suffix, selector in one.slices()]
    if len(series) == 1:  # what all have in common says nothing
        for curve in curves:
            curve.label = curve.label.removeprefix(series[0].name).removeprefix(", ")
    return curves


def axis_label(name):
    return {"compositions": "number of compositions", "delta": "δ", "epsilon": "ε", "k": "k, records protected together",
            "sigma": "noise multiplier σ", "q": "sampling probability q"}.get(name, name)


def draw_epsilon(axes, series):
    """epsilon over compositions, delta or a parameter."""
    gathered = gather_scalars(series)
    name, curves = gathered if gathered else (series[0].main_axis(), curves_of(series))
    handles, labels = draw_brackets(axes, curves, "epsilon")
    x = np.concatenate([curve.x for curve in curves])
    if name == "compositions" and x.min() < x.max():
        powers_of_two(axes, x)
    elif name == "delta":
        axes.set_xscale("log")
    elif len(set(x)) <= 16 and np.all(x == np.round(x)):
        axes.xaxis.set_major_locator(FixedLocator(sorted(set(x))))
    limit_to_brackets(axes, curves, "epsilon")
    axes.set_xlabel(axis_label(name))
    axes.set_ylabel("ε")
    return handles, labels


def draw_profile(axes, series):
    curves = curves_of(series)
    for curve in curves:
        if "delta_estimate" not in curve.columns:
            raise Unusable("has no privacy profile; make one with 'pld curve --profile'")
    handles, labels = draw_brackets(axes, curves, "delta")
    axes.set_yscale("log")
    drawn = np.concatenate([finite(curve.columns["delta_upper"]) for curve in curves])
    axes.set_ylim(np.nanmin(drawn) / 10, 2)
    axes.set_xlabel("ε")
    axes.set_ylabel("δ")
    return handles, labels


def draw_ratio(axes, series):
    curves = curves_of(series)
    colours = shades(len(curves))
    names, labels = [], []
    compared = compares(curves)
    if compared:
        names, labels = curves[0].methods, draw_methods(axes, curves[0], finite(curves[0].columns["epsilon_upper"]))
    for i, curve in enumerate([] if compared else curves):
        upper = finite(curve.columns["epsilon_upper"])
        for name in curve.methods:
            if name not in names:
                names.append(name)
            ratio = finite(curve.columns[name]) / upper
            axes.plot(curve.x, ratio, color=colours[i], marker=MARKERS[i % len(MARKERS)],
                      linestyle=METHOD_DASHES[names.index(name) % len(METHOD_DASHES)])
            labels.append((curve.label, curve.x[-1], ratio[-1], colours[i], MARKERS[i % len(MARKERS)]))
    if not names:
        raise Unusable("has no baselines (columns method_*) to compare with")
    name = series[0].main_axis()
    if name == "compositions":
        powers_of_two(axes, np.concatenate([curve.x for curve in curves]))
    axes.axhline(1, color="0.2", linewidth=1)
    drawn = np.concatenate([finite(line.get_ydata()) for line in axes.get_lines()])
    if np.nanmax(drawn) > 10 * np.nanmin(drawn):
        logarithmic(axes, np.nanmin(drawn) / 1.3, np.nanmax(drawn) * 1.3)
    axes.set_xlabel(axis_label(name))
    axes.set_ylabel("baseline ε / certified upper ε")
    handles = [Line2D([], [], color="0.2", linestyle=METHOD_DASHES[i % len(METHOD_DASHES)], label=method_label(method))
               for i, method in enumerate([] if compared else names)]
    return handles, labels


def draw_distributions(axes, series):
    curve = curves_of(series[:1])[0]
    if "density_p" not in curve.columns:
        raise Unusable("has no densities; sweep an experiment of quantity \"density\"")
    p, q = finite(curve.columns["density_p"]), finite(curve.columns["density_q"])
    axes.plot(curve.x, p, color="black", label="B: with the protected records")
    axes.plot(curve.x, q, color="0.45", linestyle=(0, (5, 2)), label="A: without them")
    axes.set_yscale("log")
    inner = p[1:-1]
    peaks = inner[(inner >= p[:-2]) & (inner >= p[2:])]
    lowest = peaks.min() if len(peaks) else np.nanmin(p)
    axes.set_ylim(max(lowest, 1e-300) / 300, np.nanmax([np.nanmax(p), np.nanmax(q)]) * 3)
    axes.set_xlim(curve.x[0], curve.x[-1])
    axes.set_xlabel("x")
    axes.set_ylabel("density")
    return axes.get_legend_handles_labels()[0], []


def tradeoff_points(curve, view):
    """What a file certifies of the trade-off function f of a view: (below, above), points (x, y) with f(x) >= y and with f(x) <= y.

    The rates a_i with l_i <= f(a_i) <= u_i are such points, f(0) <= 1 and f(1) = 0 are, and the points of the mirrored view are, with their
    coordinates exchanged. Lemma: let g be the inverse, g(b) = inf {a: f(a) <= b}. Then g(u_i) <= a_i, and g(l_i) >= a_i if l_i > 0.
    Proof: a_i is one of those a for b = u_i. If some a < a_i had f(a) <= l_i, then f(a) = f(a_i) = l_i > 0, since f does not increase; but
    f(1) = 0 and convexity say f(a_i) <= l_i (1 - a_i)/(1 - a) < l_i. [] Directions are inverse to each other, and the symmetric curve is its
    own inverse (Dong, Roth and Su 2022, section 2 and appendix A).
    """
    mirrored = {"remove": "add", "add": "remove", "symmetric": "symmetric"}[view]
    below, above = [(1.0, 0.0)], [(0.0, 1.0), (1.0, 0.0)]
    for rate, lower, upper in zip(curve.x, curve.columns[f"{view}_fnr_lower"], curve.columns[f"{view}_fnr_upper"]):
        below.append((rate, lower))
        above.append((rate, upper))
    if f"{mirrored}_fnr_lower" in curve.columns:
        for rate, lower, upper in zip(curve.x, curve.columns[f"{mirrored}_fnr_lower"], curve.columns[f"{mirrored}_fnr_upper"]):
            if lower > 0:
                below.append((lower, rate))
            above.append((upper, rate))
    return below, above


def tradeoff_band(below, above, at):
    """Bounds of a trade-off function f at the places `at`, certified everywhere and not at the points alone: (lower, upper).

    Hypotheses: f is convex and non-increasing on [0, 1] with values from 0 to 1, as every trade-off function is (Dong, Roth and Su 2022,
    proposition 1); f(x) >= y for the points (x, y) of `below`, f(x) <= y for those of `above`, and (0, 1) and (1, 0) are among the latter.

    Theorem. For points (p, u) of `above` and (q, l) of `below`:
    (1) Between two points of `above` f is at most their chord.
    (2) p < q <= a: f(a) is at least the line through (p, u) and (q, l), that is l + (a - q) (l - u)/(q - p).
    (3) a <= q < p: f(a) is at least the line through (q, l) and (p, u), that is l - (q - a) (u - l)/(p - q).
    (4) a <= q: f(a) >= l.
    Proof. (1) is convexity, and a chord does not fall when its ends rise. (2): q lies between p and a, so convexity says
    (a - p) f(q) <= (a - q) f(p) + (q - p) f(a). Solved for f(a) this has a positive weight on f(q) and a negative or no weight on f(p):
    putting l and u for them makes it no larger. (3) is (2) mirrored, (4) is monotonicity. The least of all chords is the lower convex hull of
    `above`; of all lines (2) through one (q, l) the one with the largest slope is the highest, of all (3) the one with the smallest. []

    Floating point: where a line is above 0 its two terms are at most 1 in size, and each is rounded a few times by 2^-53 relative; 1e-12
    outward is more than that, and less than can be seen.
    """
    x, y = np.asarray(sorted(above)).T
    at = np.asarray(at, dtype=float)
    upper = np.interp(at, *lower_hull(x, y))
    lower = np.zeros_like(at)
    for q, l in below:
        left, right, before, behind = at <= q, at >= q, x < q, x > q
        lower[left] = np.maximum(lower[left], l)
        if before.any():
            slope = np.max((l - y[before]) / (q - x[before]))
            lower[right] = np.maximum(lower[right], l + (at[right] - q) * slope)
        if behind.any():
            slope = np.min((y[behind] - l) / (x[behind] - q))
            lower[left] = np.maximum(lower[left], l - (q - at[left]) * slope)
    return np.clip(lower - 1e-12, 0, 1), np.clip(upper + 1e-12, 0, 1)


def turns_right(first, second, third):
    """Is the second of three points, at increasing x, on or above the chord of the others?"""
    return (second[1] - first[1]) * (third[0] - first[0]) >= (third[1] - first[1]) * (second[0] - first[0])


def lower_hull(x, y):
    """The corners of the lower convex hull of points that are sorted by x, then y."""
    kept = []
    for point in zip(x, y):
        if kept and kept[-1][0] == point[0]:
            continue
        while len(kept) > 1 and turns_right(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return np.asarray(kept).T


def band_places(rates):
    """So close to each other that straight lines between them are off by less than a pixel, and every rate."""
    near = np.logspace(-9, -2, 400)
    return np.unique(np.concatenate([[0.0, 1.0], near, 1 - near, np.linspace(0, 1, 4001), rates]))


def draw_attacks(axes, series):
    """What audited attacks did: a mark at the rates that were seen, and the rectangle in which both true rates are; handles for the legend."""
    handles = []
    for one in series:
        if one.attack is None or len(one.attack) != 4:
            continue
        fpr, fpr_upper, tpr, tpr_lower = one.attack
        axes.fill([0, fpr_upper, fpr_upper, 0], [0, 0, 1 - tpr_lower, 1 - tpr_lower], color="0.2", alpha=0.12, linewidth=0)
        axes.plot([0, fpr_upper, fpr_upper], [1 - tpr_lower, 1 - tpr_lower, 0], color="0.2", linewidth=0.9)
        axes.plot([fpr], [1 - tpr], color="0.2", marker="x", markersize=6, linestyle="none")
        handles = [Line2D([], [], color="0.2", marker="x", linewidth=0.9, label="attack, and its confidence region")]
    return handles


def draw_tradeoff(axes, series):
    """Errors of the best attack: the symmetric curve (or the only direction) as a band between solid lines, directions dotted and dashed."""
    curves = curves_of(series)
    styles = {"symmetric": "-", "remove": METHOD_DASHES[0], "add": OTHER_DIRECTION}
    drawn = []
    for colour, curve in zip(shades(len(curves)), curves):
        places = band_places(curve.x)
        views = [view for view in styles if f"{view}_fnr_lower" in curve.columns]
        if not views:
            raise Unusable("has no trade-off curve; make one with 'pld tradeoff -o'")
        drawn += [view for view in views if view not in drawn]
        for view in views:
            lower, upper = tradeoff_band(*tradeoff_points(curve, view), places)
            axes.fill_between(places, lower, upper, color=colour, alpha=0.35, linewidth=0)
            for end in (lower, upper):
                axes.plot(places, end, color=colour, linestyle=styles[view] if len(views) > 1 else "-",
                          linewidth=0.9 if view == views[0] else 0.7)
    axes.plot([0, 1], [1, 0], color="0.6", linewidth=1)
    attacks = draw_attacks(axes, series)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_aspect("equal")
    axes.set_xlabel("type I error (false-positive rate)")
    axes.set_ylabel("type II error (false-negative rate)")
    meanings = {"symmetric": "both directions, symmetric", "remove": "direction remove", "add": "direction add"}
    handles = [Line2D([], [], color="0.2", linestyle=styles[view] if len(drawn) > 1 else "-", label=f"certified band, {meanings[view]}")
               for view in drawn]
    handles.append(Line2D([], [], color="0.6", linewidth=1, label="guessing without looking"))
    handles += attacks
    if len(curves) > 1:
        handles += [Line2D([], [], color=colour, linewidth=4, label=curve.label) for colour, curve in zip(shades(len(curves)), curves)]
    return handles, []


DRAW = {"compositions": draw_epsilon, "parameter": draw_epsilon, "profile": draw_profile, "ratio": draw_ratio,
        "distributions": draw_distributions, "tradeoff": draw_tradeoff}


def save(figure, path):
    ending = os.path.splitext(path)[1].lower()
    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None, "ModDate": None}, ".png": {"Software": None}}
    beside = f"{path}.new{ending}"
    try:
        figure.savefig(beside, dpi=200, bbox_inches="tight", pad_inches=0.06, metadata=metadata[ending])
        os.replace(beside, path)
    except OSError as problem:
        if os.path.exists(beside):
            os.remove(beside)
        raise Unusable(f"cannot be drawn into '{path}': {problem.strerror}") from problem


def main():
    parser = argparse.ArgumentParser(description="Draws a figure from a file of pld.")
    parser.add_argument("file")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--title")
    arguments = parser.parse_args()
    if os.path.splitext(arguments.output)[1].lower() not in (".svg", ".pdf", ".png"):
        parser.error(f"'{arguments.output}' does not end in .svg, .pdf or .png")
    try:
        series = read_file(arguments.file)
        if not series:
            raise Unusable("has no series")
        kind = arguments.kind or fitting_kind(series)
        figure, axes = plt.subplots(figsize=(6.4, 4.3))
        try:
            handles, labels = DRAW[kind](axes, series)
        except KeyError as problem:
            raise Unusable(f"has no {problem.args[0]}, which kind '{kind}' needs") from problem
        axes.set_title(arguments.title if arguments.title is not None else series[0].title)
        legend_below(axes, handles)
        place_labels(axes, labels)
        save(figure, arguments.output)
    except Unusable as problem:
        sys.stderr.write(f"plot.py: '{arguments.file}' {problem}\n")
        return BAD_FILE
    return 0


if __name__ == "__main__":
    sys.exit(main())
