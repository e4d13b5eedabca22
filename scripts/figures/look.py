"""Colours, markers and sizes. Shades go from dark to light (light to dark on dark paper), so that they differ without colour and for eyes that
see fewer of them; markers and dashes differ too."""
import numpy as np
import matplotlib
from matplotlib import font_manager
from matplotlib import pyplot as plt

from .reader import Usage

MARKERS = "os^DvPX*<>"
METHOD_DASHES = ((0, (5, 2)), (0, (3, 1, 1, 1)), (0, (7, 2, 1, 2)), (0, (2, 1)))
OTHER_DIRECTION = (0, (1, 1.5))
FALLBACK = "DejaVu Sans"  # comes with matplotlib and has every sign that words.py writes


class Look:
    """A style: size of the page in inches, of text in points, and colours."""

    def __init__(self, width, size, dpi, dark=False):
        self.width, self.size, self.dpi, self.dark = width, size, dpi, dark
        self.paper, self.ink, self.grid, self.faint = ("#16181c", "#e8e8e8", "#3a3d44", "#9a9a9a") if dark else ("white", "black", "0.88", "0.5")
        self.line = size / 7.5
        self.font = FALLBACK

    def shades(self, count, low=0.0, high=0.78):
        """Never too near to the paper to be seen."""
        low, high = (1.0 - low, 1.0 - high + 0.12) if self.dark else (low, high)
        return [tuple(colour) for colour in plt.cm.viridis(np.linspace(low, high, max(count, 1)))]

    def marker(self, index):
        """(marker, filled): twenty that differ."""
        return MARKERS[index % len(MARKERS)], index // len(MARKERS) % 2 == 0

    def use(self):
        matplotlib.rcdefaults()
        plt.rcParams.update({
            "font.family": [self.font] + ([FALLBACK] if self.font != FALLBACK else []),
            "font.size": self.size, "axes.labelsize": self.size, "axes.titlesize": self.size, "legend.fontsize": self.size,
            "xtick.labelsize": self.size, "ytick.labelsize": self.size,
            "lines.linewidth": self.line, "lines.markersize": self.size * 0.45,
            "axes.linewidth": 0.07 * self.size, "grid.linewidth": 0.06 * self.size,
            "xtick.major.width": 0.07 * self.size, "ytick.major.width": 0.07 * self.size,
            "xtick.major.size": 0.35 * self.size, "ytick.major.size": 0.35 * self.size,
            "xtick.major.pad": 0.3 * self.size, "ytick.major.pad": 0.3 * self.size, "axes.labelpad": 0.45 * self.size,
            "axes.grid": True, "axes.axisbelow": True, "grid.color": self.grid,
            "figure.facecolor": self.paper, "axes.facecolor": self.paper, "savefig.facecolor": self.paper,
            "text.color": self.ink, "axes.edgecolor": self.ink, "axes.labelcolor": self.ink, "xtick.color": self.ink, "ytick.color": self.ink,
            "axes.unicode_minus": True, "hatch.linewidth": 0.06 * self.size, "text.hinting": "none",  # so that text is as wide on paper as on the screen it was measured for
            "svg.fonttype": "none", "pdf.fonttype": 42, "svg.hashsalt": "pld",  # text stays text; the same data gives the same file
        })


STYLES = {"print": lambda: Look(3.25, 8, 300), "screen": lambda: Look(6.5, 10, 150), "dark": lambda: Look(6.5, 10, 150, dark=True)}


def chosen_look(style, font):
    """The style, with a font as 'NAME', 'SIZE' or 'NAME,SIZE'."""
    look = STYLES[style]()
    for part in [part.strip() for part in font.split(",")] if font else []:
        try:
            look.size = float(part.removesuffix("pt"))
            continue
        except ValueError:
            names = sorted({entry.name for entry in font_manager.fontManager.ttflist})
        match = [name for name in names if name.lower() == part.lower()]
        if not match:
            raise Usage(f"--font: there is no font '{part}' here", "a name and a size in points, or one of them, such as 'DejaVu Serif,9'; names here: "
                        + ", ".join(name for name in names if not name.startswith("STIX") or name == "STIXGeneral"))
        look.font = match[0]
    if not 4 <= look.size <= 40:
        raise Usage(f"--font: a size of {look.size:g} points cannot be read", "from 4 to 40 points")
    look.line = look.size / 7.5
    return look
