"""The tour runs, and says what is stored in it."""
import copy
import json
import pathlib

import pytest

import notebook

TOUR = pathlib.Path(__file__).resolve().parents[2] / "results" / "tour.ipynb"


def test_tour():
    pytest.importorskip("matplotlib")
    pytest.importorskip("xarray")
    assert notebook.differences(str(TOUR)) == []


def test_a_number_that_changed_is_seen(tmp_path):
    pytest.importorskip("matplotlib")
    cell = {"cell_type": "code", "source": ["1 / 3"], "outputs": []}
    path = tmp_path / "small.ipynb"
    path.write_text(json.dumps({"cells": [cell]}))
    assert len(notebook.differences(str(path), write=True)) == 1 and notebook.differences(str(path)) == []
    kept = json.loads(path.read_text())
    for text, differs in (("0.33333334", False), ("0.33334", True), ("about 0.333333333", True)):
        changed = copy.deepcopy(kept)
        changed["cells"][0]["outputs"][0]["data"]["text/plain"] = [text]
        path.write_text(json.dumps(changed))
        assert bool(notebook.differences(str(path))) == differs


def test_the_stored_one_is_whole():
    """Figures and HTML are stored, so that it reads well where nobody runs it."""
    cells = [cell for cell in json.loads(TOUR.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    kinds = [kind for cell in cells for output in cell["outputs"] for kind in output.get("data", {})]
    assert kinds.count("image/png") >= 5 and kinds.count("text/html") >= 4
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
