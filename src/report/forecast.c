#include "report/forecast.h"

#include "base/budget.h"
#include "base/plain.h"
#include "base/workers.h"
#include "study/forecast.h"

static void print_bytes(const char *label, double bytes) {
    static const char *const units[] = {"kB", "MB", "GB", "TB"};
    size_t unit = 0;
    for (bytes /= 1000; bytes >= 1000 && unit + 1 < sizeof units / sizeof units[0]; unit++) {
        bytes /= 1000;
    }
    pld__plain_print(stdout, "%-10s %.2g %s\n", label, bytes, units[unit]);
}

static void print_sample(const pld_study *study, const pld__forecast *found) {
    char text[128];
    pld_study_point_text(study, found->slowest_point, text, sizeof text);
    pld__plain_print(stdout, "%-10s %zu point%s in %.2g s, the slowest in %.2g s: %s\n", "sample", found->sampled,
                     found->sampled == 1 ? "" : "s", found->sample_seconds, found->slowest_seconds, text);
}

pld_status pld__sweep_forecast_print(const pld_study *study, const pld_sweep *sweep, unsigned ranks, pld_error *error) {
    static const double sample_seconds = 5;
    pld__forecast found;
    pld_status status = pld__sweep_forecast(study, sweep, sample_seconds, &found, error);
    if (status != PLD_OK) {
        return status;
    }
    size_t left = found.points - found.done;
    unsigned threads = (unsigned)pld__workers(ranks > 1 && sweep->threads == 0 ? 1 : sweep->threads, left);
    printf("%-10s %zu\n%-10s %zu\n", "points", found.points, "done", found.done);
    if (found.sampled == 0) {
        return PLD_OK;
    }
    print_sample(study, &found);
    pld__plain_print(stdout, "%-10s about %.2g s by %u %s%s", "time", found.seconds / threads / ranks,
                     ranks > 1 ? ranks : threads, ranks > 1 ? "rank" : "thread", (ranks > 1 ? ranks : threads) == 1 ? "" : "s");
    pld__plain_print(stdout, ranks > 1 && threads > 1 ? " of %u threads\n" : "\n", threads);
    print_bytes("memory", (double)pld__resident() + (double)threads * (double)found.memory + 16. * (double)found.points);
    print_bytes("journal", (double)found.journal);
    print_bytes("file", (double)found.file);
    return PLD_OK;
}
