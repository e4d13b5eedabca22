/* Engines by name. */
#ifndef PLD_QUERY_ENGINE_H
#define PLD_QUERY_ENGINE_H

#include <pld/query.h>

/* Reads a name of pld_engine_name. */
PLD_WARN_UNUSED pld_status pld__engine_parse(const char *text, pld_engine *engine, pld_error *error);

#endif
