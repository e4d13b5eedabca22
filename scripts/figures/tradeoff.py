"""Type II over type I error of the best attack: what is certified of it, between the points of the file too."""
import numpy as np

from .look import METHOD_DASHES, OTHER_DIRECTION
from .reader import Unusable, curves_of
from .words import direction_name, number, outward

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


def corners(places, lower, upper):
    """Both ends are made of straight lines: only where one of them bends, by what could be seen, a place is needed."""
    kept = np.zeros(len(places), dtype=bool)
    kept[[0, -1]] = True
    gaps = np.diff(places)
    for end in (lower, upper):
        slopes = np.diff(end) / gaps
        kept[1:-1] |= np.abs(np.diff(slopes)) * np.minimum(gaps[1:], gaps[:-1]) > 1e-7
    return places[kept], lower[kept], upper[kept]


STYLES = {"symmetric": "-", "remove": METHOD_DASHES[0], "add": OTHER_DIRECTION}


def meaning(curve, view):
    return "both directions, symmetric" if view == "symmetric" else f"direction {direction_name(curve.adjacency, view)}"


def views_of(drawing, curve):
    views = [view for view in STYLES if f"{view}_fnr_lower" in curve.columns]
    if not views:
        raise Unusable("has no trade-off curve; make one with 'pld tradeoff -o'")
    return views if drawing.other_direction else views[:1]


def draw_view(drawing, curve, view, colour, style):
    places = band_places(curve.x)
    places, lower, upper = corners(places, *tradeoff_band(*tradeoff_points(curve, view), places))
    drawing.band(places, lower, upper, colour, np.full(len(places), curve.gap))
    for end in (lower, upper):
        drawing.axes.plot(places, end, color=colour, linewidth=0.6 * drawing.look.line, **style)


def mark_rates(drawing, curve, view, colour, marker):
    """Points of the file that are apart in the figure."""
    upper = np.asarray(curve.columns[f"{view}_fnr_upper"], dtype=float)
    lower = np.asarray(curve.columns[f"{view}_fnr_lower"], dtype=float)
    some, last = [], -1.0
    for i in np.argsort(curve.x):
        if abs(curve.x[i] - last) + (abs(upper[i] - upper[some[-1]]) if some else 1) >= 0.09:
            some.append(i)
            last = curve.x[i]
    texts = [f"{curve.label}, type I error {number(curve.x[i])}: {outward(lower[i], 6, False)} ≤ type II error ≤ {outward(upper[i], 6, True)}".removeprefix(", ")
             for i in some]
    drawing.mark(curve.x[some], upper[some], texts, colour, *marker, 0.8)


def draw_attacks(drawing, series):
    """What audited attacks did: a mark at the rates that were seen, and the rectangle in which both true rates are."""
    attacks = [one.attack for one in series if one.attack is not None and len(one.attack) == 4]
    style = {"color": drawing.look.ink, "linewidth": 0.6 * drawing.look.line}
    for fpr, fpr_upper, tpr, tpr_lower in attacks:
        drawing.axes.fill([0, fpr_upper, fpr_upper, 0], [0, 0, 1 - tpr_lower, 1 - tpr_lower], color=drawing.look.ink, alpha=0.12, linewidth=0)
        drawing.axes.plot([0, fpr_upper, fpr_upper], [1 - tpr_lower, 1 - tpr_lower, 0], **style)
        drawing.axes.plot([fpr], [1 - tpr], color=drawing.look.ink, marker="x", linestyle="none")
    if attacks:
        drawing.legend("attack, and its confidence region", marker="x", **style)


def draw(drawing, series):
    """The symmetric curve (or the only direction) as a band between solid lines, directions dotted and dashed."""
    axes, look, curves = drawing.axes, drawing.look, curves_of(series)
    drawn = {}
    for i, (colour, curve) in enumerate(zip(look.shades(len(curves)), curves)):
        views = views_of(drawing, curve)
        drawn.update({(view, meaning(curve, view)): None for view in views})
        for view in views:
            draw_view(drawing, curve, view, colour, {"linestyle": STYLES[view] if len(views) > 1 else "-"})
        mark_rates(drawing, curve, views[0], colour, look.marker(i))
        if len(curves) > 1:
            marker, filled = look.marker(i)
            drawing.legend(curve.label, color=colour, marker=marker, markerfacecolor=colour if filled else look.paper)
    axes.plot([0, 1], [1, 0], color=look.faint, linewidth=0.6 * look.line)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    drawing.square = True
    axes.set_xlabel("type I error (false-positive rate)")
    axes.set_ylabel("type II error (false-negative rate)")
    for view, called in drawn:
        drawing.legend(f"certified band, {called}", linestyle=STYLES[view] if len(drawn) > 1 else "-")
    if any(curve.gap for curve in curves):
        drawing.gap_legend()
    drawing.legend("guessing without looking", color=look.faint, linewidth=0.6 * look.line)
    draw_attacks(drawing, series)
