"""The densities of the two distributions that a mechanism is reduced to."""
import numpy as np

from .drawing import logarithmic_y
from .look import METHOD_DASHES
from .reader import Unusable, curves_of, finite


def draw(drawing, series):
    axes, look = drawing.axes, drawing.look
    curve = curves_of(series[:1])[0]
    if "density_p" not in curve.columns:
        raise Unusable("has no densities; sweep an experiment of quantity \"density\"")
    p, q = finite(curve.columns["density_p"]), finite(curve.columns["density_q"])
    drawing.line(curve.x, p, color=look.ink)
    drawing.line(curve.x, q, color=look.faint, linestyle=METHOD_DASHES[0])
    inner = p[1:-1]
    peaks = inner[(inner >= p[:-2]) & (inner >= p[2:])]
    lowest = peaks.min() if len(peaks) else np.nanmin(p)
    logarithmic_y(axes, max(lowest, 1e-300) / 300, np.nanmax([np.nanmax(p), np.nanmax(q)]) * 3)
    axes.set_xlim(curve.x[0], curve.x[-1])
    axes.set_xlabel("x")
    axes.set_ylabel("density")
    drawing.legend("B: with the protected records", color=look.ink)
    drawing.legend("A: without them", color=look.faint, linestyle=METHOD_DASHES[0])
