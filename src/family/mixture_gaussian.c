/* mixture-gaussian: any two Gaussian mixtures with one sigma whose loss increases in x. */
#include "base/base.h"
#include "family/check.h"
#include "family/family.h"
#include "pair/mixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_COUNT = 100000 };
static const double SMALLEST_MEAN = 1e-150, LARGEST_MEAN = 1e150;

typedef struct {
    double mean;
    long double weight;
} component;

/* A total order: qsort keeps the order of what is equal only where it has memory. */
static int compare_means(const void *left, const void *right) {
    const component *a = left, *b = right;
    if (a->mean != b->mean)
        return a->mean < b->mean ? -1 : 1;
    return (a->weight > b->weight) - (a->weight < b->weight);
}

/* Sorted by mean, equal means joined, zero weights left out. */
static pld_status fill_side(const char *key, size_t count, const double *weight, const double *mean, double scale,
                            long double *side_weight, double *side_mean, size_t *side_count, pld_error *error) {
    char word[96];
    long double total = 0;
    if (count < 1 || count > LARGEST_COUNT)
        return pld__error_argument(error, key, "between 1 and 100000 weights", "'%s' must list between 1 and 100000 weights",
                                   key);
    for (size_t i = 0; i < count; i++) {
        if (!(weight[i] >= 0 && weight[i] <= 1) || !isfinite(mean[i])) {
            snprintf(word, sizeof word, "%sw=%s", key, pld__number_format(weight[i]).text);
            return pld__error_argument(error, word, "weights between 0 and 1, finite means",
                                       "'%s' is out of range: weights must be between 0 and 1 and means finite", word);
        }
        total += weight[i];
    }
    if (!(fabsl(total - 1) <= 1e-9L)) {
        snprintf(word, sizeof word, "%sw", key);
        return pld__error_argument(error, word, "weights that sum to 1 within 1e-9",
                                   "the weights of '%s' sum to %.12Lg instead of 1", word, total);
    }
    component *components = pld__allocate(count, sizeof *components);
    if (!components)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        components[i] = (component){mean[i] * scale, weight[i]};
    qsort(components, count, sizeof *components, compare_means);
    *side_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (components[i].weight <= 0)
            continue;
        if (*side_count > 0 && side_mean[*side_count - 1] == components[i].mean) {
            side_weight[*side_count - 1] += components[i].weight;
            continue;
        }
        side_weight[*side_count] = components[i].weight;
        side_mean[(*side_count)++] = components[i].mean;
    }
    pld__free(components);
    return PLD_OK;
}

/* In units of sigma no mean may be too small or too large for what is computed from it, nor may two that differ become one: their
 * difference is all the loss there may be. `given` is for the means of both sides. */
static pld_status check_means(size_t count, const double *weight, const double *mean, double scale, double *given, size_t *kept,
                              pld_error *error) {
    char word[64];
    for (size_t i = 0; i < count; i++) {
        double scaled = fabs(mean[i] * scale);
        if (!(weight[i] > 0))
            continue;
        if (mean[i] != 0 && !(scaled >= SMALLEST_MEAN && scaled <= LARGEST_MEAN)) {
            snprintf(word, sizeof word, "%s", pld__number_format(mean[i]).text);
            return pld__error_argument(
                error, word, "means of 0 or between 1e-150 and 1e150 times sigma/sensitivity",
                "the mean '%s' is out of range: times sensitivity/sigma it must be 0 or between 1e-150 and "
                "1e150 in size",
                word);
        }
        given[(*kept)++] = mean[i];
    }
    return PLD_OK;
}

static int compare_numbers(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static pld_status check_distinct(double *given, size_t count, double scale, pld_error *error) {
    char word[96];
    qsort(given, count, sizeof *given, compare_numbers);
    for (size_t i = 0; i + 1 < count; i++)
        if (given[i] != given[i + 1] && given[i] * scale == given[i + 1] * scale) {
            snprintf(word, sizeof word, "%s and %s", pld__number_format(given[i]).text, pld__number_format(given[i + 1]).text);
            return pld__error_argument(error, word, "means that differ by more than rounding",
                                       "the means %s cannot be told apart once they are divided by sigma", word);
        }
    return PLD_OK;
}

/* "key=a:b:c" behind what is in the text already; cut when it does not fit. */
static void append_list(char *text, size_t size, const char *key, size_t count, const double *values) {
    size_t length = strlen(text);
    snprintf(text + length, size - length, ",%s=", key);
    for (size_t i = 0; i < count; i++) {
        length = strlen(text);
        snprintf(text + length, size - length, "%s%s", i ? ":" : "", pld__number_format(values[i]).text);
    }
}

pld_status pld_mechanism_create_mixture_gaussian(double sigma, size_t p_count, const double *p_weight, const double *p_mean,
                                                 size_t q_count, const double *q_weight, const double *q_mean, double sensitivity,
                                                 pld_mechanism **mechanism, pld_error *error) {
    pld_status status = pld__check_positive("sigma", sigma, error);
    if (status == PLD_OK)
        status = pld__check_positive("sensitivity", sensitivity, error);
    if (status != PLD_OK)
        return status;
    size_t size = 128 + 34 * 2 * (p_count + q_count);
    char *resolved = pld__allocate(size, 1);
    long double *weight = pld__allocate(p_count + q_count, sizeof *weight);
    double *mean = pld__allocate(p_count + q_count, sizeof *mean), *given = pld__allocate(p_count + q_count, sizeof *given);
    size_t p_kept = 0, q_kept = 0;
    status = PLD_ERROR_MEMORY;
    if (!resolved || !weight || !mean || !given)
        goto cleanup;
    double scale = sensitivity / sigma;
    status = fill_side("p", p_count, p_weight, p_mean, scale, weight, mean, &p_kept, error);
    if (status == PLD_OK)
        status = fill_side("q", q_count, q_weight, q_mean, scale, weight + p_count, mean + p_count, &q_kept, error);
    size_t all = 0;
    if (status == PLD_OK)
        status = check_means(p_count, p_weight, p_mean, scale, given, &all, error);
    if (status == PLD_OK)
        status = check_means(q_count, q_weight, q_mean, scale, given, &all, error);
    if (status == PLD_OK)
        status = check_distinct(given, all, scale, error);
    if (status != PLD_OK)
        goto cleanup;
    snprintf(resolved, size, "mixture-gaussian:sigma=%s", pld__number_format(sigma).text);
    append_list(resolved, size, "pw", p_count, p_weight);
    append_list(resolved, size, "pm", p_count, p_mean);
    append_list(resolved, size, "qw", q_count, q_weight);
    append_list(resolved, size, "qm", q_count, q_mean);
    append_list(resolved, size, "sensitivity", 1, &sensitivity);
    status = pld__mixture_mechanism(p_kept, weight, mean, q_kept, weight + p_count, mean + p_count, resolved, PLD__NOTE_GIVEN,
                                    mechanism, error);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){.family = &pld__family_mixture_gaussian, .kind = PLD__KIND_MIXTURE_GAUSSIAN};
cleanup:
    pld__free(resolved);
    pld__free(weight);
    pld__free(mean);
    pld__free(given);
    return status;
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_SIGMA, KEY_P_WEIGHT, KEY_P_MEAN, KEY_Q_WEIGHT, KEY_Q_MEAN, KEY_SENSITIVITY };

static const pld__key keys[] = {
    [KEY_SIGMA] = PLD__KEY_SIGMA_OF_CLIPPED,
    [KEY_P_WEIGHT] = {.name = "pw", .kind = PLD__KEY_NUMBERS, .meaning = "weights of P, together 1"},
    [KEY_P_MEAN] = {.name = "pm", .kind = PLD__KEY_NUMBERS, .meaning = "means of P, as many as there are weights"},
    [KEY_Q_WEIGHT] = {.name = "qw", .kind = PLD__KEY_NUMBERS, .meaning = "weights of Q, together 1"},
    [KEY_Q_MEAN] = {.name = "qm", .kind = PLD__KEY_NUMBERS, .meaning = "means of Q, as many as there are weights"},
    [KEY_SENSITIVITY] = PLD__KEY_SENSITIVITY_OF_MEANS,
};

static pld_status judge_lengths(const pld__value *values, int weight, int mean, pld_error *error) {
    const char *weight_name = keys[weight].name, *mean_name = keys[mean].name;
    size_t weights = values[weight].length, means = values[mean].length;
    if (weights == means)
        return PLD_OK;
    return pld__error_argument(error, mean_name, "as many means as weights", "%s has %zu number%s, but %s has %zu", mean_name,
                               means, means == 1 ? "" : "s", weight_name, weights);
}

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    const pld__value *values = given->values;
    pld_status status = judge_lengths(values, KEY_P_WEIGHT, KEY_P_MEAN, error);
    if (status == PLD_OK)
        status = judge_lengths(values, KEY_Q_WEIGHT, KEY_Q_MEAN, error);
    if (status != PLD_OK)
        return status;
    return pld_mechanism_create_mixture_gaussian(values[KEY_SIGMA].number, values[KEY_P_WEIGHT].length,
                                                 values[KEY_P_WEIGHT].numbers, values[KEY_P_MEAN].numbers,
                                                 values[KEY_Q_WEIGHT].length, values[KEY_Q_WEIGHT].numbers,
                                                 values[KEY_Q_MEAN].numbers, values[KEY_SENSITIVITY].number, mechanism, error);
}

const pld__family pld__family_mixture_gaussian = {
    .name = "mixture-gaussian",
    .meaning = "sum_i pw_i N(pm_i, sigma^2) versus sum_j qw_j N(qm_j, sigma^2)",
    .remark = "The privacy loss must increase with the output. The pair is taken as given: what it stands for is yours to know.",
    .reference = "Choquette-Choo, Ganesh, Steinke and Thakurta 2024",
    .example = "mixture-gaussian:sigma=1,pw=0.99:0.01,pm=0:1,qw=1,qm=0@1000",
    .adjacency = "what the pair was made for; not replace or zero-out: the pair is given as it is",
    PLD__KEYS(keys),
    .create = create,
    .no_sampling = "nothing is known of what its pair dominates; give the sampled mixture itself",
    .standing = PLD__STANDING_GIVEN, /* exact by definition: the pair is what was asked about */
    .no_group = PLD__GIVEN_AS_IT_IS,
    .no_replace = PLD__GIVEN_AS_IT_IS,
    .no_zero = PLD__GIVEN_AS_IT_IS,
    .describe = pld__words_given,
    .neighbours = pld__neighbours_given,
};
