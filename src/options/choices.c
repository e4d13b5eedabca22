/* Options that take words of a list: the lists that their readers go by, or words that tests/manual holds against what they
 * refuse. */
#include "options/options.h"

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

enum { WORDS_MOST = 4 };

static const char *few_words(size_t option, size_t index) {
    static const struct {
        pld__option option;
        const char *words[WORDS_MOST];
    } lists[] = {{PLD__OPTION_MODEL, {"central", "local", "shuffle", "federated"}},
                 {PLD__OPTION_AUDIENCE, {"officer"}},
                 {PLD__OPTION_THRESHOLD, {"split", "any"}},
                 {PLD__OPTION_TEST, {"product", "rectangle"}}};
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
    case PLD__OPTION_KIND:
        return pld__plot_kind(index);
    case PLD__OPTION_FORMAT:
        return pld__statement_format_name(index);
    default:
        return few_words(option, index);
    }
}
