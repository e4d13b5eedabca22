/* Options that take words of a list: their readers, manual pages and shells go by it. */
#include "options/options.h"

#include <string.h>

static const char *unless_empty(const char *name) {
    return name[0] != '\0' ? name : NULL;
}

/* The methods to compare with, and the word for none of them. */
static const char *method_word(size_t index) {
    const pld_baseline_method *method = pld_baseline_at(index);
    if (method != NULL) {
        return method->name;
    }
    return index > 0 && pld_baseline_at(index - 1) != NULL ? "none" : NULL;
}

enum { WORDS_MOST = 8 };

static const char *few_words(size_t option, size_t index) {
    static const struct {
        pld__option option;
        const char *words[WORDS_MOST];
    } lists[] = {{PLD__OPTION_KIND, {"compositions", "parameter", "profile", "ratio", "distributions", "tradeoff", "batches"}},
                 {PLD__OPTION_FORMAT,
                  {[PLD_STATEMENT_TEXT] = "text",
                   [PLD_STATEMENT_MARKDOWN] = "markdown",
                   [PLD_STATEMENT_LATEX] = "latex",
                   [PLD_STATEMENT_REGISTRY] = "registry"}},
                 {PLD__OPTION_MODEL,
                  {[PLD_MODEL_CENTRAL] = "central",
                   [PLD_MODEL_LOCAL] = "local",
                   [PLD_MODEL_SHUFFLE] = "shuffle",
                   [PLD_MODEL_FEDERATED] = "federated"}},
                 {PLD__OPTION_AUDIENCE, {"officer"}},
                 {PLD__OPTION_THRESHOLD, {[PLD_THRESHOLD_SPLIT] = "split", [PLD_THRESHOLD_ANY] = "any"}},
                 {PLD__OPTION_TEST, {[PLD_AUDIT_PRODUCT] = "product", [PLD_AUDIT_RECTANGLE] = "rectangle"}}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0] && index < WORDS_MOST; i++) {
        if (lists[i].option == option) {
            return lists[i].words[index];
        }
    }
    return NULL;
}

const char *pld__option_choice(size_t option, size_t index) {
    switch (option) {
    case PLD__OPTION_ADJACENCY:
        return unless_empty(pld_adjacency_name((pld_adjacency)index));
    case PLD__OPTION_ENGINE:
        return unless_empty(pld_engine_name((pld_engine)index));
    case PLD__OPTION_METHODS:
        return method_word(index);
    default:
        return few_words(option, index);
    }
}

bool pld__option_choose(size_t option, const char *word, size_t *place) {
    const char *choice = NULL;
    for (size_t i = 0; (choice = pld__option_choice(option, i)) != NULL; i++) {
        if (strcmp(choice, word) == 0) {
            *place = i;
            return true;
        }
    }
    return false;
}
