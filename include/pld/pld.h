/* libpld: tight, certified differential-privacy numbers.
 *
 * A mechanism is a worst-case pair of distributions; a composition is a list of mechanisms with counts; a query answers with a
 * bracket that contains the truth.
 *
 *     pld_composition *run = NULL;
 *     pld_options options = pld_options_default();
 *     pld_result result;
 *     pld_status status = pld_composition_create(PLD_ADJACENCY_ADD_REMOVE, &run);
 *     if (status == PLD_OK)
 *         status = pld_composition_add_spec(run, "poisson-gaussian:q=256/60000,sigma=1@16384", NULL);
 *     if (status == PLD_OK)
 *         status = pld_composition_epsilon(run, log(1e-5), &options, &result, NULL);
 *     if (status == PLD_OK)
 *         printf("%.17g <= epsilon <= %.17g\n", result.bracket.lower, result.bracket.upper);
 *     pld_composition_free(run);
 *
 * A composition (composition.h) is the accountant of a training run: steps are added as they are taken, and equal ones cost
 * nothing more. Mechanisms can also be made from numbers (mechanism.h) and asked about as plain lists of steps (query.h).
 * pld_query_calibrate goes the other way, from a budget to the noise it needs; pld_query_attack and pld_query_tradeoff say what
 * an attacker can do; pld_query_gdp says it as the mu of Gaussian differential privacy, pld_query_tuned (evidence.h) what a
 * search for hyperparameters costs, and pld_audit_counts and pld_audit_one_run whether an attack contradicts it;
 * pld_statement_create (statement.h) says it in a paragraph for a paper; pld_query_curve answers many questions at once, and a
 * study (study.h) whole grids of them into a file; a comparison (compare.h) says whether other numbers are right; pld_store_write
 * and pld_store_read (store.h) keep results in HDF5 files; pld_json_epsilon and others (json.h) make JSON of them.
 *
 * Rules that hold everywhere: functions that can fail return a pld_status and leave their outputs untouched on failure; what
 * create/parse gives is yours to free, every free accepts NULL; `const T *` is borrowed for the call; the library never prints,
 * aborts or exits; different threads may call anything at the same time.
 *
 * A question that takes too long is ended by its caller: options.watcher is asked now and then, from the threads that work.
 *
 * What is promised to programs that were compiled: a library whose file has the same SONAME runs them. It may have more than
 * their headers say, in three ways. Functions are added, never taken away. Values are added at the ends of enums, so a switch
 * needs a default. Structs grow at their end: pld_options says by its size and version which headers its caller was compiled
 * with, and with that the library knows how much of every struct of the call to read and to fill in; where there are no options a
 * struct begins with its own size. What the library owns and shows by a const pointer may grow without that. Small ones never
 * change: pld_step, pld_bracket, pld_delta, pld_curve_point, pld_error, pld_baseline_answer, and those of store.h. Versions
 * before 1.0 promise this within one minor version.
 *
 * Threads are POSIX threads, started for a piece of work and gone after it: fewer are worked with where fewer can be had, signals
 * are never delivered to them, and no answer depends on their number. Transforms are planned by FFTW. Where its library of
 * threads was found, fftw_make_planner_thread_safe is called before the first plan, so that a program may plan in other threads;
 * one that may do so during the first query calls it itself at its start. Where that library was not found, a program must not
 * plan during queries.
 *
 * What cannot be kept of this: where an allocation fails inside them, FFTW aborts, and HDF5 may crash, and neither
 * lets its caller prevent it. So before each use of FFTW and of HDF5 the library takes as much memory as it will need, several
 * times over, gives it back, and returns PLD_ERROR_MEMORY if there is not so much. What remains is memory that another thread
 * takes in between, and a system that promises more memory than it has and ends processes instead of refusing. Whenever such an
 * end comes, every file is the old one or the new one, whole. */
#ifndef PLD_H
#define PLD_H

#include <pld/version.h>
#include <pld/status.h>
#include <pld/mechanism.h>
#include <pld/query.h>
#include <pld/baseline.h>
#include <pld/evidence.h>
#include <pld/statement.h>
#include <pld/store.h>
#include <pld/composition.h>
#include <pld/study.h>
#include <pld/compare.h>
#include <pld/json.h>

#endif
