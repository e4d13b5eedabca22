"""What each baseline says over the certified upper bound."""
import numpy as np

from .brackets import compares, draw_methods
from .drawing import logarithmic_x, logarithmic_y, sparse
from .look import METHOD_DASHES
from .reader import Unusable, curves_of, finite
from .words import axis_label, method_name, number


def draw_ratios(drawing, curves):
    """Few baselines: a dash for each, a shade for each curve; returns the names of baselines."""
    names = []
    for i, (colour, curve) in enumerate(zip(drawing.look.shades(len(curves)), curves)):
        marker, filled = drawing.look.marker(i)
        for column in curve.methods:
            if column not in names:
                names.append(column)
            ratio, some = finite(curve.columns[column]) / finite(curve.columns["epsilon_upper"]), sparse(len(curve.x))
            line = drawing.line(curve.x, ratio, curve.label, color=colour, linestyle=METHOD_DASHES[names.index(column) % len(METHOD_DASHES)])
            texts = [f"{method_name(column)}, {curve.label}, {number(x)}: {value:.6g}" for x, value in zip(curve.x[some], ratio[some])]
            drawing.mark(curve.x[some], ratio[some], texts, colour, marker, filled)
            drawing.name(curve.label or method_name(column), line, colour, marker, filled)
    for i, column in enumerate(names):
        drawing.legend(f"baseline {method_name(column)}", linestyle=METHOD_DASHES[i % len(METHOD_DASHES)])
    return names


def draw(drawing, series):
    axes, curves = drawing.axes, curves_of(series)
    if compares(curves):
        draw_methods(drawing, curves[0], finite(curves[0].columns["epsilon_upper"]))
    elif not draw_ratios(drawing, curves):
        raise Unusable("has no baselines (columns method_*) to compare with")
    name = series[0].main_axis()
    x = np.concatenate([curve.x for curve in curves])
    if name == "compositions" and 0 < x.min() < x.max():
        logarithmic_x(axes, x)
    values = np.concatenate([finite(line.get_ydata()) for line, _ in drawing.lines])
    axes.axhline(1, color=drawing.look.ink, linewidth=0.6 * drawing.look.line)
    if np.nanmax(values) > 10 * np.nanmin(values):
        logarithmic_y(axes, min(np.nanmin(values), 1) / 1.3, np.nanmax(values) * 1.3)
    axes.set_xlabel(axis_label(name))
    axes.set_ylabel("baseline ε / certified upper ε")
