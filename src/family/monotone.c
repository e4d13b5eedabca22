/* Monotone in a number (T41): of two mechanisms that differ in it only, one pair of distributions is a post-processing of the other (one kernel
 * maps both of its distributions). Then delta(epsilon) in both directions, every trade-off between the errors of an attack and every
 * composition with whatever else are ordered likewise. By Blackwell's theorem it is enough that the trade-off functions of the pairs
 * are ordered. A kernel that maps P to P' and Q to Q' maps (1-q) Q + q P to (1-q) Q' + q P' as well: sampling keeps the order.
 *
 *   NOISE    the noise of the larger scale is that of the smaller one plus independent noise. Gaussian: variances add. Laplace: the
 *            quotient (1 + b^2 t^2)/(1 + c^2 t^2) of characteristic functions, b < c, is b^2/c^2 + (1 - b^2/c^2)/(1 + c^2 t^2): with
 *            probability b^2/c^2 nothing is added, else Lap(c). Discrete Laplace with p = e^(-1/b) < r = e^(-1/c): likewise, with
 *            probability (p/r) ((1-r)/(1-p))^2 nothing is added, as 1 + p^2 - (p/r)(1 + r^2) = (1 - p/r)(1 - pr) >= 0. The discrete
 *            Gaussian has no such noise, and is not monotone.
 *   SCALE    means that are multiplied by a factor are, in units of the noise, noise divided by it.
 *   SHIFT    noise with a log-concave mass function: the likelihood ratio of a shift is monotone, so that one test is the most
 *            powerful against every shift (Karlin and Rubin 1956), and its power grows with the shift.
 *   RATE     of sampling: with probability 1 - q/r the output at rate r is thrown away for a fresh draw from Q.
 *   DRAWN    Gaussian mixtures over how many protected records are drawn, P on one side of 0 and Q on the other: P/Q increases with
 *            the output, the best tests are x > c, and their power and level depend on the weights through functions that are
 *            monotone in the number drawn. Binom(k, q) grows stochastically with k and with q, Hyp(N, k, B) with k and with B, and
 *            falls with N.
 *   PARTS    part of a composition is the whole with something left out.
 *   CHANNEL  randomized response answered at random once more is randomized response of a smaller epsilon.
 *   CLAIM    what is (epsilon, delta)-differentially private is so for all larger epsilon and delta, and the pair is the worst of all. */
#include "family/monotone.h"

#include "family/spec.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const char *family, *key;
    const char *unless; /* another key that takes the theorem away where it is given, or NULL */
} theorem;

/* What is not here is not known. */
static const theorem THEOREMS[] = {
    {"gaussian", "sigma", NULL},                /* NOISE */
    {"gaussian", "sensitivity", NULL},          /* SCALE */
    {"poisson-gaussian", "q", NULL},            /* DRAWN */
    {"poisson-gaussian", "k", NULL},            /* DRAWN */
    {"poisson-gaussian", "removed", NULL},      /* DRAWN */
    {"poisson-gaussian", "added", NULL},        /* DRAWN */
    {"poisson-gaussian", "sigma", NULL},        /* NOISE */
    {"poisson-gaussian", "sensitivity", NULL},  /* SCALE */
    {"dp-sgd", "sigma", NULL},                  /* NOISE */
    {"dp-sgd", "sensitivity", NULL},            /* SCALE */
    {"dp-sgd", "k", NULL},                      /* DRAWN */
    {"dp-sgd", "epochs", NULL},                 /* PARTS */
    {"dp-sgd", "steps", NULL},                  /* PARTS */
    {"dp-sgd", "N", "epochs"},                  /* DRAWN, q = batch/N; with epochs it changes the number of steps the other way */
    {"dp-sgd", "batch", "epochs"},              /* likewise */
    {"hypergeometric-gaussian", "N", NULL},     /* DRAWN */
    {"hypergeometric-gaussian", "B", NULL},     /* DRAWN */
    {"hypergeometric-gaussian", "k", NULL},     /* DRAWN */
    {"hypergeometric-gaussian", "sigma", NULL}, /* NOISE */
    {"hypergeometric-gaussian", "shift", NULL}, /* SCALE */
    {"hypergeometric-gaussian", "sensitivity", NULL}, /* SCALE */
    {"mixture-gaussian", "sigma", NULL},              /* NOISE */
    {"mixture-gaussian", "sensitivity", NULL},        /* SCALE */
    {"laplace", "b", NULL},                           /* NOISE */
    {"laplace", "sensitivity", NULL},                 /* SCALE */
    {"poisson-laplace", "q", NULL},                   /* RATE */
    {"poisson-laplace", "b", NULL},                   /* NOISE */
    {"poisson-laplace", "sensitivity", NULL},         /* SCALE */
    {"randomized-response", "epsilon", NULL},         /* CHANNEL */
    {"randomized-response", "sensitivity", NULL},     /* PARTS */
    {"discrete-gaussian", "sensitivity", NULL},       /* SHIFT */
    {"discrete-laplace", "b", NULL},                  /* NOISE */
    {"discrete-laplace", "sensitivity", NULL},        /* SHIFT */
    {"approx-dp", "epsilon", NULL},                   /* CLAIM */
    {"approx-dp", "delta", NULL},                     /* CLAIM */
    {"approx-dp", "sensitivity", NULL},               /* CLAIM: the guarantee for a group grows with it */
    {"noisy-vote", "b", NULL},                        /* CLAIM, epsilon ~ sensitivity/b */
    {"noisy-vote", "sensitivity", NULL},              /* CLAIM */
    {"poisson", "q", NULL},                           /* RATE */
};

enum { THEOREM_COUNT = sizeof THEOREMS / sizeof THEOREMS[0], NAME_SIZE = 128 };

static const theorem *find(const char *family, const char *key) {
    for (size_t i = 0; i < THEOREM_COUNT; i++)
        if (strcmp(THEOREMS[i].family, family) == 0 && strcmp(THEOREMS[i].key, key) == 0)
            return &THEOREMS[i];
    return NULL;
}

static const char *begin_of_keys(const char *spec) {
    const char *colon = strchr(spec, ':');
    return colon ? colon + 1 : spec + strlen(spec);
}

/* The family whose key it is: for keys that poisson does not have itself, the one that is sampled. */
static void read_family(const char *spec, const char *key, char name[NAME_SIZE]) {
    snprintf(name, NAME_SIZE, "%.*s", (int)strcspn(spec, ":@"), spec);
    if (strcmp(name, "poisson") != 0 || strcmp(key, "q") == 0)
        return;
    const char *item = pld__spec_item(begin_of_keys(spec), spec + strlen(spec), "of");
    if (item)
        snprintf(name, NAME_SIZE, "%.*s", (int)strcspn(item + strlen("of="), ",@"), item + strlen("of="));
}

const char *pld__spec_not_monotone(const char *spec, const char *key) {
    char family[NAME_SIZE];
    if (strcmp(key, "count") == 0)
        return NULL; /* PARTS */
    read_family(spec, key, family);
    const theorem *known = find(family, key);
    if (known && known->unless && pld__spec_item(begin_of_keys(spec), spec + strlen(spec), known->unless))
        return "it changes q and, with epochs given, the number of steps the other way";
    if (known)
        return NULL;
    bool discrete_gaussian = strcmp(family, "discrete-gaussian") == 0 && strcmp(key, "sigma") == 0;
    return discrete_gaussian ? "discrete Gaussian noise of a larger sigma may spend more"
                             : "no theorem says that spending only grows or only falls with it";
}
