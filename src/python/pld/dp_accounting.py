"""An accountant of the shape of dp_accounting's PLDAccountant, for trees of DpEvents. That library need not be installed.

Events are known by the names of their classes and attributes, so that dp_accounting's own, their named tuples and lookalikes are
all taken.
"""
from __future__ import annotations

import enum
import math
from fractions import Fraction
from typing import Any, Callable, Dict, Iterator, List, Tuple, Union

from ._library import ADJACENCIES
from .errors import ArgumentError
from .accountant import Accountant
from .mechanisms import Mechanism, _spec, count_of
from .queries import Delta
from .results import Result


class NeighboringRelation(enum.Enum):
    """The names of dp_accounting; its own values are taken too."""

    ADD_OR_REMOVE_ONE = 1
    REPLACE_ONE = 2
    REPLACE_SPECIAL = 3


_ADJACENCY = {"ADD_OR_REMOVE_ONE": "add-remove", "REPLACE_ONE": "replace", "REPLACE_SPECIAL": "zero-out"}


class UnsupportedEventError(ArgumentError):
    """There is no valid pair for an event; the sentence says why."""


class Support(int):
    """True or False, with the reason for the latter."""

    reason: str

    def __new__(cls, reason: str = ""):
        made = super().__new__(cls, not reason)
        made.reason = reason
        return made

    def __repr__(self) -> str:
        return "True" if self else f"False: {self.reason}"


class _NonPrivate:
    """Stands for what keeps nothing private."""


Parts = Iterator[Tuple[Union[Mechanism, type], int]]


def _name(event: Any) -> str:
    name = getattr(event, "class_name", None) or type(event).__name__
    return name.decode() if isinstance(name, bytes) else name


def _rounded(exact: Fraction, towards: float) -> float:
    """The double next to a number, on the side that spends more."""
    near = float(exact)
    wrong = Fraction(near) > exact if towards < near else Fraction(near) < exact
    return math.nextafter(near, towards) if wrong else near


def _make(family: str, **keys: Any) -> Mechanism:
    return Mechanism(_spec(family, keys))


# --- single events: a mechanism, None for what spends nothing, or _NonPrivate --------------------------------------------------


def _gaussian(event: Any, _adjacency: str):
    return _make("gaussian", sigma=event.noise_multiplier) if event.noise_multiplier != 0 else _NonPrivate


def _laplace(event: Any, _adjacency: str):
    return _make("laplace", b=event.noise_multiplier) if event.noise_multiplier != 0 else _NonPrivate


def _discrete_laplace(event: Any, adjacency: str):
    if event.noise_parameter == 0:
        return _NonPrivate
    if event.sensitivity != 1 or adjacency == "replace":
        raise UnsupportedEventError("values may be vectors, and the pair for more than one unit is one of a single whole number: "
                                    "compose pld.discrete_laplace if there is only one", "DiscreteLaplaceDpEvent")
    return _make("discrete-laplace", b=_rounded(1 / Fraction(event.noise_parameter), 0.0))


def _discrete_gaussian(event: Any, adjacency: str):
    if event.sigma == 0:
        return _NonPrivate
    single = getattr(event, "dimension", None) == 1
    if not single and (event.sensitivity != 1 or adjacency == "replace"):
        raise UnsupportedEventError("the pair for more than one unit is one of a single whole number: it needs dimension=1",
                                    "DiscreteGaussianDpEvent")
    return _make("discrete-gaussian", sigma=event.sigma, sensitivity=math.floor(event.sensitivity))


def _epsilon_delta(event: Any, _adjacency: str):
    return _make("approx-dp", epsilon=event.epsilon, delta=event.delta)


def _randomized_response(event: Any, adjacency: str):
    if adjacency == "add-remove":
        raise UnsupportedEventError("randomized response is about answers that are changed: it needs REPLACE_ONE or REPLACE_SPECIAL",
                                    "RandomizedResponseDpEvent")
    p, k = Fraction(event.noise_parameter), event.num_buckets
    if k == 1 or p == 1:
        return None
    return _make("randomized-response", p=_rounded(1 - p + p / k, 1.0), k=k) if p != 0 else _NonPrivate


def _mixture(event: Any, _adjacency: str):
    if all(sensitivity == 0 for sensitivity in event.sensitivities):
        return None
    if event.standard_deviation == 0:
        return _NonPrivate
    return _make("mixture-gaussian", sigma=event.standard_deviation, pw=list(event.sampling_probs), pm=list(event.sensitivities),
                 qw=[1], qm=[0])


def _poisson_sampled(event: Any, adjacency: str):
    q, inner = event.sampling_probability, event.event
    name = _name(inner)
    if q == 0 or name == "NoOpDpEvent":
        return None
    if name not in ("GaussianDpEvent", "LaplaceDpEvent", "DiscreteLaplaceDpEvent", "DiscreteGaussianDpEvent", "EpsilonDeltaDpEvent",
                    "ExponentialMechanismDpEvent"):
        raise UnsupportedEventError(f"no pair is known for a Poisson sample of '{name}'", name,
                                    "GaussianDpEvent, LaplaceDpEvent, discrete ones, EpsilonDeltaDpEvent or ExponentialMechanismDpEvent")
    made = _SINGLE[name](inner, adjacency)
    if not isinstance(made, Mechanism):
        return made
    if name == "GaussianDpEvent":
        return _make("poisson-gaussian", q=q, sigma=inner.noise_multiplier)
    if name == "LaplaceDpEvent":
        return _make("poisson-laplace", q=q, b=inner.noise_multiplier)
    return _make("poisson", q=q, of=made)


def _noise_inside(event: Any, batches: str) -> float:
    """The noise multiplier of the Gaussian event inside, the only one that there are pairs for."""
    name = _name(event.event)
    if name != "GaussianDpEvent":
        raise UnsupportedEventError(f"no pair is known for {batches} and '{name}'", name, "GaussianDpEvent")
    return event.event.noise_multiplier


def _batch(family: str, event: Any):
    """Of two data sets that differ by one record the larger one has at least so many: taking that many spends the most."""
    if event.sample_size == 0 or _name(event.event) == "NoOpDpEvent":
        return None
    noise = _noise_inside(event, "batches of fixed size")
    return _make(family, N=event.source_dataset_size, B=event.sample_size, sigma=noise) if noise != 0 else _NonPrivate


def _truncated(event: Any, _adjacency: str):
    """`dataset_size` is that of the larger of two data sets, where they differ in size."""
    if event.sampling_probability == 0 or event.truncated_batch_size == 0 or event.dataset_size == 0:
        return None
    if event.noise_multiplier == 0:
        return _NonPrivate
    return _make("truncated-poisson", N=event.dataset_size, q=event.sampling_probability, B=event.truncated_batch_size,
                 sigma=event.noise_multiplier)


def _allocation(event: Any, _adjacency: str):
    """One of num_steps steps for each record, drawn uniformly."""
    if event.num_selected == 0 or _name(event.event) == "NoOpDpEvent":
        return None
    noise = _noise_inside(event, "random allocation")
    if event.num_selected != 1:
        raise UnsupportedEventError("no pair is known for a record that takes part in several of the steps: compose epochs, in each of "
                                    "which it takes part once, if they are drawn anew", "RandomAllocationDpEvent", "num_selected=1")
    return _make("allocation", t=event.num_steps, sigma=noise) if noise != 0 else _NonPrivate


def _pure(event: Any, _adjacency: str):
    """Nothing but that it is epsilon-differentially private is made use of."""
    return _make("approx-dp", epsilon=event.epsilon, delta=0)


def _exponential(event: Any, adjacency: str):
    """Losses within a range of epsilon, as the event says, for its own kind of neighbours: half of it for one record of two that a
    replacement changes. What the family does not take is only epsilon-differentially private."""
    if adjacency == "zero-out" or not 1e-9 <= event.epsilon / 2 <= event.epsilon <= 1e4:
        return _pure(event, adjacency)
    return _make("exponential", epsilon=event.epsilon / 2 if adjacency == "replace" else event.epsilon)


def _without_replacement(event: Any, _adjacency: str):
    return _batch("fixed-size", event)


def _with_replacement(event: Any, _adjacency: str):
    return _batch("with-replacement", event)


_SINGLE: Dict[str, Callable[[Any, str], Any]] = {
    "NoOpDpEvent": lambda _event, _adjacency: None,
    "NonPrivateDpEvent": lambda _event, _adjacency: _NonPrivate,
    "GaussianDpEvent": _gaussian,
    "LaplaceDpEvent": _laplace,
    "DiscreteLaplaceDpEvent": _discrete_laplace,
    "DiscreteGaussianDpEvent": _discrete_gaussian,
    "EpsilonDeltaDpEvent": _epsilon_delta,
    "RandomizedResponseDpEvent": _randomized_response,
    "MixtureOfGaussiansDpEvent": _mixture,
    "ExponentialMechanismDpEvent": _exponential,
    "PermuteAndFlipDpEvent": _pure,
    "PoissonSampledDpEvent": _poisson_sampled,
    "TruncatedSubsampledGaussianDpEvent": _truncated,
    "RandomAllocationDpEvent": _allocation,
    "SampledWithoutReplacementDpEvent": _without_replacement,
    "SampledWithReplacementDpEvent": _with_replacement,
}


def _parts(event: Any, count: int, adjacency: str) -> Parts:
    """The mechanisms that a tree of events stands for, with their counts."""
    name = _name(event)
    if name == "SelfComposedDpEvent":
        if event.count > 0:
            yield from _parts(event.event, count * event.count, adjacency)
    elif name == "ComposedDpEvent":
        for inner in event.events:
            yield from _parts(inner, count, adjacency)
    elif name in _SINGLE:
        made = _SINGLE[name](event, adjacency)
        if made is not None:
            yield made, count
    elif name == "RepeatAndSelectDpEvent":
        raise UnsupportedEventError("what a search costs is known of one epsilon and delta, and is no pair: pld.tune says it", name, "pld.tune")
    else:
        raise UnsupportedEventError(f"no pair is known for '{name}'", name, ", ".join([*_SINGLE, "ComposedDpEvent, SelfComposedDpEvent"]))


class PLDAccountant:
    """Composes DpEvents; get_epsilon and get_delta are the upper ends of certified brackets.

    >>> import pld.dp_accounting
    >>> class GaussianDpEvent:                                   # or dp_accounting's own
    ...     noise_multiplier = 2.0
    >>> a = pld.dp_accounting.PLDAccountant()
    >>> a.compose(GaussianDpEvent(), 10).get_epsilon(1e-5) == float(pld.epsilon("gaussian:sigma=2@10", delta=1e-5))
    True
    """

    def __init__(self, neighboring_relation: Any = NeighboringRelation.ADD_OR_REMOVE_ONE, value_discretization_interval: float = 0.0,
                 **options: Any):
        """`value_discretization_interval` is not needed and not looked at: widths follow from the tolerance."""
        del value_discretization_interval
        name = getattr(neighboring_relation, "name", str(neighboring_relation))
        adjacency = _ADJACENCY.get(name)
        if adjacency is None or adjacency not in ADJACENCIES:
            raise ArgumentError(f"the neighbouring relation '{name}' is not known here", name,
                                ", ".join(key for key, value in _ADJACENCY.items() if value in ADJACENCIES))
        self._relation, self._accountant = neighboring_relation, Accountant(adjacency, **options)
        self._non_private = False
        self._ledger: List[Tuple[Any, int]] = []

    @property
    def neighboring_relation(self) -> Any:
        """As it was given."""
        return self._relation

    @property
    def ledger(self) -> List[Tuple[Any, int]]:
        """The events composed so far, with their counts."""
        return list(self._ledger)

    def supports(self, event: Any) -> Support:
        """Whether an event can be composed; `reason` says why not."""
        trial = Accountant(self._accountant.adjacency)
        try:
            for made, count in _parts(event, 1, self._accountant.adjacency):
                if made is not _NonPrivate:
                    trial.compose(made, count)
        except ArgumentError as error:
            return Support(str(error))
        return Support()

    def compose(self, event: Any, count: int = 1) -> "PLDAccountant":
        """So many of an event, all of it or nothing."""
        support = self.supports(event)
        if not support:
            raise UnsupportedEventError(support.reason, _name(event))
        for made, times in _parts(event, count_of(count), self._accountant.adjacency):
            if made is _NonPrivate:
                self._non_private = True
            else:
                self._accountant.compose(made, times)
        self._ledger.append((event, count))
        return self

    def bracket(self, target_delta: Delta, **options: Any) -> Result:
        """The whole answer about epsilon: lower and upper end, directions, notes."""
        if self._non_private:
            return Result(math.inf, math.inf, math.inf, given=str(target_delta), adjacency=self._accountant.adjacency,
                          notes=("an event keeps nothing private",))
        return self._accountant.epsilon(delta=target_delta, **options)

    def get_epsilon(self, target_delta: float) -> float:
        """The upper end of epsilon."""
        return self.bracket(target_delta).upper

    def get_delta(self, target_epsilon: float) -> float:
        """The upper end of delta."""
        return 1.0 if self._non_private else self._accountant.delta(epsilon=target_epsilon).upper

    @property
    def notes(self) -> Tuple[str, ...]:
        """What the numbers assume."""
        return self._accountant.notes
