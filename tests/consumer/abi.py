"""What compiled programs rely on: functions with their parameters, members of structs with their places, values of enums.

    abi.py DECLARATIONS LIBRARY                 prints it (DECLARATIONS: build/src/python/declarations.h)
    abi.py DECLARATIONS LIBRARY --check FILE    holds it against that of the last release, as .github/CONTRIBUTING.md has the policy
    abi.py --self-test DECLARATIONS LIBRARY

A library with the SONAME of FILE must have everything that is in FILE: functions and enums may be added, structs may grow at their end
unless they are called fixed. One with another SONAME may differ, and FILE is written anew when it is released (scripts/release).
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import cffi

INCLUDE = str(pathlib.Path(__file__).resolve().parents[2] / "include")

# Those that never change, as include/pld/pld.h says.
FIXED = ["pld_step", "pld_bracket", "pld_delta", "pld_curve_point", "pld_error", "pld_baseline_answer", "pld_axis", "pld_column",
         "pld_attribute", "pld_series"]


def soname(library):
    text = subprocess.run(["objdump", "-p", library], check=True, capture_output=True, text=True).stdout
    return re.search(r"SONAME\s+(\S+)", text)[1]


def describe(declarations, library):
    """The lines, sorted; every one is a promise of its own."""
    ffi = cffi.FFI()
    ffi.cdef(declarations)
    lib = ffi.dlopen(library)
    lines = [f"soname {soname(library)}"]
    for name in sorted(set(re.findall(r"\b(pld_\w+)\s*\(", declarations))):
        try:
            kind = ffi.typeof(getattr(lib, name))
        except AttributeError:  # a type of functions
            continue
        parameters = ", ".join(argument.cname for argument in kind.args)
        lines.append(f"function {kind.result.cname} {name}({parameters})")
    for name in sorted(ffi.list_types()[0]):
        try:
            kind = ffi.typeof(name)
        except cffi.CDefError:  # a type of functions: part of those that take it
            kind = ffi.typeof(f"{name} *")
            lines.append(f"callback {kind.cname} {name}")
            continue
        if kind.kind == "enum":
            lines += [f"enum {name}.{word} = {value}" for word, value in sorted(kind.relements.items())]
        elif kind.kind == "struct" and kind.fields is not None:
            lines.append(f"struct {name} size {ffi.sizeof(kind)} {'fixed' if name in FIXED else 'may grow'}")
            lines += [f"struct {name}.{member} at {field.offset} {field.type.cname}" for member, field in kind.fields]
    return lines


def compiled(lines, compiler):
    """Holds the places against those of the compiler: cffi has its own rules. What the compiler says, "" if all is well."""
    text = "#include <pld/pld.h>\n#include <stddef.h>\n"
    for line in lines:
        if match := re.fullmatch(r"struct (\w+) size (\d+) .*", line):
            text += f'_Static_assert(sizeof({match[1]}) == {match[2]}, "{line}");\n'
        elif match := re.fullmatch(r"struct (\w+)\.(\w+) at (\d+) .*", line):
            text += f'_Static_assert(offsetof({match[1]}, {match[2]}) == {match[3]}, "{line}");\n'
        elif match := re.fullmatch(r"enum \w+\.(\w+) = (-?\d+)", line):
            text += f'_Static_assert({match[1]} == {match[2]}, "{line}");\n'
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "abi.c"
        source.write_text(text, encoding="utf-8")
        return subprocess.run([compiler, "-std=c11", "-fsyntax-only", "-I", INCLUDE, source], capture_output=True, text=True).stderr


def broken(old, new):
    """The promises of `old` that `new` does not keep."""
    if old[0] != new[0]:
        return []
    have = set(new)
    sizes = {match[1]: int(match[2]) for line in new if (match := re.fullmatch(r"struct (\w+) size (\d+) .*", line))}
    faults = []
    for line in old:
        grown = re.fullmatch(r"struct (\w+) size (\d+) may grow", line)
        if line not in have and not (grown and sizes.get(grown[1], 0) >= int(grown[2])):
            faults.append(line)
    return faults


def self_test(lines):
    """Every kind of promise is seen to be broken, and what may come is not."""
    for kind in ("function", "enum", "struct pld_options size", "struct pld_error size", "struct pld_result."):
        line = next(line for line in lines if line.startswith(kind))
        shrunk = re.sub(r"size \d+", "size 1", line)
        without = [shrunk if other == line and shrunk != line else other for other in lines if other != line or shrunk != line]
        assert broken(lines, without) == [line], kind
    assert broken(lines, lines + ["function void pld_new()"]) == []
    larger = [re.sub(r"size \d+", "size 9999", line) if line.startswith("struct pld_options size") else line for line in lines]
    assert broken(lines, larger) == []
    assert broken(lines, ["soname another"]) == []
    assert "abi.c" in compiled(["struct pld_step size 9999 fixed"], "cc")


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--self-test"]
    declarations, library = pathlib.Path(arguments[0]).read_text(encoding="utf-8"), arguments[1]
    lines = describe(declarations, library)
    if sys.argv[1] == "--self-test":
        self_test(lines)
        return 0
    if len(arguments) == 2:
        print("\n".join(lines))
        return 0
    kept = pathlib.Path(arguments[3])
    old = [line for line in kept.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    said = compiled(lines, "cc")
    faults = broken(old, lines)
    for line in faults:
        print(f"abi: this was promised and is not so any more: {line}")
    if faults:
        print(f"abi: give it back, or raise the number in the SONAME ({old[0].split()[1]}): .github/CONTRIBUTING.md")
    if said:
        print(f"abi: the compiler places members elsewhere than cffi:\n{said}")
    print(f"abi: {len(old)} promises of {old[0].split()[1]}, {len(faults)} broken, {len(set(lines) - set(old))} more")
    return 1 if faults or said else 0


if __name__ == "__main__":
    sys.exit(main())
