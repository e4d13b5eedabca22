"""epsilon over compositions, delta or a parameter of the mechanism."""
import numpy as np
from matplotlib.ticker import FixedLocator

from .brackets import compares, draw_brackets
from .drawing import logarithmic_x, logarithmic_y
from .reader import Unusable, curves_of, finite, gather_scalars
from .words import axis_label


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
        logarithmic_y(axes, low / 1.5, high * 2)
    else:
        axes.set_ylim(0, high * 1.15)


def draw(drawing, series):
    axes = drawing.axes
    gathered = gather_scalars(series)
    name, curves = gathered if gathered else (series[0].main_axis(), curves_of(series))
    draw_brackets(drawing, curves, "epsilon")
    x = np.concatenate([curve.x for curve in curves])
    if name in ("compositions", "delta") and 0 < x.min() < x.max():
        logarithmic_x(axes, x)
    elif len(set(x)) <= 16 and np.all(x == np.round(x)):
        axes.xaxis.set_major_locator(FixedLocator(sorted(set(x))))
    limit_to_brackets(axes, curves, "epsilon")
    axes.set_xlabel(axis_label(name))
    axes.set_ylabel("ε")
