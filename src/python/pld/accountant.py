"""The accountant of a training run: steps are added as they are taken, equal ones cost nothing more."""
from __future__ import annotations

import dataclasses
import functools
import threading
from typing import Any, Dict, List, Optional, Tuple

from .errors import ArgumentError
from .mechanisms import Composition, History, Mechanism, MechanismLike, _spec, count_of, history, mechanism
from .queries import Delta, ask_delta, ask_epsilon, delta_text
from .results import Direction, Result

SCHEMA = "pld.accountant/1"


def _alone(method):
    """The library's composition may not be added to while it is asked: one thread after the other."""

    @functools.wraps(method)
    def locked(self, *args, **kwargs):
        with self._lock:
            return method(self, *args, **kwargs)

    return locked


class Accountant:
    """What a run has spent so far. Threads may share it.

    >>> import pld
    >>> a = pld.Accountant()
    >>> for _ in range(1000):
    ...     a.step(noise_multiplier=1.0, sample_rate=0.01)
    >>> a.compose(pld.laplace(b=20), 10)
    >>> len(a), float(a.epsilon(delta=1e-5)) < 3
    (1010, True)
    """

    def __init__(self, adjacency: str = "add-remove", **options: Any):
        self._lock = threading.RLock()
        self._adjacency, self._options = adjacency, options
        self._parsed: Dict[Any, Mechanism] = {}
        self._clear()

    def _clear(self) -> None:
        self._composition = Composition(self._adjacency)
        self._counts: Dict[Mechanism, int] = {}
        self._answers: Dict[tuple, Result] = {}
        self._ahead: Dict[tuple, tuple] = {}
        self._last: Optional[Mechanism] = None
        self._strides: Dict[tuple, int] = {}
        self._longer: Dict[tuple, tuple] = {}

    @property
    def adjacency(self) -> str:
        """What neighbouring data sets differ by."""
        return self._adjacency

    # --- adding ---------------------------------------------------------------------------------------------------------------

    @_alone
    def _add(self, item: Mechanism, count: int) -> None:
        self._composition.add_again(item if count == 1 else item * count)
        self._counts[item] = self._counts.get(item, 0) + count
        self._answers.clear()
        self._last = item

    @_alone
    def step(self, *, noise_multiplier: float, sample_rate: float, steps: int = 1) -> None:
        """Steps of DP-SGD: Gaussian noise of that many clip norms on a Poisson sample of that rate."""
        key = (noise_multiplier, sample_rate)
        item = self._parsed.get(key)
        if item is None:
            item = Mechanism(_spec("poisson-gaussian", {"q": sample_rate, "sigma": noise_multiplier}))
            self._parsed[key] = item
        self._add(item, count_of(steps))

    @_alone
    def compose(self, given: MechanismLike, count: int = 1) -> None:
        """So many more of any mechanism."""
        item = mechanism(given)
        one = item if item.count == 1 else Mechanism(item.spec, 1, item.arrays)
        self._add(one, count_of(item.count * count_of(count)))

    @_alone
    def load_history(self, source: History) -> None:
        """Adds what a log says, all of it or nothing: see pld.history."""
        for item in history(source, self._adjacency):
            self.compose(item)

    # --- asking ---------------------------------------------------------------------------------------------------------------

    def _nothing(self, quantity: str, given: str) -> Result:
        none = Direction(0.0, 0.0, 0.0)
        return Result(0.0, 0.0, 0.0, quantity, given, self._adjacency, remove=none, add=none)

    def _ask(self, ask, quantity: str, given: Any, options: dict) -> Result:
        key = (quantity, given, *sorted(options.items()))
        if key not in self._answers:
            self._answers[key] = ask(self._composition, given, {**self._options, **options})
        return self._answers[key]

    def _between(self, key: tuple) -> Optional[Result]:
        """From two answers, one for a part of this run and one for a longer run: spending only grows with the count."""
        others, item, least, most, low, high = self._ahead.get(key, (None, None, 0, 0, None, None))
        if low is None or not least <= self._counts.get(item, 0) <= most:
            return None
        if others != {other: count for other, count in self._counts.items() if other != item}:
            return None

        def join(name: str) -> Optional[Direction]:
            one, two = getattr(low, name), getattr(high, name)
            return None if one is None else Direction(one.lower, None, two.upper, one.lower_engine, two.upper_engine)

        return dataclasses.replace(low, lower=low.lower, estimate=None, upper=high.upper, mechanisms=self._composition.specs(),
                                   remove=join("remove"), add=join("add"), tolerance=key[1], tolerance_met=high.upper - low.lower <= key[1],
                                   report=high.report, told="", seconds=0.0)

    def _longer_run(self, key: tuple, others: dict, count: int) -> Composition:
        """This run with so many of the last kind; the one of the last time if it can grow to that, as it may remember."""
        before, item, reached, longer = self._longer.get(key, (None, None, 0, None))
        if longer is None or (before, item) != (others, self._last) or reached >= count:
            longer, reached = Composition(self._adjacency), 0
            for other, times in others.items():
                longer.add_again(other * times)
        longer.add_again(self._last * (count - reached))
        self._longer[key] = (others, self._last, count, longer)
        return longer

    def _look_ahead(self, key: tuple, delta: Delta, options: dict) -> Result:
        """The answer from one for some steps more of the last kind, and from the last such one, or from this run's own."""
        finer, tolerance = {**self._options, **options, "tolerance": key[1] / 4}, key[1]
        others = {other: count for other, count in self._counts.items() if other != self._last}
        count, stride = self._counts[self._last], self._strides.get(key, 1)
        there = ask_epsilon(self._longer_run(key, others, count + stride), delta, finer)
        before, item, _, reached, _, low = self._ahead.get(key, (None, None, 0, 0, None, None))
        if low is None or (before, item) != (others, self._last) or reached > count or there.upper - low.lower > tolerance:
            low = ask_epsilon(self._composition, delta, finer)
        width = there.upper - low.lower
        if low.gap or width > tolerance:  # the next steps are asked for one by one, or fewer at a time
            self._strides[key] = max(1, stride // 2)
            return dataclasses.replace(low, tolerance=tolerance, tolerance_met=low.tolerance_met or low.width <= tolerance)
        self._ahead[key] = (others, self._last, count, count + stride, low, there)
        self._strides[key] = 2 * stride if width <= tolerance / 2 else stride
        return self._between(key)

    @_alone
    def epsilon(self, *, delta: Delta, **options: Any) -> Result:
        """epsilon spent so far, at a delta.

        With an absolute tolerance many of the answers that are logged after every step are those for fewer and for more steps
        together, and cost microseconds.
        """
        if not self._counts:
            return self._nothing("epsilon", delta_text(delta))
        tolerance = {**self._options, **options}.get("tolerance")
        if tolerance is not None and tolerance > 0:
            key = (delta, tolerance, *sorted(options.items()))
            return self._between(key) or self._look_ahead(key, delta, options)
        return self._ask(ask_epsilon, "epsilon", delta, options)

    @_alone
    def delta(self, *, epsilon: float, **options: Any) -> Result:
        """delta spent so far, at an epsilon."""
        if not self._counts:
            return self._nothing("delta", str(epsilon))
        return self._ask(ask_delta, "delta", epsilon, options)

    @_alone
    def __len__(self) -> int:
        return self._composition.total

    def __bool__(self) -> bool:
        return True

    @property
    @_alone
    def mechanisms(self) -> List[Tuple[Mechanism, int]]:
        """What was added, with counts."""
        return list(self._counts.items())

    @property
    @_alone
    def notes(self) -> Tuple[str, ...]:
        """What belongs beside every result."""
        return self._composition.notes()

    @_alone
    def __repr__(self) -> str:
        listed = [str(item * count) for item, count in list(self._counts.items())[:4]]
        more = [f"and {len(self._counts) - 4} more"] if len(self._counts) > 4 else []
        return f"<pld.Accountant, {self._adjacency}: {', '.join(listed + more) or 'nothing yet'}>"

    # --- keeping --------------------------------------------------------------------------------------------------------------

    @_alone
    def state_dict(self) -> Dict[str, Any]:
        """All of it in plain values, which JSON and torch.save take."""
        steps = [[item.spec if item.arrays is None else {"label": item.spec, "arrays": [list(item.arrays[0]), list(item.arrays[1]),
                  *item.arrays[2:]]}, count] for item, count in self._counts.items()]
        return {"schema": SCHEMA, "adjacency": self._adjacency, "mechanisms": steps}

    @_alone
    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """What state_dict gave, in place of what is there; that stays if the state is no good."""
        if not isinstance(state, dict) or state.get("schema") != SCHEMA:
            raise ArgumentError("this is no state of an accountant", "schema", SCHEMA)
        made = Accountant(state["adjacency"], **self._options)
        for spec, count in state["mechanisms"]:
            if isinstance(spec, str):
                made._add(Mechanism(spec), count_of(count))
            else:
                p, q, *rest = spec["arrays"]
                made._add(Mechanism(spec["label"], 1, (tuple(p), tuple(q), *rest)), count_of(count))
        made._lock = self._lock
        self.__dict__.update(made.__dict__)

    def __getstate__(self) -> Dict[str, Any]:
        return {"options": self._options, "state": self.state_dict()}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__init__(state["state"]["adjacency"], **state["options"])
        self.load_state_dict(state["state"])
