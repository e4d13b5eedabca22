/* Tilt, frequencies and nodes for an exact kernel. Free: whatever is chosen here, the bounds of src/kernel hold. */
#ifndef PLD_PLAN_KERNEL_PLAN_H
#define PLD_PLAN_KERNEL_PLAN_H

#include "kernel/kernel.h"
#include "certify/question.h"

/* What a plan is made for. */
typedef struct pld__kernel_aim {
    double effort;             /* the most that nodes times frequencies may be */
    double finer;              /* nodes this much closer */
    double share;              /* of delta that each error may be */
    double loose, last_effort; /* where that takes too much, so much of it for more effort */
    bool quick;                /* less time rather than the last digits */
    bool apart;                /* no factors are taken together */
    double beside;             /* how far from its epsilon it should still be good, and */
    double beside_log;         /* how far from its log delta: the larger stretch counts */
    double smooth;             /* the width that may be smoothed away (T132), in epsilon or log delta; 0: as it is */
    bool smooth_relative;      /* or this much of epsilon */
} pld__kernel_aim;

/* *possible is false if the effort is too little, or nothing suits. The plan is to be freed in any case. */
pld_status pld__kernel_plan_aimed(const pld__kernel_steps *steps, const pld__question *question, const pld__kernel_aim *aim,
                                  pld__kernel_plan *plan, bool *possible);

/* Would closer nodes be better? Those of closed forms and of tables of counts are as close as they need be. */
bool pld__kernel_may_be_finer(const pld__kernel_steps *steps);

/* The same for errors as small as they may be: `effort` is the most that nodes times frequencies may be; *possible is false if
 * that is too little, or nothing suits. */
pld_status pld__kernel_plan_make(const pld__kernel_steps *steps, const pld__question *question, double effort, double finer,
                                 pld__kernel_plan *plan, bool *possible);

#endif
