"""What questions are answered with. Numbers that are shown are rounded outward; those that are kept are as the library gave them."""
from __future__ import annotations

import dataclasses
import decimal
import html
import itertools
import json
import math
import re
from typing import Any, Dict, Iterable, List, Optional, Tuple, Union

from ._library import ADJACENCIES, ffi, lib, text

_ROUNDING = {"lower": decimal.ROUND_FLOOR, "estimate": decimal.ROUND_HALF_EVEN, "upper": decimal.ROUND_CEILING}


def number(value: float) -> Optional[float]:
    """None for what is not known."""
    return None if math.isnan(value) else value


def show(value: Optional[float], end: str, digits: int = 10) -> str:
    """So many significant digits, rounded to the side on which that end may err."""
    if value is None:
        return "-"
    if not math.isfinite(value) or value == 0:
        return str(value).replace(".0", "")
    context = decimal.Context(prec=digits, rounding=_ROUNDING[end])
    rounded = context.create_decimal(decimal.Decimal(value))
    return f"{rounded:f}" if 1e-4 <= abs(value) < 1e15 else f"{rounded:e}"


def digits_for(lower: float, upper: float) -> int:
    """As many digits as tell the ends apart, and two more; from 6 to 17."""
    width = upper - lower
    if not (math.isfinite(width) and width > 0 and upper > 0):
        return 10 if width == 0 else 6
    return max(6, min(17, math.ceil(math.log10(upper / width)) + 2))


def html_table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table whose first column names the rows."""
    def line(row: Iterable[str], first: str, others: str) -> str:
        kinds = itertools.chain([first], itertools.repeat(others))
        return "<tr>" + "".join(f'<{kind} style="text-align:right;padding:0 0.6em">{html.escape(word)}</{kind}>' for kind, word in zip(kinds, row)) + "</tr>"

    return "<table>" + line(head, "th", "th") + "".join(line(row, "th", "td") for row in rows) + "</table>"


def html_heading(title: str, mechanisms: Tuple[str, ...]) -> str:
    """What a result is about."""
    return f"<b>{html.escape(title)}</b><br><code>{'<br>'.join(map(html.escape, mechanisms))}</code><br>"


def html_notes(notes: Iterable[str]) -> str:
    """What belongs beside a number."""
    items = "".join(f"<li>{html.escape(note)}</li>" for note in notes)
    return f"<ul>{items}</ul>" if items else ""


@dataclasses.dataclass(frozen=True)
class Bracket:
    """lower <= truth <= upper is certified; the estimate lies between them, and nothing is certified about it. float() is the upper end."""

    lower: float
    estimate: Optional[float]
    upper: float

    @classmethod
    def from_c(cls, bracket) -> "Bracket":
        return cls(bracket.lower, number(bracket.estimate), bracket.upper)

    @property
    def width(self) -> float:
        """upper - lower; 0 where both are infinite."""
        return 0.0 if self.lower == self.upper else self.upper - self.lower

    def __float__(self) -> float:
        return self.upper

    def __contains__(self, value: float) -> bool:
        return self.lower <= value <= self.upper

    def _ends(self) -> Tuple[str, str, str]:
        digits = digits_for(self.lower, self.upper)
        return tuple(show(getattr(self, end), end, digits) for end in _ROUNDING)

    def __repr__(self) -> str:
        return "[{0}, {2}]".format(*self._ends())

    def __str__(self) -> str:
        return repr(self)

    def svg(self, dashed: bool = False) -> str:
        """The bracket drawn: both ends, and the estimate as a dot."""
        low, estimate, high = (html.escape(word) for word in self._ends())
        line = 'stroke="currentColor" stroke-width="2"'
        dot = ""
        if self.estimate is not None and self.width > 0 and math.isfinite(self.width):
            x = 20 + 260 * (self.estimate - self.lower) / self.width
            dot = f'<circle cx="{x:.1f}" cy="14" r="4" fill="currentColor"><title>estimate {estimate}</title></circle>'
        inside = f'{line} stroke-dasharray="6 5"' if dashed else line
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="44" role="img" aria-label="bracket {low} to {high}">'
                f'<path d="M26 4h-6v20h6M274 4h6v20h-6" fill="none" {line}/><path d="M20 14h260" {inside}/>{dot}'
                f'<text x="20" y="40" font-size="11" fill="currentColor">{low}</text>'
                f'<text x="280" y="40" font-size="11" text-anchor="end" fill="currentColor">{high}</text></svg>')

    def _repr_html_(self) -> str:
        return self.svg()


@dataclasses.dataclass(frozen=True, repr=False)
class Direction(Bracket):
    """The bracket of one direction, and the engines that its ends are from."""

    lower_engine: str = "auto"
    upper_engine: str = "auto"


@dataclasses.dataclass(frozen=True, repr=False)
class Result(Bracket):
    """The answer to a question about epsilon or delta. `float(r)` is the number to report: the upper end.

    `remove` and `add` are the brackets of each direction (None where it was not asked for), `notes` what belongs beside the number.
    Of both directions the one that does not decide may have a wide bracket. For delta `log10` is the bracket of its decimal log,
    also where delta is too small for a float. `directions` is what the two are called: with adjacency "zero-out" `remove` is the
    record that is zeroed.

    `gap` is "theory" where the two ends come from two pairs, as no single pair is known to be the worst case: the truth lies in
    between, there is no estimate, and tolerance_met says that each end is as close to the value of its own pair as asked. None
    elsewhere.

    `report` is the number to report, a few digits of the upper end, rounded up; None where none may be (one direction alone, a pair
    that bounds the mechanism only under a restriction): notes say why.
    """

    quantity: str = "epsilon"
    given: str = ""
    adjacency: str = "add-remove"
    mechanisms: Tuple[str, ...] = ()
    tolerance: float = 0.0
    tolerance_met: bool = True
    remove: Optional[Direction] = None
    add: Optional[Direction] = None
    log10: Optional[Bracket] = None
    notes: Tuple[str, ...] = ()
    engine: str = "auto"
    memory_bound: bool = False
    seconds: float = dataclasses.field(default=0.0, compare=False)
    gap: Optional[str] = None
    directions: Tuple[str, str] = ("remove", "add")
    report: Optional[float] = None
    told: str = dataclasses.field(default="", compare=False)

    def to_dict(self) -> Dict[str, Any]:
        """All that `pld --json` prints, the ledger of each end among it; {} of what is a part of a larger answer, or
        put together from two others."""
        return json.loads(self.told) if self.told else {}

    def _at(self) -> str:
        other = "delta" if self.quantity == "epsilon" else "epsilon"
        return f"{self.quantity} at {other} = {self.given}, {self.adjacency}"

    def __repr__(self) -> str:
        wide = "" if self.tolerance_met else ", wider than asked for"
        return f"{self._at()}: {Bracket.__repr__(self)}{', ends of two pairs' if self.gap else ''}{wide}"

    def _repr_html_(self) -> str:
        sides = [(name, side) for name, side in zip(self.directions, (self.remove, self.add)) if side is not None]
        rows = [(name, *side._ends()) for name, side in [*sides, (self.quantity, self)]]
        said = "The ends come from two pairs; the truth lies in between." if self.gap else ""
        said += "" if self.tolerance_met else " The bracket is valid, but wider than asked for."
        return (f"<div>{html_heading(self._at(), self.mechanisms)}"
                f"{self.svg(self.gap is not None)}{html_table(('', 'lower', 'estimate', 'upper'), rows)}"
                f"{f'<p>{said.strip()}</p>' if said else ''}{html_notes(self.notes)}</div>")


def bracket_from_c(bracket, unit: int) -> Bracket:
    """In epsilon or in delta, whichever the unit is the log of."""
    return Bracket.from_c(lib.pld_bracket_delta(ffi.addressof(bracket)) if unit == lib.PLD_UNIT_LOG_DELTA else bracket)


def engine_name(engine: int) -> str:
    """As the library calls it."""
    return text(lib.pld_engine_name(engine))


def direction_names(adjacency: str) -> Tuple[str, str]:
    """What people call the two directions of an adjacency."""
    return tuple(text(lib.pld_adjacency_direction_name(ADJACENCIES[adjacency], side)) for side in (lib.PLD_REMOVE, lib.PLD_ADD))


def _direction(result, direction: int) -> Optional[Direction]:
    side = result.directions[direction]
    if not side.asked:
        return None
    ends, engines = bracket_from_c(side.bracket, result.unit), result.engines[direction]
    return Direction(ends.lower, ends.estimate, ends.upper, engine_name(engines.lower), engine_name(engines.upper))


def _report(told: str) -> Optional[float]:
    """The number that may be reported, of the program's JSON: as quickly as a training loop wants it."""
    found = re.search(r'"report":\s*([^\s,}]+)', told)
    return float(found[1].strip('"')) if found and found[1] != "null" else None


def result_from_c(result, given: str, adjacency: str, mechanisms: Tuple[str, ...], notes: Tuple[str, ...], told: str = "") -> Result:
    """A pld_result with what it is about; `told` is the program's JSON of it."""
    is_delta = result.unit == lib.PLD_UNIT_LOG_DELTA
    ends = bracket_from_c(result.bracket, result.unit)
    remove, add = _direction(result, lib.PLD_REMOVE), _direction(result, lib.PLD_ADD)
    larger = max((side for side in (remove, add) if side is not None), key=lambda side: side.upper)
    return Result(
        ends.lower, ends.estimate, ends.upper, "delta" if is_delta else "epsilon", given, adjacency, mechanisms, result.tolerance,
        result.tolerance_met, remove, add,
        Bracket.from_c(lib.pld_bracket_log10_delta(ffi.addressof(result.bracket))) if is_delta else None,
        notes, larger.upper_engine, result.memory_bound, result.seconds, "theory" if result.theory_gap else None,
        direction_names(adjacency), _report(told), told)


@dataclasses.dataclass(frozen=True)
class Calibration:
    """A number that keeps to a target, beside one that does not. `float(c)` is the value.

    `value` is certified to keep to the target, `limit` not to (None where there is none: `reason` says why). Other numbers are
    covered only where `monotone` is true; `not_monotone` says what is known otherwise. `spent` and `spent_at_limit` are brackets in
    the terms of the target, `outcome` is "found", "always", "never" or "undecided". `mechanisms` are those with the value in its place.

    `gap` is "theory" where answers about such a mechanism have ends of two pairs: `spent` is then of what is certified from above, and
    the limit exceeds the target by that pair, which is not known to be the mechanism's own. None elsewhere.
    """

    key: str
    outcome: str
    value: Union[int, float, None]
    limit: Union[int, float, None]
    spent: Bracket
    spent_at_limit: Bracket
    tolerance_met: bool
    monotone: bool
    not_monotone: str
    reason: str
    queries: int
    seconds: float = dataclasses.field(compare=False)
    gap: Optional[str] = None
    tolerance: float = 0.0
    adjacency: str = "add-remove"
    mechanisms: Tuple[str, ...] = ()
    notes: Tuple[str, ...] = ()

    def __float__(self) -> float:
        if self.value is None:
            raise ValueError(self.reason or "there is no value that keeps to the target")
        return float(self.value)

    def __repr__(self) -> str:
        if self.value is None:
            return f"{self.key}: {self.reason or self.outcome}"
        gap = ", ends of two pairs" if self.gap else ""
        return f"{self.key} = {self.value!r} keeps to the target (limit {self.limit!r}, spent {self.spent!r}{gap})"

    def _repr_html_(self) -> str:
        if self.value is None:
            return f"<div>{html.escape(repr(self))}</div>"
        rows = [("keeps to the target", repr(self.value), repr(self.spent)), ("does not", repr(self.limit), repr(self.spent_at_limit))]
        return f"<div>{html_table(('', self.key, 'spent'), rows[: 2 if self.limit is not None else 1])}{self.spent.svg()}{html_notes(self.notes)}</div>"


@dataclasses.dataclass(frozen=True)
class Finding:
    """What a method or a claim says, held against the bracket: "valid", "inside", "unsound", "understates" or "not-applicable";
    "unproven" between ends that come from two pairs."""

    name: str
    kind: str
    epsilon: Optional[float]
    verdict: str
    ratio: Optional[float]
    order: Optional[float]
    reason: str

    @property
    def shown(self) -> str:
        """epsilon as text: of bounds rounded up."""
        return show(self.epsilon, "upper" if self.kind == "bound" else "estimate", 8)


@dataclasses.dataclass(frozen=True)
class Comparison:
    """The tight bracket, and one finding for each method and claim, by name: `c["rdp"].verdict`."""

    tight: Result
    findings: Tuple[Finding, ...]
    compositions: int = 1

    def __getitem__(self, name: str) -> Finding:
        for finding in self.findings:
            if finding.name == name:
                return finding
        raise KeyError(name)

    def __iter__(self):
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def verdicts(self) -> Dict[str, str]:
        """{name: verdict}."""
        return {finding.name: finding.verdict for finding in self.findings}

    def __repr__(self) -> str:
        lines = [repr(self.tight)]
        for finding in self.findings:
            lines.append(f"  {finding.name:<24} {finding.kind:<14} {finding.shown:>14}  {finding.verdict}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [(one.name, one.kind, one.shown, one.verdict) for one in self.findings]
        return f"<div><b>{html.escape(repr(self.tight))}</b>{html_table(('', 'kind', 'epsilon', 'verdict'), rows)}</div>"


class Statement(str):
    """A paragraph for a paper; `result` is the answer behind it, `groups` those for groups of records, by their size.

    `missing` are the fields of an entry of a registry that are still to be filled in.
    """

    result: Result
    groups: Dict[int, Result]
    missing: Tuple[str, ...]

    def __new__(cls, paragraph: str, result: Result, groups: Dict[int, Result], missing: Tuple[str, ...] = ()):
        made = super().__new__(cls, paragraph)
        made.result, made.groups, made.missing = result, groups, missing
        return made

    def __reduce__(self):
        return Statement, (str(self), self.result, self.groups, self.missing)


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Brackets:
    """Brackets over a line, as arrays; NaN where there is no estimate."""

    lower: "numpy.ndarray"
    estimate: "numpy.ndarray"
    upper: "numpy.ndarray"

    @classmethod
    def from_c(cls, brackets: List) -> "Brackets":
        import numpy

        return cls(*(numpy.array([getattr(bracket, end) for bracket in brackets]) for end in _ROUNDING))

    def __len__(self) -> int:
        return len(self.upper)

    def __getitem__(self, index: int) -> Bracket:
        """One of the brackets."""
        return Bracket(float(self.lower[index]), number(float(self.estimate[index])), float(self.upper[index]))

    def _lines(self, name: str, line: "numpy.ndarray") -> List[Tuple[str, ...]]:
        """Rows of a table: where, and the three ends there, rounded outward."""
        return [(f"{name} = {where:.10g}", *self[i]._ends()) for i, where in enumerate(line)]

    def _shown(self, title: str, name: str, line: "numpy.ndarray") -> str:
        """The same as text."""
        rows = self._lines(name, line)
        width = max([len(row[0]) for row in rows], default=0)
        return "\n".join([title, *(f"  {row[0]:<{width}}  [{row[1]}, {row[3]}]" for row in rows)])

    def __repr__(self) -> str:
        return f"{len(self)} brackets: [" + ", ".join(repr(self[i]) for i in range(min(3, len(self)))) + (", ..]" if len(self) > 3 else "]")


@dataclasses.dataclass(frozen=True, eq=False)
class Attack:
    """The best attack of one direction at each false-positive rate."""

    true_positive: Brackets
    false_negative: Brackets


@dataclasses.dataclass(frozen=True, eq=False)
class Posterior:
    """What an attacker knows who thought that the record is there with probability `prior`."""

    prior: float
    accuracy: Bracket
    precision: Brackets


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Tradeoff(Brackets):
    """The true-positive rate of the best attack at each false-positive rate `fpr`, the larger of the directions.

    `remove`, `add` and `symmetric` (the convex hull of both) have true_positive and false_negative of their own, or are None.
    `advantage` is the largest tpr - fpr there is. `posterior` has, for each prior that was asked about, how often the best guess is
    right, and `precision` how often an attack is right when it says so, at each `fpr`.
    """

    fpr: "numpy.ndarray" = None
    remove: Optional[Attack] = None
    add: Optional[Attack] = None
    symmetric: Optional[Attack] = None
    tolerance_met: bool = True
    notes: Tuple[str, ...] = ()
    gap: Optional[str] = None  # as in Result
    adjacency: str = "add-remove"
    advantage: Optional[Bracket] = None
    posterior: Tuple["Posterior", ...] = ()
    mechanisms: Tuple[str, ...] = ()
    tolerance: float = 0.0
    seconds: float = 0.0

    def _title(self) -> str:
        wide = "" if self.tolerance_met else ", wider than asked for"
        return f"true-positive rate of the best attack, {self.adjacency}{', ends of two pairs' if self.gap else ''}{wide}"

    def __repr__(self) -> str:
        return self._shown(self._title(), "fpr", self.fpr)

    def _repr_html_(self) -> str:
        table = html_table(("", "lower", "estimate", "upper"), self._lines("fpr", self.fpr))
        return f"<div><b>{html.escape(self._title())}</b>{table}{html_notes(self.notes)}</div>"


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Renyi(Brackets):
    """The Renyi divergence at each order, the larger of the directions asked."""

    orders: "numpy.ndarray" = None
    remove: Optional[Brackets] = None
    add: Optional[Brackets] = None
    notes: Tuple[str, ...] = ()
    adjacency: str = "add-remove"
    mechanisms: Tuple[str, ...] = ()

    def __repr__(self) -> str:
        return self._shown(f"Renyi divergence, {self.adjacency}", "order", self.orders)

    def _repr_html_(self) -> str:
        table = html_table(("", "lower", "estimate", "upper"), self._lines("order", self.orders))
        return f"<div><b>Renyi divergence, {html.escape(self.adjacency)}</b>{table}{html_notes(self.notes)}</div>"
