"""One exception class for each kind of failure, with the sentence of the library."""
from __future__ import annotations

from ._library import ffi, lib, text


class PldError(Exception):
    """Whatever the library fails with.

    `word` is the offending word, `allowed` what would be right, `family` the family whose spec is wrong; each may be empty.
    """

    def __init__(self, message: str = "", word: str = "", allowed: str = "", family: str = ""):
        super().__init__(message)
        self.message, self.word, self.allowed, self.family = message, word, allowed, family

    def __str__(self) -> str:
        return self.message

    def __reduce__(self):
        return type(self), (self.message, self.word, self.allowed, self.family)


class ArgumentError(PldError, ValueError):
    """An argument is not allowed.

    >>> import pld
    >>> pld.epsilon("poisson-gausian:q=0.01,sigma=1", delta=1e-5)
    Traceback (most recent call last):
    ...
    pld.errors.ArgumentError: there is no mechanism 'poisson-gausian'; did you mean 'poisson-gaussian'?
    """


class MemoryLimit(PldError, MemoryError):
    """Not enough memory."""


class FileError(PldError, OSError):
    """A file could not be read or written."""


class Contradiction(PldError, ArithmeticError):
    """Two computations contradict each other: no number is given. Please report it."""


class Stopped(PldError):
    """Stopped on request of a watcher."""


class PlatformError(PldError, RuntimeError):
    """The floating-point environment is not the one that bounds are proven for."""


_CLASSES = {
    "PLD_ERROR_ARGUMENT": ArgumentError,
    "PLD_ERROR_MEMORY": MemoryLimit,
    "PLD_ERROR_FILE": FileError,
    "PLD_ERROR_CONTRADICTION": Contradiction,
    "PLD_ERROR_STOPPED": Stopped,
    "PLD_ERROR_PLATFORM": PlatformError,
}


def new_error():
    """Room for what a call has to say."""
    return ffi.new("pld_error *")


def check(status: int, error=None) -> None:
    """Raises what a status stands for."""
    if status == lib.PLD_OK:
        return
    name = ffi.typeof("pld_status").elements.get(status, "")
    told = [text(getattr(error, part)) for part in ("message", "word", "allowed", "family")] if error is not None else [""] * 4
    raise _CLASSES.get(name, PldError)(told[0] or text(lib.pld_status_message(status)), *told[1:])
