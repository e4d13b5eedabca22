"""Options of a call, and how Ctrl-C ends one."""
from __future__ import annotations

import threading

from ._library import ADJACENCIES, ENGINES, ffi, lib
from .errors import ArgumentError, check, new_error

_active = threading.local()


class _Watch:
    """Whether a call is still wanted, and what ended it."""

    def __init__(self):
        self.exception = None


def _stop(_kind, value, _trace) -> bool:
    """Ctrl-C arrives as an exception of whatever Python code the main thread runs first: that is the watcher."""
    watch = getattr(_active, "watch", None)
    if watch is not None:
        watch.exception = value
    return False


@ffi.callback("pld_watcher", onerror=_stop, error=False)
def _watcher(context) -> bool:
    return ffi.from_handle(context).exception is None


@ffi.callback("pld_curve_watcher", onerror=_stop, error=False)
def _curve_watcher(_done, _total, context) -> bool:
    return ffi.from_handle(context).exception is None


def named(value: str, table: dict, what: str) -> int:
    """The value of an enum by its name."""
    if value not in table:
        raise ArgumentError(f"there is no {what} '{value}'", str(value), ", ".join(table))
    return table[value]


class Call:
    """One call of the library: its options, its watcher and its error.

    with Call(adjacency="add-remove", tolerance=1e-3) as call:
        call.check(lib.pld_composition_epsilon(.., call.options, .., call.error))
    """

    def __init__(self, adjacency="add-remove", tolerance=None, relative_tolerance=None, threads=0, memory_limit=0, engine="auto", **unknown):
        if unknown:
            raise TypeError(f"there is no option '{next(iter(unknown))}': tolerance, relative_tolerance, threads, memory_limit, engine")
        self._watch = _Watch()
        self.handle = ffi.new_handle(self._watch)
        self.curve_watcher = _curve_watcher
        self.error = new_error()
        self.options = options = ffi.new("pld_options *")
        lib.pld_options_init(options, ffi.sizeof("pld_options"), lib.PLD_VERSION)
        options.adjacency = named(adjacency, ADJACENCIES, "adjacency")
        options.engine = named(engine, ENGINES, "engine")
        options.threads = threads
        options.memory_limit = int(memory_limit)
        if tolerance is not None:
            options.tolerance = tolerance
        if relative_tolerance is not None:
            options.relative_tolerance = relative_tolerance
        options.watcher = _watcher
        options.context = self.handle

    def __enter__(self) -> "Call":
        self._before = getattr(_active, "watch", None)
        _active.watch = self._watch
        return self

    def __exit__(self, *_) -> None:
        _active.watch = self._before

    def check(self, status: int) -> None:
        """Raises what the call failed with; what the watcher was ended by comes first."""
        if status != lib.PLD_OK and self._watch.exception is not None:
            raise self._watch.exception
        check(status, self.error)
