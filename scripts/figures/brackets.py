"""Certified brackets, the direction that does not decide, and baselines: what figures of epsilon and of delta share."""
import numpy as np

from .drawing import sparse
from .look import METHOD_DASHES, OTHER_DIRECTION
from .reader import finite
from .words import ADJACENCIES, direction_name, method_name, number, outward, some_of

MANY_METHODS = 3  # so many over one line are told apart by marker and shade, and named beside it


def lower_ends(values):
    """Of brackets: a lower end of 0 is one, and on a logarithmic axis goes down to where the figure ends."""
    values = np.asarray(values, dtype=float)
    return np.where(np.isfinite(values), np.maximum(values, 1e-300), np.nan)


def bracket_label(curves):
    """What the band is about and where it is certified, without claiming more."""
    abouts = {ADJACENCIES.get(curve.adjacency, curve.adjacency) for curve in curves}
    label = "certified bracket at each point"
    if len(abouts) == 1 and abouts != {""}:
        label += f", {abouts.pop()}"
    met = np.concatenate([np.ravel(curve.columns["tolerance_met"]) for curve in curves if "tolerance_met" in curve.columns] or [[]])
    wide = int(np.sum(met == 0))
    return label + (f"\n(wider than asked at {wide} of {met.size} points)" if wide else "")


def has_gap(curve):
    """Where the ends come from two pairs."""
    return np.asarray(curve.columns.get("gap", np.zeros(len(curve.x)))) != 0


def same_line(one, other):
    """Where both are known they cannot be told apart."""
    both = np.isfinite(one) & np.isfinite(other)
    return np.allclose(one[both], other[both], rtol=1e-3)


def compares(curves):
    """One line with many baselines: a comparison."""
    return len(curves) == 1 and len(curves[0].methods) >= MANY_METHODS


def group_methods(curve):
    """[(label, values)]: baselines that differ by less than what can be seen are one."""
    groups = []
    for column in curve.methods:
        values = finite(curve.columns[column])
        if not np.isfinite(values).any():
            continue
        for names, others in groups:
            if np.allclose(others, values, rtol=0.02, atol=0, equal_nan=True):
                names.append(method_name(column))
                break
        else:
            groups.append(([method_name(column)], values))
    return [(some_of(names, 2), values) for names, values in groups]


def draw_methods(drawing, curve, divisor):
    """Every baseline of a comparison with a marker and shade of its own, named beside its line."""
    groups = group_methods(curve)
    for i, (colour, (label, values)) in enumerate(zip(drawing.look.shades(len(groups), 0.1, 0.8), groups)):
        marker, filled = drawing.look.marker(1 + i)  # the first one is that of the bracket
        line = drawing.line(curve.x, values / divisor, label, color=colour, linestyle=METHOD_DASHES[i % len(METHOD_DASHES)], linewidth=0.75 * drawing.look.line)
        some = sparse(len(curve.x))
        texts = [f"{label}, {number(x)}: {value:.6g}" for x, value in zip(curve.x[some], values[some])]
        drawing.mark(curve.x[some], (values / divisor)[some], texts, colour, marker, not filled, 0.9)
        drawing.name(label.replace(", ", ",\n"), line, colour, marker, not filled)


def numbers_behind(curve, prefix, places):
    """What a point stands for, rounded outward."""
    symbol = {"epsilon": "ε", "delta": "δ"}[prefix]
    ends = zip(curve.x[places], curve.columns[f"{prefix}_lower"][places], curve.columns[f"{prefix}_upper"][places])
    start = f"{curve.label}, " if curve.label else ""
    return [f"{start}{number(x)}: {outward(lower, 7, False)} ≤ {symbol} ≤ {outward(upper, 7, True)}" for x, lower, upper in ends]


def draw_other_direction(drawing, curve, middle, colour):
    """Dotted, where it differs; which one it is."""
    drawn = []
    if drawing.other_direction and {"remove_estimate", "add_estimate"} <= set(curve.columns):
        for direction in ("remove", "add"):
            estimate = finite(curve.columns[f"{direction}_estimate"])
            if np.isfinite(estimate).any() and not same_line(estimate, middle):
                drawing.line(curve.x, estimate, color=colour, linestyle=OTHER_DIRECTION, linewidth=0.8 * drawing.look.line)
                drawn.append(direction_name(curve.adjacency, direction))
    return drawn


def draw_curve(drawing, curve, prefix, colour, style):
    """The band, the estimate in it and its points; returns the line that stands for them."""
    columns, (marker, filled) = curve.columns, style
    middle, upper, lower = (finite(columns[f"{prefix}_{end}"]) for end in ("estimate", "upper", "lower"))
    gap = has_gap(curve)
    drawing.band(curve.x, lower_ends(columns[f"{prefix}_lower"]), upper, colour, gap)
    if np.isnan(middle).any():  # a narrow band without a line would not be seen
        for end in (lower, upper):
            drawing.line(curve.x, end, color=colour, linewidth=0.5 * drawing.look.line)
    line = drawing.line(curve.x, middle, curve.label, color=colour, zorder=3)
    some = sparse(len(curve.x))
    drawing.mark(curve.x[some], np.where(np.isfinite(middle), middle, upper)[some], numbers_behind(curve, prefix, some), colour, marker, filled)
    below = [i for i in some if gap[i] and np.isfinite(lower[i])]  # both ends are numbers of their own
    if below:
        drawing.mark(curve.x[below], lower[below], numbers_behind(curve, prefix, below), colour, marker, filled)
    return line if np.isfinite(middle).any() else drawing.lines[-2][0]


def draw_brackets(drawing, curves, prefix):
    """Bands, lines, the other direction and baselines, with names and legend."""
    look, compared = drawing.look, compares(curves)
    methods, smaller = [], []
    for i, (colour, curve) in enumerate(zip(look.shades(len(curves)), curves)):
        marker, filled = look.marker(i)
        line = draw_curve(drawing, curve, prefix, colour, (marker, filled))
        smaller += draw_other_direction(drawing, curve, finite(curve.columns[f"{prefix}_estimate"]), colour)
        for column in [] if compared else curve.methods:
            if column not in methods:
                methods.append(column)
            values, some = finite(curve.columns[column]), sparse(len(curve.x))
            drawing.line(curve.x, values, f"{method_name(column)}, {curve.label}" if curve.label else method_name(column), color=colour,
                         linestyle=METHOD_DASHES[methods.index(column) % len(METHOD_DASHES)], linewidth=0.85 * look.line)
            texts = [f"{method_name(column)}, {curve.label}, {number(x)}: {value:.6g}" for x, value in zip(curve.x[some], values[some])]
            drawing.mark(curve.x[some], values[some], texts, colour, marker, False, 0.8)
        drawing.name("certified" if compared else curve.label, line, colour, marker, filled)
    if compared:
        draw_methods(drawing, curves[0], 1)
    drawing.legend(bracket_label(curves), marker="o")
    if any(has_gap(curve).any() for curve in curves):
        drawing.gap_legend()
    if smaller:
        drawing.legend(f"direction {' or '.join(dict.fromkeys(smaller))} alone (understates)", linestyle=OTHER_DIRECTION)
    for i, column in enumerate(methods):
        drawing.legend(f"baseline {method_name(column)}", linestyle=METHOD_DASHES[i % len(METHOD_DASHES)], marker="o", markerfacecolor=look.paper)
