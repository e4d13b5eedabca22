"""Accountants of the shape of prv_accountant's. That library need not be installed.

Both directions are accounted for, where that library takes one, and there are no errors and no largest number of compositions to
be chosen: those arguments are not looked at.
"""
from __future__ import annotations

import math
from typing import Any, Iterable, List, Optional, Sequence, Tuple, Union

from .errors import ArgumentError
from .mechanisms import Composition, Mechanism, MechanismLike, _spec, count_of, mechanism
from .opacus import get_noise_multiplier
from .queries import Delta, ask_delta, ask_epsilon
from .results import Result

Three = Tuple[float, float, float]


def PoissonSubsampledGaussianMechanism(noise_multiplier: float, sampling_probability: float) -> Mechanism:
    """DP-SGD: one step."""
    return Mechanism(_spec("poisson-gaussian", {"q": sampling_probability, "sigma": noise_multiplier}))


def GaussianMechanism(noise_multiplier: float) -> Mechanism:
    """N(1, sigma^2) versus N(0, sigma^2)."""
    return Mechanism(_spec("gaussian", {"sigma": noise_multiplier}))


def LaplaceMechanism(mu: float) -> Mechanism:
    """Lap(mu, 1) versus Lap(0, 1)."""
    return Mechanism(_spec("laplace", {"b": 1, "sensitivity": mu}))


def PureDPMechanism(epsilon: float) -> Mechanism:
    """Anything that is epsilon-differentially private."""
    return Mechanism(_spec("approx-dp", {"epsilon": epsilon}))


def ApproximateDPMechanism(epsilon: float, delta: float) -> Mechanism:
    """Anything that is (epsilon, delta)-differentially private."""
    return Mechanism(_spec("approx-dp", {"epsilon": epsilon, "delta": delta}))


class PRVAccountant:
    """Mechanisms, each composed with itself.

    >>> from pld.prv import PRVAccountant, PoissonSubsampledGaussianMechanism
    >>> a = PRVAccountant(PoissonSubsampledGaussianMechanism(noise_multiplier=0.8, sampling_probability=5e-3))
    >>> low, estimate, up = a.compute_epsilon(delta=1e-6, num_self_compositions=1000)
    >>> low <= estimate <= up < low + 1e-5
    True
    """

    def __init__(self, prvs: Union[MechanismLike, Sequence[MechanismLike]], max_self_compositions: Any = None, eps_error: Any = None,
                 delta_error: Any = None, adjacency: str = "add-remove", **options: Any):
        del max_self_compositions, eps_error, delta_error
        listed = prvs if isinstance(prvs, (list, tuple)) else [prvs]
        self._mechanisms: List[Mechanism] = [mechanism(item) for item in listed]
        self._adjacency, self._options = adjacency, options

    def _composition(self, counts: Union[int, Iterable[int], None]) -> Composition:
        counts = [1] * len(self._mechanisms) if counts is None else list(counts) if hasattr(counts, "__iter__") else [counts]
        if len(counts) != len(self._mechanisms):
            raise ArgumentError(f"there are {len(self._mechanisms)} mechanisms and {len(counts)} numbers of compositions",
                                "num_self_compositions", "one for each mechanism")
        return Composition(self._adjacency, [item * count_of(count) for item, count in zip(self._mechanisms, counts) if count != 0])

    def bracket(self, delta: Delta, num_self_compositions: Union[int, Iterable[int], None] = None) -> Result:
        """The whole answer about epsilon: directions and notes too."""
        return ask_epsilon(self._composition(num_self_compositions), delta, self._options)

    @staticmethod
    def _three(result: Result) -> Three:
        middle = math.nan if result.gap else result.estimate if result.estimate is not None else (result.lower + result.upper) / 2
        return result.lower, middle, result.upper

    def compute_epsilon(self, delta: Delta, num_self_compositions: Union[int, Iterable[int], None] = None, *,
                        num_compositions: Union[int, Iterable[int], None] = None) -> Three:
        """Lower end, estimate, upper end; without an estimate the middle, and NaN where the ends come from two pairs (`bracket(..).gap`)."""
        counts = num_self_compositions if num_compositions is None else num_compositions
        return self._three(self.bracket(delta, counts))

    def compute_delta(self, epsilon: float, num_self_compositions: Union[int, Iterable[int], None] = None, *,
                      num_compositions: Union[int, Iterable[int], None] = None) -> Three:
        """The same of delta."""
        counts = num_self_compositions if num_compositions is None else num_compositions
        return self._three(ask_delta(self._composition(counts), epsilon, self._options))


class DPSGDAccountant:
    """DP-SGD with one noise multiplier and one sampling probability; delta may be given here or when asking.

    >>> from pld.prv import DPSGDAccountant
    >>> low, estimate, up = DPSGDAccountant(0.8, 5e-3, max_steps=1000).compute_epsilon(delta=1e-6, num_steps=1000)
    >>> low <= 2.004106293171 <= up
    True
    """

    def __init__(self, noise_multiplier: float, sampling_probability: float, max_steps: Any = None, eps_error: Any = None,
                 delta_error: Any = None, *, delta: Optional[Delta] = None, max_compositions: Any = None):
        del max_steps, eps_error, delta_error, max_compositions
        self._delta = delta
        self._accountant = PRVAccountant(PoissonSubsampledGaussianMechanism(noise_multiplier, sampling_probability))

    def compute_epsilon(self, delta: Optional[Delta] = None, num_steps: Optional[int] = None, *,
                        num_compositions: Optional[int] = None) -> Three:
        """Lower end, estimate, upper end."""
        asked, steps = self._delta if delta is None else delta, num_compositions if num_steps is None else num_steps
        if asked is None:
            raise ArgumentError("a delta is needed", "delta", "a number such as 1e-5")
        if steps is None:
            raise ArgumentError("the number of steps is needed", "num_steps", "a whole number")
        return self._accountant.compute_epsilon(asked, steps)


class Accountant(DPSGDAccountant):
    """The same as the first versions of that library had it.

    >>> from pld.prv import Accountant
    >>> low, estimate, up = Accountant(0.8, 5e-3, 1e-6, max_compositions=1000, eps_error=0.1).compute_epsilon(num_compositions=1000)
    >>> low <= 2.004106293171 <= up
    True
    """

    def __init__(self, noise_multiplier: float, sampling_probability: float, delta: Delta, max_compositions: Any = None,
                 eps_error: Any = None, mesh_size: Any = None, verbose: bool = False):
        del eps_error, mesh_size, verbose
        super().__init__(noise_multiplier, sampling_probability, max_compositions, delta=delta)

    def compute_epsilon(self, num_compositions: int) -> Three:
        """Lower end, estimate, upper end."""
        return super().compute_epsilon(num_steps=num_compositions)


def find_noise_multiplier(sampling_probability: float, num_steps: int, target_epsilon: float, target_delta: Delta,
                          eps_error: Any = None) -> float:
    """The noise multiplier of DP-SGD that a budget needs, certified to keep to it; `eps_error` is not looked at.

    >>> from pld.prv import find_noise_multiplier
    >>> round(find_noise_multiplier(sampling_probability=0.01, num_steps=1000, target_epsilon=2, target_delta=1e-5), 4)
    0.9591
    """
    del eps_error
    return get_noise_multiplier(target_epsilon=target_epsilon, target_delta=target_delta, sample_rate=sampling_probability, steps=num_steps)
