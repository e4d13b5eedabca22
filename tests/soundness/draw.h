/* Draws questions, corners on purpose. */
#ifndef TESTS_SOUNDNESS_DRAW_H
#define TESTS_SOUNDNESS_DRAW_H

#include "soundness/case.h"
#include "support/dice.h"

/* How far parameters may go: anything, or what is answered in about a second for many steps. */
typedef enum draw_range { DRAW_ANY, DRAW_MODERATE } draw_range;

step draw_step(dice *from, family of, draw_range range);

/* Steps only; the target is drawn by draw_target, which needs them. */
question draw_single(dice *from);
question draw_gaussians(dice *from);
question draw_discrete(dice *from);
question draw_low_noise(dice *from);
question draw_pair(dice *from);
question draw_many(dice *from);

/* Adjacency and target. */
void draw_adjacency(dice *from, question *to);
void draw_target(dice *from, question *to);
/* The same with epsilon a few doubles beside the supremum of the loss, where it has one. */
void draw_edge(dice *from, question *to);
void draw_delta(dice *from, question *to, bool corners);

#endif
