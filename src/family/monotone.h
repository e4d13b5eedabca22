/* Monotone in a number (T41): of two mechanisms that differ in it only, one pair of distributions is a post-processing of the
 * other (one kernel maps both of its distributions). Then delta(epsilon) in both directions, every trade-off between the errors
 * of an attack and every composition with whatever else are ordered likewise. By Blackwell's theorem it is enough that the
 * trade-off functions of the pairs are ordered. A kernel that maps P to P' and Q to Q' maps (1-q) Q + q P to (1-q) Q' + q P' as
 * well: sampling keeps the order.
 *
 * The row of a family says for each of its keys which argument it is; the direction is that of the key's range. */
#ifndef PLD_FAMILY_MONOTONE_H
#define PLD_FAMILY_MONOTONE_H

typedef enum pld__monotone {
    PLD__MONOTONE_UNKNOWN, /* no theorem is known */
    /* The noise of the larger scale is that of the smaller one plus independent noise. Gaussian: variances add. Laplace: the
     * quotient (1 + b^2 t^2)/(1 + c^2 t^2) of characteristic functions, b < c, is b^2/c^2 + (1 - b^2/c^2)/(1 + c^2 t^2): with
     * probability b^2/c^2 nothing is added, else Lap(c). Discrete Laplace with p = e^(-1/b) < r = e^(-1/c): likewise, with
     * probability (p/r) ((1-r)/(1-p))^2 nothing is added, as 1 + p^2 - (p/r)(1 + r^2) = (1 - p/r)(1 - pr) >= 0. The discrete
     * Gaussian has no such noise, and is not monotone. */
    PLD__MONOTONE_NOISE,
    /* Means that are multiplied by a factor are, in units of the noise, noise divided by it. */
    PLD__MONOTONE_SCALE,
    /* Noise with a log-concave mass function: the likelihood ratio of a shift is monotone, so that one test is the most powerful
     * against every shift (Karlin and Rubin 1956), and its power grows with the shift. */
    PLD__MONOTONE_SHIFT,
    /* Of sampling: with probability 1 - q/r the output at rate r is thrown away for a fresh draw from Q. */
    PLD__MONOTONE_RATE,
    /* Gaussian mixtures over how many protected records are drawn, P on one side of 0 and Q on the other: P/Q increases with the
     * output, the best tests are x > c, and their power and level depend on the weights through functions that are monotone in
     * the number drawn. Binom(k, q) grows stochastically with k and with q, Hyp(N, k, B) with k and with B, and falls with N. */
    PLD__MONOTONE_DRAWN,
    /* Part of a composition is the whole with something left out. */
    PLD__MONOTONE_PARTS,
    /* Randomized response answered at random once more is randomized response of a smaller epsilon. */
    PLD__MONOTONE_CHANNEL,
    /* What is (epsilon, delta)-differentially private is so for all larger epsilon and delta, and the pair is the worst of all.
     */
    PLD__MONOTONE_CLAIM,
    /* A record that takes part in one of several steps: the mean of more independent ratios is a conditional mean of that of
     * fewer, and what is known after fewer steps one of what is known after more (T115). */
    PLD__MONOTONE_ALLOTTED
} pld__monotone;

/* NULL if a theorem says that the privacy spent (delta at every epsilon, in both directions, composed with anything) only grows,
 * or only falls, with this key of the spec; "count" is the count behind the @. Otherwise what is known instead, as a clause. The
 * spec is still text, and only its words are looked at: a value may be anything. */
const char *pld__spec_not_monotone(const char *spec, const char *key);

#endif
