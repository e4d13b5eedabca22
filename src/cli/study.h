/* What `pld curve` and `pld sweep` compute: one quantity over a grid of compositions, deltas (or epsilons) and keys of the mechanisms.
 *
 * Each combination of the varied keys is a *line*: one composition of mechanisms, asked at every number of compositions and delta. A line
 * is a series of its own, unless one of the keys is the axis of the series: then the lines along it make one series. */
#ifndef PLD_CLI_STUDY_H
#define PLD_CLI_STUDY_H

#include "cli/composition.h"

typedef enum pld__quantity {
    PLD__QUANTITY_EPSILON, /* epsilon over compositions and delta */
    PLD__QUANTITY_DELTA,   /* delta over compositions and epsilon: the privacy profile */
    PLD__QUANTITY_DENSITY, /* the densities of the two distributions over x */
    PLD__QUANTITY_TRADEOFF /* errors of attacks over false-positive rates; of one composition, computed elsewhere */
} pld__quantity;

/* A key of the mechanisms and the values it takes. */
typedef struct pld__vary {
    char *key;
    double *values;
    size_t count;
} pld__vary;

enum { PLD__VARY_MOST = 8, PLD__NO_AXIS = PLD__VARY_MOST, PLD__METHODS_MOST = 32 };

/* Owns everything but `command_line`. */
typedef struct pld__study {
    pld__quantity quantity;
    char **specs; /* as given */
    size_t spec_count;
    pld__vary vary[PLD__VARY_MOST];
    size_t vary_count;
    size_t axis;  /* index of the key along which series run, or PLD__NO_AXIS */
    char *series; /* name, or what names begin with; may be NULL */
    char *title;  /* may be NULL */
    uint64_t *compositions;
    size_t composition_count;
    double *log_deltas, *deltas; /* for epsilon; a delta too small for a double is 0 in `deltas` */
    size_t delta_count;
    double *points; /* epsilons, positions x or false-positive rates, for the other quantities */
    size_t point_count;
    const pld_baseline_method *methods[PLD__METHODS_MOST]; /* other accountants to ask too, for epsilon */
    size_t method_count;
    pld_options query;
    const char *command_line; /* borrowed, for the attributes */
    const char *experiment;   /* borrowed: the experiment as JSON, or NULL */
} pld__study;

void pld__study_free(pld__study *study);

/* Each reads one part of the study from text; messages name the value only. */
PLD_WARN_UNUSED pld_status pld__study_read_deltas(pld__study *study, const char *list, pld_error *error);
PLD_WARN_UNUSED pld_status pld__study_read_compositions(pld__study *study, const char *list, pld_error *error);
PLD_WARN_UNUSED pld_status pld__study_read_epsilons(pld__study *study, const char *list, pld_error *error);
PLD_WARN_UNUSED pld_status pld__study_add_spec(pld__study *study, const char *spec);
/* The mechanisms of a composition, and a name for the series, which may be NULL. */
PLD_WARN_UNUSED pld_status pld__study_add_composition(pld__study *study, const pld__composition *composition, const char *series);
/* A key and its LIST. */
PLD_WARN_UNUSED pld_status pld__study_add_vary(pld__study *study, const char *key, const char *list, pld_error *error);

/* Makes the tolerances relative, as delta needs them: it spans hundreds of orders of magnitude. The default is that of `pld delta`. */
void pld__study_make_relative(pld__study *study, bool tolerance_given, bool relative_given);

/* Fills in what was not given, and judges what can only be judged together: every varied key is a key of some mechanism, and every line
 * is a valid composition. */
PLD_WARN_UNUSED pld_status pld__study_complete(pld__study *study, pld_error *error);

/* --- lines and series ------------------------------------------------------------------------------------------------- */

size_t pld__study_line_count(const pld__study *study);
/* How many numbers of compositions times deltas (or epsilons, or positions) each line has. */
size_t pld__study_line_size(const pld__study *study);
/* How many lines make one series: lines (s * n) to (s * n + n - 1). */
size_t pld__study_lines_per_series(const pld__study *study);

/* The values of the varied keys on a line, in the order of `vary`. */
void pld__study_line_values(const pld__study *study, size_t line, double values[PLD__VARY_MOST]);

/* The composition of a line, with the specs it borrows. */
typedef struct pld__study_line {
    char **specs;
    pld__composition composition;
} pld__study_line;

/* Free it with pld__study_line_free, also after a failure. */
PLD_WARN_UNUSED pld_status pld__study_line_read(const pld__study *study, size_t index, pld__study_line *line, pld_error *error);
void pld__study_line_free(const pld__study *study, pld__study_line *line);

/* The name of the series a line belongs to; at most `size` bytes. */
void pld__study_series_name(const pld__study *study, size_t line, char *name, size_t size);

#endif
