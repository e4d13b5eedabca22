"""Questions: epsilon, delta, calibrate, compare, tradeoff, renyi, statement."""
from __future__ import annotations

import fractions
import json
import math
import numbers
import re
import time
from typing import Any, Dict, Iterable, List, Optional, Union

from ._call import Call, named
from ._library import ADJACENCIES, DIRECTIONS, ffi, lib, names, owned_text, text
from .errors import ArgumentError, check
from .mechanisms import Composition, Mechanism, Mechanisms, _word, count_of, each, mechanism
from .results import (Attack, Bracket, Brackets, Calibration, Comparison, Finding, Posterior, Renyi, Result, Statement, Tradeoff,
                      bracket_from_c, number, result_from_c)

Delta = Union[float, str, fractions.Fraction]
MODELS = {name.rpartition("_")[2].lower(): value for value, name in ffi.typeof("pld_deployment_model").elements.items()}
FORMATS = {name.rpartition("_")[2].lower(): value for value, name in ffi.typeof("pld_statement_format").elements.items()}


def delta_text(delta: Delta) -> str:
    """A delta as it is written down: texts such as "1e-400" as they are, numbers to the last bit."""
    if isinstance(delta, str):
        return delta
    if isinstance(delta, (numbers.Integral, fractions.Fraction)):
        return str(delta)
    if not hasattr(delta, "__float__"):
        raise TypeError(f"{delta!r} is no number")
    mantissa, e, exponent = repr(float(delta)).partition("e")
    return mantissa + (f"e{int(exponent)}" if e else "")


def delta_of(delta: Delta, call: Call):
    """The library's delta of what was given."""
    parsed = ffi.new("pld_delta *")
    call.check(lib.pld_delta_parse(delta_text(delta).encode(), parsed, call.error))
    return parsed


def ask_epsilon(composition: Composition, delta: Delta, options: dict) -> Result:
    """epsilon of a composition that is there."""
    with Call(adjacency=composition.adjacency, **options) as call:
        parsed = delta_of(delta, call)
        result, told = ffi.new("pld_result *"), ffi.new("char **")
        call.check(lib.pld_composition_epsilon(composition.handle, lib.pld_delta_log(parsed), call.options, result, call.error))
        call.check(lib.pld_json_epsilon(composition.handle, parsed, call.options, result, told))
    return result_from_c(result, delta_text(delta), composition.adjacency, composition.specs(), composition.notes(), owned_text(told[0]))


def ask_delta(composition: Composition, epsilon: float, options: dict) -> Result:
    """delta of a composition that is there."""
    with Call(adjacency=composition.adjacency, **options) as call:
        result, told = ffi.new("pld_result *"), ffi.new("char **")
        call.check(lib.pld_composition_delta(composition.handle, epsilon, call.options, result, call.error))
        call.check(lib.pld_json_delta(composition.handle, epsilon, call.options, result, told))
    return result_from_c(result, delta_text(epsilon), composition.adjacency, composition.specs(), composition.notes(), owned_text(told[0]))


def epsilon(mechanisms: Mechanisms, *, delta: Delta, adjacency: str = "add-remove", **options: Any) -> Result:
    """The smallest epsilon at a delta, as a bracket.

    `mechanisms` is a spec, a mechanism, a pair (mechanism, count), or a list of these, composed. Options: tolerance,
    relative_tolerance, threads, memory_limit, engine.

    >>> import pld
    >>> r = pld.epsilon("poisson-gaussian:q=256/60000,sigma=1@16384", delta=1e-5)
    >>> r.lower <= 3.06969788486 <= r.upper, r.tolerance_met
    (True, True)
    >>> m = pld.poisson_gaussian(q=0.01, sigma=1.0)
    >>> float(pld.epsilon([(m, 1000), "laplace:b=20@10"], delta=1e-6)) < 4
    True
    """
    return ask_epsilon(Composition(adjacency, mechanisms), delta, options)


def delta(mechanisms: Mechanisms, *, epsilon: float, adjacency: str = "add-remove", **options: Any) -> Result:
    """delta at an epsilon, as a bracket; `log10` has its decimal log.

    >>> import pld
    >>> r = pld.delta("gaussian:sigma=1", epsilon=1)
    >>> 0.12693 < r.lower <= r.upper < 0.12694
    True
    """
    return ask_delta(Composition(adjacency, mechanisms), epsilon, options)


def _target(epsilon, delta, advantage, fpr, tpr, mu, fpr_min, call: Call):
    pairs = ((epsilon, delta), (fpr, tpr), (mu, fpr_min))
    given = [advantage is not None, *(one is not None or two is not None for one, two in pairs)]
    if sum(given) != 1 or any((one is None) != (two is None) for one, two in pairs):
        raise ArgumentError("one target is needed", "", "epsilon and delta, advantage, fpr and tpr, or mu and fpr_min")
    target = ffi.new("pld_target *")
    if epsilon is not None:
        target.kind, target.epsilon, target.log_delta = lib.PLD_TARGET_EPSILON, epsilon, delta_of(delta, call).log
    elif advantage is not None:
        target.kind, target.advantage = lib.PLD_TARGET_ADVANTAGE, advantage
    elif mu is not None:
        target.kind, target.mu, target.fpr_min = lib.PLD_TARGET_MU, mu, fpr_min
    else:
        target.kind, target.false_positive_rate, target.true_positive_rate = lib.PLD_TARGET_ATTACK, fpr, tpr
    return target


def _solved(item: Mechanism, value: Union[int, float]) -> Iterable[Mechanism]:
    """A mechanism with a number in place of the word solve; none of none."""
    if not item.open:
        yield item
    elif value > 0 or not item.spec.endswith("@solve"):
        yield mechanism(re.sub(r"(?<=[=@:])solve(?![^,@:])", lambda _: _word(value), str(item), count=1))


def calibrate(mechanisms: Mechanisms, *, epsilon: Optional[float] = None, delta: Optional[Delta] = None,
              advantage: Optional[float] = None, fpr: Optional[float] = None, tpr: Optional[float] = None,
              mu: Optional[float] = None, fpr_min: Optional[float] = None, adjacency: str = "add-remove", **options: Any) -> Calibration:
    """The number of a mechanism that a budget needs: the word `solve` stands where it is unknown.

    The budget is epsilon and delta, the advantage of an attack, its tpr at a fpr, or mu where both error rates are at least fpr_min.

    >>> import pld
    >>> c = pld.calibrate("dp-sgd:N=60000,batch=256,epochs=60,sigma=solve", epsilon=8, delta=1e-5)
    >>> c.key, round(c.value, 5), c.limit < c.value
    ('sigma', 0.65572, True)
    """
    items = list(each(mechanisms))
    unknown = [item for item in items if item.open]
    if len(unknown) != 1:
        raise ArgumentError(f"{len(unknown)} mechanisms have the word solve", "solve", "one, such as gaussian:sigma=solve")
    others = Composition(adjacency, [item for item in items if not item.open])
    with Call(adjacency=adjacency, **options) as call:
        target = _target(epsilon, delta, advantage, fpr, tpr, mu, fpr_min, call)
        found = ffi.new("pld_calibration *")
        steps, count = others.steps()
        call.check(lib.pld_query_calibrate(str(unknown[0]).encode(), steps, count, target, call.options, call.curve_watcher,
                                           call.handle, found, call.error))
    kind = ffi.typeof("pld_calibration_kind").elements[found.kind]

    def value(given: float):
        return None if math.isnan(given) else int(given) if found.whole else given

    ends = value(found.value), value(found.limit)
    solved = others if ends == (None, None) else Composition(adjacency, [made for item in items for made in _solved(item, ends[ends[0] is None])])
    steps, count = solved.steps()
    caution = ffi.new("char[]", lib.PLD_CAUTION_SIZE)
    lib.pld_calibration_caution(found, steps, count, len(items) > 1, caution, lib.PLD_CAUTION_SIZE)
    return Calibration(
        text(found.key), kind.rpartition("_")[2].lower(), *ends, Bracket.from_c(found.spent),
        Bracket.from_c(found.spent_at_limit), found.tolerance_met, found.not_monotone == ffi.NULL, text(found.not_monotone),
        text(found.reason), found.queries, found.seconds, "theory" if lib.pld_composition_has_gap(solved.handle) else None, found.tolerance,
        adjacency, solved.specs(), tuple(filter(None, (text(caution), *solved.notes()))))


def _findings(comparison, point: int) -> Iterable[Finding]:
    index = 0
    while (finding := lib.pld_comparison_finding(comparison, point, index)) != ffi.NULL:
        answer = finding.answer
        yield Finding(text(finding.name), text(finding.kind), number(answer.epsilon), text(lib.pld_verdict_name(finding.verdict)),
                      number(finding.ratio), number(answer.order), text(answer.reason))
        index += 1


def compare(mechanisms: Mechanisms, *, delta: Delta, claims: Optional[Dict[str, float]] = None,
            methods: Union[str, Iterable[str], None] = None, compositions: Optional[Iterable[int]] = None,
            adjacency: str = "add-remove", **options: Any) -> Union[Comparison, List[Comparison]]:
    """Are those numbers right? Other accountants and claims, held against the bracket; a list if `compositions` has several.

    >>> import pld
    >>> c = pld.compare("gaussian:sigma=1", delta=1e-5, claims={"paper": 1.9}, methods=["rdp"])
    >>> c.verdicts()
    {'rdp': 'valid', 'paper': 'unsound'}
    """
    listed = list(each(mechanisms))
    composition = Composition(adjacency, listed)
    made, keep = ffi.new("pld_claims **"), []
    check(lib.pld_claims_create(made))
    held = ffi.gc(made[0], lib.pld_claims_free)
    counts = [] if compositions is None else [count_of(count) for count in compositions]
    wanted = methods if methods is None or isinstance(methods, str) else ",".join(methods) or "none"
    with Call(adjacency=adjacency, **options) as call:
        for name, claimed in (claims or {}).items():
            call.check(lib.pld_claims_add(held, name.encode(), claimed, call.error))
        question = ffi.new("pld_comparison_question *")
        question.size = ffi.sizeof("pld_comparison_question")
        question.composition, question.claims = composition.handle, held
        keep.append(ffi.new("char[]", delta_text(delta).encode()))
        question.delta = keep[-1]
        keep.append(ffi.new("uint64_t[]", counts))
        question.compositions, question.composition_count = keep[-1], len(counts)
        if wanted is not None:
            keep.append(ffi.new("char[]", wanted.encode()))
            question.methods = keep[-1]
        made = ffi.new("pld_comparison **")
        call.check(lib.pld_comparison_create(question, call.options, made, call.error))
        comparison = ffi.gc(made[0], lib.pld_comparison_free)
        points, index = [], 0
        while (point := lib.pld_comparison_point_at(comparison, index)) != ffi.NULL:
            about = composition if not counts else Composition(adjacency, [item * point.compositions for item in listed])
            told = ffi.new("char **")
            call.check(lib.pld_json_epsilon(about.handle, delta_of(delta, call), call.options, ffi.addressof(point, "tight"), told))
            tight = result_from_c(point.tight, text(point.delta_text), adjacency, composition.specs(), composition.notes(),
                                  owned_text(told[0]))
            points.append(Comparison(tight, tuple(_findings(comparison, index)), point.compositions))
            index += 1
    return points[0] if compositions is None else points


def _side(sides: list) -> Optional[Attack]:
    if not sides[0].asked:
        return None
    return Attack(Brackets.from_c([side.true_positive for side in sides]), Brackets.from_c([side.false_negative for side in sides]))


def _advantage(steps, count: int, call: Call) -> Bracket:
    """The largest tpr - fpr: delta at epsilon = 0."""
    result = ffi.new("pld_result *")
    call.check(lib.pld_query_delta(steps, count, 0.0, call.options, result, call.error))
    return bracket_from_c(result.bracket, result.unit)


def _posterior(steps, count: int, prior: float, attacks: list, call: Call) -> Posterior:
    found = ffi.new("pld_posterior *")
    call.check(lib.pld_query_posterior(steps, count, prior, call.options, found, call.error))
    precision = [lib.pld_attack_precision(ffi.addressof(attack.true_positive), attack.false_positive_rate, prior) for attack in attacks]
    return Posterior(prior, Bracket.from_c(found.accuracy), Brackets.from_c(precision))


def tradeoff(mechanisms: Mechanisms, *, fpr: Iterable[float], prior: Iterable[float] = (), adjacency: str = "add-remove",
             **options: Any) -> Tradeoff:
    """What the best attacker on one record can do at each false-positive rate, and who thought before that it is there with each `prior`.

    >>> import pld
    >>> t = pld.tradeoff("gaussian:sigma=1", fpr=[1e-3, 0.1])
    >>> bool(t.lower[1] <= 0.389143 <= t.upper[1])
    True
    """
    import numpy

    rates = numpy.atleast_1d(numpy.asarray(fpr, dtype=float))
    if rates.size == 0:
        raise ArgumentError("there is no false-positive rate", "fpr", "numbers above 0 and below 1")
    composition, started = Composition(adjacency, mechanisms), time.perf_counter()
    steps, count = composition.steps()
    with Call(adjacency=adjacency, **options) as call:
        answered = ffi.new("pld_attack[]", len(rates))  # owns what the elements refer to
        call.check(lib.pld_query_tradeoff(steps, count, ffi.new("double[]", rates.tolist()), len(rates), call.options,
                                          call.curve_watcher, call.handle, answered, call.error))
        attacks = list(answered)
        advantage = _advantage(steps, count, call)
        priors = prior if hasattr(prior, "__iter__") else [prior]
        posterior = tuple(_posterior(steps, count, float(one), attacks, call) for one in priors)
    whole = Brackets.from_c([attack.true_positive for attack in attacks])
    sides = {name: _side([attack.directions[value] for attack in attacks]) for name, value in DIRECTIONS.items()}
    return Tradeoff(whole.lower, whole.estimate, whole.upper, rates, sides["remove"], sides["add"],
                    _side([attack.symmetric for attack in attacks]), all(attack.tolerance_met for attack in attacks),
                    composition.notes(), "theory" if any(attack.theory_gap for attack in attacks) else None, adjacency, advantage,
                    posterior, composition.specs(), max(attack.tolerance for attack in attacks), time.perf_counter() - started)


def renyi(mechanisms: Mechanisms, *, orders: Iterable[float], adjacency: str = "add-remove", **options: Any) -> Renyi:
    """Renyi divergences of any order > 0 (1: Kullback-Leibler, inf: the largest loss), as brackets.

    >>> import pld
    >>> r = pld.renyi("gaussian:sigma=2", orders=[2, 8])
    >>> bool(r.lower[0] <= 0.25 <= r.upper[0])
    True
    """
    import numpy

    orders = numpy.atleast_1d(numpy.asarray(orders, dtype=float))
    composition = Composition(adjacency, mechanisms)
    steps, count = composition.steps()
    sides = {}
    with Call(adjacency=adjacency, **options) as call:
        for name, direction in DIRECTIONS.items():
            if lib.pld_adjacency_asks(named(adjacency, ADJACENCIES, "adjacency"), direction):
                found = ffi.new("pld_bracket[]", len(orders))
                for i, order in enumerate(orders):
                    call.check(lib.pld_renyi_bracket(steps, count, direction, order, call.options, found + i, call.error))
                sides[name] = Brackets.from_c(list(found))
    larger = [numpy.maximum.reduce([getattr(side, end) for side in sides.values()]) for end in ("lower", "estimate", "upper")]
    return Renyi(*larger, orders, sides.get("remove"), sides.get("add"), composition.notes(), adjacency, composition.specs())


def _search(tuning: Any, keep: list):
    """What is said of a search: the word none, or what pld.tune answered."""
    told = ffi.new("pld_statement_tuning *")
    if tuning == "none":
        told.none = True
    elif hasattr(tuning, "mean_runs") and hasattr(tuning, "runs"):
        keep.append(ffi.new("char[]", tuning.runs.encode()))
        told.runs, told.mean_runs = keep[-1], tuning.mean_runs
        told.epsilon.lower, told.epsilon.estimate, told.epsilon.upper = tuning.lower, math.nan, tuning.upper
    else:
        raise ArgumentError(f"'{tuning!r}' is nothing about a search", "tuning", '"none", or what pld.tune answered')
    keep.append(told)
    return told


def _same_search(tuning: Any, composition: Composition, delta: Delta) -> None:
    """A search must be about what the statement is about."""
    if tuning is None or tuning == "none":
        return
    if (getattr(tuning, "mechanisms", None), getattr(tuning, "adjacency", None), getattr(tuning, "delta", None)) != (
            composition.specs(), composition.adjacency, delta_text(delta)):
        raise ArgumentError("the search is about other mechanisms, other neighbours or another delta", "tuning",
                            "what pld.tune answered about these")


def statement(mechanisms: Mechanisms, *, delta: Delta, format: str = "text", groups: Iterable[int] = (),
              released: Optional[str] = None, unit: Optional[str] = None, max_examples_per_user: int = 1, model: str = "central",
              tuning: Any = None, audience: Optional[str] = None, fpr: Optional[float] = None, mu: bool = False,
              fpr_min: Optional[float] = None, registry: Optional[Dict[str, Any]] = None, adjacency: str = "add-remove",
              **options: Any) -> Statement:
    """The paragraph that a paper or a model card needs: "text", "markdown" or "latex"; "registry" is YAML of the OpenDP registry.

    `unit` is what is protected, in words, `max_examples_per_user` how many records of it there are at most; `model` who is trusted
    ("central", "local", "shuffle", "federated"); `tuning` "none" or what pld.tune answered about these mechanisms; `audience` "officer"
    adds what an attacker can do at `fpr` (0.01); `mu` or `fpr_min` adds mu of Gaussian differential privacy; `registry` has the fields of
    an entry that only you know, `missing` of the answer what is still to be filled in.

    >>> import pld
    >>> s = pld.statement("gaussian:sigma=2", delta=1e-5, mu=True)
    >>> "Neighbouring data sets differ by one record that is added or removed." in s, s.result.tolerance_met
    (True, True)
    >>> "with mu = 0.5" in s
    True
    """
    composition = Composition(adjacency, mechanisms)
    sizes = [count_of(size) for size in groups]
    keep = [ffi.new("uint64_t[]", sizes)]
    question = ffi.new("pld_statement_question *")
    question.steps, question.step_count = composition.steps()
    question.format, question.model = named(format, FORMATS, "format"), named(model, MODELS, "model")
    question.groups, question.group_count = keep[0], len(sizes)
    question.examples_per_unit = count_of(max_examples_per_user)
    for name, words in {"delta": delta_text(delta), "released": released, "unit": unit}.items():
        if words is not None:
            keep.append(ffi.new("char[]", words.encode()))
            setattr(question, name, keep[-1])
    if audience not in (None, "officer"):
        raise ArgumentError(f"there is no audience '{audience}'", "audience", '"officer"')
    if audience is None and fpr is not None:
        raise ArgumentError("fpr is the rate of an audience", "fpr", 'audience="officer"')
    if registry is not None and format != "registry":
        raise ArgumentError("fields of a registry are for its format", "registry", 'format="registry"')
    question.officer, question.false_positive_rate = audience is not None, fpr or 0
    question.mu, question.fpr_min = mu or fpr_min is not None, fpr_min or 0
    if tuning is not None:
        _same_search(tuning, composition, delta)
        question.tuning = _search(tuning, keep)
    with Call(adjacency=adjacency, **options) as call:
        made = ffi.new("pld_statement **")
        call.check(lib.pld_statement_create(question, call.options, made, call.error))
        held = ffi.gc(made[0], lib.pld_statement_free)
        paragraph, missing = _registry(held, registry, call) if format == "registry" else (text(lib.pld_statement_text(held)), ())
        told, answered = ffi.new("char **"), lib.pld_statement_result(held)
        call.check(lib.pld_json_epsilon(composition.handle, delta_of(delta, call), call.options, answered, told))
    about = (delta_text(delta), adjacency, composition.specs(), composition.notes())
    count = ffi.new("size_t *")
    found = lib.pld_statement_groups(held, count)
    return Statement(paragraph, result_from_c(answered, *about, owned_text(told[0])),
                     {found[i].k: result_from_c(found[i].result, *about) for i in range(count[0])}, missing)


def _registry(held, fields: Optional[Dict[str, Any]], call: Call):
    """The entry of a registry, and what is missing in it."""
    yaml, missing = ffi.new("char **"), ffi.new("char **")
    given = ffi.NULL if fields is None else json.dumps(fields).encode()
    call.check(lib.pld_statement_registry(held, given, yaml, missing, call.error))
    return owned_text(yaml[0]), tuple(owned_text(missing[0]).splitlines())
