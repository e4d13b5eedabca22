/* Tests of src/study: studies in memory and in files, from C. */
#include <pld/pld.h>

#include "study/study.h"
#include "support/folder.h"
#include "support/suite.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

#define GRID                                                                                                   \
    "{\"schema\": \"pld.experiment/1\", \"mechanisms\": \"gaussian:sigma=1\", \"vary\": {\"sigma\": [2, 4]}, " \
    "\"compositions\": \"1..4:x2\", \"delta\": \"1e-5,1e-6\"}"

static pld_study *parse(const char *json) {
    pld_study *study = NULL;
    pld_error error = {.message = ""};
    pld_status status = pld_study_parse(json, &study, &error);
    CHECK(status == PLD_OK, "%s", error.message);
    CU_ASSERT_PTR_NOT_NULL_FATAL(study);
    return study;
}

static void test_results_are_those_of_single_queries(void) {
    pld_study *study = parse(GRID);
    pld_study_results *results = NULL;
    CU_ASSERT_EQUAL(pld_study_point_count(study), 12);
    CU_ASSERT_EQUAL_FATAL(pld_study_run(study, 0, NULL, NULL, &results, NULL), PLD_OK);
    for (size_t i = 0; i < 12; i++) {
        char spec[64];
        pld_composition *run = NULL;
        pld_options options = pld_options_default();
        pld_result alone;
        snprintf(spec, sizeof spec, "gaussian:sigma=%d@%d", i < 6 ? 2 : 4, 1 << i / 2 % 3);
        CU_ASSERT_EQUAL(pld_composition_create(PLD_ADJACENCY_ADD_REMOVE, &run), PLD_OK);
        CU_ASSERT_EQUAL(pld_composition_add_spec(run, spec, NULL), PLD_OK);
        CU_ASSERT_EQUAL(pld_composition_epsilon(run, i % 2 == 0 ? log(1e-5) : log(1e-6), &options, &alone, NULL), PLD_OK);
        const pld_result *found = pld_study_results_at(results, i);
        CHECK(fabs(found->bracket.upper - alone.bracket.upper) < 1e-9, "point %zu, %s: %.17g is not %.17g", i, spec,
              found->bracket.upper, alone.bracket.upper);
        pld_composition_free(run);
    }
    CU_ASSERT_PTR_NULL(pld_study_results_at(results, 12));
    CU_ASSERT_EQUAL(pld_study_write(study, results, "memory.h5", PLD_STORE_CREATE, NULL, NULL), PLD_OK);
    char *json = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_json_study(study, results, &json), PLD_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(json, "\"schema\": \"pld.curve/1\""));
    pld_text_free(json);
    pld_study_results_free(results);
    pld_study_free(study);
}

/* Each spec of the grid is read once, and what is read is what is asked, described and drawn. */
static void test_lines_are_read_once(void) {
    pld_study *study = parse(GRID);
    size_t count = 0;
    CU_ASSERT_EQUAL_FATAL(study->line_count, 2);
    CU_ASSERT_STRING_EQUAL(pld_mechanism_resolved(pld_composition_steps(study->lines[0], &count)->mechanism),
                           "gaussian:sigma=2,sensitivity=1");
    CU_ASSERT_STRING_EQUAL(pld_composition_spec(study->lines[1], 0), "gaussian:sigma=4");
    pld_study_free(study);
}

static bool stop_at(size_t done, size_t total, void *context) {
    const size_t *most = context;
    (void)total;
    return done < *most;
}

static void test_a_sweep_that_was_stopped_goes_on(void) {
    pld_study *study = parse(GRID);
    size_t most = 5;
    pld_sweep sweep = {.size = sizeof sweep, .path = "grid.h5", .threads = 1, .watcher = stop_at, .context = &most};
    pld_sweep_report report = {.size = sizeof report};
    CU_ASSERT_EQUAL(pld_study_sweep(study, &sweep, &report, NULL), PLD_ERROR_STOPPED);
    CU_ASSERT_EQUAL(report.kept, 5);
    CU_ASSERT_TRUE(folder_has("grid.h5.journal") && !folder_has("grid.h5"));
    CU_ASSERT_EQUAL(pld_study_sweep(study, &sweep, &report, NULL), PLD_ERROR_FILE); /* a journal that nobody spoke of */
    most = 100;
    sweep.resume = true;
    CU_ASSERT_EQUAL(pld_study_sweep(study, &sweep, &report, NULL), PLD_OK);
    CU_ASSERT_EQUAL(report.found, 5);
    CU_ASSERT_EQUAL(report.points, 12);
    CU_ASSERT_TRUE(!folder_has("grid.h5.journal") && folder_has("grid.h5"));
    CU_ASSERT_EQUAL(pld_study_sweep(study, &sweep, &report, NULL), PLD_OK);
    CU_ASSERT_TRUE(report.finished_before);
    sweep.resume = false;
    CU_ASSERT_EQUAL(pld_study_sweep(study, &sweep, &report, NULL), PLD_ERROR_FILE); /* it is there */

    pld_store *swept = NULL, *computed = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_store_read("grid.h5", &swept, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_store_read("memory.h5", &computed, NULL), PLD_OK);
    size_t series = 0;
    (void)pld_store_series(swept, &series);
    CU_ASSERT_EQUAL(series, 2);
    for (size_t i = 0; i < series; i++) {
        const pld_series *one = &pld_store_series(swept, &series)[i], *same = pld_store_find(computed, one->name);
        CHECK(same != NULL && pld_series_same(one, same), "%s differs", one->name);
    }
    pld_store_free(swept);
    pld_store_free(computed);
    pld_study_free(study);
}

/* Parts in any order are the whole; one that is missing is named; a struct of before goes on working. */
static void test_parts_are_merged(void) {
    const char *const paths[] = {"part-3.h5", "part-1.h5", "part-2.h5"};
    pld_study *study = parse(GRID);
    pld_sweep sweep = {.size = offsetof(pld_sweep, shard), .path = "whole.h5", .shard = 7, .shards = 3};
    pld_sweep_report report = {.size = sizeof report};
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL(pld_study_sweep(study, &sweep, &report, NULL), PLD_OK);
    CU_ASSERT_EQUAL(report.points, 12);
    sweep.size = sizeof sweep;
    CU_ASSERT_EQUAL(pld_study_sweep(study, &sweep, &report, &error), PLD_ERROR_ARGUMENT); /* 7 of 3 */
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        sweep.path = paths[i];
        sweep.shard = (size_t)(paths[i][5] - '0');
        CU_ASSERT_EQUAL(pld_study_sweep(study, &sweep, &report, NULL), PLD_OK);
        CU_ASSERT_EQUAL(report.points, 4);
    }
    CU_ASSERT_EQUAL(pld_study_merge(paths, 2, "merged.h5", PLD_STORE_CREATE, NULL, NULL, &error), PLD_ERROR_FILE);
    CHECK(strstr(error.message, "part 2 of 3 is missing") != NULL && !folder_has("merged.h5"), "%s", error.message);
    CU_ASSERT_EQUAL(pld_study_merge(paths, 0, "merged.h5", PLD_STORE_CREATE, NULL, NULL, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_study_merge(paths, 3, "merged.h5", PLD_STORE_CREATE, NULL, &report, NULL), PLD_OK);
    CU_ASSERT_EQUAL(report.points, 12);
    pld_store *merged = NULL, *whole = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_store_read("merged.h5", &merged, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_store_read("whole.h5", &whole, NULL), PLD_OK);
    size_t count = 0;
    const pld_series *series = pld_store_series(merged, &count);
    CU_ASSERT_EQUAL(count, 2);
    for (size_t i = 0; i < count; i++) {
        const pld_series *same = pld_store_find(whole, series[i].name);
        CHECK(same != NULL && pld_series_same(&series[i], same), "%s differs", series[i].name);
    }
    char text[64];
    pld_study_point_text(study, 11, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "sigma=4,compositions=4,delta=1e-6");
    pld_store_free(merged);
    pld_store_free(whole);
    pld_study_free(study);
}

static void test_bad_experiments_are_refused_and_nothing_is_made(void) {
    static const struct {
        const char *json, *word;
    } cases[] = {
        {"{", "experiment"},
        {"[]", "experiment"},
        {"{\"schema\": \"pld.experiment/1\", \"delta\": 1e-5}", "mechanisms"},
        {"{\"schema\": \"pld.experiment/1\", \"delta\": 2, \"mechanisms\": \"gaussian:sigma=1\"}", "delta"},
        {"{\"schema\": \"pld.experiment/1\", \"delta\": 1e-5, \"mechanisms\": \"gaussian:sigma=-1\"}", "sigma"},
        {"{\"schema\": \"pld.experiment/1\", \"delta\": 1e-5, \"mechanisms\": \"gaussian:sigma=1\", \"memory_limit\": \"1X\"}",
         "memory_limit"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_study *study = NULL;
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(pld_study_parse(cases[i].json, &study, &error), PLD_ERROR_ARGUMENT);
        CU_ASSERT_PTR_NULL(study);
        CHECK(strstr(error.word, cases[i].word) || strstr(error.message, cases[i].word), "%s: %s, %s", cases[i].json, error.word,
              error.message);
    }
    pld_study *study = NULL;
    CU_ASSERT_EQUAL(pld_study_read("nowhere.json", &study, NULL), PLD_ERROR_FILE);
    pld_study_free(NULL);
    pld_study_results_free(NULL);
}

static void test_densities_are_written_not_answered(void) {
    pld_study *study = parse("{\"schema\": \"pld.experiment/1\", \"quantity\": \"density\", \"x\": \"-1,0,1\", "
                             "\"mechanisms\": \"gaussian:sigma=1\"}");
    pld_study_results *results = NULL;
    CU_ASSERT_EQUAL(pld_study_run(study, 1, NULL, NULL, &results, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_study_write(study, NULL, "density.h5", PLD_STORE_CREATE, NULL, NULL), PLD_OK);
    pld_store *store = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_store_read("density.h5", &store, NULL), PLD_OK);
    size_t count = 0;
    const pld_series *series = pld_store_series(store, &count);
    CU_ASSERT_EQUAL_FATAL(count, 1);
    const pld_column *q = pld_series_column(series, "density_q");
    CU_ASSERT_PTR_NOT_NULL_FATAL(q);
    CU_ASSERT_DOUBLE_EQUAL(q->values[1], 0.3989422804014327, 1e-6);
    pld_store_free(store);
    pld_study_free(study);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"results are those of single queries", test_results_are_those_of_single_queries},
        {"lines are read once", test_lines_are_read_once},
        {"a sweep that was stopped goes on", test_a_sweep_that_was_stopped_goes_on},
        {"parts are merged", test_parts_are_merged},
        {"bad experiments are refused and nothing is made", test_bad_experiments_are_refused_and_nothing_is_made},
        {"densities are written, not answered", test_densities_are_written_not_answered},
        CU_TEST_INFO_NULL};
    if (!folder_enter()) {
        return 1;
    }
    int code = suite_run("study/study", tests);
    folder_leave();
    return code;
}
