"""The files: as large as the page, text as text, fonts inside, the same bytes from the same data."""
import base64
import io
import os
import re

from fontTools import subset
from fontTools.ttLib import TTFont
from matplotlib import font_manager
from xml.sax.saxutils import escape

from .look import FALLBACK
from .reader import Unusable

ENDINGS = (".svg", ".pdf", ".png")


def embedded(family, characters):
    """A rule of CSS with what is needed of a font; '' if it has none of the characters."""
    font = TTFont(font_manager.findfont(font_manager.FontProperties(family=family)), fontNumber=0, recalcTimestamp=False)
    known = {code for table in font["cmap"].tables for code in table.cmap}
    wanted = sorted({ord(character) for character in characters} & known)
    if not wanted:
        return ""
    options = subset.Options()
    options.hinting, options.layout_features, options.notdef_outline = False, ["kern"], True
    options.drop_tables += ["FFTM"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted)
    cutter.subset(font)
    font.flavor = "woff"
    bytes_of = io.BytesIO()
    font.save(bytes_of)
    return f"@font-face {{font-family: '{family}'; src: url(data:font/woff;base64,{base64.b64encode(bytes_of.getvalue()).decode()}) format('woff');}}\n"


def with_numbers(svg, figure):
    """Every point says, where a mouse is over it, which number of the file it is."""
    for artist in [artist for axes in figure.axes for artist in axes.lines if getattr(artist, "numbers", None)]:
        start = svg.find(f'<g id="{artist.get_gid()}">')
        end = svg.find('<g id="', start + 1)
        uses = re.findall(r"<use [^>]*/>", svg[start:end])
        if start < 0 or len(uses) != len(artist.numbers):
            raise AssertionError("points that are not the numbers behind them")
        numbers = iter(artist.numbers)
        svg = svg[:start] + re.sub(r"<use ([^>]*)/>", lambda found: f"<use {found[1]}><title>{escape(next(numbers))}</title></use>", svg[start:end]) + svg[end:]
    return svg


def finish_svg(path, figure, look):
    with open(path, encoding="utf-8") as stream:
        svg = stream.read()
    characters = set("".join(re.findall(r">([^<]*)</(?:text|tspan)>", svg)))
    faces = "".join(embedded(family, characters) for family in dict.fromkeys([look.font, FALLBACK]))
    svg = with_numbers(svg, figure)
    svg = svg.replace("<defs>", f'<defs>\n<style type="text/css">{faces}</style>', 1)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(svg)


def save(figure, path, look, caption):
    ending = os.path.splitext(path)[1].lower()
    metadata = {".svg": {"Date": None, "Creator": "pld", "Description": caption},
                ".pdf": {"CreationDate": None, "ModDate": None, "Creator": "pld", "Producer": None, "Subject": caption},
                ".png": {"Software": None, "Description": caption}}[ending]
    beside = f"{path}.new{ending}"
    try:
        figure.savefig(beside, dpi=look.dpi, metadata=metadata)
        if ending == ".svg":
            finish_svg(beside, figure, look)
        os.replace(beside, path)
    except OSError as problem:
        if os.path.exists(beside):
            os.remove(beside)
        raise Unusable(f"cannot be drawn into '{path}': {problem.strerror}") from problem
