"""What the headers declare is what the library has."""
import os
import subprocess

import pytest

import pld
from pld._library import ADJACENCIES, ENGINES, ffi, lib


def test_sizes_are_those_of_the_compiler(tmp_path):
    """A C program prints the sizes of the structs that calls exchange."""
    structs = ["pld_options", "pld_result", "pld_calibration", "pld_attack", "pld_finding", "pld_comparison_question",
               "pld_comparison_point", "pld_statement_question", "pld_statement_group", "pld_series", "pld_target", "pld_error"]
    prints = "".join(f'printf("{name} %zu\\n", sizeof({name}));' for name in structs)
    source, binary = tmp_path / "sizes.c", tmp_path / "sizes"
    source.write_text(f"#include <stdio.h>\n#include <pld/pld.h>\nint main(void) {{ {prints} printf(\"version %d\\n\", PLD_VERSION); }}\n")
    include = os.path.join(os.path.dirname(__file__), "..", "..", "include")
    built = subprocess.run([os.environ.get("CC", "cc"), "-I", include, str(source), "-o", str(binary), pld.library_path], capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    environment = {**os.environ, "LD_LIBRARY_PATH": os.path.dirname(pld.library_path)}
    said = dict(line.split() for line in subprocess.check_output([str(binary)], text=True, env=environment).splitlines())
    assert int(said.pop("version")) == lib.PLD_VERSION
    assert {name: int(size) for name, size in said.items()} == {name: ffi.sizeof(name) for name in structs}


def test_options_of_this_size_are_taken():
    options = ffi.new("pld_options *")
    lib.pld_options_init(options, ffi.sizeof("pld_options"), lib.PLD_VERSION)
    assert (options.size, options.version) == (ffi.sizeof("pld_options"), lib.PLD_VERSION)


def test_names_come_from_the_library():
    assert {"add-remove", "remove", "add", "replace"} <= set(ADJACENCIES)
    assert "transforms" in ENGINES


def test_every_declared_function_is_there():
    with open(os.path.join(os.path.dirname(pld.__file__), "declarations.h"), encoding="utf-8") as file:
        declared = ffi.__class__()
        declared.cdef(file.read())
    functions = [name for name in dir(declared.dlopen(pld.library_path)) if name.startswith("pld_")]
    assert len(functions) > 60
    for name in functions:
        assert getattr(lib, name) is not None


@pytest.mark.parametrize("path", ["/nowhere/libpld.so"])
def test_a_library_that_is_not_there_is_an_import_error(path):
    import sys

    done = subprocess.run([sys.executable, "-c", "import pld"], capture_output=True, text=True, env={**os.environ, "PLD_LIBRARY": path})
    assert done.returncode != 0 and "ImportError" in done.stderr and path in done.stderr


def test_pip_installs_it(tmp_path):
    """From a copy of the sources, with what is there: nothing is fetched, and the library goes with it."""
    import importlib.util
    import pathlib
    import shutil
    import sys

    missing = [module for module in ("pip", "setuptools", "wheel") if importlib.util.find_spec(module) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} is not there")
    root = pathlib.Path(__file__).resolve().parents[2]
    source = tmp_path / "source"
    ignored = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
    shutil.copytree(root / "src" / "python", source / "src" / "python", ignore=ignored)
    shutil.copytree(root / "include", source / "include")
    environment = {**os.environ, "PLD_LIBRARY": os.path.realpath(pld.library_path)}
    words = ["-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", "--no-index", "--target", str(tmp_path / "there"),
             str(source / "src" / "python")]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    script = "import pld; print(pld.library_path, float(pld.epsilon('gaussian:sigma=1', delta=1e-5)) < 4.4)"
    environment = {key: value for key, value in os.environ.items() if key != "PLD_LIBRARY"}
    said = subprocess.check_output([sys.executable, "-c", script], text=True, env={**environment, "PYTHONPATH": str(tmp_path / "there")})
    assert said.startswith(str(tmp_path / "there" / "pld")) and said.endswith("True\n")
