#include "soundness/corners.h"

#include <stdlib.h>

/* One step; what is not said is 1, but for added, which is 0. */
typedef struct {
    family family;
    double scale, rate, sensitivity, count, removed;
    pld_adjacency adjacency;
    const char *delta, *epsilon; /* one of them */
} corner;

#define REMOVE PLD_ADJACENCY_REMOVE
#define ADD PLD_ADJACENCY_ADD
#define BOTH PLD_ADJACENCY_ADD_REMOVE
#define REPLACE PLD_ADJACENCY_REPLACE

static const corner corners[] = {
    /* Losses above 709, where e^loss is no double. */
    {POISSON_LAPLACE, 0.001, 0.5, 1, 1, 1, REMOVE, "0.3", NULL},
    {POISSON_LAPLACE, 0.001, 0.5, 1, 1, 1, REMOVE, "0", NULL},
    {POISSON_LAPLACE, 0.001, 0.5, 1, 1, 1, BOTH, NULL, "900"},
    {POISSON_LAPLACE, 1, 0.0015, 1000, 1, 1, BOTH, "1e-3", NULL},
    {LAPLACE, 0.001, 1, 1, 1, 1, REPLACE, "0.1", NULL},
    {APPROX_DP, 900, 1, 1, 3, 1, BOTH, "0.2", NULL}, /* scale is epsilon here and below */
    {RANDOMIZED_RESPONSE, 2000, 0.25, 1, 1, 1, BOTH, "0.1", NULL},
    /* 1 - q that is not told from 1. */
    {POISSON_GAUSSIAN, 1, 1e-6, 1, 1, 1, ADD, "0", NULL},
    {POISSON_GAUSSIAN, 1, 1e-9, 1, 1, 1, ADD, "0", NULL},
    {POISSON_GAUSSIAN, 1, 1e-20, 1, 1, 1, ADD, "0", NULL},
    {POISSON_GAUSSIAN, 1, 1e-9, 1, 1, 7, ADD, "0", NULL},
    {POISSON_GAUSSIAN, 1, 1e-9, 1, 1e9, 1, ADD, "0", NULL},
    {POISSON_GAUSSIAN, 0.03, 1e-6, 1, 1, 1, BOTH, "5e-46", NULL},
    {POISSON_GAUSSIAN, 0.02, 1e-6, 1, 1e6, 1, ADD, NULL, "1.0000005000003234"},
    {POISSON_GAUSSIAN, 1, 1e-18, 1, 1, 1, ADD, NULL, "0"},
    {POISSON_GAUSSIAN, 0.1, 1e-16, 1, 1, 1, REMOVE, NULL, "0"},
    {POISSON_LAPLACE, 1, 1e-18, 1, 1, 1, ADD, "0", NULL},
    {RANDOMIZED_RESPONSE, 1e-17, 1, 1, 1e10, 1, BOTH, "0", NULL},
    {APPROX_DP, 1e-17, 1, 1, 1e10, 1, BOTH, "0", NULL},
    {DISCRETE_LAPLACE, 1e17, 1, 1, 1, 1, BOTH, "0", NULL},
    {RANDOMIZED_RESPONSE, 1e-17, 1, 1, 1, 1, BOTH, NULL, "0"},
    {DISCRETE_LAPLACE, 1e17, 1, 1, 1, 1, BOTH, NULL, "0"},
    {DISCRETE_GAUSSIAN, 1, 1e-18, 1, 1, 1, ADD, NULL, "0"},
    /* Hard edges of many steps. */
    {POISSON_GAUSSIAN, 0.02, 0.3, 1, 1000, 1, ADD, NULL, "356.67494393873216"},
    {POISSON_GAUSSIAN, 0.02, 0.3, 1, 20, 1, ADD, NULL, "7.133498878774646"},
    {RANDOMIZED_RESPONSE, 0.3, 1, 1, 100, 1, BOTH, NULL, "29.999999999999996"},
};

bool corners_at(size_t number, question *made) {
    if (number >= sizeof corners / sizeof *corners)
        return false;
    const corner *of = &corners[number];
    bool guarantee = of->family == RANDOMIZED_RESPONSE || of->family == APPROX_DP;
    *made = (question){.step_count = 1, .adjacency = of->adjacency, .megabytes = of->count > 1 ? 16 : 0};
    made->steps[0] = (step){.family = of->family,
                            .scale = of->scale,
                            .epsilon = guarantee ? of->scale : 0,
                            .rate = of->rate,
                            .sensitivity = of->sensitivity,
                            .shift = 1,
                            .k = 2,
                            .removed = (uint64_t)of->removed,
                            .count = (uint64_t)of->count};
    if (of->delta)
        question_set_delta(made, of->delta);
    else
        question_set_epsilon(made, strtod(of->epsilon, NULL));
    return true;
}
