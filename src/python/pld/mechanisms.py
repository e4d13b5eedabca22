"""Mechanisms, one function a family, and lists of them as the library's compositions."""
from __future__ import annotations

import fractions
import hashlib
import inspect
import json
import keyword
import numbers
import os
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from ._call import named
from ._library import ADJACENCIES, ffi, lib, owned_text, text
from .errors import ArgumentError, check, new_error

MAX_COUNT = 2**64 - 1


def count_of(value: Any) -> int:
    """A count as a whole number >= 1."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral) or not 1 <= value <= MAX_COUNT:
        raise ArgumentError(f"'{value}' is no count", str(value), "whole numbers from 1")
    return int(value)


def _word(value: Any) -> str:
    """A value of a key, as specs have it: numbers to the last bit, fractions as they are, lists with colons between."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        return str(int(value))
    if isinstance(value, (numbers.Integral, fractions.Fraction)):
        return str(value)
    if isinstance(value, numbers.Real):
        return repr(float(value)).removesuffix(".0")
    if hasattr(value, "__iter__"):
        return ":".join(_word(item) for item in value)
    return str(value)


class Mechanism:
    """A mechanism and how often it is composed. `m * 1000` is a thousand of them.

    >>> import pld
    >>> m = pld.poisson_gaussian(q=0.01, sigma=1.0)
    >>> m * 1000
    poisson-gaussian:q=0.01,sigma=1@1000
    >>> m.resolved
    'poisson-gaussian:q=0.01,sigma=1,removed=1,added=0,sensitivity=1'
    """

    def __init__(self, spec: str, count: int = 1, arrays: Optional[tuple] = None):
        self._handle = None
        self._count_of_one = 1
        self.arrays = arrays
        self.spec, self.count = spec, count_of(count)
        if not self.open and not self._from_file:
            self._parse()

    @property
    def open(self) -> bool:
        """Whether something is to be solved for."""
        words = self.spec.replace("@", "=").replace(":", ",").split(",")
        return self.arrays is None and any(word.split("=")[-1] == "solve" for word in words)

    @property
    def _from_file(self) -> bool:
        return self.arrays is None and self.spec.startswith("array:")

    def _parse(self) -> None:
        made, count, error = ffi.new("pld_mechanism **"), ffi.new("uint64_t *", 1), new_error()
        if self.arrays is not None:
            given = [ffi.new("double[]", list(numbers)) for numbers in self.arrays[:2]]
            sizes, rest, name = len(self.arrays[0]), self.arrays[2:], self.spec.encode()
            if isinstance(rest[0], str):  # points of a curve
                check(lib.pld_mechanism_create_curve(sizes, *given, rest[0] == "both", name, made, error), error)
            else:
                check(lib.pld_mechanism_create_array(sizes, *given, *rest, name, made, error), error)
        else:
            check(lib.pld_mechanism_parse(self.spec.encode(), made, count, error), error)
        self._handle = ffi.gc(made[0], lib.pld_mechanism_free)
        self._count_of_one = count[0]

    @property
    def handle(self):
        """The library's own, parsed once; None of what is open or in a file."""
        return self._handle

    @property
    def steps(self) -> int:
        """How many steps of the handle it is."""
        return self._count_of_one * self.count

    @property
    def resolved(self) -> str:
        """The spec with every default filled in."""
        return text(lib.pld_mechanism_resolved(self._handle)) if self._handle is not None else self.spec

    @property
    def notes(self) -> Tuple[str, ...]:
        """What belongs beside every result."""
        return tuple(text(lib.pld_mechanism_note(self._handle)).splitlines()) if self._handle is not None else ()

    def delta(self, epsilon: float, direction: str = "remove") -> float:
        """delta(epsilon) of a single step from the closed form: nothing is certified about its rounding."""
        from ._library import DIRECTIONS

        if self._handle is None:
            raise ArgumentError(f"'{self.spec}' is not known yet", self.spec)
        return lib.pld_mechanism_delta(self._handle, named(direction, DIRECTIONS, "direction"), epsilon)

    def __mul__(self, count: int) -> "Mechanism":
        made = Mechanism.__new__(Mechanism)
        made.__dict__.update(self.__dict__, count=count_of(self.count * count_of(count)))
        return made

    __rmul__ = __mul__

    def __str__(self) -> str:
        return self.spec if self.count == 1 else f"{self.spec}@{self.count}"

    __repr__ = __str__

    def _key(self) -> tuple:
        return self.spec, self.count, self.arrays

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Mechanism) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self):
        return Mechanism, self._key()


MechanismLike = Union[str, Mechanism, Tuple[Union[str, Mechanism], int]]
Mechanisms = Union[MechanismLike, Iterable[MechanismLike]]


def array(p: Iterable[float], q: Iterable[float], *, normalise: bool = False, rate: float = 1.0, label: str = "array") -> Mechanism:
    """Two arrays of masses, outcome by outcome: `p` with the protected record, `q` without it.

    Sums must be 1 within 1e-9, unless `normalise` divides by them; `rate` is the probability with which Poisson sampling takes
    the record.

    >>> import pld
    >>> pld.epsilon(pld.array([0.75, 0.25], [0.25, 0.75]), delta=0).upper  # log 3
    1.0986122886681...
    """
    p, q = (tuple(float(mass) for mass in masses) for masses in (p, q))
    if len(p) != len(q):
        raise ArgumentError(f"p has {len(p)} masses and q has {len(q)}", "q", "two arrays of one length")
    if not p:
        raise ArgumentError("p and q are empty", "p", "two arrays of one length")
    return _of_arrays(label, (p, q, bool(normalise), float(rate)))


def _of_arrays(label: str, arrays: tuple) -> Mechanism:
    # Mechanisms that call themselves the same are the same to a composition: the name says what is in the arrays.
    return Mechanism(f"{label}-{hashlib.sha256(repr(arrays).encode()).hexdigest()[:32]}", 1, arrays)


def array_of_curve(epsilons: Iterable[float], deltas: Iterable[float], *, both_orders: bool = True, label: str = "curve") -> Mechanism:
    """The worst mechanism whose curve delta(epsilon) is at most that of the points, such as the upper ends of a privacy profile.

    Epsilons increase. A curve for `both_orders` of neighbours, as privacy profiles are, begins at 0 or above; otherwise it is of
    P against Q alone. That the curve is one of your mechanism is yours to show.

    >>> import pld
    >>> worst = pld.array_of_curve([1.0], [1e-6])  # (1, 1e-6)-differential privacy
    >>> pld.epsilon(worst * 10, delta=1e-4).upper <= pld.epsilon("approx-dp:epsilon=1,delta=1e-6@10", delta=1e-4).upper
    True
    """
    epsilons, deltas = (tuple(float(value) for value in values) for values in (epsilons, deltas))
    if len(epsilons) != len(deltas):
        raise ArgumentError(f"there are {len(epsilons)} epsilons and {len(deltas)} deltas", "deltas", "two lists of one length")
    if not epsilons:
        raise ArgumentError("epsilons and deltas are empty", "epsilons", "at least one point")
    return _of_arrays(label, (epsilons, deltas, "both" if both_orders else "one"))


def families() -> list:
    """The table of families: names, keys with defaults and meanings, remarks, examples (schema pld.mechanisms/1)."""
    made = ffi.new("char **")
    check(lib.pld_json_mechanisms(made))
    return json.loads(owned_text(made[0]))["mechanisms"]


def _python_name(name: str) -> str:
    name = name.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def _spec(family: str, values: dict) -> str:
    words = []
    for key, value in values.items():
        if isinstance(value, Mechanism):  # poisson(q=.., of=laplace(b=2)): its own keys follow
            inner, _, keys = value.spec.partition(":")
            words.append(f"{key}={inner}" + (f",{keys}" if keys else ""))
        else:
            words.append(f"{key}={_word(value)}")
    return f"{family}:{','.join(words)}" if words else family


def _function(family: dict):
    """The function of one family. What is missing, unknown or wrong is judged by the library."""
    keys = {_python_name(key["name"]): key["name"] for key in family["keys"]}

    def make(*args: Any, **kwargs: Any) -> Mechanism:
        if len(args) > len(keys):
            raise TypeError(f"{make.__name__}() takes {len(keys)} arguments at most")
        given = dict(zip(keys, args))
        for name in kwargs:
            if name in given:
                raise TypeError(f"{make.__name__}() got multiple values for argument '{name}'")
        given.update(kwargs)
        ordered = {keys[name]: given[name] for name in keys if given.get(name) is not None}
        ordered.update({name: value for name, value in given.items() if name not in keys})
        return Mechanism(_spec(family["name"], ordered))

    make.__name__ = make.__qualname__ = _python_name(family["name"])
    make.__module__ = "pld"
    lines = [f"    {key['name']}: {key['meaning']}" + (f" (default {key['default']})" if key["default"] is not None else "")
             for key in family["keys"]]
    make.__doc__ = "\n".join([f"{family['meaning']}.", "", *lines, "", f"Neighbours: {family['adjacency']}.", family["remark"],
                              f"As a spec: {family['example']}"])
    make.__signature__ = inspect.Signature(
        [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None) for name in keys]
        + [inspect.Parameter("keys", inspect.Parameter.VAR_KEYWORD)], return_annotation=Mechanism)
    make.__annotations__ = {"return": Mechanism}
    return make


def family_functions() -> dict:
    """{name: function} of all families but array, which is made from arrays."""
    made = (_function(family) for family in families() if family["name"] != "array")
    return {function.__name__: function for function in made}


def _split(spec: str) -> Tuple[str, int]:
    body, at, count = spec.rpartition("@")
    return (body, int(count)) if at and count.isdigit() else (spec, 1)


def mechanism(given: MechanismLike) -> Mechanism:
    """A spec, a mechanism, or a pair of one with a count."""
    if isinstance(given, Mechanism):
        return given
    if isinstance(given, str):
        return Mechanism(*_split(given))
    if isinstance(given, tuple) and len(given) == 2:
        return mechanism(given[0]) * count_of(given[1])
    raise ArgumentError(f"'{given!r}' is no mechanism", repr(given), "specs, mechanisms, or pairs of one with a count")


def each(given: Mechanisms) -> Iterator[Mechanism]:
    """What stands for a composition, one mechanism after the other."""
    single = isinstance(given, (str, Mechanism)) or (isinstance(given, tuple) and len(given) == 2
                                                     and isinstance(given[1], numbers.Integral))
    if not single and not hasattr(given, "__iter__"):
        raise TypeError(f"{given!r} is no mechanism: specs, mechanisms, pairs of one with a count, or a list of these")
    for item in [given] if single else given:
        yield mechanism(item)


class Composition:
    """The library's composition: mechanisms with counts, equal ones joined."""

    def __init__(self, adjacency: str = "add-remove", mechanisms: Mechanisms = ()):
        made = ffi.new("pld_composition **")
        check(lib.pld_composition_create(named(adjacency, ADJACENCIES, "adjacency"), made))
        self.handle = ffi.gc(made[0], lib.pld_composition_free)
        self.adjacency = adjacency
        for item in each(mechanisms):
            self.add(item)

    def add(self, item: Mechanism) -> None:
        """So many more of a mechanism."""
        error = new_error()
        if item.arrays is not None:
            check(lib.pld_composition_add(self.handle, item.handle, item.count, error), error)
        else:
            check(lib.pld_composition_add_spec(self.handle, str(item).encode(), error), error)

    def add_again(self, item: Mechanism) -> None:
        """The same where it was parsed before, in microseconds."""
        if item.handle is None:
            self.add(item)
        else:
            error = new_error()
            check(lib.pld_composition_add(self.handle, item.handle, count_of(item.steps), error), error)

    @property
    def total(self) -> int:
        """All steps together."""
        return lib.pld_composition_total(self.handle)

    def steps(self):
        """The library's list of steps, and its length."""
        count = ffi.new("size_t *")
        steps = lib.pld_composition_steps(self.handle, count)
        return steps, count[0]

    def specs(self) -> Tuple[str, ...]:
        """The different steps as they were given."""
        return tuple(text(lib.pld_composition_spec(self.handle, i)) for i in range(self.steps()[1]))

    def notes(self) -> Tuple[str, ...]:
        """What belongs beside every result."""
        return tuple(text(lib.pld_composition_notes(self.handle)).splitlines())

    def mechanisms(self) -> List[Mechanism]:
        """The different steps, with their counts."""
        return [mechanism(spec) for spec in self.specs()]


History = Union[str, os.PathLike, Iterable[Any], Dict[str, Any]]


def history(source: History, adjacency: str = "add-remove") -> List[Mechanism]:
    """The mechanisms of a training log, for every function that takes mechanisms.

    `source` is the path of a JSON file, or what is in one: Opacus' `accountant.history`, a list of (noise multiplier, sample rate,
    steps); a state or a checkpoint that has it; or a list of events, each such a triple, a spec, (spec, count), a dict with
    noise_multiplier, sample_rate and steps, or one with mechanism and count. Steps under Poisson sampling are meant by triples.

    >>> import pld
    >>> run = pld.history([(1.0, 0.01, 600), (1.5, 0.01, 300), (1.5, 0.01, 100)])
    >>> run
    [poisson-gaussian:q=0.01,sigma=1@600, poisson-gaussian:q=0.01,sigma=1.5@400]
    >>> 1.5505 < float(pld.epsilon(run, delta=1e-5)) < 1.5506
    True
    """
    made, error = Composition(adjacency), new_error()
    if isinstance(source, (str, os.PathLike)):
        check(lib.pld_composition_add_history(made.handle, os.fsencode(source), error), error)
    else:
        given = json.dumps(source if isinstance(source, dict) else list(source), default=_plain)
        check(lib.pld_composition_parse_history(made.handle, given.encode(), error), error)
    return made.mechanisms()


def _plain(value: Any) -> Any:
    """What JSON has no word for: numbers of arrays, fractions; of others (a model beside the history) only the name."""
    if isinstance(value, fractions.Fraction):
        return str(value)
    if hasattr(value, "item") and getattr(value, "size", 1) in (1, ()):
        return value.item()
    return str(type(value))
