"""The C library, found and loaded: `ffi`, `lib`, and the names of its enums."""
from __future__ import annotations

import ctypes.util
import importlib.util
import os
import pathlib
import sys

from cffi import FFI

_HERE = pathlib.Path(__file__).resolve().parent


def _declarations() -> str:
    """The installed text, or in a source tree what the headers say."""
    installed = _HERE / "declarations.h"
    if installed.exists():
        return installed.read_text(encoding="utf-8")
    root = _HERE.parents[2]
    spec = importlib.util.spec_from_file_location("pld_declarations", _HERE.parent / "declarations.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.declarations(root / "include")


def _soname(version: int) -> str:
    major, minor = version // 10000, version // 100 % 100
    return f"libpld.so.0.{minor}" if major == 0 else f"libpld.so.{major}"


def _candidates(soname: str) -> list:
    """Where the library may be, in this order: what PLD_LIBRARY says alone counts if it is set."""
    chosen = os.environ.get("PLD_LIBRARY")
    if chosen:
        return [chosen]
    folders = [_HERE]
    beside = _HERE / "library_folder"  # written when it is installed: where the library is, from here
    if beside.exists():
        folders.append(_HERE / beside.read_text(encoding="utf-8").strip())
    if (_HERE.parent / "declarations.py").exists():  # a source tree
        folders.append(_HERE.parents[2] / "build")
    folders += [pathlib.Path(sys.prefix) / "lib"]
    found = [str(folder / soname) for folder in folders if (folder / soname).exists()]
    return [*found, soname, *filter(None, [ctypes.util.find_library("pld")])]


def _load():
    ffi = FFI()
    ffi.cdef(_declarations())
    version = ffi.dlopen(None).PLD_VERSION
    soname = _soname(version)
    reasons = []
    for candidate in _candidates(soname):
        try:
            return ffi, ffi.dlopen(candidate), candidate
        except OSError as error:
            reasons.append(str(error))
    raise ImportError(
        f"{soname} is not found: build it (cmake -S . -B build && cmake --build build), install it, or let PLD_LIBRARY name it. "
        + "; ".join(reasons)
    )


ffi, lib, library_path = _load()

__version__ = ffi.string(lib.pld_version()).decode()
if [int(part) for part in __version__.split(".")[:2]] != [lib.PLD_VERSION // 10000, lib.PLD_VERSION // 100 % 100]:
    raise ImportError(f"{library_path} is version {__version__}, and this package is for {lib.PLD_VERSION}")


def text(pointer) -> str:
    """A C text; "" for NULL."""
    return ffi.string(pointer).decode("utf-8", "replace") if pointer != ffi.NULL else ""


def owned_text(pointer) -> str:
    """The same of a text that is to be freed."""
    try:
        return text(pointer)
    finally:
        lib.pld_text_free(pointer)


def names(enum: str, name_of) -> dict:
    """{name: value} of an enum, as the library calls its values."""
    return {text(name_of(value)): value for value in ffi.typeof(enum).elements if name_of(value) != ffi.NULL}


ADJACENCIES = names("pld_adjacency", lib.pld_adjacency_name)
ENGINES = names("pld_engine", lib.pld_engine_name)
DIRECTIONS = names("pld_direction", lib.pld_direction_name)
