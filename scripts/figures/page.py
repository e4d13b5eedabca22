"""The page: as wide as asked for, everything inside of it, names beside lines, marks where lines leave."""
import re

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.markers import CARETDOWNBASE, CARETLEFTBASE, CARETRIGHTBASE, CARETUPBASE

from .reader import Usage
from .words import some_of

PAD = 0.05  # inches around everything
RATIO = 0.68  # of the axes, if no height is asked for
NARROWEST = 0.4  # of the page: the axes
BESIDE = 0.6  # of the page: axes and their numbers, where names are beside them
LOWEST = 0.7  # inches: the axes


def text_width(figure, text, size):
    probe = figure.text(0, 0, text, fontsize=size)
    width = probe.get_window_extent(figure.canvas.get_renderer()).width / figure.dpi
    probe.remove()
    return width


def wrapped(figure, text, size, room):
    """The text in lines that are at most `room` inches wide, if its words are."""
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in re.split(r"(?<!=) (?!=)", paragraph):  # not around an equals sign
            longer = f"{line} {word}" if line else word
            if line and text_width(figure, longer, size) > room:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return "\n".join(lines)


def inside(drawing, points):
    box = drawing.axes.bbox
    return (np.isfinite(points).all(axis=1) & (points[:, 0] >= box.x0 - 0.5) & (points[:, 0] <= box.x1 + 0.5)
            & (points[:, 1] >= box.y0 - 0.5) & (points[:, 1] <= box.y1 + 0.5))


def on_screen(drawing, line):
    with np.errstate(all="ignore"):
        return drawing.axes.transData.transform(np.column_stack([line.get_xdata(), line.get_ydata()]).astype(float))


def leaving(drawing, line):
    """[(place in display units, marker)] where a line goes out of the axes between two of its points, or comes in."""
    points, box, found = on_screen(drawing, line), drawing.axes.bbox, []
    visible = inside(drawing, points)
    edges = ((1, box.y1, CARETUPBASE), (1, box.y0, CARETDOWNBASE), (0, box.x1, CARETRIGHTBASE), (0, box.x0, CARETLEFTBASE))
    for i in np.flatnonzero(visible[1:] != visible[:-1]):
        within, beyond = (points[i], points[i + 1]) if visible[i] else (points[i + 1], points[i])
        if not np.isfinite(beyond).all():
            continue
        crossings = []
        for axis, edge, marker in edges:
            if (beyond[axis] - edge) * (1 if marker in (CARETUPBASE, CARETRIGHTBASE) else -1) > 0.5:
                share = (edge - within[axis]) / (beyond[axis] - within[axis])
                crossings.append((max(share, 0.0), marker))
        if crossings:
            share, marker = min(crossings, key=lambda crossing: crossing[0])
            found.append((within + share * (beyond - within), marker))
    return found


def find_leaving(drawing):
    """(whether any line leaves, names of lines that are not seen at all)"""
    outside, marked = [], False
    for line, label in drawing.lines:
        points = on_screen(drawing, line)
        if inside(drawing, points).any():
            marked = marked or bool(leaving(drawing, line))
        elif np.isfinite(points).all(axis=1).any() and label and label not in outside:
            outside.append(label)
    return marked, outside


def mark_leaving(drawing):
    """A small triangle wherever a line leaves."""
    axes, invert = drawing.axes, drawing.axes.transAxes.inverted()
    for line, _ in drawing.lines:
        for spot, marker in leaving(drawing, line):
            axes.plot(*[[part] for part in invert.transform(spot)], transform=axes.transAxes, marker=marker, color=line.get_color(), clip_on=False,
                      markersize=drawing.look.size * 0.45, markeredgewidth=0, zorder=5)


def draw_points(drawing):
    """The points that are inside of the axes, each group an artist with a name of its own."""
    for i, (x, y, texts, colour, marker, filled, size) in enumerate(drawing.points):
        with np.errstate(all="ignore"):
            shown = inside(drawing, drawing.axes.transData.transform(np.column_stack([x, y])))
        artist = drawing.axes.plot(x[shown], y[shown], linestyle="none", color=colour, marker=marker, zorder=4, gid=f"points-{i}",
                                   markersize=drawing.look.size * 0.45 * size, markeredgewidth=0.1 * drawing.look.size,
                                   markerfacecolor=colour if filled else drawing.look.paper)[0]
        artist.numbers = [text for text, show in zip(texts, shown) if show]


def visible_end(drawing, line):
    """Where the line is last seen, in display units."""
    points = on_screen(drawing, line)
    seen = np.flatnonzero(inside(drawing, points))
    if len(seen) == 0:
        return None
    out = [place for place, _ in leaving(drawing, line) if place[0] >= points[seen[-1]][0]]
    return out[-1] if out else points[seen[-1]]


def apart(heights, sizes, low, high):
    """Middles in rising order, moved as little as needed so that entries of these sizes do not overlap and stay between `low` and `high`."""
    heights = list(heights)
    for i, size in enumerate(sizes):
        floor = low + size / 2 if i == 0 else heights[i - 1] + (sizes[i - 1] + size) / 2
        heights[i] = max(heights[i], floor)
    for i in range(len(heights) - 1, -1, -1):
        ceiling = high - sizes[i] / 2 if i == len(heights) - 1 else heights[i + 1] - (sizes[i + 1] + sizes[i]) / 2
        heights[i] = min(heights[i], ceiling)
    return heights


def name_heights(names, gap):
    return [gap * (1 + 0.9 * label.count("\n")) for label, *_ in names]


def place_names(drawing, gap):
    """Names to the right of the axes, joined to the ends of their lines; never over what is drawn."""
    axes, look, figure = drawing.axes, drawing.look, drawing.axes.figure
    box, inch = axes.bbox, figure.dpi
    entries = [(end, *rest) for label, line, *style in drawing.names for end, rest in [(visible_end(drawing, line), (label, *style))] if end is not None]
    entries.sort(key=lambda entry: entry[0][1])
    sizes = name_heights([entry[1:] for entry in entries], gap * inch)
    heights = apart([entry[0][1] for entry in entries], sizes, box.y0, box.y1)
    invert = figure.transFigure.inverted()
    for height, (end, label, colour, marker, filled) in zip(heights, entries):
        sample = (box.x1 + 0.011 * look.size * inch, height)
        start = (max(end[0], box.x1 - 0.12 * box.width), end[1])
        if abs(end[0] - start[0]) < 1:  # the line ends at the edge: a thread leads on
            axes.add_artist(figure_line(figure, invert.transform([start, sample]), color=colour, linewidth=0.05 * look.size, zorder=1))
        axes.add_artist(figure_line(figure, invert.transform([sample]), color=colour, marker=marker, markersize=look.size * 0.45,
                                    markeredgewidth=0.1 * look.size, markerfacecolor=colour if filled else look.paper))
        x, y = invert.transform((sample[0] + 0.009 * look.size * inch, height))
        figure.text(x, y, label, va="center" if "\n" in label else "center_baseline", ha="left", fontsize=look.size,
                    linespacing=1.0, gid="name")


def figure_line(figure, points, **style):
    return Line2D(points[:, 0], points[:, 1], transform=figure.transFigure, clip_on=False, **style)


def make_legend(drawing, handles, room):
    """A legend in as many columns as fit."""
    figure, look = drawing.axes.figure, drawing.look
    for handle in handles:
        handle.set_label(wrapped(figure, handle.get_label(), look.size, room - 0.055 * look.size))
    for columns in range(min(len(handles), 4), 0, -1):
        legend = figure.legend(handles=handles, loc="lower left", bbox_to_anchor=(PAD / figure.get_figwidth(), 0), ncol=columns, frameon=False,
                               handlelength=2.6, handletextpad=0.6, columnspacing=1.2, borderaxespad=0, borderpad=0.15, labelspacing=0.25)
        box = legend.get_window_extent(figure.canvas.get_renderer())
        if box.width / figure.dpi <= room or columns == 1:
            break
        legend.remove()
    return legend


def name_room(drawing):
    """Inches that names beside the axes take."""
    figure, look = drawing.axes.figure, drawing.look
    return max([text_width(figure, entry[0], look.size) for entry in drawing.names]) + 0.024 * look.size if drawing.names else 0


def names_below(drawing):
    """Names into a legend of their own."""
    handles, drawing.handles = drawing.handles, []
    for label, line, colour, marker, filled in drawing.names:
        drawing.legend(label.replace("\n", " "), color=colour, linestyle=line.dashes, marker=marker, markerfacecolor=colour if filled else drawing.look.paper)
    drawing.names, drawing.below, drawing.handles = [], drawing.handles, handles


def finish(drawing, title, height):
    """Gives everything its place; `height` None: as the axes need it."""
    figure, look = drawing.axes.figure, drawing.look
    width, gap = figure.get_figwidth(), 1.2 * look.size / 72
    room = width - 2 * PAD
    head = figure.text(PAD / width, 1, wrapped(figure, title, look.size, room), va="top", ha="left", fontsize=look.size) if title else None
    if name_room(drawing) > width - max(BESIDE * width, 1.2):  # no room beside the axes: they are told below
        names_below(drawing)
    place(drawing, (name_room(drawing), 0, head, height, gap))
    place(drawing, (name_room(drawing), 0, head, height, gap))
    marked, outside = find_leaving(drawing)
    if marked:
        drawing.legend("goes on beyond the axes", linestyle="none", marker=CARETUPBASE, markersize=look.size * 0.45)
    if outside:
        drawing.legend(f"beyond the axes: {some_of(outside)}", linestyle="none")
    legends = [make_legend(drawing, handles, room) for handles in (drawing.handles, drawing.below) if handles]
    figure.draw_without_rendering()  # only then the height of a legend is final
    legends = [(legend, legend.get_window_extent().height / figure.dpi) for legend in legends]
    place(drawing, (name_room(drawing), sum(tall for _, tall in legends), head, height, gap))
    y = PAD
    for legend, tall in legends:
        legend.set_bbox_to_anchor((PAD / width, y / figure.get_figheight()), transform=figure.transFigure)
        y += tall
    if head is not None:
        head.set_y(1 - PAD / figure.get_figheight())
    mark_leaving(drawing)
    draw_points(drawing)
    place_names(drawing, gap)


def axis_texts(axes):
    """Labels of the axes, and of those ticks that are in view."""
    texts = [axes.xaxis.label, axes.yaxis.label]
    for axis in (axes.xaxis, axes.yaxis):
        low, high = sorted(axis.get_view_interval())
        room = 1e-9 * (high - low)
        texts += [text for place, text in zip(axis.get_majorticklocs(), axis.get_ticklabels()) if low - room <= place <= high + room]
    return [text for text in texts if text.get_text()]


def place(drawing, sizes):
    """The axes between title, legend, names and what their own labels need."""
    right, below, head, asked, gap = sizes
    figure, axes = drawing.axes.figure, drawing.axes
    renderer = figure.canvas.get_renderer()
    width, inch = figure.get_figwidth(), figure.dpi
    above = head.get_window_extent(renderer).height / inch + 0.05 if head is not None else 0
    figure.draw_without_rendering()
    parts = [part.get_window_extent(renderer) for part in axis_texts(axes)]
    box = axes.bbox
    left = max([box.x0 - part.x0 for part in parts] + [0]) / inch + PAD
    bottom = max([box.y0 - part.y0 for part in parts] + [0]) / inch + below + PAD + (0.09 if below else 0)
    over_right = max(max([part.x1 - box.x1 for part in parts] + [0]) / inch, right) + PAD
    over_top = max([part.y1 - box.y1 for part in parts] + [0.03 * inch]) / inch + above + PAD
    wide = width - left - over_right
    if wide < NARROWEST * width and wide < 1.2:
        raise Usage(f"--width: {width:g}in is too narrow for the names in this figure", f"at least {width + 1.2 - wide:.1f}in, a smaller --font, or fewer lines")
    tall = wide if drawing.square else max(drawing.tall or RATIO * wide, sum(name_heights(drawing.names, gap)) + 0.5 * gap)
    height = asked if asked is not None else tall + bottom + over_top
    tall = height - bottom - over_top
    names = sum(name_heights(drawing.names, gap))
    if tall < max(LOWEST, names):
        needed = bottom + over_top + max(LOWEST, names + 0.5 * gap)
        raise Usage(f"--height: {height:g}in is too low for what stands around and beside the axes", f"at least {needed:.1f}in, or a smaller --font")
    figure.set_size_inches(width, height)
    if drawing.square:
        side = min(wide, tall)
        left, bottom, wide, tall = left + (wide - side) / 2, bottom + (tall - side) / 2, side, side
    axes.set_position([left / width, bottom / height, wide / width, tall / height])
