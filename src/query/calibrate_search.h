/* The search of a calibration: what it carries along, and its parts. See query/calibrate.c for how they go together. */
#ifndef PLD_QUERY_CALIBRATE_SEARCH_H
#define PLD_QUERY_CALIBRATE_SEARCH_H

#include "query/open_spec.h"
#include "query/target_spent.h"

/* Measurements, of all together. */
enum { PLD__CALIBRATION_SAMPLES = 120 };

/* So many brackets that do not tell what was hoped for tell that there is no more to be had. */
enum { PLD__CALIBRATION_FAILURES = 3 };

/* Digits of what is spent that the search asks of brackets, and digits beyond which no grid is asked to go. */
#define PLD__CALIBRATION_ROUGH 0.02
#define PLD__CALIBRATION_FINEST 1e-9

typedef struct pld__calibration_sample {
    double value, place;
    double accuracy; /* that was asked for; 0: the tolerances that are given */
    pld__target_spent spent;
} pld__calibration_sample;

typedef struct pld__calibration_search {
    const pld_target *target;
    const pld_options *options;
    pld__open_spec open;
    const pld_step *others;
    size_t other_count;
    pld_step *steps; /* room for the others and one more */
    double given;    /* the width, as a log, of brackets that the tolerances ask for; 0 if none are given */
    double slope;    /* of log spent, last seen */
    pld__calibration_sample samples[PLD__CALIBRATION_SAMPLES];
    size_t count;
    double finest;    /* the width of brackets, as logs, below which there is nothing to be had; 0 as long as that is not known */
    double narrowest; /* bracket near the root of those that were wider than asked for, */
    int missed;       /* and how many these were */
    pld_curve_watcher *watcher;
    void *context;
    pld_error *error;
} pld__calibration_search;

/* --- calibrate_places.c --------------------------------------------------------------------------------------------- */

/* The number that spends least (or most) of all. */
double pld__calibration_end(const pld__calibration_search *run, bool less);
/* 0, where it is a number, is as far from 1 as 2 is. */
double pld__calibration_place(const pld__calibration_search *run, double value);
/* The number at a place, or the end of what is allowed. */
double pld__calibration_value_at(const pld__calibration_search *run, double place);
/* How far apart value and limit may be, as logs, around a number. */
double pld__calibration_distance(const pld__calibration_search *run, double value);
/* A number near a place: whole ones, and decimals that are short for the distance asked for, on the side that spends less (or
 * more). */
double pld__calibration_value_near(const pld__calibration_search *run, double place, bool less);

/* --- calibrate_samples.c -------------------------------------------------------------------------------------------- */

/* `accuracy` 0: the tolerances that are given. */
PLD_WARN_UNUSED pld_status pld__calibration_measure(pld__calibration_search *run, double value, double accuracy,
                                                    pld__calibration_sample **made);
/* Was this number measured as finely before? */
bool pld__calibration_is_known(const pld__calibration_search *run, double value, double accuracy);
/* The certified numbers next to the root: the last that keeps to the target before the first that does not. `any`: also by
 * brackets that do not count, because tolerances are given. NULL if there is none. */
const pld__calibration_sample *pld__calibration_within(const pld__calibration_search *run, bool any);
const pld__calibration_sample *pld__calibration_beyond(const pld__calibration_search *run, bool any);

/* --- calibrate_root.c ----------------------------------------------------------------------------------------------- */

/* Where the root is, by estimates. */
typedef struct pld__calibration_root {
    double place, slope; /* of log spent along the place; slope 0: not known */
    double below, above; /* between which it is, by what can be told; infinite if not known */
    double off, spread;  /* how far from it the nearest sample is, and how far from that the one the slope is from */
    double blur;         /* how far off that sample's estimate may put it */
    double least, most;  /* the nearest samples outside of that which tell nothing; infinite if there are none */
} pld__calibration_root;
pld__calibration_root pld__calibration_locate(const pld__calibration_search *run);
/* Follows the estimates until they say where the root is to within the distance asked for, or the end of what is allowed. */
PLD_WARN_UNUSED pld_status pld__calibration_approach(pld__calibration_search *run);

/* --- calibrate_certify.c -------------------------------------------------------------------------------------------- */

/* Are the two as near to each other as asked? */
bool pld__calibration_is_close(const pld__calibration_search *run, const pld__calibration_sample *within,
                               const pld__calibration_sample *beyond);
/* Does even the number that spends most keep to the target, or does even the one that spends least not? */
bool pld__calibration_is_at_end(const pld__calibration_search *run, const pld__calibration_sample *within,
                                const pld__calibration_sample *beyond);
/* One side after the other: a number next to the root, by a bracket narrow enough to tell. */
PLD_WARN_UNUSED pld_status pld__calibration_certify(pld__calibration_search *run);
/* What only rougher brackets have certified, once more with the tolerances that are given. */
PLD_WARN_UNUSED pld_status pld__calibration_confirm(pld__calibration_search *run);

#endif
