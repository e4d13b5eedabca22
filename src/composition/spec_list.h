/* Specs from a file, each with its place there, so that messages can name it. */
#ifndef PLD_COMPOSITION_SPEC_LIST_H
#define PLD_COMPOSITION_SPEC_LIST_H

#include <pld/status.h>
#include <stddef.h>

typedef struct pld__spec_list {
    const char *path;  /* borrowed */
    const char *place; /* what `numbers` count: "line" */
    size_t count;
    char **specs;    /* as on a command line, counts included */
    size_t *numbers; /* the place of each */
} pld__spec_list;

/* Takes the spec, also on failure; NULL: without memory. */
PLD_WARN_UNUSED pld_status pld__spec_list_append(pld__spec_list *list, char *spec, size_t number);
void pld__spec_list_free(pld__spec_list *list);

/* Puts file and place in front of a message about a spec. */
pld_status pld__spec_list_blame(const pld__spec_list *list, size_t index, pld_status status, const pld_error *cause,
                                pld_error *error);

#endif
