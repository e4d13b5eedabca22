"""Draws a figure from files of pld.

    figures FILE.h5... -o FIGURE.svg [--kind KIND] [--title TEXT] [--style print|screen|dark] [--width INCHES] [--height INCHES] [--font NAME,SIZE]
            [--xlim LOW,HIGH] [--ylim LOW,HIGH] [--select KEY=VALUE,..] [--no-other-direction]

KIND is one of
    compositions   epsilon over the number of compositions
    parameter      epsilon over a parameter of the mechanism, such as k
    profile        delta over epsilon
    ratio          what each baseline (method_*) says over the certified upper bound
    distributions  the densities of the two distributions
    tradeoff       type II over type I error of the best attack
    batches        ways to make batches of one training run, side by side
and by default what the files hold. What is certified is a band. Of a trade-off the band is certified everywhere (tradeoff.py has the proof); of all
other kinds at the points that the file holds, which straight lines join so that the eye can follow. Solid lines are estimates inside their
brackets and have a gap where there is none (NaN in the file); the direction that does not decide is dotted, and drawn where the file holds it.
Baselines (columns method_*) are dashed; many of them over one line are named beside their right ends, those that cannot be told apart in the
figure together. Lines that leave the axes end in a small triangle. Exit 4: a file cannot be used; 2: wrong usage.
"""
import argparse
import os
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot as plt

from . import batches, distributions, epsilon, profile, ratio, tradeoff
from .drawing import Drawing, limit
from .look import STYLES, chosen_look
from .page import finish
from .reader import COORDINATES, Unusable, Usage, read_file, select
from .save import ENDINGS, save
from .words import caption, default_title

WRONG_USAGE, BAD_FILE = 2, 4
DRAW = {"compositions": epsilon.draw, "parameter": epsilon.draw, "profile": profile.draw, "ratio": ratio.draw,
        "distributions": distributions.draw, "tradeoff": tradeoff.draw, "batches": batches.draw}


def fitting_kind(one):
    if batches.is_batches([one]):
        return "batches"
    kinds = {"density": "distributions", "tradeoff": "tradeoff", "delta": "profile"}
    return kinds.get(one.quantity) or ("compositions" if one.main_axis() in COORDINATES else "parameter")


def read_all(paths):
    """All series; where names come twice the file's name goes before them. Each problem names its file."""
    series = []
    for path in paths:
        try:
            found = read_file(path)
        except Unusable as problem:
            raise Unusable(f"'{path}' {problem}") from problem
        for one in found:
            one.path = path
        series += found
    names = [one.name for one in series]
    for one in series:
        if names.count(one.name) > 1:
            one.label = f"{os.path.splitext(os.path.basename(one.path))[0]}, {one.label}"
    return series


def check_together(series):
    """Figures of one kind only, along one axis."""
    first = series[0]
    for one in series[1:]:
        if fitting_kind(one) != fitting_kind(first) or one.main_axis() != first.main_axis():
            raise Unusable(f"'{one.path}' has {one.quantity} over {one.main_axis()} in '{one.name}' and '{first.path}' has {first.quantity} over "
                           f"{first.main_axis()} in '{first.name}': they do not go into one figure")


def make_figure(series, arguments):
    """The figure of these series, finished; returns it with its drawing and its look."""
    look = chosen_look(arguments.style, arguments.font)
    look.use()
    width = arguments.width or look.width
    figure, axes = plt.subplots(figsize=(width, arguments.height or 0.7 * width), dpi=look.dpi)
    drawing = Drawing(axes, look, not arguments.no_other_direction)
    kind = arguments.kind or fitting_kind(series[0])
    try:
        DRAW[kind](drawing, series)
    except KeyError as problem:
        raise Unusable(f"'{series[0].path}' has no {problem.args[0]}, which kind '{kind}' needs") from problem
    except Unusable as problem:
        raise Unusable(f"'{series[0].path}' {problem}") from problem
    for which, ends in (("x", arguments.xlim), ("y", arguments.ylim)):
        if ends:
            limit(axes, which, ends)
            drawing.square = False
    finish(drawing, arguments.title if arguments.title is not None else title_of(series, kind), arguments.height)
    return figure, drawing, look


def title_of(series, kind):
    return batches.title_of(series) if kind == "batches" else default_title(series)


def two_numbers(text):
    low, high = (float(part) for part in text.split(","))
    return low, high


def parse(words):
    parser = argparse.ArgumentParser(description="Draws a figure from files of pld.")
    parser.add_argument("files", nargs="+")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--kind", choices=list(DRAW))
    parser.add_argument("--title")
    parser.add_argument("--style", choices=list(STYLES), default="print")
    parser.add_argument("--width", type=float)
    parser.add_argument("--height", type=float)
    parser.add_argument("--font", default="")
    parser.add_argument("--xlim", type=two_numbers)
    parser.add_argument("--ylim", type=two_numbers)
    parser.add_argument("--select")
    parser.add_argument("--no-other-direction", action="store_true")
    arguments = parser.parse_args(words)
    if os.path.splitext(arguments.output)[1].lower() not in ENDINGS:
        parser.error(f"'{arguments.output}' does not end in .svg, .pdf or .png")
    return arguments


def main(words=None):
    arguments = parse(words)
    try:
        series = read_all(arguments.files)
        if arguments.select is not None:
            series = select(series, arguments.select)
        check_together(series)
        figure, _, look = make_figure(series, arguments)
        try:
            save(figure, arguments.output, look, caption(series))
        except Unusable as problem:
            raise Unusable(f"'{arguments.files[0]}' {problem}") from problem
    except Unusable as problem:
        sys.stderr.write(f"pld plot: {problem}\n")
        return BAD_FILE
    except Usage as problem:
        sys.stderr.write(f"pld plot: {problem}\n  allowed: {problem.allowed}\n  see: pld plot --help\n")
        return WRONG_USAGE
    return 0
