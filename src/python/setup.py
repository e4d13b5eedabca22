"""Puts beside the package what the headers declare, and the shared library of the build folder if there is one.

Without it the library that is installed is loaded; PLD_LIBRARY names another one, here and when the package is imported.
"""
import os
import pathlib
import re
import shutil
import sys

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
from declarations import declarations  # noqa: E402

TEXT = declarations(ROOT / "include")
NUMBER = int(re.search(r"#define PLD_VERSION (\d+)", TEXT)[1])
MAJOR, MINOR, PATCH = NUMBER // 10000, NUMBER // 100 % 100, NUMBER % 100
SONAME = f"libpld.so.0.{MINOR}" if MAJOR == 0 else f"libpld.so.{MAJOR}"
LIBRARY = pathlib.Path(os.environ.get("PLD_LIBRARY", ROOT / "build" / SONAME))


class Build(build_py):
    """Adds the two files."""

    def run(self):
        super().run()
        package = pathlib.Path(self.build_lib) / "pld"
        package.mkdir(parents=True, exist_ok=True)
        (package / "declarations.h").write_text(TEXT, encoding="utf-8")
        if LIBRARY.exists():
            shutil.copyfile(LIBRARY.resolve(), package / SONAME)


class WithLibrary(Distribution):
    """Not the same everywhere if the library is inside."""

    def has_ext_modules(self):
        return LIBRARY.exists()


setup(version=f"{MAJOR}.{MINOR}.{PATCH}", packages=["pld"], package_data={"pld": ["py.typed"]}, cmdclass={"build_py": Build},
      distclass=WithLibrary)
