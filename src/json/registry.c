/* An entry of the OpenDP deployments registry: its fields, who knows each of them, and YAML that tools of YAML 1.1 read as it is
 * meant: every text in quotes, numbers with a point and a sign in front of the exponent. */
#include "base/base.h"
#include "base/decimal.h"
#include "base/number.h"
#include "json/piece.h"
#include "json/yaml.h"
#include "statement/parts.h"

#include <math.h>
#include <pld/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum field_kind { TEXT, TEXTS, DATE, CHOICE, COMPUTED } field_kind;

typedef struct field {
    const char *path;
    field_kind kind;
    bool required;
    const char *choices; /* of CHOICE, with bars between and around */
} field;

/* In the order of the schema, so that sections are together. */
static const field FIELDS[] = {
    {"url_slug", TEXT, true, NULL},
    {"status", COMPUTED, true, NULL},
    {"tier", COMPUTED, true, NULL},
    {"deployment.basic.name", TEXT, true, NULL},
    {"deployment.basic.data_curators", TEXTS, true, NULL},
    {"deployment.basic.description", TEXT, true, NULL},
    {"deployment.basic.intended_use", TEXT, true, NULL},
    {"deployment.basic.data_product_type", CHOICE, true,
     "|Summary statistics|Machine learning model|Dataset|Synthetic data|Interactive API|SQL queries|"},
    {"deployment.basic.data_product_region", TEXT, true, NULL},
    {"deployment.basic.publication_date", DATE, true, NULL},
    {"deployment.basic.data_product_sector", CHOICE, false, "|Technology|Healthcare|Education|Government|Energy|Finance|"},
    {"deployment.dp_variant.variant_name", COMPUTED, true, NULL},
    {"deployment.dp_variant.data_domain", TEXT, false, NULL},
    {"deployment.dp_variant.unprotected_quantities", TEXT, false, NULL},
    {"deployment.privacy_loss.privacy_unit", TEXT, false, NULL},
    {"deployment.privacy_loss.privacy_unit_details", COMPUTED, true, NULL},
    {"deployment.privacy_loss.privacy_parameters.epsilon", COMPUTED, true, NULL},
    {"deployment.privacy_loss.privacy_parameters.delta", COMPUTED, true, NULL},
    {"deployment.privacy_loss.privacy_parameters_details", COMPUTED, true, NULL},
    {"deployment.deployment_model.model_name", COMPUTED, true, NULL},
    {"deployment.deployment_model.model_name_details", COMPUTED, true, NULL},
    {"deployment.deployment_model.actors", TEXT, false, NULL},
    {"deployment.deployment_model.release_type", CHOICE, false, "|One release|Many releases|"},
    {"deployment.deployment_model.release_type_details", TEXT, false, NULL},
    {"deployment.deployment_model.data_source_type", CHOICE, false, "|Static|Dynamic|"},
    {"deployment.deployment_model.data_source_type_details", TEXT, false, NULL},
    {"deployment.deployment_model.access_type", CHOICE, false, "|Interactive|Non-interactive|"},
    {"deployment.deployment_model.access_type_details", TEXT, false, NULL},
    {"deployment.accounting.post_processing", TEXT, false, NULL},
    {"deployment.accounting.composition", COMPUTED, true, NULL},
    {"deployment.implementation.preprocessing_and_hyperparameter_tuning", COMPUTED, true, NULL},
    {"deployment.implementation.mechanisms", COMPUTED, true, NULL},
    {"deployment.implementation.justification", TEXT, false, NULL},
    {"deployment.administrative.sources", TEXT, false, NULL},
    {"deployment.administrative.notes", TEXT, false, NULL},
    {"deployment.administrative.registry_authors", TEXTS, true, NULL},
};
enum { FIELD_COUNT = sizeof FIELDS / sizeof FIELDS[0], PATH_SIZE = 160 };

/* --- what is given -------------------------------------------------------------------------------------------------- */

static const field *find_field(const char *path) {
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (strcmp(FIELDS[i].path, path) == 0) {
            return &FIELDS[i];
        }
    }
    return NULL;
}

static bool is_section(const char *path) {
    size_t length = strlen(path);
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (strncmp(FIELDS[i].path, path, length) == 0 && FIELDS[i].path[length] == '.') {
            return true;
        }
    }
    return false;
}

static bool is_date(const char *text) {
    static const char FORM[] = "dddd-dd-dd";
    for (size_t i = 0; i < sizeof FORM; i++) {
        if (FORM[i] == 'd' ? !(text[i] >= '0' && text[i] <= '9') : text[i] != FORM[i]) {
            return false;
        }
    }
    int month = atoi(text + 5), day = atoi(text + 8);
    static const int DAYS[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month >= 1 && month <= 12 && day >= 1 && day <= DAYS[month - 1];
}

static bool is_choice(const char *choices, const char *text) {
    char bars[128];
    return snprintf(bars, sizeof bars, "|%s|", text) < (int)sizeof bars && strchr(text, '|') == NULL &&
           strstr(choices, bars) != NULL;
}

/* The choices with commas between. */
static void list_choices(const char *choices, char *text, size_t size) {
    size_t length = 0;
    for (const char *c = choices + 1; c[0] != '\0' && c[1] != '\0' && length + 3 < size; c++) {
        length += (size_t)snprintf(text + length, size - length, *c == '|' ? ", " : "%c", *c);
    }
    text[length] = '\0';
}

static bool is_texts(const json_t *value) {
    bool all = json_array_size(value) > 0;
    for (size_t i = 0; i < json_array_size(value); i++) {
        all = all && json_is_string(json_array_get(value, i));
    }
    return all;
}

static pld_status judge(const field *of, const json_t *value, pld_error *error) {
    const char *text = json_string_value(value);
    char choices[256] = "";
    switch (of->kind) {
    case TEXT:
        return text ? PLD_OK : pld__error_argument(error, of->path, "a text", "'%s' is no text", of->path);
    case TEXTS:
        return is_texts(value) ? PLD_OK
                               : pld__error_argument(error, of->path, "a list of texts", "'%s' is no list of texts", of->path);
    case DATE:
        return text && is_date(text) ? PLD_OK
                                     : pld__error_argument(error, of->path, "YYYY-MM-DD as a text", "'%s' is no date", of->path);
    case CHOICE:
        list_choices(of->choices, choices, sizeof choices);
        return text && is_choice(of->choices, text)
                   ? PLD_OK
                   : pld__error_argument(error, of->path, choices, "'%s' is not one of what the registry knows", of->path);
    case COMPUTED:
        break;
    }
    return pld__error_argument(error, of->path, "fields that only you know", "'%s' is computed here and cannot be given",
                               of->path);
}

static pld_status judge_section(const char *prefix, json_t *object, pld_error *error) {
    const char *key;
    json_t *value;
    pld_status status = PLD_OK;
    json_object_foreach(object, key, value) {
        char path[PATH_SIZE];
        bool fits = snprintf(path, sizeof path, "%s%s%s", prefix, prefix[0] ? "." : "", key) < (int)sizeof path;
        const field *of = fits ? find_field(path) : NULL;
        if (of) {
            status = judge(of, value, error);
        } else if (fits && is_section(path) && json_is_object(value)) {
            status = judge_section(path, value, error);
        } else {
            status =
                pld__error_argument(error, path, "the fields of the registry's schema", "the registry has no field '%s'", path);
        }
        if (status != PLD_OK) {
            return status;
        }
    }
    return status;
}

/* The value of a path; NULL: it is not there. */
static const json_t *value_at(const json_t *object, const char *path) {
    char name[PATH_SIZE];
    const json_t *at = object;
    for (const char *from = path; at != NULL; from += strlen(name) + 1) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(from, "."), from);
        at = json_object_get(at, name);
        if (from[strlen(name)] == '\0') {
            break;
        }
    }
    return at;
}

/* --- what is computed ----------------------------------------------------------------------------------------------- */

typedef struct writer {
    const pld_statement *statement;
    const json_t *given;
    pld__markup text, missing; /* that grow */
    char section[PATH_SIZE];   /* whose fields were written last */
} writer;

/* A part without what it begins with; at most `size` bytes. */
static void read_part(const pld_statement *statement, pld__part part, char *text, size_t size) {
    size_t from = part == 0 ? 0 : statement->ends[part - 1], to = statement->ends[part];
    while (from < to && strchr(" \n", statement->text[from]) != NULL) {
        from++;
    }
    snprintf(text, size, "%.*s", (int)(to - from), statement->text + from);
}

/* Rounded up, to as many digits as its log tells: what is claimed at less than the delta that was asked was not computed. */
static void append_delta(writer *to) {
    enum { MOST_DIGITS = 12 };
    double log_delta = to->statement->log_delta, slack = 4 * PLD__U * (1 + fabs(log_delta));
    char text[PLD__DECIMAL_SIZE];
    if (log_delta == -INFINITY) {
        pld__markup_plain(&to->text, "0.0");
        return;
    }
    int digits = (int)fmin(MOST_DIGITS, -log10(slack) - 1);
    if (log_delta < -700) { /* no double: a text, which the schema allows */
        pld__decimal_exponential(log_delta - slack, digits, PLD__ROUND_UP, text);
        pld__yaml_quoted(&to->text, text);
    } else {
        pld__decimal_significant(pld__exp_rounded(log_delta - slack, PLD__ROUND_NEAREST), digits, PLD__ROUND_UP, text);
        pld__yaml_number(&to->text, text);
    }
}

/* The certified upper end, rounded up: of the search, if that is what is stated. */
static void append_epsilon(writer *to) {
    const pld_statement *statement = to->statement;
    char text[PLD__DECIMAL_SIZE];
    pld__decimal_significant(statement->tuned ? statement->tuned_upper : statement->result.bracket.upper, 8, PLD__ROUND_UP, text);
    pld__yaml_number(&to->text, text);
}

static void append_composition(writer *to) {
    const pld_bracket *bracket = &to->statement->result.bracket;
    char lower[PLD__DECIMAL_SIZE], upper[PLD__DECIMAL_SIZE], version[2048], text[2560];
    pld__decimal_significant(bracket->lower, 8, PLD__ROUND_DOWN, lower);
    pld__decimal_significant(bracket->upper, 8, PLD__ROUND_UP, upper);
    read_part(to->statement, PLD__PART_VERSION, version, sizeof version);
    snprintf(text, sizeof text,
             "Numerical composition of privacy-loss distributions, certified bracket [%s, %s] of epsilon%s. %s", lower, upper,
             to->statement->tuned ? " for one run" : "", version);
    pld__yaml_quoted(&to->text, text);
}

/* One part, or two, behind a few words. */
static void append_parts(writer *to, const char *first, pld__part one, pld__part other) {
    enum { SIZE = 16384 };
    char *text = pld__allocate(3 * SIZE, 1);
    if (text == NULL) {
        to->text.failed = true;
        return;
    }
    size_t length = (size_t)snprintf(text, SIZE, "%s", first);
    read_part(to->statement, one, text + length, SIZE);
    length = strlen(text);
    if (other != one) {
        text[length] = ' ';
        read_part(to->statement, other, text + length + 1, SIZE);
        if (text[length + 1] == '\0') {
            text[length] = '\0';
        }
    }
    pld__yaml_quoted(&to->text, text);
    pld__free(text);
}

static bool has_unit(const writer *to) {
    return to->statement->unit != NULL || value_at(to->given, "deployment.privacy_loss.privacy_unit") != NULL;
}

static void append_computed(writer *to, const char *name) {
    const pld_statement *statement = to->statement;
    if (strcmp(name, "status") == 0) {
        pld__yaml_quoted(&to->text, "Draft");
    } else if (strcmp(name, "tier") == 0) {
        pld__markup_plain(&to->text, has_unit(to) ? "2" : "1");
    } else if (strcmp(name, "variant_name") == 0) {
        pld__yaml_quoted(&to->text, statement->log_delta == -INFINITY ? "Pure DP" : "Approximate DP");
    } else if (strcmp(name, "privacy_unit_details") == 0) {
        append_parts(to, "", PLD__PART_NEIGHBOURS, PLD__PART_NEIGHBOURS);
    } else if (strcmp(name, "epsilon") == 0) {
        append_epsilon(to);
    } else if (strcmp(name, "delta") == 0) {
        append_delta(to);
    } else if (strcmp(name, "privacy_parameters_details") == 0) {
        append_parts(to, "", PLD__PART_EPSILON, PLD__PART_ASSUMPTIONS);
    } else if (strcmp(name, "model_name") == 0) {
        pld__yaml_quoted(&to->text, pld__model_name(statement->model));
    } else if (strcmp(name, "model_name_details") == 0) {
        append_parts(to, "", PLD__PART_MODEL, PLD__PART_RELEASED);
    } else if (strcmp(name, "composition") == 0) {
        append_composition(to);
    } else if (strcmp(name, "mechanisms") == 0) {
        append_parts(to, "", PLD__PART_MECHANISMS, PLD__PART_ASSUMPTIONS);
    } else {
        append_parts(to, statement->untold ? "Not accounted for. " : "", PLD__PART_ACCESSES, PLD__PART_ACCESSES);
    }
}

/* --- the text ------------------------------------------------------------------------------------------------------- */

/* "  " for every section that a path is in. */
static void indent(writer *to, size_t depth) {
    for (size_t i = 0; i < depth; i++) {
        pld__markup_plain(&to->text, "  ");
    }
}

/* The names of the sections of a path that are not open, and then its own name. */
static void append_name(writer *to, const char *path) {
    size_t depth = 0, from = 0;
    for (size_t dot = strcspn(path, "."); path[dot] == '.'; dot += 1 + strcspn(path + dot + 1, ".")) {
        bool open = strncmp(to->section, path, dot + 1) == 0;
        if (!open) {
            char name[PATH_SIZE];
            snprintf(name, sizeof name, "%.*s:\n", (int)(dot - from), path + from);
            indent(to, depth);
            pld__markup_plain(&to->text, name);
        }
        from = dot + 1;
        depth++;
    }
    snprintf(to->section, sizeof to->section, "%.*s", (int)from, path);
    indent(to, depth);
    pld__markup_plain(&to->text, path + from);
    pld__markup_plain(&to->text, ": ");
}

static void append_texts(writer *to, const json_t *value) {
    pld__markup_plain(&to->text, "[");
    for (size_t i = 0; i < json_array_size(value); i++) {
        pld__markup_plain(&to->text, i > 0 ? ", " : "");
        pld__yaml_quoted(&to->text, json_string_value(json_array_get(value, i)));
    }
    pld__markup_plain(&to->text, "]");
}

static void append_field(writer *to, const field *of) {
    const json_t *value = value_at(to->given, of->path);
    bool is_unit = strcmp(of->path, "deployment.privacy_loss.privacy_unit") == 0 && to->statement->unit != NULL;
    if (value == NULL && !of->required && !is_unit) {
        return;
    }
    append_name(to, of->path);
    if (of->kind == COMPUTED) {
        append_computed(to, strrchr(of->path, '.') ? strrchr(of->path, '.') + 1 : of->path);
    } else if (value != NULL && of->kind == TEXTS) {
        append_texts(to, value);
    } else if (value != NULL) {
        pld__yaml_quoted(&to->text, json_string_value(value));
    } else if (is_unit) {
        pld__yaml_quoted(&to->text, to->statement->unit);
    } else {
        pld__markup_plain(&to->text, of->kind == TEXTS ? "[\"FILL IN\"]" : "\"FILL IN\"");
        pld__markup_plain(&to->missing, to->missing.length > 0 ? "\n" : "");
        pld__markup_plain(&to->missing, of->path);
    }
    pld__markup_plain(&to->text, "\n");
}

static char *copy_of(const pld__markup *markup) {
    return markup->text ? strdup(markup->text) : NULL;
}

static pld_status write_all(const pld_statement *statement, const json_t *given, char **yaml, char **missing) {
    writer to = {.statement = statement, .given = given};
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        append_field(&to, &FIELDS[i]);
    }
    char *text = copy_of(&to.text), *lacking = copy_of(&to.missing);
    bool complete = !to.text.failed && !to.missing.failed && text != NULL && (lacking != NULL || to.missing.length == 0);
    pld__free(to.text.text);
    pld__free(to.missing.text);
    if (!complete) {
        free(text);
        free(lacking);
        return PLD_ERROR_MEMORY;
    }
    *yaml = text;
    *missing = lacking;
    return PLD_OK;
}

pld_status pld_statement_registry(const pld_statement *statement, const char *fields, char **yaml, char **missing,
                                  pld_error *error) {
    json_t *given = NULL;
    json_error_t problem = {.text = ""};
    double upper = statement->tuned ? statement->tuned_upper : statement->result.bracket.upper;
    if (statement->format != PLD_STATEMENT_REGISTRY) {
        return pld__error_argument(error, "format", "a statement in the format of registries",
                                   "the statement has another format");
    }
    if (isinf(upper)) {
        return pld__error_argument(error, "epsilon", "a delta at which epsilon is finite",
                                   "there is no finite epsilon to be registered");
    }
    pld_status status = fields ? pld__json_parse(fields, strlen(fields), &given, &problem) : PLD_OK;
    if (status == PLD_ERROR_ARGUMENT || (status == PLD_OK && given != NULL && !json_is_object(given))) {
        json_decref(given);
        return pld__error_argument(error, "registry", "a JSON object", "the fields are no JSON object: %s (line %d)",
                                   problem.text, problem.line);
    }
    if (status == PLD_OK && given != NULL) {
        status = judge_section("", given, error);
    }
    if (status == PLD_OK) {
        status = write_all(statement, given, yaml, missing);
    }
    json_decref(given);
    return status;
}
