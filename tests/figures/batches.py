"""The figure of ways to make batches against its file."""
import re
from decimal import Decimal

import h5py
import numpy as np

from drawn import check_page, figure_of
from figures.batches import LOWERED, NEIGHBOURS
from figures.command import main
from figures.reader import read_file


def check_batches():
    figure, drawing = figure_of(["batches.h5"])
    figure.draw_without_rendering()
    labels = [text.get_text() for text in reversed(drawing.axes.get_yticklabels())]
    said = [text for text in drawing.axes.texts if text.get_gid() == "said"]
    legend = " ".join(handle.get_label().replace("\n", " ") for handle in drawing.handles)
    hatched = [part for part in drawing.axes.collections if part.get_hatch()]
    with h5py.File("batches.h5", "r") as file:
        groups = [file[one.name] for one in read_file("batches.h5")]
        assert len(groups) == 9 and len(said) == 9 and len(labels) == 9
        assert len(hatched) == sum("gap" in group.attrs for group in groups) == 3, len(hatched)
        marked = {(float(value), row) for x, y, *_ in drawing.points for value, row in zip(x, y)}
        for i, (group, label, text) in enumerate(zip(groups, labels, said)):
            adjacency = group.attrs["adjacency"]
            adjacency = adjacency.decode() if isinstance(adjacency, bytes) else adjacency
            assert label.split("\n") == [group.name[1:].split(" ")[0], NEIGHBOURS[adjacency]] and group.name.endswith(f" {adjacency}"), label
            lower, upper = (float(np.ravel(group[f"epsilon_{end}"])[0]) for end in ("lower", "upper"))
            if "reason" in group.attrs:
                assert np.isnan(lower) and text.get_text() == "no number" and "needs the key 'cap'" in legend
                continue
            shown = [Decimal(part) for part in re.findall(r"[0-9.]+", text.get_text())]
            assert Decimal(upper) <= shown[-1] <= Decimal(upper) * Decimal("1.0002") and (upper, 8 - i - LOWERED) in marked, (label, shown)
            if "gap" in group.attrs:  # both ends, never one number
                assert len(shown) == 2 and shown[0] <= Decimal(lower) and (lower, 8 - i - LOWERED) in marked, (label, shown)
                bars = [part.get_paths()[0].get_extents() for part in hatched]
                box = next(bar for bar in bars if bar.y0 < 8 - i - LOWERED < bar.y1)
                assert np.isclose(box.x0, lower) and np.isclose(box.x1, upper), (label, box)
    assert "gap of theory" in legend and "its own batches" in legend
    for options in ([], ["--style", "screen"], ["--style", "dark", "--width", "5"]):
        check_page(["batches.h5"], *options)
        figure, drawing = figure_of(["batches.h5"], *options)
        figure.draw_without_rendering()
        edges, renderer = drawing.axes.bbox, figure.canvas.get_renderer()
        for text in [text for text in drawing.axes.texts if text.get_gid() == "said"]:
            box = text.get_window_extent(renderer)
            assert box.x0 >= edges.x0 and box.x1 <= edges.x1, (options, text.get_text())
    assert main(["fifteen.h5", "--kind", "batches", "-o", "none.svg"]) == 4


def check_gap():
    """Ends of two pairs: hatched, with a mark at both ends, no line in between, and said in the legend."""
    for path in ("gap.h5", "gap-tradeoff.h5"):
        _, drawing = figure_of([path])
        assert any(part.get_hatch() for part in drawing.axes.collections) and not any(part.get_alpha() == 0.35 and part.get_paths() for part in drawing.axes.collections)
        assert sum("gap of theory" in handle.get_label().replace("\n", " ") for handle in drawing.handles) == 1
    _, drawing = figure_of(["gap.h5"])
    with h5py.File("gap.h5", "r") as file:
        group = next(group for group in file.values() if isinstance(group, h5py.Group))
        ends = [np.ravel(group[f"epsilon_{end}"]) for end in ("lower", "upper")]
    marked = {float(value) for _, y, *_ in drawing.points for value in y}
    assert marked == {float(value) for end in ends for value in end}
    drawn = [line.get_ydata() for line, _ in drawing.lines if np.isfinite(line.get_ydata()).any()]
    assert len(drawn) == 2 and all(np.array_equal(one, end) for one, end in zip(drawn, ends))
