"""What is drawn is what is in the file, and it is where it belongs: compares artists with the file, and looks at the written figures."""
import base64
import re
import xml.etree.ElementTree
from decimal import Decimal

import h5py
import numpy as np
from matplotlib import image
from matplotlib import pyplot as plt

from figures.command import main, make_figure, parse, read_all
from figures.look import STYLES
from figures.page import axis_texts, leaving
from figures.reader import Usage, select
from figures.words import outward, symbols


def figure_of(paths, *options):
    """(figure, drawing) as `pld plot` makes them."""
    plt.close("all")
    arguments = parse([*paths, "-o", "figure.svg", *options])
    series = read_all(paths)
    if arguments.select:
        series = select(series, arguments.select)
    return make_figure(series, arguments)[:2]


def is_drawn(drawing, values):
    return any(np.array_equal(line.get_ydata(), values, equal_nan=True) for line, _ in drawing.lines)


def check_lines():
    """Every series, every slice, every column that belongs into the figure, to the bit."""
    _, drawing = figure_of(["fifteen.h5"])
    with h5py.File("fifteen.h5", "r") as file:
        groups = [group for group in file.values() if isinstance(group, h5py.Group)]
        assert len(groups) == 15
        for group in groups:
            for place in range(2):
                for column in ("epsilon_estimate", "add_estimate"):
                    assert is_drawn(drawing, group[column][:, place]), (group.name, column)
    assert len(drawing.lines) == 60 and len(drawing.names) + len(drawing.below) == 30
    assert len({(marker, filled) for _, _, _, marker, filled in drawing.names}) >= 15 or drawing.below
    _, drawing = figure_of(["fifteen.h5"], "--select", "sigma=1,delta=1e-6", "--no-other-direction")
    with h5py.File("fifteen.h5", "r") as file:
        assert len(drawing.lines) == 1 and is_drawn(drawing, file["sigma=1"]["epsilon_estimate"][:, 1])
    _, drawing = figure_of(["compared.h5"])
    _, ratios = figure_of(["compared.h5"], "--kind", "ratio")
    with h5py.File("compared.h5", "r") as file:
        group = next(group for group in file.values() if isinstance(group, h5py.Group))
        for name in ("rdp", "naive", "loss-clt"):
            values = group[f"method_{name}"][()]
            assert any(np.allclose(line.get_ydata(), values, rtol=0.02) for line, _ in drawing.lines), name
            assert any(np.allclose(line.get_ydata(), values / group["epsilon_upper"][()], rtol=0.02) for line, _ in ratios.lines), name


def check_page(paths, *options):
    """Nothing leaves the page, names overlap neither each other nor the axes, and lines that leave the axes are marked."""
    figure, drawing = figure_of(paths, *options)
    figure.draw_without_rendering()
    page, renderer = figure.bbox, figure.canvas.get_renderer()
    texts = figure.texts + [text for legend in figure.legends for text in legend.get_texts()]
    texts += axis_texts(drawing.axes)
    for text in texts:
        box = text.get_window_extent(renderer)
        if text.get_text():
            assert box.x0 >= -1 and box.y0 >= -1 and box.x1 <= page.x1 + 1 and box.y1 <= page.y1 + 1, (options, text.get_text())
    names = sorted((text.get_window_extent(renderer) for text in figure.texts if text.get_gid() == "name"), key=lambda box: box.y0)
    assert all(box.x0 >= drawing.axes.bbox.x1 for box in names), "a name over the data"
    assert all(above.y0 >= below.y1 - 0.25 * below.height for below, above in zip(names, names[1:])), "names over each other"
    legends = [legend.get_window_extent(renderer) for legend in figure.legends]
    assert all(box.y1 <= drawing.axes.xaxis.label.get_window_extent(renderer).y0 for box in legends), "the legend is over the axis"
    crossings = sum(len(leaving(drawing, line)) for line, _ in drawing.lines)
    marks = [line for line in drawing.axes.lines if line.get_transform() is drawing.axes.transAxes]
    assert len(marks) == crossings, (len(marks), crossings)
    return crossings


def check_refusals():
    series = read_all(["fifteen.h5"])
    for text, word in (("k=1", "no series has 'k'"), ("sigma=7", "no point has sigma=7"), ("series=x", "no series 'x'")):
        try:
            select(list(series), text)
        except Usage as problem:
            assert word in str(problem) and problem.allowed
        else:
            raise AssertionError(text)
    for options, word in ((["--width", "1.2", "--font", "40"], "--"), (["--height", "1"], "--height"), (["--font", "No Such Font"], "'No Such Font'")):
        try:
            figure_of(["fifteen.h5"], *options)
        except Usage as problem:
            assert word in str(problem)
        else:
            raise AssertionError(options)
    assert main(["gaussian.h5", "profile.h5", "-o", "both.svg"]) == 4  # they do not go into one figure


def check_files():
    """The size that was asked for, text as text, fonts inside, numbers behind points, the same bytes again."""
    for ending in ("svg", "pdf", "png"):
        for name in ("one", "two"):
            assert main(["fifteen.h5", "--select", "delta=1e-5", "--width", "3.25", "--height", "4", "-o", f"{name}.{ending}"]) == 0
        with open(f"one.{ending}", "rb") as one, open(f"two.{ending}", "rb") as two:
            assert one.read() == two.read(), f"two files of one figure differ: {ending}"
    root = xml.etree.ElementTree.parse("one.svg").getroot()
    assert (root.get("width"), root.get("height")) == ("234pt", "288pt")
    with open("one.svg", encoding="utf-8") as stream:
        svg = stream.read()
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    assert "number of compositions T" in texts and "σ = 0.6" in texts and "poisson-gaussian, q = 0.01, δ = 10⁻⁵" in texts, texts
    sizes = set(re.findall(r"font: (\S+) ", svg))
    assert sizes == {"8px"}, sizes  # units of the viewBox, which are points
    assert base64.b64decode(re.search(r"base64,([^)]*)\)", svg)[1])[:4] == b"wOFF"
    check_numbers(svg)
    with open("one.pdf", "rb") as stream:
        pdf = stream.read()
    assert b"/MediaBox [ 0 0 234 288 ]" in pdf and b"/FontFile2" in pdf and b"/Type3" not in pdf
    assert image.imread("one.png").shape[:2] == (1200, 975)


def check_numbers(svg):
    """Each point of the file has its certified bracket behind it, rounded outward."""
    found = re.findall(r"<title>σ = ([0-9.]+), (\d+): ([0-9.]+) ≤ ε ≤ ([0-9.]+)</title>", svg)
    assert len(found) == 15 * 3, len(found)
    with h5py.File("fifteen.h5", "r") as file:
        for sigma, compositions, lower, upper in found:
            group = file[f"sigma={sigma}"]
            place = list(group["compositions"]).index(int(compositions))
            ends = [Decimal(float(group[f"epsilon_{end}"][place, 0])) for end in ("lower", "upper")]
            assert Decimal(lower) <= ends[0] and ends[1] <= Decimal(upper), (sigma, compositions)
            assert ends[0] - Decimal(lower) < ends[0] * Decimal("1e-6") and Decimal(upper) - ends[1] < ends[1] * Decimal("1e-6")


def check_drawn():
    assert symbols("epsilon over k, sigma = 1, delta = 1e-5, 2.5e+07") == "ε over k, σ = 1, δ = 10⁻⁵, 2.5·10⁷"
    assert outward(0.1, 3, True) == "0.101" and outward(0.1, 3, False) == "0.100" and outward(2.5e-7, 2, True).endswith("10⁻⁷")
    for style in STYLES.values():  # told apart without colour: brightness goes one way, and stays away from the paper's
        look = style()
        grey = np.array([np.dot(colour[:3], (0.299, 0.587, 0.114)) for colour in look.shades(5)])
        steps = np.diff(grey) * (-1 if look.dark else 1)
        assert np.all(steps > 0.04) and (grey.min() > 0.25 if look.dark else grey.max() < 0.75), grey
    check_lines()
    check_page(["fifteen.h5"], "--select", "delta=1e-5")
    check_page(["compared.h5"], "--style", "dark", "--font", "STIXGeneral,12", "--width", "6", "--height", "5")
    for paths in (["profile.h5"], ["wide.h5"], ["gaussian.h5"], ["gaussian.h5", "few.h5"]):
        check_page(paths)
    assert check_page(["compared.h5"]) > 0
    assert check_page(["fifteen.h5"], "--ylim", "0.1,0.3", "--xlim", "2,50", "--no-other-direction", "--select", "delta=1e-5") > 3
    assert check_page(["fifteen.h5"], "--ylim", "0,100", "--no-other-direction", "--select", "delta=1e-6,sigma=1,sigma=2") == 0
    check_refusals()
    check_files()
