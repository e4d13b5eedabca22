#include "query/engine.h"

#include "base/base.h"
#include "base/suggest.h"

#include <string.h>

static const char *const names[PLD_ENGINES] = {[PLD_ENGINE_AUTO] = "auto",
                                               [PLD_ENGINE_CLOSED] = "closed",
                                               [PLD_ENGINE_QUADRATURE] = "quadrature",
                                               [PLD_ENGINE_LATTICE] = "lattice",
                                               [PLD_ENGINE_JUMPS] = "jumps",
                                               [PLD_ENGINE_FREQUENCIES] = "frequencies",
                                               [PLD_ENGINE_TRANSFORMS] = "transforms"};

/* In the order of pld_ledger. */
static const char *const bucket_terms[PLD_LEDGER_TERMS] = {"cells", "grid", "tail", "wraparound", "roundoff"};
static const char *const kernel_terms[PLD_LEDGER_TERMS] = {"moments", "rounding", "dropped", "aliases", "roundoff"};
static const char *const closed_terms[PLD_LEDGER_TERMS] = {"evaluation", "rounding", "dropped", NULL, "roundoff"};
static const char *const *const terms[PLD_ENGINES] = {
    [PLD_ENGINE_CLOSED] = closed_terms, [PLD_ENGINE_QUADRATURE] = kernel_terms,  [PLD_ENGINE_LATTICE] = kernel_terms,
    [PLD_ENGINE_JUMPS] = bucket_terms,  [PLD_ENGINE_FREQUENCIES] = bucket_terms, [PLD_ENGINE_TRANSFORMS] = bucket_terms};

const char *pld_ledger_term(pld_engine engine, size_t term) {
    return (size_t)engine < PLD_ENGINES && terms[engine] && term < PLD_LEDGER_TERMS ? terms[engine][term] : NULL;
}

const char *pld__engine_word(pld_engine engine) {
    return engine == PLD_ENGINE_AUTO ? "facts" : pld_engine_name(engine);
}

double pld__ledger_value(const pld_ledger *ledger, size_t term) {
    const double values[PLD_LEDGER_TERMS] = {ledger->cells, ledger->grid, ledger->tail, ledger->wraparound, ledger->roundoff};
    return values[term];
}

const char *pld_engine_name(pld_engine engine) {
    return (size_t)engine < PLD_ENGINES ? names[engine] : "";
}

pld_status pld__engine_parse(const char *text, pld_engine *engine, pld_error *error) {
    pld__suggestion nearest = pld__suggestion_start(text);
    char hint[64];
    for (size_t i = 0; i < PLD_ENGINES; i++) {
        if (strcmp(text, names[i]) == 0) {
            *engine = (pld_engine)i;
            return PLD_OK;
        }
        pld__suggestion_consider(&nearest, names[i]);
    }
    pld__suggestion_text(&nearest, hint, sizeof hint);
    return pld__error_argument(error, text, "auto, closed, quadrature, lattice, jumps, frequencies or transforms",
                               "there is no engine '%s'%s", text, hint);
}
