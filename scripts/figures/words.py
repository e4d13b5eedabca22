"""Every text of a figure: symbols, numbers, titles, captions."""
import re
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

GREEK = {"epsilon": "ε", "delta": "δ", "sigma": "σ", "mu": "μ"}
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
AXES = {"compositions": "number of compositions T", "k": "records protected together, k", "sigma": "noise multiplier σ",
        "q": "sampling probability q", "b": "scale b"}
ADJACENCIES = {"add-remove": "larger of both directions", "replace": "records replaced", "zero-out": "records zeroed out",
               "remove": "direction remove only", "add": "direction add only"}
DIRECTIONS = {"replace": {"remove": "forward", "add": "reverse"}, "zero-out": {"remove": "zeroed", "add": "restored"}}
GAP = "gap of theory: ends of two pairs, the truth lies between them"


def direction_name(adjacency, direction):
    """What people call what the columns call remove and add."""
    return DIRECTIONS.get(adjacency, {}).get(direction, direction)


def raised(exponent):
    return str(exponent).translate(RAISED)


def power(base, exponent):
    return f"{base}{raised(exponent)}"


def number(value):
    """Shortest, with a power of ten where it is far from 1."""
    return symbols(f"{value:.12g}")


def symbols(text):
    """Greek letters for their names, powers of ten for exponents, blanks around the equals sign of k=1."""
    text = re.sub(r"\b(epsilon|delta|sigma|mu)\b", lambda found: GREEK[found[0]], text)
    text = re.sub(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]?)0*(\d+)\b",
                  lambda found: ("" if found[1] == "1" else found[1] + "·") + power(10, ("-" if found[2] == "-" else "") + found[3]), text)
    return re.sub(r"(\w)=(\S)", r"\1 = \2", text)


def axis_label(name):
    return AXES.get(name, symbols(name))


def outward(value, digits, up):
    """A certified end in print: never inside of what it stands for."""
    exact = Decimal(float(value))
    if exact == 0 or not exact.is_finite():
        return str(value)
    place = Decimal(1).scaleb(exact.adjusted() - digits + 1)
    rounded = exact.quantize(place, rounding=ROUND_CEILING if up else ROUND_FLOOR)
    return symbols(f"{rounded:e}".lower()) if abs(exact) < Decimal("1e-4") else f"{rounded:f}"


def method_name(column):
    """As `pld compare` prints it."""
    name = column.removeprefix("method_")
    return "claim " + name.removeprefix("claim_") if name.startswith("claim_") else name


def some_of(names, most=3):
    return ", ".join(names) if len(names) <= most else f"{', '.join(names[:most - 1])} and {len(names) - most + 1} more"


def mechanism_words(spec, axes):
    """'poisson-gaussian:q=0.01,sigma=1@10' as 'poisson-gaussian, q = 0.01, σ = 1, 10 times', without the keys that are axes."""
    body, _, count = spec.partition("@")
    name, _, keys = body.partition(":")
    kept = [key for key in keys.split(",") if key and key.split("=")[0] not in axes]
    return ", ".join([name] + [symbols(key) for key in kept] + ([f"{count} times"] if count not in ("", "1") else []))


def default_title(series):
    """What all series have in common: mechanisms and, in symbols, what does not vary."""
    titles = {one.attributes.get("title", "") for one in series}
    if titles != {""}:
        return symbols(titles.pop()) if len(titles) == 1 else ""
    constants, axes = {}, []
    for axis in [axis for one in series for axis in one.scalars + one.dimensions]:
        axes += [axis] if axis not in axes else []
    for axis in axes:
        values = {float(value) for one in series if axis in one.values for value in one.values[axis].ravel()}
        if len(values) == 1 and all(axis in one.values for one in series):
            constants[axis] = values.pop()
    mechanisms = {" + ".join(mechanism_words(spec, axes) for spec in one.attributes.get("mechanisms_given", "").split("\n")) for one in series}
    parts = [mechanisms.pop()] if len(mechanisms) == 1 else []
    for axis in sorted(constants, key=lambda axis: axis == "delta"):
        if (axis, constants[axis]) != ("compositions", 1):
            parts.append(f"{'T' if axis == 'compositions' else symbols(axis)} = {number(constants[axis])}")
    return ", ".join(part for part in parts if part)


def caption(series):
    """What goes into the file's own description: what is drawn, what it assumes, how it was made."""
    lines = [default_title(series)]
    for key, before in (("mechanisms_given", "Mechanisms: "), ("adjacency", "Neighbours: "), ("notes", ""), ("command_line", "Made by: ")):
        found = []
        for one in series:
            for line in one.attributes.get(key, "").split("\n"):
                if line and line not in found:
                    found.append(line)
        lines += [before + line for line in found[:8]]
    return "\n".join(line for line in lines if line)
