"""What a figure consists of, as it is drawn: lines, bands, points with the numbers behind them, names at the ends of lines, a legend."""
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FixedFormatter, FixedLocator, NullLocator

from .words import GAP, number, power

LABELS_MOST = 8  # of one axis
GAP_STYLE = {"facecolor": "none", "hatch": "/////", "linewidth": 0}


class Drawing:
    """Axes and what is in them. A kind of figure fills it, page.py finishes it."""

    def __init__(self, axes, look, other_direction=True):
        self.axes, self.look, self.other_direction = axes, look, other_direction
        self.lines, self.points, self.names, self.handles, self.below = [], [], [], [], []
        self.square, self.tall = False, 0.0  # inches that the axes need at least

    def line(self, x, y, label="", **style):
        """Marked where it leaves the axes."""
        drawn = self.axes.plot(x, y, **style)[0]
        drawn.dashes = style.get("linestyle", "-")
        self.lines.append((drawn, label))
        return drawn

    def band(self, x, lower, upper, colour, gap=None):
        """Where `gap` the ends come from two pairs: hatched, as nothing in between is more likely than anything else."""
        gap = np.zeros(np.shape(x), dtype=bool) if gap is None else gap
        self.axes.fill_between(x, lower, upper, where=~gap, color=colour, alpha=0.35, linewidth=0)
        around = gap.copy()  # between two points there is a gap if one of them has one
        around[:-1] |= gap[1:]
        around[1:] |= gap[:-1]
        if around.any():
            self.axes.fill_between(x, lower, upper, where=around, edgecolor=colour, **GAP_STYLE)

    def gap_legend(self):
        self.handles.append(Patch(label=GAP, edgecolor=self.look.faint, **GAP_STYLE))

    def mark(self, x, y, texts, colour, marker, filled=True, size=1.0):
        """Points that are in the file, each with the number behind it; some of many."""
        self.points.append((np.asarray(x, dtype=float), np.asarray(y, dtype=float), list(texts), colour, marker, filled, size))

    def name(self, label, line, colour, marker, filled=True):
        """A name beside the right end of a line."""
        if label:
            self.names.append((label, line, colour, marker, filled))

    def legend(self, label, **style):
        style = {"color": self.look.faint if self.look.dark else "0.2", "markeredgewidth": 0.8, **style}
        self.handles.append(Line2D([], [], label=label, **style))


def sparse(count, most=16):
    """Indices of at most so many of `count` points."""
    return np.arange(0, count, -(-count // most))


def tick_text(value, powers):
    """A number of an axis; as a power of ten where the axis goes over many of them."""
    exponent = int(round(np.log10(value))) if value > 0 else 0
    return power(10, exponent) if powers and np.isclose(value, 10.0**exponent, rtol=1e-9) else number(float(f"{value:g}"))


def decades(low, high):
    """Places for the labels of a logarithmic axis: whole decades in round steps, or 1, 2 and 5 of each where decades are too few."""
    first, last = int(np.ceil(np.log10(low) - 1e-9)), int(np.floor(np.log10(high) + 1e-9))
    if last - first < 3:
        for parts in ((1, 2, 5), (1, 3), (1,)):
            places = [m * 10.0**e for e in range(first - 1, last + 1) for m in parts]
            places = [place for place in places if low * (1 - 1e-9) <= place <= high * (1 + 1e-9)]
            if len(places) <= LABELS_MOST:
                return places
    step = next(step for step in (1, 2, 3, 5, 10, 20, 30, 50, 100) if (last - first) // step < LABELS_MOST)
    return [10.0**e for e in range(-(-first // step) * step, last + 1, step)]


def label_places(axis, places, texts=None):
    axis.set_major_locator(FixedLocator(places))
    powers = len(places) > 1 and places[0] > 0 and (places[-1] > 1e5 * places[0] or places[-1] > 1e4 or places[0] < 1e-3)
    axis.set_major_formatter(FixedFormatter(texts or [tick_text(place, powers) for place in places]))
    axis.set_minor_locator(NullLocator())


def logarithmic_y(axes, low, high):
    axes.set_yscale("log")
    axes.set_ylim(low, high)
    label_places(axes.yaxis, decades(low, high))


def logarithmic_x(axes, x):
    """Powers of two where all are such, decades otherwise."""
    low, high = np.min(x), np.max(x)
    exponents = np.log2(x)
    axes.set_xscale("log")
    room = (high / low) ** 0.03
    axes.set_xlim(low / room, high * room)
    if np.allclose(exponents, np.round(exponents), rtol=0, atol=1e-9):
        first, last = int(round(exponents.min())), int(round(exponents.max()))
        step = -(-(last - first + 1) // LABELS_MOST)
        shown = range(first, last + 1, step)
        label_places(axes.xaxis, [2.0**e for e in shown], [power(2, e) for e in shown])
    else:
        label_places(axes.xaxis, decades(low, high))


def limit(axes, which, ends):
    """The limits that somebody asked for: logarithmic as before unless they begin at 0 or below."""
    axis, scale, set_scale, set_limits = {"x": (axes.xaxis, axes.get_xscale, axes.set_xscale, axes.set_xlim),
                                          "y": (axes.yaxis, axes.get_yscale, axes.set_yscale, axes.set_ylim)}[which]
    if scale() == "log" and ends[0] <= 0:
        set_scale("linear")
    elif scale() == "log":
        label_places(axis, decades(*ends))
    set_limits(*ends)
