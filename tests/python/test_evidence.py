"""audit, tune and gdp from Python: against truths, and against what the program says."""
import math
import pickle
import statistics
import threading

import pytest

import pld

NORMAL = statistics.NormalDist()
COPIES = [lambda: pld.gdp("laplace:b=1"), lambda: pld.tune("gaussian:sigma=4", delta=1e-5, runs="poisson:mean=3"),
          lambda: pld.audit("gaussian:sigma=1", tp="300/1000", fp="20/1000", delta=1e-5),
          lambda: pld.audit(one_run=(100, 100, 95), delta=1e-5),
          lambda: pld.statement("gaussian:sigma=4", delta=1e-5, tuning=pld.tune("gaussian:sigma=4", delta=1e-5, runs="geometric:mean=10"))]


def test_gdp_brackets_the_truth():
    laplace = pld.gdp("laplace:b=1")
    assert -2 * NORMAL.inv_cdf(math.exp(-0.5) / 2) in laplace and float(laplace) == laplace.upper and laplace.fpr_min == 0
    sampled = pld.gdp("poisson-gaussian:q=256/60000,sigma=1@14063", fpr_min=1e-6, tolerance=1e-5)
    assert 0.68313869 in sampled and sampled.width <= 1e-5 and sampled.lower_direction == "remove" and sampled.tolerance_met
    exact = pld.gdp("gaussian:sigma=2")
    assert exact.estimate == 0.5 and exact.lower_at_fpr is None and exact.lower_direction is None


def test_calibrate_to_mu():
    found = pld.calibrate(["laplace:b=8@10", "gaussian:sigma=20@solve"], mu=0.5, fpr_min=1e-3)
    assert (found.value, found.limit) == (39, 40) and found.spent.upper <= 0.5 < found.spent_at_limit.lower


def test_as_the_program(program):
    code, said, _ = program("gdp", "--fpr-min", "0.01", "laplace:b=2@4")
    found = pld.gdp("laplace:b=2@4", fpr_min=0.01)
    assert code == 0 and (said["mu"]["lower"], said["mu"]["upper"]) == (found.lower, found.upper)
    assert (said["lower_at_fpr"], said["lower_direction"]) == (found.lower_at_fpr, found.lower_direction)
    code, said, _ = program("tune", "--delta", "1e-5", "--runs", "negative-binomial:eta=0.5,gamma=0.1", "--adjacency", "remove", "gaussian:sigma=4")
    found = pld.tune("gaussian:sigma=4", delta=1e-5, runs="negative-binomial:eta=0.5,gamma=0.1", adjacency="remove")
    assert code == 0 and (said["epsilon"]["lower"], said["epsilon"]["upper"]) == (found.lower, found.upper)
    assert (said["base"]["upper"], said["mean_runs"]) == (found.base.upper, found.mean_runs)
    assert said["others"] == {"published": found.published, "renyi": found.renyi} and tuple(said["assumes"]) == found.assumes


@pytest.mark.parametrize("words, given", [
    (["--tp", "300/1000", "--fp", "20/1000", "--delta", "1e-5", "gaussian:sigma=1"],
     {"mechanisms": "gaussian:sigma=1", "tp": (300, 1000), "fp": "20/1000", "delta": 1e-5}),
    (["--tp", "4922/100000", "--fp", "174/100000", "--delta", "1e-5", "--confidence", "0.9999999999"],
     {"tp": "4922/100000", "fp": (174, 100000), "delta": 1e-5, "confidence": 0.9999999999}),
    (["--tp", "30/100", "--fp", "20/100", "--looks", "3", "--test", "rectangle", "--adjacency", "replace", "laplace:b=1"],
     {"mechanisms": ["laplace:b=1"], "tp": "30/100", "fp": "20/100", "looks": 3, "test": "rectangle", "adjacency": "replace"}),
    (["--one-run", "1000,1000,800", "--delta", "1e-5"], {"one_run": (1000, 1000, 800), "delta": 1e-5}),
    (["--one-run", "100,100,95", "gaussian:sigma=1"], {"one_run": (100, 100, 95), "mechanisms": "gaussian:sigma=1"}),
])
def test_audits_as_the_program(program, words, given):
    code, said, _ = program("audit", *words)
    found = pld.audit(**given)
    assert code == (1 if found.refuted else 0)
    for key in ("epsilon_lower", "tpr_lower", "fpr_upper", "p_value", "verdict", "epsilon_printed", "epsilon_claimed", "alpha", "looks"):
        assert said[key] == getattr(found, key), key
    assert tuple(said["assumes"]) == found.assumes and said.get("meaning", "") == found.meaning
    assert found.verdict is None or found.meaning in repr(found)


def test_scores_are_paid_for():
    scores = ([3.0, 1, 4, 1, 5, 9, 2, 6], [0.5, 0.25, 0.75, 0.5, 0.1, 0.9, 0.3, 0.7])
    found = pld.audit(scores=scores, threshold="any", delta=0, confidence=0.5)
    assert found.looks == 16 and found.threshold is not None
    assert pld.audit(scores=scores, threshold="split", delta=0).looks == 1
    with pytest.raises(pld.ArgumentError, match="paid for"):
        pld.audit(scores=scores, delta=0)


@pytest.mark.parametrize("ask, message", [
    (lambda: pld.audit(tp="3/2", fp="1/2", delta=0), "more than all"),
    (lambda: pld.audit(tp="x", fp="1/2", delta=0), "not so many of so many"),
    (lambda: pld.audit(tp=(1, 2), delta=0), "without it"),
    (lambda: pld.audit(tp=(1, 2), fp=(1, 2)), "neither a delta nor a mechanism"),
    (lambda: pld.audit(tp=(1, 2), fp=(1, 2), one_run=(3, 2, 1), delta=0), "one way"),
    (lambda: pld.audit(one_run=(1, 2, 1), delta=0), "more guesses than canaries"),
    (lambda: pld.audit(one_run=(2, 1, 2), delta=0), "more correct guesses"),
    (lambda: pld.audit(tp=(1, 2), fp=(1, 2), delta=0, confidence=1), "not between 0 and 1"),
    (lambda: pld.audit(tp=(1, 2), fp=(1, 2), delta=0, test="best"), "no test 'best'"),
    (lambda: pld.audit("gaussian:sigma=1", one_run=(3, 2, 1), adjacency="add"), "one direction alone"),
    (lambda: pld.tune("gaussian:sigma=4", delta=1e-5, runs="fixed:10"), "fixed"),
    (lambda: pld.tune("gaussian:sigma=4", delta=2, runs="poisson:mean=10"), "'2' is not below 1"),
    (lambda: pld.gdp("poisson-gaussian:q=0.1,sigma=1"), "without sampling"),
    (lambda: pld.gdp("gaussian:sigma=0.1", fpr_min=0.01), ""),
    (lambda: pld.statement("gaussian:sigma=4", delta=1e-6, tuning=pld.tune("gaussian:sigma=4", delta=1e-5, runs="poisson:mean=3")), "another delta"),
    (lambda: pld.statement("gaussian:sigma=4", delta=1e-6, tuning=3), "about other|nothing about"),
    (lambda: pld.statement("gaussian:sigma=4", delta=1e-6, audience="child"), "audience 'child'"),
])
def test_refusals(ask, message):
    with pytest.raises(pld.ArgumentError, match=message):
        ask()


@pytest.mark.parametrize("make", COPIES)
def test_copies_and_pictures(make):
    answer = make()
    assert pickle.loads(pickle.dumps(answer)) == answer and repr(answer)
    if hasattr(answer, "_repr_html_"):
        assert answer._repr_html_().startswith("<div>")


def test_statements_say_what_is_asked():
    found = pld.tune("gaussian:sigma=4", delta=1e-5, runs="geometric:mean=10")
    said = pld.statement("gaussian:sigma=4", delta=1e-5, tuning=found, unit="one patient", model="local")
    assert "epsilon = 1.5103" in said and "one patient" in said and "Local model" in said
    assert "recognises at most" in pld.statement("gaussian:sigma=4", delta=1e-5, audience="officer", fpr=0.05)
    assert "with mu = 0.25" in pld.statement("gaussian:sigma=4", delta=1e-5, fpr_min=0.01)
    entry = pld.statement("gaussian:sigma=4", delta=1e-5, format="registry", registry={"url_slug": "a-model"})
    assert 'url_slug: "a-model"' in entry and "deployment.basic.name" in entry.missing and "url_slug" not in entry.missing


def test_threads_ask_at_once():
    """Compositions of their own, and one accountant that some add to while others ask."""
    accountant, wrong = pld.Accountant(), []
    accountant.compose("gaussian:sigma=20", 5)

    def work(index):
        try:
            for i in range(5):
                if index % 2:
                    accountant.compose(f"gaussian:sigma={20 + i + index}", 1)
                assert accountant.delta(epsilon=0.1).upper > 0
                assert pld.audit("laplace:b=1", tp="30/100", fp="20/100").verdict == "consistent"
        except Exception as error:  # what a thread fails with is not seen otherwise
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and len(accountant) == 5 + 10
