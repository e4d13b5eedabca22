/* What must hold between answers, whatever the truth is. Each is one that a correct program can never violate. */
#ifndef TESTS_SOUNDNESS_RELATIONS_H
#define TESTS_SOUNDNESS_RELATIONS_H

#include "soundness/report.h"
#include "support/dice.h"

/* One relation, drawn. */
outcome relations_check(dice *from);

/* A calibrated number asked again, and what an attacker can do against its truth. */
outcome relations_calibrate(dice *from);
outcome attack_check(dice *from);

#endif
