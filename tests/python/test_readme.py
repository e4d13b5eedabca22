"""The Python block of the README runs as it stands."""
import pathlib
import re

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"


def test_readme():
    blocks = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), flags=re.S | re.M)
    blocks = [block for block in blocks if block.startswith("import pld\n")]
    assert blocks
    for block in blocks:
        names = {}
        exec(compile(block, str(README), "exec"), names)  # noqa: S102
        assert 3.0696 < float(names["r"]) < 3.0697 and len(names["a"]) == 1000
