"""What --json prints is what src/json/schemas says, and every schema that the sources name is there.

    schemas.py SOURCES PROGRAM    check all of them; exit 77 where Python has no jsonschema
"""
import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("Python has no jsonschema (Debian: python3-jsonschema)")
    sys.exit(77)

TRAINING = "dp-sgd:N=8,batch=4,epochs=1,sigma=3"
SAMPLED = "poisson-gaussian:q=0.1,sigma=2@10"
RESULT, FILE = "RESULT.json", "FILE.h5"  # made before

# Lines whose answers differ in their keys, and the schema of each.
LINES = [
    ("pld.epsilon/1", f"epsilon --json --delta 1e-5 {SAMPLED} laplace:b=10@3"),
    ("pld.epsilon/1", f"epsilon --json --delta 1e-400 --verify --cross-check {SAMPLED}"),
    ("pld.epsilon/1", "epsilon --json --delta 0 gaussian:sigma=1"),
    ("pld.epsilon/1", "epsilon --json --delta 1e-5 --verify array:file=masses.csv"),
    ("pld.epsilon/1", "epsilon --json --delta 1e-5 --adjacency remove --verify hypergeometric-gaussian:N=90,B=9,k=2,sigma=1"),
    ("pld.epsilon/1", "epsilon --json --delta 1e-3 --adjacency replace --relative-tolerance 1e-2 fixed-size:N=100,B=10,sigma=2@10"),
    ("pld.epsilon/1", "epsilon --json --delta 1e-5 --engine transforms --tolerance 1e-2 --cross-check laplace:b=3@2"),
    ("pld.delta/1", f"delta --json --epsilon 1 {SAMPLED}"),
    ("pld.delta/1", "delta --json --epsilon 900 --verify gaussian:sigma=1"),
    ("pld.delta/1", "delta --json --epsilon 0 --adjacency add approx-dp:epsilon=0,delta=1"),
    ("pld.verify/1", f"verify --json {RESULT}"),
    ("pld.calibrate/1", "calibrate --json --epsilon 1 --delta 1e-5 gaussian:sigma=solve"),
    ("pld.calibrate/1", "calibrate --json --epsilon 4 --delta 1e-5 gaussian:sigma=5@solve"),
    ("pld.calibrate/1", "calibrate --json --advantage 0.1 gaussian:sigma=solve"),
    ("pld.calibrate/1", "calibrate --json --fpr 0.1 --tpr 0.2 gaussian:sigma=solve"),
    ("pld.calibrate/1", "calibrate --json --epsilon 1 --delta 1e-5 gaussian:sigma=0.1 gaussian:sigma=solve"),
    ("pld.curve/1", "curve --json --delta 1e-5,1e-400 --compositions 1,2 --vary sigma=1,2 gaussian:sigma=3"),
    ("pld.curve/1", f"curve --json --profile 0,1 {SAMPLED}"),
    ("pld.compare/1", f"compare --json --delta 1e-5 --methods rdp,zcdp,gaussian-clt --claim a=1 --claim b=0.1 {SAMPLED}"),
    ("pld.compare/1", f"compare --json --delta 1e-5 --compositions 1,2 --methods rdp {SAMPLED}"),
    ("pld.tradeoff/1", "tradeoff --json --fpr 0.01,0.1 --prior 0.5 gaussian:sigma=1"),
    ("pld.tradeoff/1", "tradeoff --json --fpr 0.1 --adjacency add gaussian:sigma=1"),
    ("pld.calibrate/1", "calibrate --json --mu 1 --fpr-min 0.1 gaussian:sigma=solve"),
    ("pld.gdp/1", "gdp --json --fpr-min 0.1 laplace:b=1"),
    ("pld.gdp/1", "gdp --json gaussian:sigma=1"),
    ("pld.tune/1", "tune --json --delta 1e-5 --runs geometric:mean=3 gaussian:sigma=2"),
    ("pld.tune/1", "tune --json --delta 1e-5 --runs poisson:mean=3 gaussian:sigma=2"),
    ("pld.audit/1", "audit --json --tp 9/10 --fp 1/10 --delta 1e-5 gaussian:sigma=1"),
    ("pld.audit/1", "audit --json --tp 9/10 --fp 1/10 --delta 1e-5"),
    ("pld.audit/1", "audit --json --one-run 10,8,8 --delta 1e-5"),
    ("pld.renyi/2", f"renyi --json --order 1,2.5,inf {SAMPLED}"),
    ("pld.statement/1", f"statement --json --delta 1e-5 --groups 2 --verify {SAMPLED}"),
    ("pld.statement/1", "statement --json --delta 1e-5 --audience officer --max-examples-per-user 2 exponential:epsilon=0.1@3"),
    ("pld.compare/1", f"compare --json --delta 1e-5 --methods opacus-rdp,prv-accountant {SAMPLED}"),
    ("pld.calibrate/1", "calibrate --json --epsilon 1 --delta 1e-3 --adjacency replace --relative-tolerance 1e-2 fixed-size:N=100,B=10,sigma=solve"),
    ("pld.compare/1", "compare --json --delta 1e-4 --methods rdp --claim a=1.39 --adjacency replace --tolerance 1e-2 fixed-size:N=100,B=10,sigma=2@2"),
    ("pld.batches/1", f"batches --json --delta 1e-1 --relative-tolerance 0.5 {TRAINING}"),
    ("pld.mechanisms/1", "mechanisms --json"),
    ("pld.export/2", f"export --json {FILE}"),
    ("pld.info/2", f"info --json {FILE}"),
    ("pld.error/1", "epsilon --json --delta 1e-5 gausian:sigma=1"),
]


def read_schemas(folder):
    """By title; what is in common.json becomes part of each, so that no references between files have to be resolved."""
    common = json.loads((folder / "common.json").read_text(encoding="utf-8"))["$defs"]
    schemas = {}
    for path in sorted(folder.glob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8").replace("common.json#", "#"))
        schema["$defs"] = common
        jsonschema.Draft202012Validator.check_schema(schema)
        schemas[schema["title"]] = jsonschema.Draft202012Validator(schema)
    return schemas


def named_in(sources):
    """The schemas of results that the sources name."""
    names = set()
    for folder in ("json", "cli"):
        for path in (sources / "src" / folder).glob("*.c"):
            names |= set(re.findall(r'"(pld\.[a-z]+/[0-9]+)"', path.read_text(encoding="utf-8")))
    return names - {"pld.experiment/1"}


def main(sources, program):
    schemas = read_schemas(sources / "src/json/schemas")
    wrong = [f"{name} has no file in src/json/schemas" for name in sorted(named_in(sources) - set(schemas))]
    wrong += [f"no line here prints {name}" for name in sorted(set(schemas) & named_in(sources) - {name for name, _ in LINES})]
    page = (sources / "src/json/README.md").read_text(encoding="utf-8")
    wrong += [f"{name} is not on src/json/README.md" for name in sorted(set(schemas) & named_in(sources)) if f"`{name}`" not in page]
    with tempfile.TemporaryDirectory() as place:
        def run(line):
            return subprocess.run([program, *line.split()], cwd=place, capture_output=True, text=True, check=False)

        (pathlib.Path(place) / "masses.csv").write_text("P,Q\n0.3,0.7\n0.7,0.3\n", encoding="utf-8")
        (pathlib.Path(place) / RESULT).write_text(run("epsilon --json --delta 1e-5 gaussian:sigma=1").stdout, encoding="utf-8")
        run(f"curve --delta 1e-5 --compositions 1,2 {SAMPLED} -o {FILE}")
        for name, line in LINES:
            found = run(line)
            try:
                answer = json.loads(found.stdout)
                schemas[name].validate(answer)
            except (ValueError, KeyError, jsonschema.ValidationError) as problem:
                wrong.append(f"pld {line}: {str(problem)[:1500]} {found.stderr}")
                continue
            for key in answer:  # what is missing or unknown is seen
                for spoiled in ({k: v for k, v in answer.items() if k != key}, {**copy.deepcopy(answer), key + "_": 0}):
                    if key in schemas[name].schema["required"] and schemas[name].is_valid(spoiled):
                        wrong.append(f"{name} does not care for '{key}'")
    print("\n".join(wrong + [f"{len(LINES)} answers of {len({name for name, _ in LINES})} schemas, {len(wrong)} faults"]))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()))
