"""delta over epsilon."""
import numpy as np

from .brackets import draw_brackets
from .drawing import logarithmic_y
from .reader import Unusable, curves_of, finite


def draw(drawing, series):
    curves = curves_of(series)
    for curve in curves:
        if "delta_estimate" not in curve.columns:
            raise Unusable("has no privacy profile; make one with 'pld curve --profile'")
    draw_brackets(drawing, curves, "delta")
    drawn = np.concatenate([finite(curve.columns["delta_upper"]) for curve in curves])
    if not np.isfinite(drawn).any():
        raise Unusable("has no finite values to draw")
    low, high = 10.0 ** np.floor(np.log10(np.nanmin(drawn))), 10.0 ** np.ceil(np.log10(np.nanmax(drawn)))
    logarithmic_y(drawing.axes, max(low, 1e-300), min(max(high, 10 * low), 1))
    drawing.axes.set_xlabel("ε")
    drawing.axes.set_ylabel("δ")
