#include "verify/steps.h"

#include "base/base.h"
#include "base/number.h"

#include <string.h>

/* The value of a key of a resolved spec, which is all there is of lists and of answers; NULL if it has none. */
static const char *value_of(const char *resolved, const char *key) {
    size_t length = strlen(key);
    const char *place = strchr(resolved, ':');
    while (place) {
        place++;
        if (strncmp(place, key, length) == 0 && place[length] == '=')
            return place + length + 1;
        place = strchr(place, ',');
    }
    return NULL;
}

/* One number of a resolved spec, up to a comma or a colon; *end is behind it. NAN where it is none. */
static double read_number(const char *text, const char **end) {
    char word[64];
    double number = NAN;
    size_t length = strcspn(text, ",:");
    *end = text + length;
    if (length >= sizeof word)
        return NAN;
    memcpy(word, text, length);
    word[length] = '\0';
    return pld__number_parse(word, &number, NULL) == PLD_OK ? number : NAN;
}

static double number_of(const char *resolved, const char *key) {
    const char *text = value_of(resolved, key), *end;
    return text ? read_number(text, &end) : 0;
}

/* A list a:b:c; resolved numbers have the digits that read back as the same double. */
static pld_status read_list(const char *resolved, const char *key, double **values, size_t *count) {
    const char *text = value_of(resolved, key);
    size_t most = 1, read = 0;
    if (!text)
        return PLD_ERROR_ARGUMENT;
    for (const char *place = text; *place != '\0' && *place != ','; place++)
        most += *place == ':';
    double *list = pld__allocate(most, sizeof *list);
    if (!list)
        return PLD_ERROR_MEMORY;
    *values = list;
    *count = most;
    for (const char *place = text; read < most; read++) {
        list[read] = read_number(place, &place);
        place += *place == ':';
        if (isnan(list[read]))
            return PLD_ERROR_ARGUMENT;
    }
    return PLD_OK;
}

static pld_status read_lists(const char *resolved, pld__exact_step *exact) {
    static const char *const keys[2][2] = {{"pw", "pm"}, {"qw", "qm"}};
    exact->scale = number_of(resolved, "sigma");
    exact->sensitivity = number_of(resolved, "sensitivity");
    for (int side = 0; side < 2; side++) {
        size_t means = 0;
        pld_status status = read_list(resolved, keys[side][0], &exact->weights[side], &exact->list_counts[side]);
        if (status == PLD_OK)
            status = read_list(resolved, keys[side][1], &exact->means[side], &means);
        if (status == PLD_OK && means != exact->list_counts[side])
            status = PLD_ERROR_ARGUMENT;
        if (status != PLD_OK)
            return status;
    }
    return PLD_OK;
}

/* Is it a spec of that family, sampled or not? */
static bool is_of(const char *resolved, const char *family) {
    const char *inner = value_of(resolved, "of"), *name = inner ? inner : resolved;
    size_t length = strlen(family);
    return strncmp(name, family, length) == 0 && (name[length] == ':' || name[length] == ',');
}

static pld_status read_gaussian_kind(const pld_mechanism *mechanism, pld__exact_step *exact) {
    const pld__traits *traits = &mechanism->traits;
    exact->scale = traits->scale;
    exact->sensitivity = traits->sensitivity;
    exact->rate = traits->sampling_rate;
    exact->removed = traits->removed;
    exact->added = traits->added;
    exact->kind = traits->kind == PLD__KIND_GAUSSIAN ? PLD__EXACT_GAUSSIAN : PLD__EXACT_BINOMIAL;
    exact->population = traits->population; /* of dp-sgd, whose rate is a fraction; 0 otherwise */
    exact->batch = traits->batch;
    if (traits->kind == PLD__KIND_HYPERGEOMETRIC_GAUSSIAN) {
        exact->kind = PLD__EXACT_HYPERGEOMETRIC;
        exact->shift = traits->shift;
        exact->population = traits->population;
        exact->batch = traits->batch;
    } else if (exact->kind == PLD__EXACT_BINOMIAL && exact->rate == 0) {
        exact->kind = PLD__EXACT_NONE;
    } else if (exact->kind == PLD__EXACT_BINOMIAL && exact->rate == 1) { /* everybody is there: one step of all of them */
        exact->kind = PLD__EXACT_GAUSSIAN;
        exact->shift = (double)(exact->removed + exact->added);
    }
    return PLD_OK;
}

static pld_status read_discrete_kind(const pld_mechanism *mechanism, pld__exact_step *exact) {
    const pld__traits *traits = &mechanism->traits;
    const char *resolved = mechanism->resolved;
    exact->scale = traits->scale;
    exact->sensitivity = (double)traits->whole_sensitivity;
    exact->epsilon = traits->epsilon;
    exact->delta = traits->delta;
    exact->rate = traits->sampling_rate;
    if (traits->sampling_rate == 0)
        exact->kind = PLD__EXACT_NONE;
    else if (traits->kind == PLD__KIND_DISCRETE_GAUSSIAN && is_of(resolved, "discrete-gaussian"))
        exact->kind = PLD__EXACT_DISCRETE_GAUSSIAN;
    else if (traits->kind == PLD__KIND_DISCRETE_LAPLACE && is_of(resolved, "discrete-laplace"))
        exact->kind = PLD__EXACT_DISCRETE_LAPLACE;
    else if (traits->kind == PLD__KIND_APPROX_DP && is_of(resolved, "approx-dp"))
        exact->kind = PLD__EXACT_GUARANTEE;
    else if (traits->kind == PLD__KIND_RANDOMIZED_RESPONSE && is_of(resolved, "randomized-response") && value_of(resolved, "k")) {
        exact->kind = PLD__EXACT_RESPONSE;
        exact->truth = number_of(resolved, "p");
        exact->epsilon = number_of(resolved, "epsilon");
        exact->answers = (uint64_t)number_of(resolved, "k");
        /* A record of several answers is that many steps. */
        if (__builtin_mul_overflow(exact->count, traits->whole_sensitivity, &exact->count))
            return PLD_ERROR_ARGUMENT;
        if (value_of(resolved, "p") && !(exact->truth > 0 && exact->truth < 1))
            return PLD_ERROR_ARGUMENT;
    } else
        return PLD_ERROR_ARGUMENT;
    return PLD_OK;
}

static pld_status read_step(const pld_mechanism *mechanism, pld__exact_step *exact) {
    exact->shift = 1;
    if (mechanism->attained_count > 0) /* two ends of two pairs */
        return PLD_ERROR_ARGUMENT;
    switch (mechanism->traits.kind) {
    case PLD__KIND_GAUSSIAN:
    case PLD__KIND_POISSON_GAUSSIAN:
    case PLD__KIND_HYPERGEOMETRIC_GAUSSIAN:
        return read_gaussian_kind(mechanism, exact);
    case PLD__KIND_MIXTURE_GAUSSIAN:
        exact->kind = PLD__EXACT_LISTS;
        return read_lists(mechanism->resolved, exact);
    case PLD__KIND_LAPLACE:
    case PLD__KIND_POISSON_LAPLACE:
        exact->kind = mechanism->traits.sampling_rate == 0 ? PLD__EXACT_NONE : PLD__EXACT_LAPLACE;
        exact->scale = mechanism->traits.scale;
        exact->sensitivity = mechanism->traits.sensitivity;
        exact->rate = mechanism->traits.sampling_rate;
        return PLD_OK;
    case PLD__KIND_DISCRETE_GAUSSIAN:
    case PLD__KIND_DISCRETE_LAPLACE:
    case PLD__KIND_RANDOMIZED_RESPONSE:
    case PLD__KIND_APPROX_DP:
        return read_discrete_kind(mechanism, exact);
    case PLD__KIND_NOISY_VOTE: /* a guarantee of 1/b, or 2/b for a changed vote, and nothing more is used of it */
        exact->kind = mechanism->traits.sampling_rate == 0 ? PLD__EXACT_NONE : PLD__EXACT_GUARANTEE;
        exact->scale = mechanism->traits.noise;
        exact->sensitivity = mechanism->replaced ? 2 : 1;
        exact->rate = mechanism->traits.sampling_rate;
        return PLD_OK;
    case PLD__KIND_ALLOCATION:
    case PLD__KIND_OTHER:
        break;
    }
    return PLD_ERROR_ARGUMENT;
}

pld_status pld__exact_steps_read(const pld_step *steps, size_t count, pld__exact_steps *exact, const char **family) {
    *exact = (pld__exact_steps){.steps = pld__allocate(count, sizeof *exact->steps)};
    if (!exact->steps)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        pld__exact_step *step = &exact->steps[exact->count++];
        *step = (pld__exact_step){.count = steps[i].count};
        pld_status status = read_step(steps[i].mechanism, step);
        if (status != PLD_OK) {
            *family = steps[i].mechanism->resolved;
            return status;
        }
    }
    return PLD_OK;
}

void pld__exact_steps_free(pld__exact_steps *exact) {
    for (size_t i = 0; i < exact->count; i++)
        for (int side = 0; side < 2; side++) {
            pld__free(exact->steps[i].weights[side]);
            pld__free(exact->steps[i].means[side]);
        }
    pld__free(exact->steps);
    *exact = (pld__exact_steps){.count = 0};
}
