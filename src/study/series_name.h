/* Names of series, of limited length: those that differ only in what is cut off stay different. */
#ifndef PLD_STUDY_SERIES_NAME_H
#define PLD_STUDY_SERIES_NAME_H

#include <pld/composition.h>

typedef struct pld__series_name {
    char *text;
    size_t size, length; /* the length of all that was to be in it */
    uint64_t sum;
} pld__series_name;

/* An empty one in `size` bytes. */
pld__series_name pld__series_name_start(char *text, size_t size);
void pld__series_name_add(pld__series_name *name, const char *text);
/* The family of a spec, behind a plus where there is one before it: poisson-gaussian+gaussian. */
void pld__series_name_add_family(pld__series_name *name, const char *spec);
/* ",key=value", without the comma where nothing stands before it. */
void pld__series_name_add_value(pld__series_name *name, const char *key, double value);
/* Puts the sum of everything at its end if it is too long. */
void pld__series_name_end(pld__series_name *name);

/* `series`, or where that is NULL the families of the composition. */
void pld__series_name_of(const pld_composition *composition, const char *series, char *text, size_t size);

#endif
