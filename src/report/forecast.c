#include "report/forecast.h"

#include "base/budget.h"
#include "base/plain.h"
#include "base/workers.h"
#include "study/forecast.h"

#include <math.h>

/* Two digits, never as a power of ten where that is a plain number. */
static void write_rounded(double value, const char *unit, char *text, size_t size) {
    if (value >= 100) {
        double scale = pow(10, floor(log10(value)) - 1);
        pld__plain_format(text, size, "%.0f %s", round(value / scale) * scale, unit);
    } else {
        pld__plain_format(text, size, "%.2g %s", value, unit);
    }
}

static void print_bytes(const char *label, double bytes) {
    static const char *const units[] = {"kB", "MB", "GB", "TB"};
    char text[32];
    size_t unit = 0;
    for (bytes /= 1000; bytes >= 1000 && unit + 1 < sizeof units / sizeof units[0]; unit++) {
        bytes /= 1000;
    }
    write_rounded(bytes, units[unit], text, sizeof text);
    printf("%-10s %s\n", label, text);
}

static void write_duration(double seconds, char *text, size_t size) {
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"days", 86400}, {"h", 3600}, {"min", 60}, {"s", 1}};
    size_t unit = 0;
    while (unit + 1 < sizeof units / sizeof units[0] && seconds < 2 * units[unit].seconds) {
        unit++;
    }
    write_rounded(seconds / units[unit].seconds, units[unit].name, text, size);
}

static void print_sample(const pld_study *study, const pld__forecast *found) {
    char text[128];
    pld_study_point_text(study, found->slowest_point, text, sizeof text);
    pld__plain_print(stdout, "%-10s %zu point%s in %.2g s, the slowest in %.2g s: %s\n", "sample", found->sampled,
                     found->sampled == 1 ? "" : "s", found->sample_seconds, found->slowest_seconds, text);
}

/* Never less than one point takes, however many compute. */
static void print_time(const pld__forecast *found, unsigned ranks, unsigned threads) {
    char time[32], error[32];
    double workers = (double)threads * ranks, share = found->seconds / workers;
    unsigned many = ranks > 1 ? ranks : threads;
    write_duration(share > found->slowest_seconds ? share : found->slowest_seconds, time, sizeof time);
    write_duration(found->error_seconds / workers, error, sizeof error);
    printf("%-10s about %s by %u %s%s", "time", time, many, ranks > 1 ? "rank" : "thread", many == 1 ? "" : "s");
    if (ranks > 1 && threads > 1) {
        printf(" of %u threads", threads);
    }
    if (found->error_seconds > 0) {
        printf(", give or take %s", error);
    }
    puts("");
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
    print_time(&found, ranks, threads);
    print_bytes("memory", (double)pld__resident() + (double)threads * (double)found.memory + 16. * (double)found.points);
    print_bytes("journal", (double)found.journal);
    print_bytes("file", (double)found.file);
    return PLD_OK;
}
