#include "query/options.h"

#include "base/base.h"

#include <stdio.h>

enum { SERIES = 100 }; /* versions that share all but their patch have the same structs */

void pld_options_init(pld_options *options, size_t size, unsigned version) {
    if (size == sizeof *options && version / SERIES == PLD_VERSION / SERIES)
        *options = (pld_options){.size = size, .version = version, .adjacency = PLD_ADJACENCY_ADD_REMOVE};
    else
        options->size = 0; /* nothing is known about the rest, and whoever is asked will say so */
}

pld_status pld__options_check_layout(const pld_options *options, pld_error *error) {
    if (options->size == sizeof *options && options->version / SERIES == PLD_VERSION / SERIES)
        return PLD_OK;
    return pld__error_argument(error, "options", "what pld_options_default() gave, compiled with headers of this version",
                               "the options were not made by pld_options_default() of version %s", pld_version());
}

bool pld__query_stopped(const pld_options *options) {
    return options->watcher && !options->watcher(options->context);
}
