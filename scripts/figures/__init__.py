"""Figures of files that `pld curve`, `pld sweep`, `pld compare`, `pld tradeoff` or `pld audit` has written, from these files and nothing else.

One file for each kind of figure (epsilon, profile, ratio, distributions, tradeoff) over one reader; `drawing` keeps what was drawn, `page` gives
it its place on paper, `look` has every colour and size, `words` every text, `save` the files.
"""
