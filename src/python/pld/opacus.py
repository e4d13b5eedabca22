"""An accountant of the shape of Opacus' IAccountant, on certified brackets. Opacus need not be installed.

    privacy_engine = opacus.PrivacyEngine()
    privacy_engine.accountant = pld.opacus.PLDAccountant()     # before make_private

or, so that Opacus makes one itself, also in make_private_with_epsilon:

    opacus.accountants.registry.register_accountant("pld", pld.opacus.PLDAccountant)
    privacy_engine = opacus.PrivacyEngine(accountant="pld")
"""
from __future__ import annotations

import math
from typing import Any, Callable, Dict, List, MutableMapping, Optional, Tuple

from .accountant import Accountant
from .errors import ArgumentError
from .mechanisms import Mechanism, _spec, count_of
from .queries import Delta, calibrate
from .results import Result


OPACUS = ("rdp", "gdp", "prv")  # its own accountants, whose histories are of the same steps


def _steps_of(history: Any) -> List[Tuple[float, float, int]]:
    """A history of a state, which need not be ours: triples, all of it or nothing."""
    try:
        steps = [(float(noise_multiplier), float(sample_rate), int(count)) for noise_multiplier, sample_rate, count in history]
    except (TypeError, ValueError):
        steps = None
    if steps is None or any(count < 0 for _, _, count in steps):
        raise ArgumentError("the history of the state is none", "history", "triples of noise multiplier, sample rate and steps")
    return steps


class PLDAccountant:
    """Steps of DP-SGD under Poisson sampling; `history` is Opacus' list of (noise multiplier, sample rate, steps).

    >>> import pld.opacus
    >>> a = pld.opacus.PLDAccountant()
    >>> for _ in range(100):
    ...     a.step(noise_multiplier=1.0, sample_rate=0.01)
    >>> a.history, len(a), 0.718 < a.get_epsilon(delta=1e-5) < 0.7181
    ([(1.0, 0.01, 100)], 100, True)
    """

    def __init__(self, **options: Any):
        self.history: List[Tuple[float, float, int]] = []
        self._options = options
        self._counted: Tuple[Dict[Tuple[float, float], int], Optional[Accountant]] = ({}, None)

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        """One optimization step."""
        if self.history and tuple(self.history[-1][:2]) == (noise_multiplier, sample_rate):
            self.history[-1] = (noise_multiplier, sample_rate, self.history[-1][2] + 1)
        else:
            self.history.append((noise_multiplier, sample_rate, 1))

    def _accountant(self) -> Optional[Accountant]:
        """What the history says; None if there was a step without noise. Steps since the last time are added to what is there."""
        wanted: Dict[Tuple[float, float], int] = {}
        for noise_multiplier, sample_rate, steps in self.history:
            if sample_rate == 0 or steps == 0:
                continue
            if noise_multiplier == 0:
                return None
            wanted[noise_multiplier, sample_rate] = wanted.get((noise_multiplier, sample_rate), 0) + int(steps)
        counted, accountant = self._counted
        if accountant is None or any(steps > wanted.get(key, 0) for key, steps in counted.items()):
            counted, accountant = {}, Accountant(**self._options)
        for (noise_multiplier, sample_rate), steps in wanted.items():
            more = steps - counted.get((noise_multiplier, sample_rate), 0)
            if more > 0:
                accountant.step(noise_multiplier=noise_multiplier, sample_rate=sample_rate, steps=more)
        self._counted = (wanted, accountant)
        return accountant

    def bracket(self, delta: Delta, **options: Any) -> Result:
        """The whole answer: lower and upper end, directions, notes."""
        accountant = self._accountant()
        if accountant is None:
            return Result(math.inf, math.inf, math.inf, given=str(delta), notes=("a step had no noise",))
        return accountant.epsilon(delta=delta, **options)

    def get_epsilon(self, delta: float, *_: Any, **__: Any) -> float:
        """The upper end of epsilon. What other accountants need to be told (orders, errors) is not needed and not looked at."""
        return self.bracket(delta).upper

    def __len__(self) -> int:
        return sum(int(steps) for _, _, steps in self.history)

    @classmethod
    def mechanism(cls) -> str:
        """The name of this way of accounting."""
        return "pld"

    def get_optimizer_hook_fn(self, sample_rate: float) -> Callable[[Any], None]:
        """A function for DPOptimizer.attach_step_hook, which is called with the optimizer after each step."""

        def hook(optimizer: Any) -> None:
            self.step(noise_multiplier=optimizer.noise_multiplier, sample_rate=sample_rate * optimizer.accumulated_iterations)

        return hook

    def state_dict(self, destination: Optional[MutableMapping[str, Any]] = None) -> MutableMapping[str, Any]:
        """History and name, in `destination` if there is one."""
        destination = {} if destination is None else destination
        destination["history"] = list(self.history)
        destination["mechanism"] = self.mechanism()
        return destination

    def load_state_dict(self, state_dict: MutableMapping[str, Any]) -> None:
        """What state_dict gave, or that of one of Opacus' own accountants: they all keep the same history."""
        if not state_dict:
            raise ArgumentError("the state is empty", "", "history and mechanism")
        for key in ("history", "mechanism"):
            if key not in state_dict:
                raise ArgumentError(f"the state has no '{key}'", key, "history and mechanism")
        named = state_dict["mechanism"]
        name = named() if callable(named) else named  # Opacus keeps the method itself
        if name not in (self.mechanism(), *OPACUS):
            raise ArgumentError(f"a state of '{name}' is not known to have a history of DP-SGD", "mechanism",
                                ", ".join((self.mechanism(), *OPACUS)))
        self.history = _steps_of(state_dict["history"])

    def __getstate__(self) -> Dict[str, Any]:
        return {"history": self.history, "_options": self._options, "_counted": ({}, None)}

    def __repr__(self) -> str:
        return f"<pld.opacus.PLDAccountant, {len(self)} steps>"


def get_noise_multiplier(*, target_epsilon: float, target_delta: Delta, sample_rate: float, epochs: Optional[float] = None,
                         steps: Optional[int] = None, **ignored: Any) -> float:
    """The noise multiplier that a budget needs, certified to keep to it: Opacus' function of this name.

    As there, epochs are int(epochs / sample_rate) steps. `accountant` and `epsilon_tolerance` are not needed and not looked at.

    >>> import pld.opacus
    >>> round(pld.opacus.get_noise_multiplier(target_epsilon=8, target_delta=1e-5, sample_rate=256/60000, epochs=60), 4)
    0.6557
    """
    del ignored
    if (steps is None) == (epochs is None):
        raise ArgumentError("either steps or epochs are given", "steps", "one of them")
    count = count_of(int(epochs / sample_rate) if steps is None else steps)
    found = calibrate(Mechanism(_spec("poisson-gaussian", {"q": sample_rate, "sigma": "solve"}), count), epsilon=target_epsilon,
                      delta=target_delta)
    if found.value is None:
        raise ArgumentError(f"no noise multiplier is known to keep to the target: {found.reason or found.outcome}", "target_epsilon")
    return found.value
