#!/usr/bin/env python3
"""Runs the cells of a notebook in one namespace, without Jupyter, and holds what they give against what is stored.

    notebook.py NOTEBOOK.ipynb           exit 1 where something else comes out
    notebook.py NOTEBOOK.ipynb --write   stores it: texts, HTML and figures, as Jupyter would

Words must be the same, and numbers the same to six digits; of figures only how many there are.
"""
import ast
import base64
import contextlib
import io
import json
import math
import re
import sys

NUMBER = re.compile(r"-?\d+(?:\.\d*)?(?:e[-+]?\d+)?")


def figures() -> list:
    """The open figures as PNG, which are closed."""
    import matplotlib.pyplot as plt

    found = []
    for number in plt.get_fignums():
        image = io.BytesIO()
        plt.figure(number).savefig(image, format="png", dpi=90, bbox_inches="tight", metadata={"Software": None})
        found.append(base64.b64encode(image.getvalue()).decode())
    plt.close("all")
    return found


def lines(text: str) -> list:
    """As notebooks keep texts."""
    return text.splitlines(keepends=True)


def run(source: str, names: dict, count: int) -> list:
    """The outputs of one cell: what it prints, the value of its last expression, its figures."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";") else None
    printed, outputs = io.StringIO(), []
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {count}", "exec"), names)  # noqa: S102
        value = eval(compile(ast.Expression(last.value), f"cell {count}", "eval"), names) if last is not None else None  # noqa: S307
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": lines(repr(value))}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = lines(value._repr_html_())
        outputs.append({"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": data})
    outputs += [{"output_type": "display_data", "metadata": {}, "data": {"image/png": image, "text/plain": ["<Figure>"]}} for image in figures()]
    return outputs


def texts(outputs: list) -> list:
    """What is compared of each output; which version has computed it is not."""
    said = ["".join(one["text"] if "text" in one else one["data"]["text/plain"]) for one in outputs]
    return [re.sub(r"\bpld \d+\.\d+\.\d+", "pld", text) for text in said]


def same(found: str, stored: str) -> bool:
    """The same words around the same numbers."""
    numbers = [[float(word) for word in NUMBER.findall(text)] for text in (found, stored)]
    return NUMBER.sub("0", found) == NUMBER.sub("0", stored) and all(math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-300)
                                                                     for a, b in zip(*numbers))


def differences(path: str, write: bool = False) -> list:
    """A line for every output that is not the stored one."""
    import matplotlib

    matplotlib.use("Agg")
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    names, count, told = {"__name__": "__main__"}, 0, []
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        outputs = run("".join(cell["source"]), names, count)
        found, stored = texts(outputs), texts(cell["outputs"])
        if len(found) != len(stored):
            told.append(f"cell {count}: {len(found)} outputs, {len(stored)} are stored")
        told += [f"cell {count}:\n{new}\nis stored as\n{old}" for new, old in zip(found, stored) if not same(new, old)]
        cell["outputs"], cell["execution_count"] = outputs, count
    if write:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(notebook, file, indent=1, ensure_ascii=False)
            file.write("\n")
    return told


if __name__ == "__main__":
    wrong = differences(sys.argv[1], "--write" in sys.argv[2:])
    if wrong and "--write" not in sys.argv[2:]:
        sys.exit("\n".join(wrong))
