/* libpld: tight, certified differential-privacy numbers.
 *
 * A mechanism is a worst-case pair of distributions; a composition is a list of mechanisms with counts; a query answers with a
 * bracket that contains the truth.
 *
 *     pld_mechanism *step = NULL;
 *     uint64_t count = 0;
 *     pld_status status = pld_mechanism_parse("poisson-gaussian:q=256/60000,sigma=1@16384", &step, &count, NULL);
 *     pld_step composition = {step, count};
 *     pld_options options = pld_options_default();
 *     pld_result result;
 *     status = pld_query_epsilon(&composition, 1, log(1e-5), &options, &result, NULL);
 *     printf("%.6f <= epsilon <= %.6f\n", result.bracket.lower, result.bracket.upper);
 *     pld_mechanism_free(step);
 *
 * pld_query_calibrate goes the other way, from a budget to the noise it needs; pld_query_attack and pld_query_tradeoff say what an
 * attacker can do; pld_statement_create (statement.h) says it in a paragraph for a paper; pld_query_curve answers many questions
 * at once; pld_store_write and pld_store_read (store.h) keep results in HDF5 files.
 *
 * Rules that hold everywhere: functions that can fail return a pld_status and leave their outputs untouched on failure; what
 * create/parse gives is yours to free, every free accepts NULL; `const T *` is borrowed for the call; the library never prints,
 * aborts or exits; different threads may call anything at the same time.
 *
 * Threads are POSIX threads, started for a piece of work and gone after it: fewer are worked with where fewer can be had, signals are never
 * delivered to them, and no answer depends on their number. Transforms are planned by FFTW. Where its library of threads
 * was found, fftw_make_planner_thread_safe is called before the first plan, so that a program may plan in other threads; one that may
 * do so during the first query calls it itself at its start. Where that library was not found, a program must not plan during queries.
 *
 * What cannot be kept of this: where an allocation fails inside them, FFTW aborts, and HDF5 may crash, and neither
 * lets its caller prevent it. So before each use of FFTW and of HDF5 the library takes as much memory as it will need, several
 * times over, gives it back, and returns PLD_ERROR_MEMORY if there is not so much. What remains is memory that another thread takes in
 * between, and a system that promises more memory than it has and ends processes instead
 * of refusing. Whenever such an end comes, every file is the old one or the new one, whole. */
#ifndef PLD_H
#define PLD_H

#include <pld/status.h>
#include <pld/mechanism.h>
#include <pld/query.h>
#include <pld/baseline.h>
#include <pld/statement.h>
#include <pld/store.h>
#include <pld/composition.h>
#include <pld/study.h>
#include <pld/compare.h>
#include <pld/json.h>

#endif
