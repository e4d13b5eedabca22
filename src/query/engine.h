/* Engines by name. */
#ifndef PLD_QUERY_ENGINE_H
#define PLD_QUERY_ENGINE_H

#include <pld/query.h>

/* Reads a name of pld_engine_name. */
PLD_WARN_UNUSED pld_status pld__engine_parse(const char *text, pld_engine *engine, pld_error *error);

/* The name of an engine in a result: "facts" where none was at work. */
const char *pld__engine_word(pld_engine engine);

/* A term by its number. */
double pld__ledger_value(const pld_ledger *ledger, size_t term);

#endif
