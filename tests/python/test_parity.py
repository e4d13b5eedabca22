"""Everything in the JSON of a command is in the answer of its function: by the same name, or by the one that is written here."""
import math

import numpy
import pytest

import pld

RUN = "poisson-gaussian:q=0.01,sigma=1@300"
TWO_PAIRS = "exponential:epsilon=0.1@20"

# What belongs to the file, not to the answer; and what the question said.
EVERYWHERE = {"schema", "version", "mechanisms", "direction_names", "format", "tolerance_kind"}


def value(said):
    """A number of JSON."""
    return float(said) if isinstance(said, str) and said.lstrip("-") == "Infinity" else said


def same(said, answer, path=""):
    """A value of JSON, in an answer: brackets by their ends, lists as tuples, null as None; times differ."""
    if isinstance(said, dict) and {"lower", "upper"} <= set(said) and hasattr(answer, "lower"):
        for end in said.keys() & {"lower", "estimate", "upper"}:
            same(said[end], getattr(answer, end), f"{path}.{end}")
    elif isinstance(said, list):
        assert list(answer) == said, path
    elif isinstance(answer, float) and isinstance(value(said), (int, float)):
        assert value(said) == answer or math.isclose(value(said), answer, rel_tol=1e-15), path
    elif path.endswith("delta") and isinstance(answer, str):
        assert float(answer) == said, path
    else:
        assert said is None and isinstance(answer, float) and math.isnan(answer) or value(said) == answer, path


def compare(said, answer, elsewhere=(), missing=()):
    """All keys of an object; `elsewhere` has what a key is in Python, `missing` those that are not there on purpose."""
    elsewhere = dict(elsewhere)
    assert said.keys() - EVERYWHERE - set(missing), "nothing to compare"
    assert set(missing) <= said.keys(), "what is missing is there"
    for key in said.keys() - EVERYWHERE - set(missing) - {"seconds"}:
        of = elsewhere.get(key, lambda answer, key=key: getattr(answer, key))
        found = of(answer)
        if found is not ...:
            same(said[key], found, key)
    if "seconds" in said:
        assert answer.seconds >= 0
    listed = said.get("mechanisms", ())
    if listed:
        assert answer.mechanisms == tuple(one["given"] for one in listed)


def check_directions(said, answer):
    for name, side in said["directions"].items():
        same(side, getattr(answer, name), name)
        assert getattr(answer, name).upper_engine == side["engine"]


RESULT = {"epsilon": lambda r: r, "delta": lambda r: r if r.quantity == "delta" else r.given, "log10_delta": lambda r: r.log10,
          "directions": lambda r: ..., "ledger": lambda r: ..., "buckets": lambda r: r.to_dict()["buckets"],
          "bucket_width": lambda r: r.to_dict()["bucket_width"]}


@pytest.mark.parametrize("spec, adjacency", [(RUN, "add-remove"), (TWO_PAIRS, "add-remove"), ("laplace:b=2@3", "remove"), (RUN, "replace")])
def test_epsilon(program, spec, adjacency):
    code, said, _ = program("epsilon", "--delta", "1e-5", "--adjacency", adjacency, spec)
    r = pld.epsilon(spec, delta=1e-5, adjacency=adjacency)
    assert code in (0, 3)
    compare(said, r, RESULT)
    check_directions(said, r)
    for name, shown in said["direction_names"].items():
        assert r.directions[("remove", "add").index(name)] == shown
    whole = r.to_dict()
    assert {**whole, "seconds": said["seconds"]} == said
    assert (r.report is None) == (adjacency == "remove") and (r.report is None or r.report >= r.upper)
    assert r.gap == said.get("gap")


def test_delta(program):
    _, said, _ = program("delta", "--epsilon", "1", RUN)
    r = pld.delta(RUN, epsilon=1)
    compare(said, r, {**RESULT, "epsilon": lambda r: float(r.given)})
    check_directions(said, r)
    assert {**r.to_dict(), "seconds": said["seconds"]} == said


@pytest.mark.parametrize("spec", ["poisson-gaussian:q=0.01,sigma=solve@300", "exponential:epsilon=solve@20", "poisson-gaussian:q=0.01,sigma=1@solve"])
def test_calibrate(program, spec):
    others = ["laplace:b=20@2"]
    _, said, _ = program("calibrate", "--epsilon", "2", "--delta", "1e-5", *others, spec)
    c = pld.calibrate([*others, spec], epsilon=2, delta=1e-5)
    # `unknown`, `target` and `delta` are what was asked, `check` is a line for a shell.
    compare(said, c, {"solved": lambda c: c.key, "result": lambda c: c.outcome, "epsilon": lambda c: c.spent,
                      "limit_epsilon": lambda c: c.spent_at_limit, "reason": lambda c: c.reason or None},
            missing={"unknown", "target", "delta", "check"})
    assert c.gap == said.get("gap") == ("theory" if spec.startswith("exponential") else None)
    assert ("two pairs" in repr(c)) == (c.gap is not None)
    assert pld.epsilon(list(c.mechanisms), delta=1e-5, relative_tolerance=1e-7).upper <= 2


def test_calibrate_to_no_steps():
    c = pld.calibrate(["gaussian:sigma=1", "gaussian:sigma=1@solve"], epsilon=5, delta=1e-5)
    assert (c.value, c.limit, c.mechanisms) == (0, 1, ("gaussian:sigma=1",))


def test_calibrate_without_a_value():
    c = pld.calibrate(["exponential:epsilon=1@20", "gaussian:sigma=solve"], epsilon=0.1, delta=1e-5)
    assert c.value is None and c.reason and c.gap == "theory"


@pytest.mark.parametrize("spec", [RUN, TWO_PAIRS])
def test_compare(program, spec):
    _, said, _ = program("compare", "--delta", "1e-5", "--methods", "rdp,naive", "--claim", "paper=0.5", spec)
    c = pld.compare(spec, delta=1e-5, methods=["rdp", "naive"], claims={"paper": 0.5})
    compare({key: said[key] for key in said.keys() - {"methods"}}, c.tight, {**RESULT, "tight": lambda r: r})
    check_directions(said, c.tight)
    assert [one["name"] for one in said["methods"]] == [finding.name for finding in c]
    for one in said["methods"]:
        compare(one, c[one["name"]])
    assert c.tight.report == pld.epsilon(spec, delta=1e-5).report


def test_tradeoff(program):
    _, said, _ = program("tradeoff", "--fpr", "0.01,0.1", "--prior", "0.1,0.5", RUN)
    t = pld.tradeoff(RUN, fpr=[0.01, 0.1], prior=[0.1, 0.5])
    compare(said, t, {"points": lambda t: ..., "posterior": lambda t: ..., "tolerance": lambda t: ...})
    for i, point in enumerate(said["points"]):
        assert point["fpr"] == t.fpr[i]
        same(point["tpr"], t[i], "tpr")
        for name in ("remove", "add", "symmetric"):
            side = point["symmetric"] if name == "symmetric" else point["directions"][name]
            same(side["tpr"], getattr(t, name).true_positive[i], name)
            same(side["fnr"], getattr(t, name).false_negative[i], name)
    assert t.tolerance == max(point["tolerance"] for point in said["points"])
    assert len(said["posterior"]) == len(t.posterior) == 2
    for one, told in zip(t.posterior, said["posterior"]):
        compare(told, one, {"precision": lambda one: ...})
        for i, line in enumerate(told["precision"]):
            same(line["precision"], one.precision[i], "precision")


def test_renyi(program):
    _, said, _ = program("renyi", "--order", "2,8", RUN)
    r = pld.renyi(RUN, orders=[2, 8])
    compare(said, r, {"orders": lambda r: ...})
    for i, row in enumerate(said["orders"]):
        assert row["order"] == r.orders[i]
        same(row["divergence"], r[i], "divergence")
        for name, side in row["directions"].items():
            same(side, getattr(r, name)[i], name)


def test_statement(program):
    _, said, _ = program("statement", "--delta", "1e-5", "--groups", "2", RUN)
    s = pld.statement(RUN, delta=1e-5, groups=[2])
    compare(said, s.result, {**RESULT, "statement": lambda r: ..., "groups": lambda r: ...})
    assert said["statement"].startswith(str(s)[:-1])  # the program's ends with the line that gives it again
    for group in said["groups"]:
        same(group["epsilon"], s.groups[group["k"]], "groups")
        assert group["tolerance_met"] == s.groups[group["k"]].tolerance_met
    assert s.result.report == pld.epsilon(RUN, delta=1e-5).report


def test_gdp(program):
    _, said, _ = program("gdp", "--fpr-min", "1e-3", RUN)
    compare(said, pld.gdp(RUN, fpr_min=1e-3), {"mu": lambda m: m})


def test_tune(program):
    _, said, _ = program("tune", "--delta", "1e-5", "--runs", "geometric:mean=10", RUN)
    t = pld.tune(RUN, delta=1e-5, runs="geometric:mean=10")
    compare(said, t, {"epsilon": lambda t: t, "others": lambda t: ...})
    for name, number in said["others"].items():
        same(number, getattr(t, name), name)


@pytest.mark.parametrize("words, given", [
    (["--tp", "300/1000", "--fp", "20/1000"], {"tp": (300, 1000), "fp": (20, 1000)}),
    (["--one-run", "1000,600,550"], {"one_run": (1000, 600, 550)}),
])
def test_audit(program, words, given):
    _, said, _ = program("audit", *words, "--delta", "1e-5", RUN)
    compare(said, pld.audit(RUN, delta=1e-5, **given))


def test_curve(program):
    _, said, _ = program("curve", "--delta", "1e-5", "--compositions", "1,4", "gaussian:sigma=2")
    c = pld.curve("gaussian:sigma=2", delta=1e-5, compositions=[1, 4])
    assert c.attrs["adjacency"] == said["adjacency"]
    for i, point in enumerate(said["points"]):
        assert numpy.asarray(c["compositions"])[i] == point["compositions"]
        for end, number in point["epsilon"].items():
            assert numpy.asarray(c[f"epsilon_{end}"])[i] == number
        for name, side in point["directions"].items():
            assert numpy.asarray(c[f"{name}_upper"])[i] == side["upper"]
        assert bool(numpy.asarray(c["tolerance_met"])[i]) == point["tolerance_met"]
