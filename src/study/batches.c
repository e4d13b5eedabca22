#include "study/batches.h"

#include "base/base.h"
#include "family/dp_sgd.h"
#include "family/spec.h"

#include <stdio.h>
#include <string.h>

/* Where a scheme has no usual neighbours: the first that it has a pair for. */
typedef struct {
    const char *scheme;
    pld_adjacency adjacency;
} usual;

static const usual USUAL[] = {
    {"poisson", PLD_ADJACENCY_ADD_REMOVE},
    {"balls-in-bins", PLD_ADJACENCY_ADD_REMOVE},
    {"fixed-size", PLD_ADJACENCY_ADD_REMOVE},
    {"fixed-size", PLD_ADJACENCY_ZERO_OUT},
    {"with-replacement", PLD_ADJACENCY_ADD_REMOVE},
    {"truncated-poisson", PLD_ADJACENCY_ADD_REMOVE},
    {"shuffle", PLD_ADJACENCY_ZERO_OUT},
    {"shuffle-once", PLD_ADJACENCY_ZERO_OUT},
    {"fixed-order", PLD_ADJACENCY_ZERO_OUT},
};

/* The spec with a scheme in it, and the cap out of it where that is not for the scheme. */
static bool write_spec(const char *spec, const char *scheme, char *text, size_t size) {
    const char *end = strrchr(spec, '@') ? strrchr(spec, '@') : spec + strlen(spec), *colon = strchr(spec, ':');
    const char *cap = pld__spec_item(colon + 1, end, "cap"), *after = end;
    bool takes_cap = strcmp(scheme, "truncated-poisson") == 0;
    if (cap && !takes_cap) {
        after = cap + strcspn(cap, ",@");
        after = *after == ',' ? after + 1 : after;
    } else {
        cap = end;
    }
    const char *comma = after == end && cap > spec && cap[-1] == ',' ? "" : ",";
    int length =
        snprintf(text, size, "%.*s%.*s%ssampling=%s%s", (int)(cap - spec), spec, (int)(end - after), after, comma, scheme, end);
    return length > 0 && (size_t)length < size;
}

static pld_status compute_row(const char *spec, long double log_delta, const pld_options *options, pld__batches_row *row) {
    pld_error error = {.message = ""};
    pld_options own = *options;
    own.adjacency = row->adjacency;
    if (!write_spec(spec, row->scheme, row->spec, sizeof row->spec)) {
        return PLD_ERROR_ARGUMENT;
    }
    pld_status status = pld_composition_create(row->adjacency, &row->composition);
    if (status == PLD_OK) {
        status = pld_composition_add_spec(row->composition, row->spec, &error);
    }
    if (status == PLD_OK) {
        status = pld_composition_epsilon(row->composition, log_delta, &own, &row->result, &error);
    }
    row->answered = status == PLD_OK;
    snprintf(row->reason, sizeof row->reason, "%s", error.message);
    return status == PLD_ERROR_ARGUMENT ? PLD_OK : status;
}

/* Is it a dp-sgd that Poisson sampling takes, and that says nothing of how batches are made? */
static pld_status check(const char *spec, pld_error *error) {
    char poisson[PLD__BATCHES_SPEC];
    pld_mechanism *made = NULL;
    uint64_t count = 0;
    if (strncmp(spec, "dp-sgd:", strlen("dp-sgd:")) != 0) {
        return pld__error_argument(error, spec, "dp-sgd:N=..,batch=..,epochs=..,sigma=..", "'%s' is no training run", spec);
    }
    if (pld__spec_has(spec, "sampling")) {
        return pld__error_argument(error, "sampling", "dp-sgd without sampling=", "every way to make batches is shown");
    }
    if (!write_spec(spec, "poisson", poisson, sizeof poisson)) {
        return pld__error_argument(error, spec, "a shorter spec", "'%.40s..' is too long", spec);
    }
    pld_status status = pld_mechanism_parse(poisson, &made, &count, error);
    pld_mechanism_free(made);
    return status;
}

pld_status pld__batches_compute(const char *spec, bool asked, long double log_delta, const pld_options *options,
                                pld__batches *batches, pld_error *error) {
    *batches = (pld__batches){.count = 0};
    pld_status status = check(spec, error);
    for (size_t i = 0; status == PLD_OK && (asked ? pld__scheme_at(i) != NULL : i < sizeof USUAL / sizeof USUAL[0]); i++) {
        const pld__scheme *scheme = asked ? pld__scheme_at(i) : pld__scheme_find(USUAL[i].scheme, NULL);
        pld__batches_row *row = &batches->rows[batches->count++];
        *row = (pld__batches_row){
            .scheme = scheme->name, .assumes = scheme->assumes, .adjacency = asked ? options->adjacency : USUAL[i].adjacency};
        status = compute_row(spec, log_delta, options, row);
    }
    return status;
}

void pld__batches_free(pld__batches *batches) {
    for (size_t i = 0; i < batches->count; i++) {
        pld_composition_free(batches->rows[i].composition);
    }
    *batches = (pld__batches){.count = 0};
}

bool pld__batches_met(const pld__batches *batches) {
    bool met = true;
    for (size_t i = 0; i < batches->count; i++) {
        met = met && (!batches->rows[i].answered || batches->rows[i].result.tolerance_met);
    }
    return met;
}
