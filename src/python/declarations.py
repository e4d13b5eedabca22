#!/usr/bin/env python3
"""What include/pld/*.h declares, as text that cffi reads: no compiler and no preprocessor is needed.

    declarations.py INCLUDE_DIR [OUTPUT]

Comments, preprocessor lines, attributes and bodies of inline functions are left out; lists of X(name, ..) become what they list;
PLD_VERSION becomes a number.
"""
import pathlib
import re
import sys


def _read(include: pathlib.Path, name: str, seen: set) -> str:
    """The text of a header behind those of the headers that it includes, each once, without comments."""
    if name in seen:
        return ""
    seen.add(name)
    text = (include / name).read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = text.replace("\\\n", " ")
    before = [_read(include, other, seen) for other in re.findall(r"^#include <(pld/[^>]+)>", text, flags=re.M)]
    return "".join(before) + text


def _without_body(text: str) -> str:
    """The same without functions that are defined in the header."""
    while (match := re.search(r"static inline [^;{]*\{", text)) is not None:
        depth, end = 1, match.end()
        while depth > 0:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        text = text[: match.start()] + text[end:]
    return text


def _version(text: str) -> int:
    major, minor, patch = (int(re.search(rf"#define PLD_VERSION_{part} (\d+)", text)[1]) for part in ("MAJOR", "MINOR", "PATCH"))
    return major * 10000 + minor * 100 + patch


def declarations(include) -> str:
    """The text for ffi.cdef, from the folder that has pld/pld.h."""
    text = _read(pathlib.Path(include), "pld/pld.h", set())
    version = _version(text)
    lists = dict(re.findall(r"^#define (\w+)\(X\)(.*)$", text, flags=re.M))
    text = re.sub(r"^#ifdef __cplusplus.*?^#endif", "", text, flags=re.S | re.M)
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    for name, items in lists.items():
        listed = ", ".join(re.findall(r"X\((\w+)", items))
        text = re.sub(rf"\b{name}\(\w+\)", listed, text)
    text = re.sub(r"\bPLD_(API|WARN_UNUSED)\b", "", _without_body(text))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return "\n".join([f"#define PLD_VERSION {version}", *lines, ""])


if __name__ == "__main__":
    result = declarations(sys.argv[1])
    if len(sys.argv) > 2:
        pathlib.Path(sys.argv[2]).write_text(result, encoding="utf-8")
    else:
        sys.stdout.write(result)
