/* Studies: one quantity over a grid of points, computed into a file in steps that survive whatever happens.
 *
 *     pld_study *study = NULL;
 *     status = pld_study_parse("{\"schema\": \"pld.experiment/1\", \"mechanisms\": \"gaussian:sigma=1\","
 *                              " \"vary\": {\"sigma\": \"1..8:x2\"}, \"compositions\": \"1..1024:x4\", \"delta\": 1e-5}", &study,
 * NULL); pld_sweep sweep = {.size = sizeof sweep, .path = "gaussian.h5", .resume = true}; status = pld_study_sweep(study, &sweep,
 * NULL, NULL); pld_study_free(study);
 */
#ifndef PLD_STUDY_H
#define PLD_STUDY_H

#include <pld/composition.h>
#include <pld/store.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Does not change after creation and may be shared between threads. */
typedef struct pld_study pld_study;

/* An experiment, an object of schema pld.experiment/1, from a file or from text: `pld sweep --help` lists its keys. Everything is
 * judged and every mechanism read here, once; the error's word is the offending key. Jansson's allocator is watched meanwhile: no
 * other thread should give it another one. */
PLD_API PLD_WARN_UNUSED pld_status pld_study_read(const char *path, pld_study **study, pld_error *error);
PLD_API PLD_WARN_UNUSED pld_status pld_study_parse(const char *json, pld_study **study, pld_error *error);
PLD_API void pld_study_free(pld_study *study);

/* How many points its grid has. */
PLD_API size_t pld_study_point_count(const pld_study *study);

/* --- answers in memory ---------------------------------------------------------------------------------------------- */

/* Do not change after creation. */
typedef struct pld_study_results pld_study_results;

/* The answers at all points, both directions as closely as asked, by so many threads (0: as many as are useful). The watcher (may
 * be NULL) is called as that of pld_query_curve. Not of densities, which are no answers. */
PLD_API PLD_WARN_UNUSED pld_status pld_study_run(const pld_study *study, unsigned threads, pld_curve_watcher *watcher,
                                                 void *context, pld_study_results **results, pld_error *error);
PLD_API void pld_study_results_free(pld_study_results *results);

/* The answer at a point: varied keys first (the axis fastest), then compositions, then deltas or epsilons. NULL beyond the last.
 */
PLD_API const pld_result *pld_study_results_at(const pld_study_results *results, size_t index);

/* As series in a file, with what other accountants say if the experiment names some; `command` (may be NULL) is kept as the
 * attribute command_line. */
PLD_API PLD_WARN_UNUSED pld_status pld_study_write(const pld_study *study, const pld_study_results *results, const char *path,
                                                   pld_store_mode mode, const char *command, pld_error *error);

/* --- answers in a file ---------------------------------------------------------------------------------------------- */

/* How far a sweep is. */
typedef struct pld_sweep_progress {
    size_t size;
    size_t done, total;     /* points of this sweep, or of this part of it */
    size_t computed;        /* of those done, the ones that were not in the journal at the beginning */
    size_t ranks;           /* processes that compute together */
    double slowest_seconds; /* of the point that took longest so far */
    size_t slowest_point;   /* which one; beyond the last point while there is none */
} pld_sweep_progress;

/* Called by one thread at a time; returning false ends the sweep with PLD_ERROR_STOPPED. */
typedef bool pld_sweep_watcher(const pld_sweep_progress *progress, void *context);

/* Start from {.size = sizeof(pld_sweep)}. */
typedef struct pld_sweep {
    size_t size;
    const char *path;    /* the file; finished points are kept in PATH.journal until it is written */
    pld_store_mode mode; /* of the file; PLD_STORE_REPLACE also begins a journal again that is there */
    bool resume;         /* go on with the journal, if there is one; a file that is this experiment already is left as it is */
    unsigned threads;    /* 0: as many as are useful */
    const char *command; /* for the attribute command_line; may be NULL */
    pld_curve_watcher
        *watcher; /* returning false ends it with PLD_ERROR_STOPPED; `done` begins at what was in the journal; may be NULL */
    void *context;
    size_t shard, shards; /* only this part of so many, from 1 on: the file is a part for pld_study_merge; 0, 0: all of it */
    pld_sweep_watcher *progress; /* told more than `watcher`, with the same context; may be NULL */
} pld_sweep;

/* What came of it. Start from {.size = sizeof(pld_sweep_report)}. */
typedef struct pld_sweep_report {
    size_t size;
    bool finished_before; /* the file was there and is this experiment: nothing was done */
    size_t points;        /* of the study, or of the part */
    size_t found;         /* of these, in the journal at the beginning */
    size_t kept;          /* in the journal at the end, if it did not become the file */
    size_t skipped;       /* damaged lines of the journal; what stood there was computed again */
    size_t too_wide;      /* brackets that are wider than asked for */
} pld_sweep_report;

/* A point in words, such as "sigma=2,compositions=100,delta=1e-5". */
PLD_API void pld_study_point_text(const pld_study *study, size_t index, char *text, size_t size);

/* Computes what is not in the journal yet, writes the file and removes the journal. The report (may be NULL) is filled in also on
 * failure: a sweep that was stopped goes on with .resume = true. */
PLD_API PLD_WARN_UNUSED pld_status pld_study_sweep(const pld_study *study, const pld_sweep *sweep, pld_sweep_report *report,
                                                   pld_error *error);

/* The file of a whole study from the files of its parts, in whatever order they are given: the file that one sweep would have
 * written. PLD_ERROR_FILE, with a sentence, if they are not parts of one experiment by one version of this library, if one is
 * missing, or if one is there twice. The report (may be NULL) has the points and those that are too wide. */
PLD_API PLD_WARN_UNUSED pld_status pld_study_merge(const char *const *paths, size_t count, const char *path, pld_store_mode mode,
                                                   const char *command, pld_sweep_report *report, pld_error *error);

#ifdef __cplusplus
}
#endif
#endif
