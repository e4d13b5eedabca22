#include "cli/option_values.h"

#include "base/base.h"
#include "base/number.h"
#include "cli/process_limit.h"
#include <ctype.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

enum { THREADS_MOST = 4096 };

static const uint64_t buckets_most = 1000000000000; /* 8 TB of doubles */

#define ADJACENCIES "add, remove, add-remove or replace"

/* The same error with what is allowed here instead of what is allowed of any number. */
static pld_status narrow(pld_status status, const char *allowed, pld_error *error) {
    if (status == PLD_ERROR_ARGUMENT) {
        snprintf(error->allowed, sizeof error->allowed, "%s", allowed);
    }
    return status;
}

pld_status pld__read_delta(const char *text, pld__command_line *line, pld_error *error) {
    const char *allowed = "a number from 0 to below 1, such as 1e-5";
    double log_delta = 0, delta = 0;
    pld_status status = pld__number_parse_log(text, &log_delta, error);
    if (status == PLD_OK && log_delta < log(DBL_MIN)) {
        delta = exp(log_delta); /* what is left of it */
    } else if (status == PLD_OK) {
        status = pld__number_parse(text, &delta, error);
    }
    if (status != PLD_OK) {
        return narrow(status, allowed, error);
    }
    /* Both: a text just below 1 may be 1 as a double. */
    if (log_delta >= 0 || delta >= 1) {
        return pld__error_argument(error, text, allowed, "'%s' is not below 1", text);
    }
    line->log_delta = log_delta;
    line->delta = delta;
    return PLD_OK;
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

const char *pld__adjacency_name(pld_adjacency adjacency) {
    switch (adjacency) {
    case PLD_ADJACENCY_ADD_REMOVE:
        return "add-remove";
    case PLD_ADJACENCY_REMOVE:
        return "remove";
    case PLD_ADJACENCY_ADD:
        return "add";
    case PLD_ADJACENCY_REPLACE:
        return "replace";
    }
    return "";
}

pld_status pld__read_adjacency(const char *text, pld__command_line *line, pld_error *error) {
    static const pld_adjacency known[] = {PLD_ADJACENCY_ADD_REMOVE, PLD_ADJACENCY_REMOVE, PLD_ADJACENCY_ADD,
                                          PLD_ADJACENCY_REPLACE};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(text, pld__adjacency_name(known[i])) == 0) {
            line->query.adjacency = known[i];
            return PLD_OK;
        }
    }
    return pld__error_argument(error, text, ADJACENCIES, "'%s' is not a kind of adjacency", text);
}

static pld_status read_positive(const char *text, double *value, pld_error *error) {
    const char *allowed = "a number > 0";
    double number = 0;
    pld_status status = pld__number_parse(text, &number, error);
    if (status == PLD_OK && !(number > 0)) {
        return pld__error_argument(error, text, allowed, "'%s' is not above 0", text);
    }
    if (status == PLD_OK) {
        *value = number;
    }
    return narrow(status, allowed, error);
}

/* `second` is the one that came too late. */
static pld_status refuse_both_tolerances(const char *second, pld_error *error) {
    return pld__error_argument(error, second, "one of --tolerance and --relative-tolerance",
                               "only one of --tolerance and --relative-tolerance can be given");
}

pld_status pld__read_tolerance(const char *text, pld__command_line *line, pld_error *error) {
    return line->given[PLD__OPTION_RELATIVE_TOLERANCE] ? refuse_both_tolerances("--tolerance", error)
                                                       : read_positive(text, &line->query.tolerance, error);
}

pld_status pld__read_relative_tolerance(const char *text, pld__command_line *line, pld_error *error) {
    return line->given[PLD__OPTION_TOLERANCE] ? refuse_both_tolerances("--relative-tolerance", error)
                                              : read_positive(text, &line->query.relative_tolerance, error);
}

/* What a suffix multiplies by, 0 if there is no such suffix. As in the GNU tools K is 1024, KB is 1000 and KiB is 1024. */
static double byte_unit(const char *suffix) {
    static const char letters[] = "KMGT";
    if (suffix[0] == '\0' || strcasecmp(suffix, "B") == 0) {
        return 1;
    }
    const char *letter = strchr(letters, toupper((unsigned char)suffix[0]));
    if (letter == NULL) {
        return 0;
    }
    int power = (int)(letter - letters) + 1;
    if (suffix[1] == '\0' || strcasecmp(suffix + 1, "iB") == 0) {
        return pow(1024, power);
    }
    return strcasecmp(suffix + 1, "B") == 0 ? pow(1000, power) : 0;
}

pld_status pld__read_memory_limit(const char *text, pld__command_line *line, pld_error *error) {
    const char *allowed = "a number of bytes, or one with K, M, G, T (powers of 1024), KB, KiB and so on behind it";
    char number[64];
    double bytes = 0;
    size_t length = strlen(text);
    while (length > 0 && isalpha((unsigned char)text[length - 1])) {
        length--;
    }
    double unit = byte_unit(text + length);
    snprintf(number, sizeof number, "%.*s", (int)(length < sizeof number ? length : sizeof number), text);
    if (unit > 0 && length < sizeof number && pld__number_parse(number, &bytes, NULL) == PLD_OK) {
        bytes = floor(bytes * unit);
        if (bytes < 1 || bytes >= (double)SIZE_MAX) {
            return pld__error_argument(error, text, allowed, "'%s' is not between 1 byte and what can be addressed", text);
        }
        line->query.memory_limit = (size_t)bytes;
        return pld__process_limit(text, (size_t)bytes, error);
    }
    return pld__error_argument(error, text, allowed, "'%s' is not a number of bytes", text);
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
    return read_positive(text, &line->query.bucket_width, error);
}

pld_status pld__read_buckets(const char *text, pld__command_line *line, pld_error *error) {
    uint64_t buckets = 0;
    pld_status status = read_whole_from_one(text, buckets_most, &buckets, error);
    if (status == PLD_OK) {
        line->query.buckets = (size_t)buckets;
    }
    return status;
}

pld_status pld__read_claim(const char *text, pld__command_line *line, pld_error *error) {
    if (line->claim_count == PLD__CLAIMS_MOST) {
        return pld__error_argument(error, text, "a file of claims: --claims", "there are more than %d claims", PLD__CLAIMS_MOST);
    }
    line->claims[line->claim_count++] = text;
    return PLD_OK;
}
