"""Answers against independent truths, and against what the program says."""
import fractions
import math
import pickle
import statistics

import numpy
import pytest

import pld

RUN = "poisson-gaussian:q=256/60000,sigma=1@16384"
TRUTH = 3.06969788486  # a high-precision contour integral


def gaussian_delta(sigma, epsilon):
    def phi(x):
        return math.erfc(-x / math.sqrt(2)) / 2

    return phi(1 / (2 * sigma) - epsilon * sigma) - math.exp(epsilon) * phi(-1 / (2 * sigma) - epsilon * sigma)


def test_epsilon_brackets_the_truth():
    r = pld.epsilon(RUN, delta=1e-5)
    assert r.lower <= TRUTH <= r.upper < r.lower + 1e-5
    assert float(r) == r.upper and r.lower <= r.estimate <= r.upper
    assert r.tolerance_met and r.remove.upper == r.upper > r.add.upper
    assert any("Poisson sampling" in note for note in r.notes)
    assert r.mechanisms == (RUN,)


def test_the_same_composition_in_every_form():
    m = pld.poisson_gaussian(q=fractions.Fraction(256, 60000), sigma=1)
    expected = pld.epsilon(RUN, delta=1e-5)
    for given in (m * 16384, (m, 16384), [(m, 16000), m * 384], [RUN.split("@")[0] + "@8192"] * 2, (RUN.split("@")[0], 16384)):
        r = pld.epsilon(given, delta="1e-5")
        assert (r.lower, r.upper) == (expected.lower, expected.upper)


@pytest.mark.parametrize("adjacency", ["add-remove", "remove", "add", "replace"])
def test_as_the_program(program, adjacency):
    specs = ["poisson-gaussian:q=0.01,sigma=1@1000", "gaussian:sigma=30@5"]
    code, said, _ = program("epsilon", "--delta", "1e-6", "--adjacency", adjacency, *specs)
    r = pld.epsilon(specs, delta=1e-6, adjacency=adjacency)
    assert code == 0 and (said["epsilon"]["lower"], said["epsilon"]["upper"]) == (r.lower, r.upper)
    assert (r.remove is None) == (adjacency == "add") and (r.add is None) == (adjacency == "remove")


def test_delta():
    r = pld.delta("gaussian:sigma=1", epsilon=1)
    truth = gaussian_delta(1, 1)
    assert r.lower <= truth * (1 + 1e-14) and truth * (1 - 1e-14) <= r.upper
    assert r.log10.lower <= math.log10(truth) + 1e-14 and math.log10(truth) - 1e-14 <= r.log10.upper


def test_tiny_deltas_are_texts():
    r = pld.epsilon("gaussian:sigma=1", delta="1e-400")
    assert r.lower <= 43.2219132034561 <= r.upper


def test_calibrate():
    c = pld.calibrate("dp-sgd:N=60000,batch=256,epochs=60,sigma=solve", epsilon=8, delta=1e-5)
    assert c.outcome == "found" and c.monotone and c.limit < c.value
    assert pld.epsilon(pld.dp_sgd(N=60000, batch=256, epochs=60, sigma=c.value), delta=1e-5, relative_tolerance=1e-7).upper <= 8
    assert pld.epsilon(pld.dp_sgd(N=60000, batch=256, epochs=60, sigma=c.limit), delta=1e-5, relative_tolerance=1e-7).lower > 8
    steps = pld.calibrate(["poisson-gaussian:q=0.01,sigma=1@1000", "poisson-gaussian:q=0.01,sigma=2@solve"], epsilon=4, delta=1e-5)
    assert (steps.key, steps.value, steps.limit) == ("count", 23283, 23284)
    assert isinstance(steps.value, int)
    advantage = pld.calibrate(pld.gaussian(sigma="solve"), advantage=0.1)
    assert gaussian_delta(advantage.value, 0) <= 0.1 <= gaussian_delta(advantage.limit, 0)


def test_calibrate_says_what_is_missing():
    with pytest.raises(pld.ArgumentError, match="one target is needed"):
        pld.calibrate("gaussian:sigma=solve", epsilon=1)
    with pytest.raises(pld.ArgumentError, match="0 mechanisms have the word solve"):
        pld.calibrate("gaussian:sigma=1", epsilon=1, delta=1e-5)


def test_compare():
    c = pld.compare(RUN, delta=1e-5, claims={"paper": 1.9, "careful": 4.0})
    assert c["paper"].verdict == "unsound" and c["careful"].verdict == "valid"
    assert c["rdp"].verdict == "valid" and c["rdp"].epsilon > c.tight.upper
    assert TRUTH in c.tight
    points = pld.compare(RUN, delta=1e-5, methods="none", claims={"paper": 1.9}, compositions=[1, 2])
    assert [point.compositions for point in points] == [1, 2]


def test_tradeoff_of_a_gaussian():
    rates = numpy.array([1e-3, 0.1, 0.5])
    t = pld.tradeoff("gaussian:sigma=1", fpr=rates)
    normal = statistics.NormalDist()
    truth = numpy.array([normal.cdf(normal.inv_cdf(rate) + 1) for rate in rates])
    assert numpy.all(t.lower <= truth * (1 + 1e-12)) and numpy.all(truth * (1 - 1e-12) <= t.upper)
    assert numpy.allclose(t.remove.true_positive.upper + t.remove.false_negative.lower, 1)


def test_renyi_of_a_gaussian():
    r = pld.renyi("gaussian:sigma=2@3", orders=[2, 8])
    truth = numpy.array([2, 8]) * 3 / (2 * 4)
    assert numpy.all(r.lower <= truth) and numpy.all(truth <= r.upper)


def test_statement():
    s = pld.statement("dp-sgd:N=60000,batch=256,epochs=60,sigma=1", delta=1e-5, format="latex", groups=[2])
    assert "2.822653" in s and s.result.upper < 2.822653 and s.groups[2].lower > s.result.upper


def test_curve_has_the_names_of_files():
    xarray = pytest.importorskip("xarray")
    c = pld.curve("gaussian:sigma=3", delta=1e-5, compositions=[1, 10, 100])
    assert isinstance(c, xarray.Dataset) and c["epsilon_upper"].dims == ("compositions",)
    assert float(c["delta"]) == 1e-5 and c.attrs["adjacency"] == "add-remove"
    for count, upper in zip([1, 10, 100], c["epsilon_upper"].values):
        truth = pld.epsilon("gaussian:sigma=3", delta=1e-5) if count == 1 else pld.epsilon(f"gaussian:sigma=3@{count}", delta=1e-5)
        assert truth.lower <= upper <= truth.upper * (1 + 1e-6)
    profile = pld.curve("gaussian:sigma=1", epsilon=[0.5, 1, 2])
    assert profile["delta_lower"][1] <= gaussian_delta(1, 1) * (1 + 1e-14)
    varied = pld.curve("gaussian:sigma=1", delta=[1e-5, 1e-6], vary={"sigma": [1, 2]})
    assert list(varied) == ["sigma=1", "sigma=2"] and varied["sigma=1"]["epsilon_upper"].dims == ("delta",)


def test_curve_has_whole_numbers_and_flags():
    pytest.importorskip("xarray")
    c = pld.curve("poisson-gaussian:q=0.5,sigma=3", delta=1e-5, compositions=[1, 10], vary={"k": [1, 2]})["k=2"]
    assert c["tolerance_met"].dtype == bool and c.attrs["tolerance_met_everywhere"] is True
    assert all(c[name].dtype.kind in "iu" for name in ("compositions", "k", "buckets")) and isinstance(c.attrs["buckets_most"], int)
    assert c["delta"].dtype == float and c.attrs["tolerance_asked"] == 0.0


def test_curve_without_xarray(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "xarray", None)
    c = pld.curve("gaussian:sigma=3", delta=1e-5, compositions=[1, 10])
    assert isinstance(c, pld.Table) and c["epsilon_upper"].shape == (2,) and list(c["compositions"]) == [1, 10]


def test_results_are_pickled_and_shown():
    r = pld.epsilon(RUN, delta=1e-5)
    assert pickle.loads(pickle.dumps(r)) == r
    assert repr(r).startswith("epsilon at delta = 1e-5, add-remove: [3.0696978")
    assert "<svg" in r._repr_html_() and "Poisson sampling" in r._repr_html_()
    s = pld.statement("gaussian:sigma=2", delta=1e-5)
    assert pickle.loads(pickle.dumps(s)).result == s.result


def test_what_is_shown_is_rounded_outward():
    from decimal import Decimal

    for lower, upper in [(1.00000049, 1.0000051), (0.1, 0.2), (1e-9 / 3, 2e-9 / 3), (3.069697884857, 3.069697884872), (2.0, 2.0)]:
        low, high = repr(pld.Bracket(lower, None, upper))[1:-1].split(", ")
        assert Decimal(low) <= Decimal(lower) and Decimal(upper) <= Decimal(high)


def test_wrong_types_are_named():
    for sentence, call in (("there is no option 'foo'", lambda: pld.epsilon(RUN, delta=1e-5, foo=1)),
                           ("5 is no mechanism", lambda: pld.epsilon(5, delta=1e-5)),
                           ("None is no number", lambda: pld.epsilon(RUN, delta=None))):
        with pytest.raises(TypeError, match=sentence):
            call()
