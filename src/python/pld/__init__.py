"""Tight, certified differential-privacy numbers: the C library libpld from Python.

    import pld
    r = pld.epsilon("poisson-gaussian:q=256/60000,sigma=1@16384", delta=1e-5)
    float(r)          # the number to report: the upper end of the bracket
    r.lower, r.notes  # the lower end, and what the number assumes

There is one function a family of mechanisms, such as pld.poisson_gaussian(q=0.01, sigma=1.0); pld.families() lists them.
"""
from typing import TYPE_CHECKING, Callable

from . import errors
from ._library import __version__, library_path
from .accountant import Accountant
from .curves import Table, curve
from .evidence import Audit, Gdp, Tuned, audit, gdp, tune
from .errors import ArgumentError, Contradiction, FileError, MemoryLimit, PlatformError, PldError, Stopped
from .mechanisms import Mechanism, array, array_of_curve, families, family_functions, history
from .queries import calibrate, compare, delta, epsilon, renyi, statement, tradeoff
from . import dp_accounting, opacus, prv
from .results import Bracket, Calibration, Comparison, Finding, Posterior, Renyi, Result, Statement, Tradeoff

_functions = family_functions()
globals().update(_functions)

if TYPE_CHECKING:  # the functions of families come from the library's table
    def __getattr__(name: str) -> Callable[..., Mechanism]:
        """A function of a family."""

__all__ = [
    "Accountant", "ArgumentError", "Audit", "Bracket", "Calibration", "Comparison", "Contradiction", "FileError", "Finding", "Gdp", "Mechanism",
    "MemoryLimit", "PldError", "PlatformError", "Posterior", "Renyi", "Result", "Statement", "Stopped", "Table", "Tradeoff", "Tuned", "array", "array_of_curve", "audit", "calibrate",
    "compare", "curve", "delta", "dp_accounting", "epsilon", "errors", "families", "gdp", "history", "library_path", "opacus", "prv", "renyi", "statement",
    "tradeoff", "tune", *_functions,
]
