"""What a number means to whoever has to believe it: audit, tune, gdp."""
from __future__ import annotations

import dataclasses
import itertools
import math
from fractions import Fraction
from typing import Any, Callable, Iterable, Optional, Tuple, Union

from ._call import Call, named
from ._library import ADJACENCIES, ffi, lib, text
from .errors import ArgumentError
from .mechanisms import Composition, Mechanisms, count_of
from .queries import Delta, delta_of, delta_text
from .results import Bracket, html_heading, html_notes, html_table, number, show

TESTS = {name.rpartition("_")[2].lower(): value for value, name in ffi.typeof("pld_audit_test").elements.items()}
THRESHOLDS = {name.rpartition("_")[2].lower(): value for value, name in ffi.typeof("pld_threshold_choice").elements.items()}

Share = Union[str, Tuple[int, int]]


def _sentences(of: Callable[[int], Any]) -> Tuple[str, ...]:
    """The library's list of sentences."""
    return tuple(itertools.takewhile(bool, (text(of(index)) for index in itertools.count())))


def _wide(tolerance_met: bool) -> str:
    return "" if tolerance_met else ", wider than asked for"


# --- mu of Gaussian differential privacy ----------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, repr=False)
class Gdp(Bracket):
    """mu of Gaussian differential privacy as a bracket; float() is the upper end, which is enough.

    It is about tests with both error rates at least `fpr_min`; 0: all. `lower_at_fpr` and `lower_direction` say which attack the lower
    end is that of (None where mu is exact). `gap` is "theory" where the ends come from two pairs.
    """

    fpr_min: float = 0.0
    adjacency: str = "add-remove"
    mechanisms: Tuple[str, ...] = ()
    lower_at_fpr: Optional[float] = None
    lower_direction: Optional[str] = None
    tolerance: float = 0.0
    tolerance_met: bool = True
    gap: Optional[str] = None
    notes: Tuple[str, ...] = ()
    queries: int = 0
    seconds: float = 0.0

    def _title(self) -> str:
        rates = f"at error rates of at least {self.fpr_min:g}" if self.fpr_min > 0 else "at all rates"
        return f"mu of Gaussian differential privacy, {self.adjacency}, {rates}"

    def __repr__(self) -> str:
        return f"{self._title()}: {Bracket.__repr__(self)}{_wide(self.tolerance_met)}"

    def _repr_html_(self) -> str:
        return (f"<div>{html_heading(self._title(), self.mechanisms)}"
                f"{self.svg(self.gap is not None)}{html_notes(self.notes)}</div>")


def gdp(mechanisms: Mechanisms, *, fpr_min: float = 0.0, adjacency: str = "add-remove", **options: Any) -> Gdp:
    """The smallest mu such that telling neighbours apart is as hard as telling N(mu, 1) from N(0, 1).

    With `fpr_min` wherever both error rates are at least that, and nothing is said about rarer errors; without it at all rates, which is
    refused where nothing but the noise without sampling tells it.

    >>> import pld
    >>> m = pld.gdp("poisson-gaussian:q=256/60000,sigma=1@14063", fpr_min=1e-3)
    >>> m.lower <= 0.67306537 <= m.upper < 0.6732
    True
    >>> float(pld.gdp("gaussian:sigma=2@4"))  # sqrt(4)/2, rounded up
    1.0000000000000...
    """
    composition = Composition(adjacency, mechanisms)
    steps, count = composition.steps()
    found = ffi.new("pld_gdp *")
    with Call(adjacency=adjacency, **options) as call:
        call.check(lib.pld_query_gdp(steps, count, fpr_min, call.options, found, call.error))
    direction = None if found.exact else text(lib.pld_adjacency_direction_name(ADJACENCIES[adjacency], found.direction))
    return Gdp(found.mu.lower, number(found.mu.estimate), found.mu.upper, found.fpr_min, adjacency, composition.specs(),
               number(found.attained_at), direction, found.tolerance, found.tolerance_met, "theory" if found.theory_gap else None,
               composition.notes(), found.queries, found.seconds)


# --- searches for hyperparameters -----------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, repr=False)
class Tuned(Bracket):
    """epsilon of the best of a random number of runs; float() is the upper end, which holds for every score.

    `base` is epsilon of one run, `mean_runs` how many there are on average, `published` and `renyi` what others say (None where they say
    nothing; not certified), `assumes` what must hold, `meaning` whom the lower end is for. pld.statement takes it as `tuning`.
    """

    base: Bracket = None
    mean_runs: float = 0.0
    runs: str = ""
    delta: str = ""
    adjacency: str = "add-remove"
    mechanisms: Tuple[str, ...] = ()
    published: Optional[float] = None
    renyi: Optional[float] = None
    tolerance_met: bool = True
    assumes: Tuple[str, ...] = ()
    notes: Tuple[str, ...] = ()
    queries: int = 0
    seconds: float = 0.0
    gap: str = "theory"
    meaning: str = ""

    def _title(self) -> str:
        return f"epsilon at delta = {self.delta} of the best of {self.runs} runs, {self.adjacency}"

    def __repr__(self) -> str:
        return f"{self._title()}: {Bracket.__repr__(self)} (one run: {self.base!r}){_wide(self.tolerance_met)}"

    def _repr_html_(self) -> str:
        rows = [("one run", *self.base._ends()), ("the best", *self._ends())]
        return (f"<div>{html_heading(self._title(), self.mechanisms)}"
                f"{self.svg(True)}{html_table(('', 'lower', 'estimate', 'upper'), rows)}{html_notes((*self.assumes, self.meaning, *self.notes))}</div>")


def tune(mechanisms: Mechanisms, *, delta: Delta, runs: str, adjacency: str = "add-remove", **options: Any) -> Tuned:
    """What a search for hyperparameters costs: a random number of runs, of which the best is released and nothing else.

    `runs` is "geometric:mean=10", "negative-binomial:eta=0,gamma=0.02" or "poisson:mean=10". The number of runs and all runs but the
    best stay secret: `assumes` has all that must hold. What no theorem covers is refused with the reason.

    >>> import pld
    >>> t = pld.tune("gaussian:sigma=4", delta=1e-5, runs="geometric:mean=10")
    >>> 1.5102 < float(t) < 1.5104, t.lower < float(t), t.mean_runs
    (True, True, 10.0)
    >>> pld.tune("gaussian:sigma=4", delta=1e-5, runs="fixed:10")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    pld.errors.ArgumentError: ...
    """
    composition = Composition(adjacency, mechanisms)
    steps, count = composition.steps()
    law, found = ffi.new("pld_run_law *"), ffi.new("pld_tuned *")
    with Call(adjacency=adjacency, **options) as call:
        call.check(lib.pld_run_law_parse(runs.encode(), law, call.error))
        log_delta = lib.pld_delta_log(delta_of(delta, call))
        call.check(lib.pld_query_tuned(steps, count, law, log_delta, call.options, found, call.error))
    return Tuned(found.epsilon.lower, None, found.epsilon.upper, Bracket.from_c(found.base), found.mean_runs, runs, delta_text(delta),
                 adjacency, composition.specs(), number(found.published), number(found.renyi), found.tolerance_met,
                 _sentences(lib.pld_tuned_assumption), composition.notes(), found.queries, found.seconds, meaning=text(lib.pld_tuned_meaning()))


# --- audits ---------------------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Audit:
    """Whether an attack contradicts a claim. Numbers are None where they were not asked for.

    `verdict` is "refuted" or "consistent" (not refuted, which proves nothing: the attack may be weak), None without mechanisms;
    `epsilon_lower` is such that every smaller epsilon at the delta is refuted (0: none is). Each of the two holds with the confidence
    1 - alpha, not both together. `epsilon_printed` is what Steinke, Nasr and Jagielski (2023) print of one run, which is no theorem for
    all counts; `epsilon_claimed` the certified upper end of the mechanisms. The counts are those
    that were judged, with scores those of the `threshold` that was chosen.
    """

    verdict: Optional[str]
    p_value: Optional[float]
    epsilon_lower: Optional[float]
    tpr_lower: Optional[float]
    fpr_upper: Optional[float]
    epsilon_from_positive: Optional[float]
    epsilon_from_negative: Optional[float]
    epsilon_printed: Optional[float]
    epsilon_claimed: Optional[float]
    p_value_at: Optional[float]
    alpha: float
    looks: int
    delta: Optional[str]
    adjacency: str
    mechanisms: Tuple[str, ...]
    threshold: Optional[float]
    meaning: str
    assumes: Tuple[str, ...]
    notes: Tuple[str, ...]
    queries: int
    seconds: float
    test: Optional[str] = None
    true_positives: Optional[int] = None
    positives: Optional[int] = None
    false_positives: Optional[int] = None
    negatives: Optional[int] = None
    canaries: Optional[int] = None
    guesses: Optional[int] = None
    correct: Optional[int] = None

    @property
    def refuted(self) -> bool:
        """Whether the claim of the mechanisms is refuted."""
        return self.verdict == "refuted"

    def _lines(self) -> Iterable[Tuple[str, str]]:
        if self.tpr_lower is not None:
            yield "true-positive rate at least", show(self.tpr_lower, "lower")
            yield "false-positive rate at most", show(self.fpr_upper, "upper")
        if self.epsilon_lower is not None:
            refuted = show(self.epsilon_lower, "lower")
            yield f"refuted at delta = {self.delta}", f"every epsilon below {refuted}" if self.epsilon_lower > 0 else "no epsilon"
        if self.epsilon_claimed is not None:
            yield "the mechanisms have at most, certified", show(self.epsilon_claimed, "upper")
        if self.p_value is not None:
            yield f"p-value of the certified curve, {self.adjacency}, at most", show(self.p_value, "upper", 4)
            yield "verdict", f"{self.verdict}. {self.meaning}"

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {value}" for name, value in self._lines())

    def _repr_html_(self) -> str:
        rows = html_table(("", ""), self._lines())
        return f"<div>{rows}{html_notes(self.assumes + self.notes)}</div>"


def _share(given: Share, name: str) -> Tuple[int, int]:
    """(300, 1000), or "300/1000"."""
    try:
        part, whole = (int(word) for word in (given.split("/") if isinstance(given, str) else given))
    except (TypeError, ValueError):
        raise ArgumentError(f"'{given}' is not so many of so many", name, 'two whole numbers, such as (300, 1000) or "300/1000"') from None
    if not 0 <= part <= whole or whole == 0:
        raise ArgumentError(f"'{given}' is more than all", name, "at most all of at least one run")
    return part, whole


def _whole(given: Iterable[Any]) -> list:
    """Canaries, guesses, right ones."""
    try:
        three = [int(part) for part in given]
    except (TypeError, ValueError):
        three = []
    if len(three) != 3 or min(three) < 0:
        raise ArgumentError(f"'{given}' is not three whole numbers", "one_run", "canaries, guesses and right guesses, such as (1000, 600, 550)")
    return three


def _alpha(confidence: Union[float, str]) -> float:
    """1 - confidence, of the decimal as it is written."""
    try:
        exact = 1 - Fraction(confidence if isinstance(confidence, str) else repr(float(confidence)))
    except (TypeError, ValueError):
        raise ArgumentError(f"'{confidence}' is no confidence", "confidence", "a number above 0 and below 1, such as 0.95") from None
    if not 0 < exact < 1:
        raise ArgumentError(f"'{confidence}' is not between 0 and 1", "confidence", "a number above 0 and below 1, such as 0.95")
    return float(exact)


def _counts(tp: Optional[Share], fp: Optional[Share], scores: Any, choice: Optional[str], call: Call):
    """The counts, by how many looks they have to be paid for, and the threshold that was chosen."""
    counts, looks, threshold = ffi.new("pld_attack_counts *"), ffi.new("uint64_t *", 1), ffi.new("double *", math.nan)
    if scores is None:
        if tp is None or fp is None:
            raise ArgumentError("what the attack did with the record and without it is needed", "tp", "tp and fp")
        counts.true_positives, counts.positives = _share(tp, "tp")
        counts.false_positives, counts.negatives = _share(fp, "fp")
        return counts, 1, None
    if choice is None:
        raise ArgumentError("a threshold that is chosen on the data that it is judged by has to be paid for", "threshold",
                            '"split" or "any"')
    both = [[float(score) for score in side] for side in scores]
    if len(both) != 2:
        raise ArgumentError("scores are those with the record and those without it", "scores", "two lists")
    arrays = [ffi.new("double[]", side) for side in both]
    call.check(lib.pld_audit_threshold(arrays[0], len(both[0]), arrays[1], len(both[1]), named(choice, THRESHOLDS, "choice of thresholds"),
                                       counts, looks, threshold, call.error))
    return counts, looks[0], threshold[0]


def audit(mechanisms: Mechanisms = (), *, tp: Optional[Share] = None, fp: Optional[Share] = None,
          one_run: Optional[Tuple[int, int, int]] = None, scores: Any = None, threshold: Optional[str] = None,
          delta: Optional[Delta] = None, confidence: Union[float, str] = 0.95, looks: int = 1, test: str = "product",
          adjacency: str = "add-remove", **options: Any) -> Audit:
    """Does an attack contradict a claim?

    `tp` and `fp`: (300, 1000) or "300/1000", so many of so many independent runs with and without the record said "in". Or `one_run`:
    (canaries, guesses, right ones) of one run. Or `scores`, those of runs with the record and those without it, in the order in which they
    were made, and `threshold`: "split" (chosen on every other run) or "any" (paid for by all runs). With mechanisms there is a verdict on
    their certified curve, with `delta` the largest epsilon that is refuted. `looks`: the attack is the best of so many that were fixed
    before; `test`: "product" or "rectangle", chosen before the data are seen. `assumes` has what must hold.

    >>> import pld
    >>> a = pld.audit("gaussian:sigma=1", tp="300/1000", fp="20/1000", delta=1e-5)
    >>> a.verdict, a.p_value < 4e-8, round(a.epsilon_lower, 6)
    ('refuted', True, 2.179824)
    >>> round(pld.audit(one_run=(1000, 600, 600), delta=1e-5).epsilon_lower, 6)
    5.297137
    """
    if sum((tp is not None or fp is not None, one_run is not None, scores is not None)) != 1:
        raise ArgumentError("what the attack did is given in one way", "tp", "tp and fp, one_run, or scores with threshold")
    if scores is None and threshold is not None:
        raise ArgumentError("a threshold is about scores, and there are none", "threshold", "scores")
    composition = Composition(adjacency, mechanisms)
    steps, count = composition.steps()
    if count == 0 and delta is None:
        raise ArgumentError("neither a delta nor a mechanism is given", "delta", "a delta for an epsilon that is refuted, or mechanisms")
    terms, found = ffi.new("pld_audit_terms *"), ffi.new("pld_audit *")
    terms.size, found.size = ffi.sizeof("pld_audit_terms"), ffi.sizeof("pld_audit")
    looks = count_of(looks)
    terms.alpha, terms.test = _alpha(confidence), named(test, TESTS, "test")
    claim = (steps if count else ffi.NULL, count)
    chosen = None
    with Call(adjacency=adjacency, **options) as call:
        terms.log_delta = math.nan if delta is None else delta_of(delta, call).log
        if one_run is None:
            counts, paid, chosen = _counts(tp, fp, scores, threshold, call)
            terms.looks = looks * paid
            judged = {name: getattr(counts, name) for name in ("true_positives", "positives", "false_positives", "negatives")}
            judged["test"] = test
            call.check(lib.pld_audit_counts(counts, terms, *claim, call.options, found, call.error))
        else:
            run = ffi.new("pld_canaries *", _whole(one_run.split(",") if isinstance(one_run, str) else one_run))
            terms.looks = looks
            judged = {name: getattr(run, name) for name in ("canaries", "guesses", "correct")}
            call.check(lib.pld_audit_one_run(run, terms, *claim, call.options, found, call.error))
    return Audit(text(lib.pld_verdict_kind_name(found.verdict)) or None, number(found.p_value), number(found.epsilon_lower),
                 number(found.tpr_lower), number(found.fpr_upper), number(found.epsilon_from_positive),
                 number(found.epsilon_from_negative), number(found.epsilon_printed), number(found.epsilon_claimed),
                 number(found.p_value_at), found.alpha, terms.looks, None if delta is None else delta_text(delta), adjacency,
                 composition.specs(), chosen, text(lib.pld_verdict_kind_meaning(found.verdict)),
                 _sentences(lambda index: lib.pld_audit_assumption(one_run is not None, index)), composition.notes(), found.queries,
                 found.seconds, **judged)
