#include "options/values.h"

#include "base/base.h"
#include "base/bytes.h"
#include "base/number.h"
#include "process/limit.h"
#include "query/adjacency.h"
#include "query/engine.h"
#include <inttypes.h>
#include <stdint.h>
#include <string.h>
#include <stdio.h>

enum { THREADS_MOST = 4096 };

static const uint64_t buckets_most = 1000000000000; /* 8 TB of doubles */

/* The same error with what is allowed here instead of what is allowed of any number. */
static pld_status narrow(pld_status status, const char *allowed, pld_error *error) {
    if (status == PLD_ERROR_ARGUMENT) {
        snprintf(error->allowed, sizeof error->allowed, "%s", allowed);
    }
    return status;
}

pld_status pld__read_delta(const char *text, pld__command_line *line, pld_error *error) {
    return pld_delta_parse(text, &line->delta, error);
}

pld_status pld__read_epsilon(const char *text, pld__command_line *line, pld_error *error) {
    const char *allowed = "a number >= 0";
    double epsilon = 0;
    pld_status status = pld__number_parse(text, &epsilon, error);
    if (status == PLD_OK && epsilon < 0) {
        return pld__error_argument(error, text, allowed, "'%s' is negative", text);
    }
    if (status == PLD_OK) {
        line->epsilon = epsilon;
    }
    return narrow(status, allowed, error);
}

/* A number between 0 and 1, both excluded. */
static pld_status read_share(const char *text, double *value, pld_error *error) {
    const char *allowed = "a number above 0 and below 1";
    double number = 0;
    pld_status status = pld__number_parse(text, &number, error);
    if (status == PLD_OK && !(number > 0 && number < 1)) {
        return pld__error_argument(error, text, allowed, "'%s' is not between 0 and 1", text);
    }
    if (status == PLD_OK) {
        *value = number;
    }
    return narrow(status, allowed, error);
}

pld_status pld__read_advantage(const char *text, pld__command_line *line, pld_error *error) {
    return read_share(text, &line->advantage, error);
}

pld_status pld__read_false_positive_rate(const char *text, pld__command_line *line, pld_error *error) {
    return read_share(text, &line->false_positive_rate, error);
}

pld_status pld__read_true_positive_rate(const char *text, pld__command_line *line, pld_error *error) {
    return read_share(text, &line->true_positive_rate, error);
}

pld_status pld__read_mu(const char *text, pld__command_line *line, pld_error *error) {
    return pld__number_parse_positive(text, &line->mu, error);
}

pld_status pld__read_fpr_min(const char *text, pld__command_line *line, pld_error *error) {
    double least = 0;
    pld_status status = read_share(text, &least, error);
    if (status == PLD_OK && !(least >= 1e-200 && least < 0.5)) {
        return pld__error_argument(error, text, "a number above 0 (at least 1e-200) and below 1/2",
                                   "'%s' is not between 0 and 1/2", text);
    }
    if (status == PLD_OK) {
        line->fpr_min = least;
    }
    return status;
}

pld_status pld__read_runs(const char *text, pld__command_line *line, pld_error *error) {
    return pld_run_law_parse(text, &line->runs, error);
}

pld_status pld__read_adjacency(const char *text, pld__command_line *line, pld_error *error) {
    return pld__adjacency_parse(text, &line->query.adjacency, error);
}

pld_status pld__read_engine(const char *text, pld__command_line *line, pld_error *error) {
    return pld__engine_parse(text, &line->query.engine, error);
}

/* `second` is the one that came too late. */
static pld_status refuse_both_tolerances(const char *second, pld_error *error) {
    return pld__error_argument(error, second, "one of --tolerance and --relative-tolerance",
                               "only one of --tolerance and --relative-tolerance can be given");
}

pld_status pld__read_tolerance(const char *text, pld__command_line *line, pld_error *error) {
    return line->given[PLD__OPTION_RELATIVE_TOLERANCE] ? refuse_both_tolerances("--tolerance", error)
                                                       : pld__number_parse_positive(text, &line->query.tolerance, error);
}

pld_status pld__read_relative_tolerance(const char *text, pld__command_line *line, pld_error *error) {
    return line->given[PLD__OPTION_TOLERANCE] ? refuse_both_tolerances("--relative-tolerance", error)
                                              : pld__number_parse_positive(text, &line->query.relative_tolerance, error);
}

pld_status pld__read_memory_limit(const char *text, pld__command_line *line, pld_error *error) {
    pld_status status = pld__bytes_parse(text, &line->query.memory_limit, error);
    return status == PLD_OK ? pld__process_limit(text, line->query.memory_limit, error) : status;
}

static pld_status read_whole_from_one(const char *text, uint64_t most, uint64_t *value, pld_error *error) {
    uint64_t number = 0;
    if (pld__number_parse_whole(text, &number, NULL) != PLD_OK || number < 1 || number > most) {
        char allowed[64];
        snprintf(allowed, sizeof allowed, "a whole number from 1 to %" PRIu64, most);
        return pld__error_argument(error, text, allowed, "'%s' is not %s", text, allowed);
    }
    *value = number;
    return PLD_OK;
}

pld_status pld__read_threads(const char *text, pld__command_line *line, pld_error *error) {
    uint64_t threads = 0;
    pld_status status = read_whole_from_one(text, THREADS_MOST, &threads, error);
    if (status == PLD_OK) {
        line->query.threads = (unsigned)threads;
    }
    return status;
}

pld_status pld__read_bucket_width(const char *text, pld__command_line *line, pld_error *error) {
    return pld__number_parse_positive(text, &line->query.bucket_width, error);
}

pld_status pld__read_buckets(const char *text, pld__command_line *line, pld_error *error) {
    uint64_t buckets = 0;
    pld_status status = read_whole_from_one(text, buckets_most, &buckets, error);
    if (status == PLD_OK) {
        line->query.buckets = (size_t)buckets;
    }
    return status;
}

pld_status pld__read_shard(const char *text, pld__command_line *line, pld_error *error) {
    enum { PART_SIZE = 32, PARTS_MOST = 1000000 };
    char part[PART_SIZE] = "";
    uint64_t shard = 0, shards = 0;
    const char *slash = strchr(text, '/');
    bool good = slash != NULL && slash - text < PART_SIZE && strchr(slash + 1, '/') == NULL; /* 4/2 is a number too */
    if (good) {
        memcpy(part, text, (size_t)(slash - text));
        good =
            pld__number_parse_whole(part, &shard, NULL) == PLD_OK && pld__number_parse_whole(slash + 1, &shards, NULL) == PLD_OK;
    }
    if (!good || shard < 1 || shard > shards || shards > PARTS_MOST) {
        return pld__error_argument(error, text, "I/N, such as 3/16, with 1 <= I <= N <= 1000000", "'%s' is not a part of a sweep",
                                   text);
    }
    line->shard = (size_t)shard;
    line->shards = (size_t)shards;
    return PLD_OK;
}

pld_status pld__read_repeated(const char *text, pld__command_line *line, pld_error *error) {
    if (line->repeated_count == PLD__REPEATED_MOST) {
        return pld__error_argument(error, text, "a file: --claims for claims, 'pld sweep' for varied keys",
                                   "there are more than %d of them", PLD__REPEATED_MOST);
    }
    line->repeated[line->repeated_count++] = text;
    return PLD_OK;
}
