"""Renyi divergences of Gaussian mixtures to 30 digits, for tests/baseline/test_renyi.c.

    python3 tests/reference/make_renyi.py > tests/reference/renyi.csv

Needs mpmath: if this interpreter has none, another python3 of the PATH that has it takes over. Works with 60 digits. Whole orders of the
sampled Gaussian in the remove direction come from the binomial sum of Mironov,
Talwar and Zhang (2019), everything else from the trapezoidal rule on the line, which converges exponentially; its step is halved until
two sums agree to 45 digits. Order 1 is the Kullback-Leibler divergence. Both ways must agree where both are possible.
"""

import os
import subprocess
import sys

try:
    import mpmath
    from mpmath import mpf
except ImportError:
    for folder in os.get_exec_path():
        other = os.path.join(folder, "python3")
        if os.access(other, os.X_OK) and subprocess.run([other, "-c", "import mpmath"], capture_output=True).returncode == 0:
            os.execv(other, [other] + sys.argv)
    sys.exit("no python3 of the PATH has mpmath (Debian: package python3-mpmath)")

mpmath.mp.dps = 60


def density(side, x):
    return mpmath.fsum(w * mpmath.exp(-((x - m) ** 2) / 2) for w, m in side) / mpmath.sqrt(2 * mpmath.pi)


def integral(function, low, high):
    """Trapezoidal rule; `function` is negligible at both ends."""
    coarse = [low + (high - low) * mpf(i) / 4000 for i in range(4001)]
    values = [abs(function(x)) for x in coarse]
    top = max(values)
    kept = [x for x, v in zip(coarse, values) if v > top * mpf(10) ** -70]
    margin = coarse[1] - coarse[0]
    low, high = kept[0] - margin, kept[-1] + margin
    steps = max(64, int((high - low) * 3))
    total, before = None, None
    while True:
        step = (high - low) / steps
        if total is None:
            total = mpmath.fsum(function(low + step * i) for i in range(steps + 1))
        else:
            total += mpmath.fsum(function(low + step * (2 * i + 1)) for i in range(steps // 2))
        value = total * step
        if before is not None and abs(value - before) <= mpf(10) ** -45 * abs(value):
            return value
        before = value
        steps *= 2


def divergence(p, q, order):
    """D_order(p || q) by quadrature."""
    means = [m for _, m in p + q]
    ends = means + [order * a - (order - 1) * b for _, a in p for _, b in q]
    low, high = min(ends) - 20, max(ends) + 20
    if order == 1:
        return integral(lambda x: density(p, x) * mpmath.log(density(p, x) / density(q, x)), low, high)
    return mpmath.log(integral(lambda x: density(q, x) * (density(p, x) / density(q, x)) ** order, low, high)) / (order - 1)


def whole_divergence(q, sigma, order):
    return mpmath.log(mpmath.fsum(
        mpmath.binomial(order, j) * (1 - q) ** (order - j) * q**j * mpmath.exp(mpf(j * (j - 1)) / (2 * sigma**2))
        for j in range(order + 1))) / (order - 1)


def poisson(q, sigma, k):
    return [(mpmath.binomial(k, j) * q**j * (1 - q) ** (k - j), j / sigma) for j in range(k + 1) if q != 1 or j == k]


def write(spec, p, q, order, whole=None):
    a = mpf(order)
    remove = divergence(p, q, a) if whole is None else whole
    print(spec, order, mpmath.nstr(remove, 30), mpmath.nstr(divergence(q, p, a), 30), sep=";", flush=True)


def main():
    # The two ways agree.
    for q, sigma, order in [(0.3, 0.7, 2), (0.01, 4.0, 19)]:
        p = poisson(mpf(q), mpf(sigma), 1)
        difference = divergence(p, [(mpf(1), mpf(0))], mpf(order)) - whole_divergence(mpf(q), mpf(sigma), order)
        assert abs(difference) < mpf(10) ** -40, difference
    print("# Renyi divergences of the doubles nearest to the numbers written, by make_renyi.py (60 digits).")
    print("spec;order;remove;add")
    zero = [(mpf(1), mpf(0))]
    for q in ["1e-6", "1e-4", "0.01", "0.3", "0.9", "1"]:
        for sigma in ["0.3", "0.7", "1", "4", "100"]:
            # Doubles, as the library reads them.
            rate, noise = mpf(float(q)), mpf(float(sigma))
            p = poisson(rate, noise, 1)
            for order in [0.5, 1, 1.01, 1.5, 2, 2.5, 8, 32.5, 100, 1000]:
                whole = whole_divergence(rate, noise, int(order)) if order > 1 and order == int(order) else None
                write(f"poisson-gaussian:q={q},sigma={sigma}", p, zero, order, whole)
    for q, sigma, k in [("0.01", "1", 3), ("1e-5", "2", 4), ("0.2", "5", 2)]:
        p = poisson(mpf(float(q)), mpf(float(sigma)), k)
        for order in [1, 1.25, 3, 20.5]:
            write(f"poisson-gaussian:q={q},sigma={sigma},k={k}", p, zero, order)
    for q, sigma in [("0.01", "1"), ("0.3", "0.7")]:
        p = poisson(mpf(float(q)), mpf(float(sigma)), 1)
        other = [(w, -m) for w, m in p]
        for order in [1, 1.25, 3, 20.5]:
            write(f"poisson-gaussian:q={q},sigma={sigma},removed=1,added=1", p, other, order)


main()
