/* What a study is: one quantity over a grid of compositions, deltas (or epsilons) and keys of the mechanisms.
 *
 * Each combination of the varied keys is a *line*: one composition of mechanisms, asked at every number of compositions and
 * delta. A line is a series of its own, unless one of the keys is the axis of the series: then the lines along it make one
 * series. */
#ifndef PLD_STUDY_STUDY_H
#define PLD_STUDY_STUDY_H

#include <pld/baseline.h>
#include <pld/study.h>

typedef enum pld__quantity {
    PLD__QUANTITY_EPSILON, /* epsilon over compositions and delta */
    PLD__QUANTITY_DELTA,   /* delta over compositions and epsilon: the privacy profile */
    PLD__QUANTITY_DENSITY  /* the densities of the two distributions over x */
} pld__quantity;

/* A key of the mechanisms and the values it takes. */
typedef struct pld__vary {
    char *key;
    double *values;
    size_t count;
} pld__vary;

enum { PLD__VARY_MOST = 8, PLD__NO_AXIS = PLD__VARY_MOST, PLD__METHODS_MOST = 32, PLD__SERIES_NAME_SIZE = 256 };

/* Owns everything. Filled in part by part; pld__study_complete judges the whole and makes the lines. */
struct pld_study {
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
    pld_delta *deltas; /* for epsilon */
    size_t delta_count;
    double *points; /* epsilons or positions x, for the other quantities */
    size_t point_count;
    const pld_baseline_method *methods[PLD__METHODS_MOST]; /* other accountants to ask too, for epsilon */
    size_t method_count;
    pld_options options;
    char memory_text[64];    /* its memory limit as given, or "" */
    char *experiment;        /* as JSON on one line with sorted keys, or NULL */
    pld_composition **lines; /* read once, when the study is complete */
    size_t line_count;
};

/* An empty one, to be filled in; NULL without memory. */
pld_study *pld__study_create(const pld_options *options);

/* Each reads one part of the study from text; messages name the value only. */
PLD_WARN_UNUSED pld_status pld__study_read_deltas(pld_study *study, const char *list, pld_error *error);
PLD_WARN_UNUSED pld_status pld__study_read_compositions(pld_study *study, const char *list, pld_error *error);
PLD_WARN_UNUSED pld_status pld__study_read_epsilons(pld_study *study, const char *list, pld_error *error);
PLD_WARN_UNUSED pld_status pld__study_add_spec(pld_study *study, const char *spec);
/* The mechanisms of a composition, which is taken, also on failure. */
PLD_WARN_UNUSED pld_status pld__study_take_composition(pld_study *study, pld_composition *composition);
/* A key and its LIST. */
PLD_WARN_UNUSED pld_status pld__study_add_vary(pld_study *study, const char *key, const char *list, pld_error *error);

/* Makes the tolerances relative, as delta needs them: it spans hundreds of orders of magnitude. The default is that of
 * pld_query_delta. */
void pld__options_make_relative(pld_options *options, bool tolerance_given, bool relative_given);

/* Fills in what was not given, judges what can only be judged together (every varied key is a key of some mechanism), and reads
 * every line. */
PLD_WARN_UNUSED pld_status pld__study_complete(pld_study *study, pld_error *error);

/* --- points, lines and series of a complete study ------------------------------------------------------------------- */

/* How many numbers of compositions times deltas (or epsilons, or positions) each line has. */
size_t pld__study_line_size(const pld_study *study);
/* How many lines make one series: lines (s * n) to (s * n + n - 1). */
size_t pld__study_lines_per_series(const pld_study *study);
size_t pld__study_series_count(const pld_study *study);

/* The values of the varied keys on a line, in the order of `vary`. */
void pld__study_line_values(const pld_study *study, size_t line, double values[PLD__VARY_MOST]);

/* The name of the series a line belongs to. */
void pld__study_series_name(const pld_study *study, size_t line, char name[PLD__SERIES_NAME_SIZE]);

/* Where a point of the results lies. */
typedef struct pld__study_point {
    size_t line;
    uint64_t compositions;
    pld_delta delta; /* for epsilon */
    double epsilon;  /* for delta */
} pld__study_point;

pld__study_point pld__study_point_at(const pld_study *study, size_t index);

/* Whether brackets are in epsilon or in log delta. */
pld_unit pld__study_unit(const pld_study *study);

/* How many points are wider than asked for. */
size_t pld__study_too_wide(const pld_study *study, const pld_result *results);

/* The notes of all lines, a line each and each once, to be freed; NULL without memory. */
char *pld__study_notes(const pld_study *study);

#endif
