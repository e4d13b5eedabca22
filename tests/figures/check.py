"""The figures of scripts/figures: bands against closed forms, what is drawn against the files."""
import random
import sys
from decimal import Decimal
from statistics import NormalDist

import numpy as np

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

from batches import check_batches, check_gap
from drawn import check_drawn, figure_of
from figures import tradeoff as plot
from figures.reader import curves_of, read_file

NORMAL = NormalDist()
RATES = [m * 10.0**e for e in (-6, -5, -4, -3) for m in (1, 2, 5)] + [0.01, 0.02] + [i / 20 for i in range(1, 20)] + [0.98, 0.99, 0.999]
DENSE = np.unique(np.concatenate([np.logspace(-8, -2, 400), np.linspace(0.002, 0.998, 2000), 1 - np.logspace(-6, -2, 200)]))


def gaussian(mu, rate):
    """The trade-off function of N(0, 1) and N(mu, 1)."""
    return NORMAL.cdf(-NORMAL.inv_cdf(rate) - mu)


class Views:
    """What tradeoff_points reads, of rates and brackets."""

    def __init__(self, rates, **views):
        self.x = np.asarray(rates, dtype=float)
        self.columns = {f"{view}_fnr_{end}": np.asarray(values) for view, ends in views.items() for end, values in zip(("lower", "upper"), ends)}


def band(rates, lower, upper, at, view="remove"):
    return plot.tradeoff_band(*plot.tradeoff_points(Views(rates, **{view: (lower, upper)}), view), at)


def check_sound(what, bounds, truth, slack=1e-13):
    lower, upper = bounds
    assert np.all(lower <= truth + slack), f"{what}: {np.max(lower - truth)} above the truth"
    assert np.all(upper >= truth - slack), f"{what}: {np.max(truth - upper)} below the truth"


# Brackets of a known function, of random widths and at random rates. The band holds the function everywhere.
random.seed(20250118)
for case in range(60):
    mu = 10 ** random.uniform(-1, 0.8)
    rates = RATES if case % 2 == 0 else sorted({10 ** random.uniform(-6, 0) * 0.999 for _ in range(random.randint(1, 40))})
    truth = np.array([gaussian(mu, rate) for rate in rates])
    width = 10 ** random.uniform(-7, -2)
    lower = np.clip(truth - width * np.array([random.random() for _ in rates]) * truth, 0, 1)
    upper = np.clip(truth + width * np.array([random.random() for _ in rates]) * (1 - truth), 0, 1)
    exact = np.array([gaussian(mu, rate) for rate in DENSE])
    for view in ("remove", "symmetric"):
        check_sound(f"mu={mu}, {len(rates)} rates, {view}", band(rates, lower, upper, DENSE, view), exact)
    at_rates = band(rates, lower, upper, rates)
    assert np.all(at_rates[0] >= lower - 2e-12) and np.all(at_rates[1] <= upper + 2e-12), "at its points the band is wider than the bracket"

# At the default rates it is also narrow, and the chords that are its upper side are not the function: nobody may draw them as that.
widths = []
for mu in (0.3, 1, 2, 4):
    truth = np.array([gaussian(mu, rate) for rate in RATES])
    lower, upper = band(RATES, truth * (1 - 1e-15), truth * (1 + 1e-15), DENSE, "symmetric")
    exact = np.array([gaussian(mu, rate) for rate in DENSE])
    check_sound(f"mu={mu}, nearly exact points", (lower, upper), exact)
    assert np.max(upper - lower) < 0.03, f"mu={mu}: {np.max(upper - lower)} wide"
    assert mu < 1 or np.max((upper - exact) / (1 - exact)) > 1e-3, "chords that are the function?"
    widths.append(f"{np.max(upper - lower):.4f}")

# Directions that differ, f = max(1 - 4 a, (1 - a)/3) and its inverse: points of either one are points of the other, mirrored.
def skew(a):
    return np.maximum(1 - 4 * a, (1 - a) / 3)


def skew_inverse(b):
    return np.where(b > 3 / 11, (1 - b) / 4, 1 - 3 * b)


rates = np.array([0.01, 0.1, 0.3, 0.6])
views = Views(rates, remove=(skew(rates) * (1 - 1e-3), skew(rates) * (1 + 1e-3)),
              add=(skew_inverse(rates) * (1 - 1e-3), skew_inverse(rates) * (1 + 1e-3)))
check_sound("skew", plot.tradeoff_band(*plot.tradeoff_points(views, "remove"), DENSE), skew(DENSE))
check_sound("skew, inverse", plot.tradeoff_band(*plot.tradeoff_points(views, "add"), DENSE), skew_inverse(DENSE))

# A function with a corner: max(1 - e a, (1 - a)/e), of epsilon = 1. And one bracket of [0, 1], which says nothing but f <= 1 - a.
corner = np.maximum(1 - np.e * DENSE, (1 - DENSE) / np.e)
at = np.array([0.1, 0.2, 0.5, 0.7])
truth = np.maximum(1 - np.e * at, (1 - at) / np.e)
check_sound("corner", band(at, truth * (1 - 1e-15), truth * (1 + 1e-15), DENSE), corner)
lower, upper = band([0.5], [0.0], [1.0], DENSE)
assert np.all(lower == 0) and np.allclose(upper, 1 - DENSE, atol=1e-11)
# Rates in any order, and one of them twice: both brackets hold.
one = band([0.5, 0.1, 0.5], [0.1, 0.5, 0.2], [0.4, 0.8, 0.45], DENSE)
other = band([0.1, 0.5], [0.5, 0.2], [0.8, 0.4], DENSE)
assert np.array_equal(one[0], other[0]) and np.array_equal(one[1], other[1])

# Files of the program: every view holds the truth between its points, and what is drawn is that band.
for path, mu in (("gaussian.h5", 1), ("few.h5", 2)):
    series = read_file(path)
    curve = curves_of(series)[0]
    exact = np.array([gaussian(mu, rate) for rate in DENSE])
    for view in ("remove", "add", "symmetric"):
        bounds = plot.tradeoff_band(*plot.tradeoff_points(curve, view), DENSE)
        check_sound(f"{path}, {view}", bounds, exact)
        assert path == "few.h5" or np.max(bounds[1] - bounds[0]) < 0.02
    _, drawing = figure_of([path])
    assert [handle.get_label().replace("\n", " ") for handle in drawing.handles][:3] == [
        f"certified band, {meaning}" for meaning in ("both directions, symmetric", "direction remove", "direction add")]
    ends = [np.interp(DENSE, line.get_xdata(), line.get_ydata()) for line in drawing.axes.get_lines()[:2]]
    check_sound(f"{path} as drawn", ends, exact, 2e-4)
    few = [line for line in drawing.axes.get_lines() if len(line.get_xdata()) > 1000]
    assert not few, "more points than the corners of a band"

# A direction that does not decide is drawn where it is known: its delta at epsilon 5.5 is 3.8551e-55, and no line is above it.
_, drawing = figure_of(["profile.h5"])
lines = [line for line, _ in drawing.lines]
assert len(lines) == 2 and abs(lines[1].get_ydata()[11] / 3.8551081926e-55 - 1) < 1e-3
labels = [handle.get_label().replace("\n", " ") for handle in drawing.handles]
assert labels == ["certified bracket at each point, larger of both directions", "direction add alone (understates)", "goes on beyond the axes"], labels

# Where nothing is known but a wide bracket there is a band and no line, and the legend says so.
curves = curves_of(read_file("wide.h5"))
assert np.all(np.isnan(curves[0].columns["epsilon_estimate"])) and np.all(np.isnan(curves[0].columns["remove_upper"]))
_, drawing = figure_of(["wide.h5"])
label = drawing.handles[0].get_label().replace("\n", " ")
assert label.endswith("(wider than asked at 2 of 2 points)") and len(drawing.handles) == 1, label
drawn = [line.get_ydata() for line, _ in drawing.lines if np.isfinite(line.get_ydata()).any()]
assert len(drawn) == 2 and all(np.array_equal(one, curves[0].columns[f"epsilon_{end}"]) for one, end in zip(drawn, ("lower", "upper")))

check_drawn()
check_gap()
check_batches()

# Numbers that scripts/run prints are on their side of the doubles they stand for, as exact decimals, and near.
with open("rounded.txt", encoding="ascii") as stream:
    rows = [line.split() for line in stream]
assert len(rows) == 4006
for value, below, above in rows:
    exact = Decimal(float(value))
    assert Decimal(below) <= exact < Decimal(above) <= exact + Decimal("0.00011"), (value, below, above)
    assert exact - Decimal(below) <= Decimal("0.00011"), (value, below, above)

print(f"figures: bands hold the truth (at most {', '.join(widths)} wide), and lines are where there are estimates")
