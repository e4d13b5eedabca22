"""Compares what h5py and xarray read with what `pld --json` printed, to the bit."""
import json
import shutil

import h5py
import numpy as np
import xarray


def same(stored, printed):
    """To the bit; what is NaN in a file is null in JSON."""
    return bool(np.isnan(stored)) if printed is None else float(stored) == printed


def check_bits(points, series):
    for point in points:
        where = {"compositions": point["compositions"], "delta": point["delta"]}
        for end in ("lower", "estimate", "upper"):
            assert same(series[f"epsilon_{end}"].sel(where), point["epsilon"][end])
            for direction in ("remove", "add"):
                assert same(series[f"{direction}_{end}"].sel(where), point["directions"][direction][end])


with open("curve.json", encoding="utf-8") as stream:
    curve = json.load(stream)
with h5py.File("curve.h5", "r") as file:
    assert set(file) == {"_bool", "k=1", "k=2"} and file.attrs["format_version"] == 2
    kinds = {name: file["k=2"][name].dtype.kind for name in ("compositions", "k", "buckets", "tolerance_met", "delta", "bucket_width")}
    assert kinds == {"compositions": "u", "k": "u", "buckets": "u", "tolerance_met": "b", "delta": "f", "bucket_width": "f"}, kinds
    assert file["k=2"].attrs["tolerance_met_everywhere"].dtype.kind == "b" and file["k=2"].attrs["buckets_most"].dtype.kind == "u"
    assert file["k=2"].attrs["tolerance_asked"] == 1e-5
    values = file["k=2/epsilon_upper"]
    assert values.shape == (4, 2) and values.fletcher32 and values.compression == "gzip"
    assert [dimension[0].name for dimension in values.dims] == ["/k=2/compositions", "/k=2/delta"]
    assert values.attrs["units"] == b"1" and b"upper" in values.attrs["long_name"]
    assert file["k=2/k"][()] == 2
    for name in ("mechanisms_given", "mechanisms_resolved", "adjacency", "tolerance_asked", "tolerance_reached", "ledger_remove_upper",
                 "ledger_add_lower", "bucket_width_least", "buckets_most", "program_version", "program_commit", "fftw_version",
                 "hdf5_version", "command_line", "created_utc"):
        assert name in file["k=2"].attrs, name
for name in ("k=1", "k=2"):
    with xarray.open_dataset("curve.h5", group=name, engine="netcdf4") as series:
        assert dict(series.sizes) == {"compositions": 4, "delta": 2}
        assert int(series.coords["k"]) == int(name[2:]) and bool(series["tolerance_met"].all()) and series["buckets"].dtype.kind == "u"
        check_bits([point for point in curve["points"] if point["series"] == name], series)
with xarray.open_dataset("line.h5", group="poisson-gaussian", engine="netcdf4") as series:
    assert dict(series.sizes) == {"compositions": 4} and float(series.coords["delta"]) == 1e-5
with xarray.open_dataset("profile.h5", group="poisson-gaussian", engine="netcdf4") as series:
    assert dict(series.sizes) == {"epsilon": 5}
    assert bool((series["delta_lower"] <= series["delta_upper"]).all())
with xarray.open_dataset("density.h5", group="poisson-gaussian", engine="netcdf4") as series:
    for side in ("density_p", "density_q"):
        assert abs(float(series[side].sum()) * 0.1 - 1) < 1e-4  # a trapezoidal rule is exact enough for Gaussians

# A comparison: every method and claim at every point, as the JSON says.
with open("compare.json", encoding="utf-8") as stream:
    comparison = json.load(stream)
with xarray.open_dataset("compare.h5", group="poisson-gaussian", engine="netcdf4") as series:
    for point in comparison["points"]:
        at = series.sel(compositions=point["compositions"])
        assert float(at["epsilon_upper"]) == point["tight"]["upper"]
        for method in point["methods"]:
            column = ("method_claim_" if method["kind"] == "claim" else "method_") + method["name"]
            if method["verdict"] == "not-applicable":
                assert column not in series and method["name"] + ": " in series.attrs["not_applicable"]
            else:
                assert float(at[column]) == method["epsilon"], column

# A trade-off: every view at every rate.
with open("tradeoff.json", encoding="utf-8") as stream:
    tradeoff = json.load(stream)
with xarray.open_dataset("tradeoff.h5", group="poisson-gaussian", engine="netcdf4") as series:
    assert dict(series.sizes) == {"fpr": 11}
    assert list(series.attrs["advantage"]) == [tradeoff["advantage"][end] for end in ("lower", "estimate", "upper")]
    assert list(series.attrs["accuracy_upper"]) == [one["accuracy"]["upper"] for one in tradeoff["posterior"]]
    for point in tradeoff["points"]:
        at = series.sel(fpr=point["fpr"])
        for end in ("lower", "estimate", "upper"):
            assert same(at[f"tpr_{end}"], point["tpr"][end])
            for view, errors in [*point["directions"].items(), ("symmetric", point["symmetric"])]:
                assert same(at[f"{view}_fnr_{end}"], errors["fnr"][end])
                assert same(at[f"{view}_tpr_{end}"], errors["tpr"][end])

# A baseline that somebody adds by h5py is a column like any other.
shutil.copy("line.h5", "method.h5")
with h5py.File("method.h5", "r+") as file:
    group = file["poisson-gaussian"]
    group["method_double"] = 2 * np.asarray(group["epsilon_upper"])
    group["method_double"].dims[0].attach_scale(group["compositions"])


# Claims as somebody keeps them.
def write_claims(path, **datasets):
    with h5py.File(path, "w") as file:
        for name, values in datasets.items():
            file[name] = values


claims = {"compositions": [10, 50, 100], "delta": 1 / 48000, "epsilon": [2.0, 1.9, 5.0]}
write_claims("claims.h5", **claims, method_theirs=[np.nan, 3.0, 1.0])
write_claims("claims-sigma.h5", **claims, sigma=3)
write_claims("claims-short.h5", **{**claims, "compositions": [10, 50]})
write_claims("claims-fraction.h5", **{**claims, "compositions": [10, 1.5, 2]})
write_claims("claims-negative.h5", **{**claims, "epsilon": [1, -1, 2]})
write_claims("claims-none.h5", compositions=[1, 2], delta=1e-5)
