/* Theorem (T104). tau = Pr[Bin(N-1, q) >= B], kept = (B/N) Pr[Bin(N, q) > B]/tau. With K others drawn: K < B, and the record
 * joins with probability q; or K >= B, and it is in the batch with probability q B/(K+1), whose mean given K >= B is `kept`, as
 * C(N-1, k)/(k+1) = C(N, k+1)/N.
 *
 * Tails. Weights of a binomial law are followed from its mode to both sides by their ratios, each of which rounds by at most four
 * units of 2^-64, and divided by their sum: n steps make 6 n units (weights.h). What is left out beyond a weight of 2^-80 of the
 * mode is below 2^-70 of the sum: ratios fall away from the mode, so the rest is at most a geometric series, whose ratio is that
 * of the last two weights; it is stopped only where that is below 1 - 2^-10 or there are no more; or where weights are below
 * 1e-4900 of the mode, and all that come, fewer than 2^50, are nothing beside a tail of 1e-4700. Smaller tails are not told. */
#include "pair/truncated.h"

#include <math.h>

static const long double NEGLIGIBLE = 0x1p-90L, SMALLEST_WEIGHT = 1e-4900L, SMALLEST_TAIL = 1e-4700L;

/* Sums of Pr[X = k] over k < from and over k >= from, X ~ Bin(trials, q), and how many weights they are made of. */
typedef struct {
    long double below, from;
    double steps;
} tails;

/* Goes from a weight at k to one side while there is anything to add; returns the sum of what is at `from` or above, and of what
 * is below it. */
static void walk(uint64_t trials, long double odds, uint64_t k, bool up, uint64_t from, tails *sums) {
    long double weight = 1;
    while (up ? k < trials : k > 0) {
        long double ratio = up ? (long double)(trials - k) / (long double)(k + 1) * odds
                               : (long double)k / ((long double)(trials - k + 1) * odds);
        weight *= ratio;
        k = up ? k + 1 : k - 1;
        *(k >= from ? &sums->from : &sums->below) += weight;
        sums->steps++;
        long double own = k >= from ? sums->from : sums->below;
        bool there = up ? k >= from : k < from; /* the tail asked for has begun */
        if ((there && weight < NEGLIGIBLE * own && ratio < 1 - 0x1p-10L) || weight < SMALLEST_WEIGHT)
            return;
    }
}

static tails tails_of(uint64_t trials, double rate, uint64_t from) {
    long double odds = (long double)rate / (1 - (long double)rate);
    uint64_t mode = (uint64_t)fminl(floorl(((long double)trials + 1) * rate), (long double)trials);
    tails sums = {0, 0, 1};
    *(mode >= from ? &sums.from : &sums.below) += 1;
    walk(trials, odds, mode, true, from, &sums);
    walk(trials, odds, mode, false, from, &sums);
    long double total = sums.below + sums.from;
    sums.below /= total;
    sums.from /= total;
    return sums;
}

pld__truncated pld__truncated_of(uint64_t population, double rate, uint64_t cap) {
    tails others = tails_of(population - 1, rate, cap), all = tails_of(population, rate, cap + 1);
    bool never = !(others.from > SMALLEST_TAIL && all.from > SMALLEST_TAIL), always = !(others.below > SMALLEST_TAIL);
    long double kept = never ? 0 : (long double)cap / (long double)population * all.from / others.from;
    kept = fminl(kept, rate);
    pld__truncated found = {.cut = never ? 0 : others.from,
                            .uncut = always ? 0 : others.below,
                            .kept = kept,
                            .left_out = 1 - kept,
                            .missing = never || always ? 2 * SMALLEST_TAIL : 0};
    found.drawn = found.uncut * rate + found.cut * kept;
    double each = 0x1p-64 * (12 * (others.steps + all.steps) + 64);
    found.error = each * (2 + (double)(kept / found.left_out));
    return found;
}
