"""Exact weights of the binomial and hypergeometric laws, for tests/pair/test_weights.c.

    python3 tests/reference/make_weights.py > tests/reference/weights.csv

Only integers and fractions are used until the last step, which writes 30 digits. The hypergeometric weight
C(k, j) C(N-k, B-j) / C(N, B) is written as C(B, j) C(N-B, k-j) / C(N, k), the same number with small binomials.
"""

from fractions import Fraction
from math import comb

DIGITS = 30


def decimal(value):
    """A positive fraction as d.ddd...e+-nnn, truncated."""
    exponent = (value.numerator.bit_length() - value.denominator.bit_length()) * 30103 // 100000
    while Fraction(10) ** exponent > value:
        exponent -= 1
    while Fraction(10) ** (exponent + 1) <= value:
        exponent += 1
    digits = str(value / Fraction(10) ** exponent * 10 ** (DIGITS - 1) // 1)
    return f"{digits[0]}.{digits[1:]}e{exponent:+d}"


def wanted(k, mode):
    """All of a short list, else the ends, the neighbourhood of the mode and some between."""
    near = {j for j in range(mode - 12, mode + 13) if 0 <= j <= k}
    return sorted(set(range(min(k, 15) + 1)) | near | set(range(0, k + 1, max(1, k // 16))) | {k})


def rows(law, parameters, k, weight):
    # The law is unimodal: climb to its mode.
    mode = min(j for j in range(k + 1) if weight(j) > 0)
    while mode < k and weight(mode + 1) > weight(mode):
        mode += 1
    for j in wanted(k, mode):
        value = weight(j)
        print(law, *parameters, k, j, mode, decimal(value) if value else "0", sep=",")


def hypergeometric(population, batch, k):
    total = comb(population, k)
    rows("hypergeometric", (population, batch), k,
         lambda j: Fraction(comb(batch, j) * comb(population - batch, k - j), total))


def binomial(trials, probability):
    p = Fraction(probability)  # the double itself, exactly
    rows("binomial", (trials, probability.hex()), trials, lambda j: comb(trials, j) * p**j * (1 - p) ** (trials - j))


print("law,N,B_or_q,k,j,mode,weight")
for case in [
    (10**9, 10**6, 1000), (10**9, 10**6, 1), (10**9, 5 * 10**8, 1000), (10**9, 10**9 - 1, 1000), (10**9, 1, 7), (10**15, 10**12, 50),
    (60000, 256, 1), (60000, 256, 10), (60000, 256, 1000), (60000, 59000, 1000), (60000, 59500, 1000), (60000, 60000, 10),
    (10, 10, 10), (10, 10, 3), (10, 3, 10), (5, 1, 5), (1, 1, 1), (2, 1, 1), (12, 10, 5), (100, 60, 70), (100, 99, 100), (1000, 500, 1000),
]:
    hypergeometric(*case)
for trials, probability in [
    (1, 256 / 60000), (1, 0.5), (1, 1e-300), (1, 1 - 2.0**-53), (3, 0.1), (10, 256 / 60000), (10, 1e-9), (10, 0.999), (64, 0.3),
    (1000, 0.001), (1000, 0.01), (1000, 0.5), (1000, 0.9), (1000, 1e-6), (200, 1e-12),
]:
    binomial(trials, probability)
