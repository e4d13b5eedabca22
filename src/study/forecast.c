#include "study/forecast.h"

#include "base/base.h"
#include "base/clock.h"
#include "store/file.h"
#include "study/points.h"
#include "study/result_columns.h"
#include "study/sweep.h"

#include <math.h>

enum { SAMPLE_LEAST = 32, WORD = 17, HEAD = 30 };

/* Point number k of a sample of `count`: anywhere, and for any k as evenly spread as can be. */
static size_t sample_at(size_t k, size_t count) {
    static const double golden = 0.6180339887498949;
    double place = fmod(0.5 + (double)k * golden, 1);
    size_t at = (size_t)(place * (double)count);
    return at < count ? at : count - 1;
}

/* The unfinished points in order. */
static size_t *unfinished(const pld__points *points, size_t *count) {
    size_t *list = pld__allocate(points->count + 1, sizeof *list);
    *count = 0;
    for (size_t slot = 0; list != NULL && slot < points->count; slot++) {
        if (points->places[slot] == 0) {
            list[(*count)++] = slot;
        }
    }
    return list;
}

/* What `count` points take if the sample of them took `sum` seconds, and `squares` is the sum of the squares. */
static void extrapolate(pld__forecast *into, size_t count, double sum, double squares) {
    double sampled = (double)into->sampled, mean = sum / sampled, all = (double)count;
    into->seconds = mean * all;
    if (into->sampled > 1 && into->sampled < count) {
        double variance = fmax(squares - sampled * mean * mean, 0) / (sampled - 1);
        into->error_seconds = all * sqrt(variance / sampled * (1 - sampled / all));
    }
}

/* More than a few points where they are cheap, and few of all. */
static bool is_enough(const pld__forecast *so_far, size_t count) {
    static const double worth = 0.5; /* seconds */
    return so_far->sampled >= SAMPLE_LEAST && (so_far->sample_seconds >= worth || so_far->sampled >= count / 8);
}

static bool watch(size_t done, size_t total, void *context) {
    const pld_sweep *sweep = context;
    return sweep->watcher == NULL || sweep->watcher(done, total, sweep->context);
}

static pld_status sample(const pld__points *points, const pld_sweep *sweep, double most, pld__forecast *into, pld_error *error) {
    double *numbers = pld__allocate(pld__answer_numbers(points->study), sizeof *numbers), started = pld__seconds_now();
    size_t count = 0, *list = unfinished(points, &count);
    pld__computation how = {.study = points->study,
                            .options = points->study->options,
                            .each_direction = true,
                            .watcher = watch,
                            .context = (void *)sweep};
    pld_status status = numbers && list ? PLD_OK : PLD_ERROR_MEMORY;
    how.options.threads = 1;
    double sum = 0, squares = 0;
    for (size_t k = 0; k < count && status == PLD_OK && into->sample_seconds < most && !is_enough(into, count); k++) {
        size_t index = pld__points_index(points, list[count <= SAMPLE_LEAST ? k : sample_at(k, count)]);
        double before = pld__seconds_now();
        pld_result result;
        status = pld__answer_compute(&how, index, numbers, error);
        if (status == PLD_OK) {
            double seconds = pld__seconds_now() - before;
            pld__answer_result(points->study, numbers, &result);
            into->sampled++;
            sum += seconds;
            squares += seconds * seconds;
            into->sample_seconds = pld__seconds_now() - started;
            into->memory = result.memory > into->memory ? result.memory : into->memory;
            if (seconds >= into->slowest_seconds) {
                into->slowest_seconds = seconds;
                into->slowest_point = index;
            }
        }
    }
    if (into->sampled > 0) {
        extrapolate(into, count, sum, squares);
    }
    pld__free(list);
    pld__free(numbers);
    return status;
}

pld_status pld__sweep_forecast(const pld_study *study, const pld_sweep *sweep, double seconds, pld__forecast *forecast,
                               pld_error *error) {
    enum { COLUMNS_USUAL = 16 };
    pld__points points = {.study = NULL};
    pld__forecast made = {.points = 0};
    bool ended = false, whole = sweep->shards == 0;
    char *journal = pld__path_with(sweep->path ? sweep->path : "", ".journal");
    pld_status status = journal ? pld__sweep_check_part(study, sweep, error) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        status = pld__points_create(study, whole ? 0 : sweep->shard - 1, whole ? 1 : sweep->shards, &points);
    }
    if (status == PLD_OK && sweep->path != NULL) {
        status = pld__sweep_look_for_end(study, sweep, journal, &ended);
    }
    if (status == PLD_OK && sweep->path != NULL && !ended && sweep->resume) {
        status = pld__points_look(&points, journal, error);
    }
    made.points = points.count;
    made.done = ended ? points.count : points.found;
    size_t row = pld__answer_numbers(study), columns = whole ? COLUMNS_USUAL + study->method_count : row;
    made.journal = points.count * (HEAD + (row + 1) * WORD);
    made.file = points.count * columns * sizeof(double);
    if (status == PLD_OK && !ended && study->quantity != PLD__QUANTITY_DENSITY) {
        status = sample(&points, sweep, seconds, &made, error);
    }
    pld__points_free(&points, false);
    pld__free(journal);
    if (status == PLD_OK) {
        *forecast = made;
    }
    return status;
}
