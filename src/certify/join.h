/* Brackets of one direction after the other, joined: what holds of both holds of the answer. */
#ifndef PLD_CERTIFY_JOIN_H
#define PLD_CERTIFY_JOIN_H

#include "certify/question.h"

/* Keeps the better ends of two valid brackets; no lower one where nothing may be claimed from below. */
void pld__join_ends(const pld__end ends[PLD__SIDES], bool no_lower, pld_direction_result *kept);

/* The largest of the directions asked: their ends, and the largest of the estimates that there are. */
pld_bracket pld__join_directions(const pld_direction_result directions[PLD_DIRECTIONS], const bool asked[PLD_DIRECTIONS]);

/* Both ends are proven, so they cannot cross: if they do, something is broken, and no number is better than a wrong one. */
bool pld__join_contradicts(const pld_direction_result directions[PLD_DIRECTIONS], const bool asked[PLD_DIRECTIONS]);

#endif
