#include "manual/complete.h"

#include "family/family.h"
#include "options/options.h"
#include <string.h>

/* What a command's operands are. */
typedef enum operand { OPERAND_NONE, OPERAND_FILE, OPERAND_MECHANISM, OPERAND_FAMILY, OPERAND_COMMAND } operand;

/* The word that is completed: `kept` of it stays as it is, candidates continue it from there. */
typedef struct place {
    const char *word;
    size_t kept;
} place;

static void offer_ending(place at, const char *candidate, const char *ending, const char *meaning) {
    const char *rest = at.word + at.kept;
    if (strncmp(candidate, rest, strlen(rest)) == 0) {
        printf("%.*s%s%s%s%s\n", (int)at.kept, at.word, candidate, ending, meaning[0] ? "\t" : "", meaning);
    }
}

static void offer(place at, const char *candidate, const char *meaning) {
    offer_ending(at, candidate, "", meaning);
}

static void offer_files(void) {
    puts(":files");
}

/* --- mechanisms ----------------------------------------------------------------------------------------------------- */

static void offer_families(place at, const char *ending) {
    const pld__family *family = NULL;
    for (size_t i = 0; (family = pld__family_at(i)) != NULL; i++) {
        offer_ending(at, family->name, ending, family->meaning);
    }
}

static const pld__family *family_named(const char *name, size_t length) {
    const pld__family *family = NULL;
    for (size_t i = 0; (family = pld__family_at(i)) != NULL; i++) {
        if (strlen(family->name) == length && strncmp(family->name, name, length) == 0) {
            return family;
        }
    }
    return NULL;
}

/* The value of a key in name=value,name=value up to `end`; NULL if it is not there. */
static const char *value_of(const char *items, const char *end, const char *name, size_t *length) {
    size_t name_length = strlen(name);
    while (items < end) {
        size_t item = strcspn(items, ",");
        if (item > name_length && strncmp(items, name, name_length) == 0 && items[name_length] == '=') {
            *length = item - name_length - 1;
            return items + name_length + 1;
        }
        items += item + 1;
    }
    return NULL;
}

static void offer_keys(place at, const char *items, const pld__family *family) {
    size_t length = 0;
    for (size_t i = 0; i < family->key_count; i++) {
        if (value_of(items, at.word + at.kept, family->keys[i].name, &length) == NULL) {
            offer_ending(at, family->keys[i].name, "=", family->keys[i].meaning);
        }
    }
}

/* The names that a key may have, where they are a list. */
static void offer_names(place at, const pld__family *family, const char *key, size_t length) {
    const char *name = NULL, *meaning = NULL;
    for (size_t i = 0; i < family->key_count; i++) {
        const pld__key *one = &family->keys[i];
        bool named = strlen(one->name) == length && strncmp(one->name, key, length) == 0;
        for (size_t j = 0; named && one->name_at != NULL && (name = one->name_at(j, &meaning)) != NULL; j++) {
            offer(at, name, meaning);
        }
    }
}

/* Behind name: the key that is being written, or its value where that is a name. */
static void complete_keys(const char *word, const pld__family *family) {
    const char *items = strchr(word, ':') + 1;
    const char *comma = strrchr(items, ','), *item = comma ? comma + 1 : items, *value = strchr(item, '=');
    if (value == NULL) {
        place at = {word, (size_t)(item - word)};
        size_t length = 0;
        const char *sampled = family->samples_another ? value_of(items, item, "of", &length) : NULL;
        const pld__family *other = sampled ? family_named(sampled, length) : NULL;
        offer_keys(at, items, family);
        if (other != NULL && other != family) {
            offer_keys(at, items, other);
        }
    } else if (family->samples_another && strncmp(item, "of=", 3) == 0) {
        offer_families((place){word, (size_t)(value + 1 - word)}, ",");
    } else if (strncmp(item, "file=", 5) == 0) {
        offer_files();
    } else {
        offer_names((place){word, (size_t)(value + 1 - word)}, family, item, (size_t)(value - item));
    }
}

static void complete_mechanism(const char *word) {
    size_t length = strcspn(word, ":");
    if (word[length] == '\0') {
        offer_families((place){word, 0}, ":");
        return;
    }
    const pld__family *family = family_named(word, length);
    if (family != NULL && strchr(word, '@') == NULL) {
        complete_keys(word, family);
    }
}

/* --- options -------------------------------------------------------------------------------------------------------- */

/* The option that a word spells, up to an '='; PLD__OPTION_COUNT if it is none of the command's. */
static size_t option_of(const pld__command *command, const char *word) {
    if (strcmp(word, "-o") == 0 && pld__option_of(command, PLD__OPTION_OUTPUT) != NULL) {
        return PLD__OPTION_OUTPUT;
    }
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < PLD__OPTION_COUNT && strncmp(word, "--", 2) == 0; i++) {
        const pld__option_row *row = pld__option_of(command, i);
        if (row != NULL && strlen(row->name) == length - 2 && strncmp(row->name, word + 2, length - 2) == 0) {
            return i;
        }
    }
    return PLD__OPTION_COUNT;
}

static bool takes_value(const pld__command *command, size_t option) {
    const pld__option_row *row = pld__option_of(command, option);
    return row != NULL && row->value_name != NULL;
}

static void complete_value(const pld__command *command, size_t option, place at) {
    const char *value_name = pld__option_of(command, option)->value_name;
    const char *choice = NULL, *comma = strrchr(at.word + at.kept, ',');
    if (comma != NULL && strchr(value_name, ',') != NULL) { /* several, with commas between */
        at.kept = (size_t)(comma + 1 - at.word);
    }
    for (size_t i = 0; (choice = pld__option_choice(option, i)) != NULL; i++) {
        offer(at, choice, "");
    }
    if (strncmp(value_name, "FILE", 4) == 0) {
        offer_files();
    }
}

static bool is_given(const pld__command *command, size_t option, const char *const *words, size_t count) {
    for (size_t i = 1; i < count; i++) {
        if (option_of(command, words[i]) == option) {
            return !pld__option_repeats(pld__option_of(command, option));
        }
    }
    return false;
}

static void complete_option(const pld__command *command, const char *const *words, size_t count) {
    for (size_t i = 0; i < PLD__OPTION_COUNT; i++) {
        const pld__option_row *row = pld__option_of(command, i);
        if (row != NULL && !is_given(command, i, words, count - 1)) {
            char name[64];
            snprintf(name, sizeof name, "--%s", row->name);
            offer((place){words[count - 1], 0}, name, row->meaning);
        }
    }
}

/* --- the line ------------------------------------------------------------------------------------------------------- */

static void complete_command(const char *word, bool options_too) {
    const pld__command *command = NULL;
    place at = {word, 0};
    for (size_t i = 0; (command = pld__command_at(i)) != NULL; i++) {
        offer(at, command->name, command->summary);
    }
    if (options_too && word[0] == '-') {
        offer(at, "--help", "list the commands");
        offer(at, "--version", "print the version");
    }
}

/* Told by the words of the usage line. */
static operand operand_of(const pld__command *command) {
    static const struct {
        const char *text;
        operand kind;
    } words[] = {{"MECHANISM", OPERAND_MECHANISM}, {"=..", OPERAND_MECHANISM}, /* a spec as an example */
                 {"[NAME]", OPERAND_FAMILY},       {"[COMMAND]", OPERAND_COMMAND},
                 {"FILE", OPERAND_FILE},           {".json", OPERAND_FILE}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strstr(command->arguments, words[i].text) != NULL) {
            return words[i].kind;
        }
    }
    return OPERAND_NONE;
}

static void complete_operand(const pld__command *command, const char *word) {
    switch (operand_of(command)) {
    case OPERAND_MECHANISM:
        complete_mechanism(word);
        break;
    case OPERAND_FAMILY:
        offer_families((place){word, 0}, "");
        break;
    case OPERAND_COMMAND:
        complete_command(word, false);
        break;
    case OPERAND_FILE:
        offer_files();
        break;
    case OPERAND_NONE:
        break;
    }
}

/* True if the word before the last one is a bare -- or comes behind one: no options any more. */
static bool only_operands(const char *const *words, size_t count) {
    for (size_t i = 1; i + 1 < count; i++) {
        if (strcmp(words[i], "--") == 0) {
            return true;
        }
    }
    return false;
}

pld__exit pld__complete(const char *const *words, size_t count) {
    if (count <= 1) {
        complete_command(count > 0 ? words[0] : "", true);
        return PLD__EXIT_DONE;
    }
    const pld__command *command = pld__command_find(words[0], NULL);
    const char *word = words[count - 1];
    if (command == NULL) {
        return PLD__EXIT_DONE;
    }
    if (only_operands(words, count)) {
        complete_operand(command, word);
        return PLD__EXIT_DONE;
    }
    size_t before = count > 2 && strchr(words[count - 2], '=') == NULL ? option_of(command, words[count - 2]) : PLD__OPTION_COUNT;
    size_t here = strchr(word, '=') != NULL ? option_of(command, word) : PLD__OPTION_COUNT;
    if (takes_value(command, before)) {
        complete_value(command, before, (place){word, 0});
    } else if (takes_value(command, here)) {
        complete_value(command, here, (place){word, strcspn(word, "=") + 1});
    } else if (word[0] == '-') {
        complete_option(command, words, count);
    } else {
        complete_operand(command, word);
    }
    return PLD__EXIT_DONE;
}
