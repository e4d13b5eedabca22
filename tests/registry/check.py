"""The rules of the registry's schema, as we read them, held against entries that were written, and against broken ones."""
import copy
import datetime
import json
import subprocess
import sys
from fractions import Fraction

import jsonschema
import yaml

TEXT = {"type": "string", "minLength": 1}
TEXTS = {"type": "array", "minItems": 1, "items": TEXT}


def closed(required, **properties):
    return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}


def one_of(*values):
    return {"enum": list(values)}


RULES = closed(
    ["url_slug", "status", "tier", "deployment"],
    url_slug=TEXT,
    status=one_of("Draft"),
    tier=one_of(1, 2),
    deployment=closed(
        ["basic", "dp_variant", "privacy_loss", "deployment_model", "accounting", "implementation", "administrative"],
        basic=closed(
            ["name", "data_curators", "description", "intended_use", "data_product_type", "data_product_region", "publication_date"],
            name=TEXT, data_curators=TEXTS, description=TEXT, intended_use=TEXT, data_product_region=TEXT,
            publication_date={"type": "string", "format": "date"},
            data_product_type=one_of("Summary statistics", "Machine learning model", "Dataset", "Synthetic data", "Interactive API",
                                     "SQL queries"),
            data_product_sector=one_of("Technology", "Healthcare", "Education", "Government", "Energy", "Finance")),
        dp_variant=closed(["variant_name"], variant_name=one_of("Pure DP", "Approximate DP"), data_domain=TEXT,
                          unprotected_quantities=TEXT),
        privacy_loss=closed(
            ["privacy_unit_details", "privacy_parameters", "privacy_parameters_details"],
            privacy_unit=TEXT, privacy_unit_details=TEXT, privacy_parameters_details=TEXT,
            privacy_parameters=closed(["epsilon", "delta"], epsilon={"type": "number"}, delta={"type": ["number", "string"]})),
        deployment_model=closed(
            ["model_name"], model_name=one_of("Local", "Central", "Shuffle", "Federated"), model_name_details=TEXT, actors=TEXT,
            release_type=one_of("One release", "Many releases"), release_type_details=TEXT,
            data_source_type=one_of("Static", "Dynamic"), data_source_type_details=TEXT,
            access_type=one_of("Interactive", "Non-interactive"), access_type_details=TEXT),
        accounting=closed(["composition"], post_processing=TEXT, composition=TEXT),
        implementation=closed(["preprocessing_and_hyperparameter_tuning", "mechanisms"],
                              preprocessing_and_hyperparameter_tuning=TEXT, mechanisms=TEXT, justification=TEXT),
        administrative=closed(["registry_authors"], sources=TEXT, notes=TEXT, registry_authors=TEXTS)))

CHECKER = jsonschema.FormatChecker()
VALIDATOR = jsonschema.Draft7Validator(RULES, format_checker=CHECKER)


def read(name):
    with open(name + ".yaml", encoding="utf-8") as file:
        return yaml.safe_load(file)


def valid(entry):
    return not list(VALIDATOR.iter_errors(entry))


def broken(entry, change):
    other = copy.deepcopy(entry)
    change(other)
    return other


def answer(pld, *words):
    return json.loads(subprocess.run([pld, *words, "--json"], capture_output=True, check=True, text=True).stdout)


def main(pld):
    entries = {name: read(name) for name in ("full", "user", "plain", "pure", "small", "tiny")}
    for name, entry in entries.items():
        errors = [error.message for error in VALIDATOR.iter_errors(entry)]
        assert not errors, (name, errors)
        date = entry["deployment"]["basic"]["publication_date"]
        assert isinstance(date, str) and datetime.date.fromisoformat(date)
    mine = json.load(open("mine.json", encoding="utf-8"))
    full = entries["full"]["deployment"]
    assert full["basic"] == mine["deployment"]["basic"] and entries["full"]["url_slug"] == "on: off"
    assert full["administrative"] == mine["deployment"]["administrative"]
    assert [entries[name]["tier"] for name in entries] == [2, 2, 1, 1, 1, 1]
    assert full["privacy_loss"]["privacy_unit"] == "one patient"
    assert "1 in 100 absent people" in full["privacy_loss"]["privacy_parameters_details"]
    assert full["implementation"]["preprocessing_and_hyperparameter_tuning"].startswith("Not accounted for")
    parameters = full["privacy_loss"]["privacy_parameters"]
    truth = answer(pld, "epsilon", "--delta", "1e-5", "poisson-gaussian:q=0.01,sigma=1@1000")["epsilon"]
    assert isinstance(parameters["epsilon"], float) and isinstance(parameters["delta"], float) and parameters["delta"] == 1e-5
    assert truth["upper"] <= parameters["epsilon"] <= truth["upper"] * (1 + 1e-6)
    user = entries["user"]["deployment"]
    group = answer(pld, "epsilon", "--delta", "1e-5", "dp-sgd:N=6000,batch=30,epochs=2,sigma=2,k=3")["epsilon"]
    assert group["lower"] <= user["privacy_loss"]["privacy_parameters"]["epsilon"] <= group["upper"] * (1 + 1e-5)
    assert user["deployment_model"]["model_name"] == "Federated"
    assert not user["implementation"]["preprocessing_and_hyperparameter_tuning"].startswith("Not accounted for")
    pure = entries["pure"]["deployment"]
    assert pure["dp_variant"]["variant_name"] == "Pure DP" and pure["privacy_loss"]["privacy_parameters"]["delta"] == 0
    assert abs(pure["privacy_loss"]["privacy_parameters"]["epsilon"] - 0.5) < 1e-6
    deltas = {name: entries[name]["deployment"]["privacy_loss"]["privacy_parameters"]["delta"] for name in ("plain", "small", "tiny")}
    assert Fraction(deltas["small"]) * 10**400 == 1 and 1 <= Fraction(deltas["plain"]) * 48000 < 1 + Fraction(1, 10**11), deltas
    assert 1 <= Fraction(deltas["tiny"]) * 3 * 10**400 < 1 + Fraction(1, 10**9), deltas
    empty = read("empty")
    assert empty["deployment"]["basic"]["name"] == "FILL IN" and not valid(empty)

    good = entries["full"]
    for change in (lambda e: e.pop("url_slug"), lambda e: e.update(surprise=1), lambda e: e["deployment"].update(surprise=1),
                   lambda e: e["deployment"]["privacy_loss"]["privacy_parameters"].update(epsilon="1e-5"),
                   lambda e: e["deployment"]["basic"].update(publication_date=datetime.date(2026, 11, 18)),
                   lambda e: e["deployment"]["basic"].update(data_product_type="Model"),
                   lambda e: e["deployment"]["administrative"].pop("registry_authors")):
        assert not valid(broken(good, change))
    print(f"registry: {len(entries)} entries as they should be")


main(sys.argv[1])
