"""Ways to make batches of one training run, side by side: a row each, with its neighbours in words."""
import numpy as np
from matplotlib.ticker import FixedFormatter, FixedLocator, NullLocator

from .drawing import GAP_STYLE, decades, label_places
from .reader import Unusable
from .words import mechanism_words, number, outward

NEIGHBOURS = {"add-remove": "added or removed", "add": "added, one direction", "remove": "removed, one direction", "replace": "replaced",
              "zero-out": "stays, gradient 0"}  # one record
BAR, LOWERED, RAISED = 0.17, 0.22, 0.24  # of the distance of two rows: half the height of a bar, and where bars and numbers are
DIGITS = 5
NEAR_END = 0.3  # of the axes


def is_batches(series):
    return all("scheme" in one.attributes for one in series)


def title_of(series):
    """The training run, as it was given, and delta."""
    runs = {(one.attributes["training"], float(one.values["delta"])) for one in series}
    return "\n".join(f"{mechanism_words(run, [])}, δ = {number(delta)}" for run, delta in sorted(runs))


def ends_of(one):
    return tuple(float(np.ravel(one.values[f"epsilon_{end}"])[0]) for end in ("lower", "upper"))


def said(one):
    """The numbers beside a row, rounded outward; one where both ends are the same in print."""
    lower, upper = ends_of(one)
    if not np.isfinite(lower):
        return "no number"
    if not np.isfinite(upper):
        return f"at least {outward(lower, DIGITS, False)}"
    if "gap" in one.attributes or (upper - lower) > 1e-3 * upper:
        return f"{outward(lower, DIGITS, False)} to {outward(upper, DIGITS, True)}"
    return f"≤ {outward(upper, DIGITS, True)}"


def draw_row(drawing, place, one, colour):
    """Exact: a mark. Ends of two pairs: a hatched bar between two marks, nowhere filled."""
    lower, upper = ends_of(one)
    if not np.isfinite(lower):
        return
    text = f"{one.name}: {outward(lower, 7, False)} ≤ ε ≤ {outward(upper, 7, True)}"
    right = upper if np.isfinite(upper) else drawing.axes.get_xlim()[1]
    if "gap" in one.attributes:
        drawing.axes.fill_between([lower, right], place - BAR, place + BAR, edgecolor=colour, **GAP_STYLE)
        for end in (lower, upper):
            drawing.axes.plot([end, end], [place - BAR, place + BAR], color=colour, linewidth=drawing.look.line)
    else:
        drawing.axes.fill_between([lower, right], place - BAR, place + BAR, color=colour, alpha=0.35, linewidth=0)
        drawing.mark([upper], [place], [text], colour, "o")
        return
    drawing.mark([lower, upper], [place, place], [text, text], colour, "|", True, 0.5)


def write_above(drawing, place, one):
    """The numbers, over the middle of the bar; at its side where the axes end nearby."""
    low, high = np.log(drawing.axes.get_xlim())
    ends = [(np.log(end) - low) / (high - low) for end in ends_of(one) if np.isfinite(end) and end > 0] or [0.5]
    middle = 0.5 * (min(ends) + max(ends))
    align, at = ("left", min(ends)) if middle < NEAR_END else ("right", max(ends)) if middle > 1 - NEAR_END else ("center", middle)
    drawing.axes.text(np.exp(low + at * (high - low)), place + RAISED, said(one), va="center", ha=align, gid="said",
                      color=drawing.look.ink if np.isfinite(ends_of(one)[0]) else drawing.look.faint)


def draw(drawing, series):
    axes, look = drawing.axes, drawing.look
    if not is_batches(series):
        raise Unusable("has no ways to make batches; 'pld batches -o FILE.h5' writes them")
    ends = np.array([end for one in series for end in ends_of(one)])
    ends = ends[np.isfinite(ends) & (ends > 0)]
    if len(ends) == 0:
        raise Unusable("has no finite values to draw")
    low, high = ends.min() / 1.6, ends.max() * 1.6
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    label_places(axes.xaxis, decades(low, high))
    colour = look.shades(3)[0]
    for i, one in enumerate(series):
        place = len(series) - 1 - i
        draw_row(drawing, place - LOWERED, one, colour)
        write_above(drawing, place, one)
    axes.set_ylim(-0.6, len(series) - 0.4)
    axes.yaxis.set_major_locator(FixedLocator(range(len(series))))
    axes.yaxis.set_major_formatter(FixedFormatter([f"{one.attributes['scheme']}\n{NEIGHBOURS.get(one.adjacency, one.adjacency)}" for one in reversed(series)]))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.grid(False, axis="y")
    axes.set_xlabel("ε, certified")
    drawing.tall = len(series) * 3.0 * look.size / 72
    drawing.legend("certified, both ends within the mark", marker="o", linestyle="none", color=colour)
    if any("gap" in one.attributes for one in series):
        drawing.gap_legend()
    drawing.legend("each number holds for its own batches and its own change of one record alone", linestyle="none")
    for one in [one for one in series if "reason" in one.attributes]:
        drawing.legend(f"{one.attributes['scheme']}: {one.attributes['reason']}", linestyle="none")
