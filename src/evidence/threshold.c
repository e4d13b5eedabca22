/* Thresholds that are chosen on the data (T156).
 *
 * Given the score of one run, the answers of all others at that threshold are independent and binomial. So a threshold at the
 * score of a run with the record counts what is strictly above it, which leaves that run among those not counted; one at the
 * score of a run without it counts what is at or above it, which leaves that run among those counted: both make the attack look
 * worse than the others alone do, and each of the n + m thresholds is one look. On a split the threshold does not depend on what
 * is counted. */
#include "base/base.h"
#include "bound/binomial_tail.h"

#include <math.h>
#include <pld/evidence.h>
#include <stdbool.h>
#include <stdlib.h>

enum { FEWEST = 2 };

static bool is_sorted(const double *scores, size_t count) {
    size_t up = 0, down = 0;
    for (size_t i = 1; i < count; i++) {
        up += scores[i] >= scores[i - 1];
        down += scores[i] <= scores[i - 1];
    }
    return count > 3 && (up == count - 1 || down == count - 1);
}

static pld_status check(const double *scores, size_t count, const char *what, pld_threshold_choice choice, pld_error *error) {
    if (count < FEWEST || count > PLD__TRIALS_MOST)
        return pld__error_argument(error, what, "at least two scores of each kind", "there are too few scores of runs '%s'",
                                   what);
    for (size_t i = 0; i < count; i++)
        if (!isfinite(scores[i]))
            return pld__error_argument(error, what, "finite numbers", "a score of runs '%s' is no number", what);
    if (choice == PLD_THRESHOLD_SPLIT && is_sorted(scores, count))
        return pld__error_argument(error, what, "scores in the order of the runs",
                                   "the scores of runs '%s' are sorted: every other one of them is no independent half", what);
    return PLD_OK;
}

/* Some scores in order. */
typedef struct {
    double *values;
    size_t count;
} sorted;

static int compare(const void *left, const void *right) {
    double one = *(const double *)left, other = *(const double *)right;
    return (one > other) - (one < other);
}

/* Every `step`-th score from `first` on; values is NULL without memory. */
static sorted sort(const double *scores, size_t count, size_t first, size_t step) {
    sorted made = {pld__allocate(count + 1, sizeof(double)), 0};
    for (size_t i = first; i < count && made.values; i += step)
        made.values[made.count++] = scores[i];
    if (made.values)
        qsort(made.values, made.count, sizeof(double), compare);
    return made;
}

/* How many are above the threshold, or at it too. */
static uint64_t count_above(const sorted *scores, double threshold, bool at_too) {
    size_t low = 0, high = scores->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        double value = scores->values[middle];
        bool above = value > threshold || (at_too && value == threshold);
        *(above ? &high : &low) = above ? middle : middle + 1;
    }
    return scores->count - low;
}

/* How promising counts look: the log ratio of rates, each moved by two of its standard deviations. Whatever is chosen is paid
 * for. */
static double promise(uint64_t true_positives, double positives, uint64_t false_positives, double negatives) {
    double a = (double)true_positives, b = (double)false_positives;
    double low = (a - 2 * sqrt(a * fmax(1 - a / positives, 0))) / positives;
    double high = (b + 2 * sqrt(b * fmax(1 - b / negatives, 0)) + 3) / negatives;
    double other_low = (negatives - b - 2 * sqrt(b * fmax(1 - b / negatives, 0)) - 3) / negatives;
    double other_high = (positives - a + 2 * sqrt(a * fmax(1 - a / positives, 0)) + 3) / positives;
    return fmax(low > 0 ? log(low / high) : -INFINITY, other_low > 0 ? log(other_low / other_high) : -INFINITY);
}

/* Runs with the record and without it, as they choose or as they are counted. */
typedef struct {
    sorted in, out;
} scores;

typedef struct {
    double best, threshold;
    bool at_too;
} choice_made;

/* The best threshold at one of their own scores. */
static void look(const scores *all, bool from_in, choice_made *made) {
    const sorted *own = from_in ? &all->in : &all->out;
    for (size_t i = 0; i < own->count; i++) {
        uint64_t a = count_above(&all->in, own->values[i], !from_in), b = count_above(&all->out, own->values[i], !from_in);
        double here = promise(a, (double)all->in.count, b, (double)all->out.count);
        if (here > made->best)
            *made = (choice_made){here, own->values[i], !from_in};
    }
}

static pld_status choose(const scores *by, const scores *counted, bool split, pld_attack_counts *counts, uint64_t *looks,
                         double *threshold) {
    if (!by->in.values || !by->out.values || !counted->in.values || !counted->out.values)
        return PLD_ERROR_MEMORY;
    choice_made made = {-INFINITY, by->in.values[0], false};
    look(by, true, &made);
    look(by, false, &made);
    *counts = (pld_attack_counts){.true_positives = count_above(&counted->in, made.threshold, made.at_too),
                                  .positives = counted->in.count,
                                  .false_positives = count_above(&counted->out, made.threshold, made.at_too),
                                  .negatives = counted->out.count};
    *looks = split ? 1 : counted->in.count + counted->out.count;
    *threshold = made.threshold;
    return PLD_OK;
}

pld_status pld_audit_threshold(const double *in, size_t in_count, const double *out, size_t out_count,
                               pld_threshold_choice choice, pld_attack_counts *counts, uint64_t *looks, double *threshold,
                               pld_error *error) {
    bool split = choice == PLD_THRESHOLD_SPLIT;
    pld_status status = check(in, in_count, "in", choice, error);
    if (status == PLD_OK)
        status = check(out, out_count, "out", choice, error);
    if (status != PLD_OK)
        return status;
    size_t step = split ? 2 : 1, first = split ? 1 : 0;
    scores by = {sort(in, in_count, 0, step), sort(out, out_count, 0, step)};
    scores counted = {sort(in, in_count, first, step), sort(out, out_count, first, step)};
    status = choose(&by, &counted, split, counts, looks, threshold);
    pld__free(by.in.values);
    pld__free(by.out.values);
    pld__free(counted.in.values);
    pld__free(counted.out.values);
    return status;
}
