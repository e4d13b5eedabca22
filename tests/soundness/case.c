#include "soundness/case.h"

#include "base/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const names[FAMILIES] = {
    [GAUSSIAN] = "gaussian",
    [POISSON_GAUSSIAN] = "poisson-gaussian",
    [HYPERGEOMETRIC_GAUSSIAN] = "hypergeometric-gaussian",
    [MIXTURE_GAUSSIAN] = "mixture-gaussian",
    [LAPLACE] = "laplace",
    [POISSON_LAPLACE] = "poisson-laplace",
    [RANDOMIZED_RESPONSE] = "randomized-response",
    [DISCRETE_GAUSSIAN] = "discrete-gaussian",
    [DISCRETE_LAPLACE] = "discrete-laplace",
    [APPROX_DP] = "approx-dp",
    [NOISY_VOTE] = "noisy-vote",
};

/* --- words ---------------------------------------------------------------------------------------------------------- */

static void append(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void append(char *text, size_t size, const char *format, ...) {
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

/* The shortest decimal that reads back as the same double. */
static void append_number(char *text, size_t size, double value) {
    char number[40];
    for (int digits = 1; digits <= 17; digits++) {
        double back = 0;
        snprintf(number, sizeof number, "%.*g", digits, value);
        if (sscanf(number, "%lf", &back) == 1 && back == value)
            break;
    }
    if (fabs(value) < 1e6 && value == floor(value))
        snprintf(number, sizeof number, "%.0f", value);
    append(text, size, "%s", number);
}

static void append_key(char *text, const char *key, double value) {
    append(text, TEXT_SIZE, "%c%s=", text[strlen(text) - 1] == ':' ? ' ' : ',', key);
    append_number(text, TEXT_SIZE, value);
}

static void append_list(char *text, const char *key, unsigned count, const double *values) {
    append(text, TEXT_SIZE, ",%s=", key);
    for (unsigned i = 0; i < count; i++) {
        append(text, TEXT_SIZE, "%s", i ? ":" : "");
        append_number(text, TEXT_SIZE, values[i]);
    }
}

static void append_keys(const step *of, char *text) {
    switch (of->family) {
    case POISSON_GAUSSIAN:
        if (!of->wrapped)
            append_key(text, "q", of->rate);
        append_key(text, "sigma", of->scale);
        if (of->added > 0) {
            append_key(text, "removed", (double)of->removed);
            append_key(text, "added", (double)of->added);
        } else if (of->removed != 1) {
            append_key(text, "k", (double)of->removed);
        }
        break;
    case HYPERGEOMETRIC_GAUSSIAN:
        append_key(text, "N", (double)of->population);
        append_key(text, "B", (double)of->batch);
        append_key(text, "k", (double)of->k);
        append_key(text, "sigma", of->scale);
        if (of->shift != 1)
            append_key(text, "shift", of->shift);
        break;
    case MIXTURE_GAUSSIAN:
        append_key(text, "sigma", of->scale);
        append_list(text, "pw", of->p_count, of->p_weight);
        append_list(text, "pm", of->p_count, of->p_mean);
        append_list(text, "qw", of->q_count, of->q_weight);
        append_list(text, "qm", of->q_count, of->q_mean);
        break;
    case POISSON_LAPLACE:
        if (!of->wrapped)
            append_key(text, "q", of->rate);
        append_key(text, "b", of->scale);
        break;
    case RANDOMIZED_RESPONSE:
        append_key(text, of->truth > 0 ? "p" : "epsilon", of->truth > 0 ? of->truth : of->epsilon);
        if (of->k != 2)
            append_key(text, "k", (double)of->k);
        break;
    case APPROX_DP:
        append_key(text, "epsilon", of->epsilon);
        if (of->delta > 0)
            append_key(text, "delta", of->delta);
        break;
    case LAPLACE:
    case DISCRETE_LAPLACE:
    case NOISY_VOTE:
        append_key(text, "b", of->scale);
        break;
    case GAUSSIAN:
    case DISCRETE_GAUSSIAN:
    case FAMILIES:
        append_key(text, "sigma", of->scale);
        break;
    }
    if (of->sensitivity != 1)
        append_key(text, "sensitivity", of->sensitivity);
}

void step_text(const step *of, char text[TEXT_SIZE]) {
    bool own_rate = of->family == POISSON_GAUSSIAN || of->family == POISSON_LAPLACE;
    const char *inner = of->family == POISSON_GAUSSIAN  ? "gaussian"
                        : of->family == POISSON_LAPLACE ? "laplace"
                                                        : names[of->family];
    text[0] = '\0';
    if (of->wrapped || (!own_rate && of->rate != 1)) {
        append(text, TEXT_SIZE, "poisson:");
        append_key(text, "q", of->rate);
        append(text, TEXT_SIZE, ",of=%s", inner);
    } else {
        append(text, TEXT_SIZE, "%s:", names[of->family]);
    }
    append_keys(of, text);
    char *blank = strchr(text, ' '); /* in place of a comma before the first key */
    if (blank)
        memmove(blank, blank + 1, strlen(blank));
    if (of->count != 1)
        append(text, TEXT_SIZE, "@%" PRIu64, of->count);
}

static const char *adjacency_text(pld_adjacency adjacency) {
    return adjacency == PLD_ADJACENCY_REMOVE    ? "remove"
           : adjacency == PLD_ADJACENCY_ADD     ? "add"
           : adjacency == PLD_ADJACENCY_REPLACE ? "replace"
                                                : "add-remove";
}

static void question_append_steps(const question *of, char text[COMMAND_SIZE]) {
    append(text, COMMAND_SIZE, " --adjacency %s", adjacency_text(of->adjacency));
    if (of->megabytes > 0)
        append(text, COMMAND_SIZE, " --memory-limit %uM", of->megabytes);
    for (unsigned i = 0; i < of->step_count; i++) {
        char spec[TEXT_SIZE];
        step_text(&of->steps[i], spec);
        append(text, COMMAND_SIZE, " %s", spec);
    }
}

void question_tradeoff_text(const question *of, const char *key, double value, char text[COMMAND_SIZE]) {
    snprintf(text, COMMAND_SIZE, "pld tradeoff --%s ", key);
    append_number(text, COMMAND_SIZE, value);
    question_append_steps(of, text);
}

void question_text(const question *of, char text[COMMAND_SIZE]) {
    snprintf(text, COMMAND_SIZE, "pld %s --%s %s", of->for_delta ? "delta" : "epsilon", of->for_delta ? "epsilon" : "delta",
             of->given);
    if (of->relative_tolerance > 0) {
        append(text, COMMAND_SIZE, " --relative-tolerance ");
        append_number(text, COMMAND_SIZE, of->relative_tolerance);
    }
    question_append_steps(of, text);
}

void question_set_epsilon(question *of, double epsilon) {
    of->for_delta = true;
    of->epsilon = epsilon;
    of->given[0] = '\0';
    append_number(of->given, sizeof of->given, epsilon);
}

void question_set_delta(question *of, const char *delta) {
    of->for_delta = false;
    snprintf(of->given, sizeof of->given, "%s", delta);
    if (pld__number_parse_log(delta, &of->log_delta, NULL) != PLD_OK)
        of->log_delta = NAN;
}

/* --- meaning -------------------------------------------------------------------------------------------------------- */

bool step_replaced(const step *of, step *replaced) {
    *replaced = *of;
    switch (of->family) {
    case GAUSSIAN:
    case LAPLACE:
        replaced->sensitivity = 2 * of->sensitivity;
        return true;
    case DISCRETE_GAUSSIAN:
    case DISCRETE_LAPLACE:
    case NOISY_VOTE:
        replaced->sensitivity = 2 * of->sensitivity;
        return of->rate == 1;
    case RANDOMIZED_RESPONSE:
    case APPROX_DP:
        return of->rate == 1;
    case POISSON_GAUSSIAN:
        replaced->removed = replaced->added = 1;
        return of->removed + of->added == 1;
    default:
        return false;
    }
}

bool question_resolved(const question *of, question *resolved) {
    bool known = true;
    *resolved = *of;
    for (unsigned i = 0; i < of->step_count && of->adjacency == PLD_ADJACENCY_REPLACE; i++)
        known = step_replaced(&of->steps[i], &resolved->steps[i]) && known;
    return known;
}

bool question_asks(const question *of, pld_direction direction) {
    return of->adjacency != (direction == PLD_REMOVE ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE);
}

/* --- answers -------------------------------------------------------------------------------------------------------- */

static pld_status make(const step *of, pld_adjacency adjacency, pld_mechanism **mechanism, uint64_t *count, pld_error *error) {
    char spec[TEXT_SIZE];
    pld_mechanism *plain = NULL;
    step_text(of, spec);
    pld_status status = pld_mechanism_parse(spec, &plain, count, error);
    if (status != PLD_OK || adjacency != PLD_ADJACENCY_REPLACE) {
        *mechanism = plain;
        return status;
    }
    status = pld_mechanism_create_replaced(plain, mechanism, error);
    pld_mechanism_free(plain);
    return status;
}

pld_status inquiry_create(const question *of, inquiry *made, pld_error *error) {
    pld_status status = PLD_OK;
    *made = (inquiry){.options = pld_options_default()};
    for (unsigned i = 0; i < of->step_count && status == PLD_OK; i++) {
        status = make(&of->steps[i], of->adjacency, &made->mechanisms[i], &made->steps[i].count, error);
        made->steps[i].mechanism = made->mechanisms[i];
    }
    made->options.adjacency = of->adjacency;
    made->options.memory_limit = (size_t)of->megabytes << 20;
    made->options.threads = 1;
    if (of->relative_tolerance > 0)
        made->options.relative_tolerance = of->relative_tolerance;
    return status;
}

void inquiry_clear(inquiry *used) {
    for (unsigned i = 0; i < STEPS_MOST; i++)
        pld_mechanism_free(used->mechanisms[i]);
}

pld_status question_ask(const question *of, pld_result *result, pld_error *error) {
    inquiry made;
    pld_status status = inquiry_create(of, &made, error);
    if (of->for_delta && !(of->relative_tolerance > 0))
        made.options.relative_tolerance = 1e-3; /* as the program has it */
    if (status == PLD_OK && of->for_delta)
        status = pld_query_delta(made.steps, of->step_count, of->epsilon, &made.options, result, error);
    else if (status == PLD_OK)
        status = pld_query_epsilon(made.steps, of->step_count, of->log_delta, &made.options, result, error);
    inquiry_clear(&made);
    return status;
}
