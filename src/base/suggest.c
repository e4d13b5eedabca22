#include "base/suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Longer words are not compared: nobody mistypes a word of this length by a letter or two. */
enum { LETTERS = 40 };

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static int lower(char c) {
    return tolower((unsigned char)c);
}

/* How many letters must be put in, left out, changed or swapped with their neighbour, capitals aside (optimal string alignment).
 */
static size_t edit_distance(const char *a, const char *b) {
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > LETTERS || b_length > LETTERS) {
        return SIZE_MAX;
    }
    size_t cost[LETTERS + 1][LETTERS + 1];
    for (size_t i = 0; i <= a_length; i++) {
        for (size_t j = 0; j <= b_length; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            size_t changed = cost[i - 1][j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
            cost[i][j] = smaller(changed, smaller(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
                cost[i][j] = smaller(cost[i][j], cost[i - 2][j - 2] + 1);
            }
        }
    }
    return cost[a_length][b_length];
}

/* What other programs and papers call it. */
static const struct {
    const char *theirs, *ours;
} synonyms[] = {
    {"batch_size", "batch"},
    {"batch-size", "batch"},
    {"batchsize", "batch"},
    {"batch", "B"},
    {"batch_size", "B"},
    {"dataset_size", "N"},
    {"num_examples", "N"},
    {"num_samples", "N"},
    {"n", "N"},
    {"noise_multiplier", "sigma"},
    {"noise-multiplier", "sigma"},
    {"noise", "sigma"},
    {"std", "sigma"},
    {"stddev", "sigma"},
    {"z", "sigma"},
    {"sample_rate", "q"},
    {"sampling_rate", "q"},
    {"sampling_probability", "q"},
    {"probability", "q"},
    {"rate", "q"},
    {"p", "q"},
    {"scale", "b"},
    {"eps", "epsilon"},
    {"num_steps", "steps"},
    {"iterations", "steps"},
    {"num_epochs", "epochs"},
    {"group_size", "k"},
    {"subsampled-gaussian", "poisson-gaussian"},
    {"sampled-gaussian", "poisson-gaussian"},
    {"subsampled_gaussian", "poisson-gaussian"},
    {"sgm", "poisson-gaussian"},
    {"subsampled-laplace", "poisson-laplace"},
    {"sampled-laplace", "poisson-laplace"},
    {"normal", "gaussian"},
    {"dpsgd", "dp-sgd"},
    {"sgd", "dp-sgd"},
    {"geometric", "discrete-laplace"},
    {"rr", "randomized-response"},
    {"pure-dp", "approx-dp"},
    {"noisy-max", "noisy-vote"},
    {"pate", "noisy-vote"},
    {"report-noisy-max", "permute-and-flip"},
    {"substitution", "replace"},
    {"substitute", "replace"},
    {"replace-one", "replace"},
    {"swap", "replace"},
    {"bounded", "replace"},
    {"unbounded", "add-remove"},
    {"add/remove", "add-remove"},
    {"remove-add", "add-remove"},
    {"both", "add-remove"},
};

static bool is_synonym(const char *word, const char *candidate) {
    for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++) {
        if (strcmp(word, synonyms[i].theirs) == 0 && strcmp(candidate, synonyms[i].ours) == 0) {
            return true;
        }
    }
    return false;
}

pld__suggestion pld__suggestion_start(const char *word) {
    return (pld__suggestion){.word = word, .best = NULL, .distance = SIZE_MAX};
}

void pld__suggestion_consider(pld__suggestion *suggestion, const char *candidate) {
    /* A third of the word may be wrong, so that `x` is not taken for `q`; a beginning of a name counts as one letter wrong. */
    size_t length = strlen(suggestion->word);
    size_t distance = edit_distance(suggestion->word, candidate);
    size_t near_enough = (length + 1) / 3;
    if (is_synonym(suggestion->word, candidate)) {
        distance = 0;
    }
    if (length >= 3 && strncmp(suggestion->word, candidate, length) == 0) {
        distance = smaller(distance, 1);
    }
    if (distance <= near_enough && distance < suggestion->distance) {
        suggestion->best = candidate;
        suggestion->distance = distance;
    }
}

void pld__suggestion_text(const pld__suggestion *suggestion, char *text, size_t size) {
    text[0] = '\0';
    if (suggestion->best != NULL) {
        snprintf(text, size, "; did you mean '%s'?", suggestion->best);
    }
}
