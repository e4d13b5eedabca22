/* Laws and compositions of them at random, and what is true of these in long double. */
#ifndef TESTS_SUPPORT_PROBLEM_H
#define TESTS_SUPPORT_PROBLEM_H

#include "compose/compose.h"
#include "support/dice.h"
#include "support/direct.h"

enum { PROBLEM_FACTORS = 3 };

typedef struct {
    pld__law *laws[PROBLEM_FACTORS];
    pld__factor factors[PROBLEM_FACTORS];
    size_t factor_count;
    bool upper, scattered;
    double mean, deviation; /* of the tilted composition */
    direct lattice;
    scatter brute;
} problem;

problem problem_random(dice *from, bool jumps);
void problem_free(problem *made);

/* Its delta, good to 1e-15. */
long double problem_truth(const problem *given, long double epsilon);

/* A law with at most so many nodes: a bell on neighbours on a lattice, and often a few nodes above, with little mass: jumps. */
pld__law *law_on_lattice(dice *from, double width, double theta, size_t most, bool upper);

/* The loss of a node to all digits. */
long double law_exact_loss(const pld__law *law, size_t i);

#endif
