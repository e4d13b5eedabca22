/* What a series is about: the attributes that do not depend on its numbers. */
#ifndef PLD_STUDY_SUBJECT_H
#define PLD_STUDY_SUBJECT_H

#include "store/builder.h"

#include <pld/composition.h>

/* Everything is borrowed; what may be NULL is then not said. */
typedef struct pld__subject {
    const char *title;        /* may be NULL */
    const char *quantity;     /* "epsilon", .. */
    const char *const *given; /* specs; NULL: those of the first line */
    size_t given_count;
    pld_composition *const *lines; /* the compositions that it runs over */
    size_t line_count;
    const pld_options *options;       /* may be NULL */
    const char *experiment, *command; /* may be NULL */
} pld__subject;

/* A series of this name with the attributes; NULL without memory. */
pld__builder *pld__subject_start(const pld__subject *subject, const char *name);

/* The axes of studies; a delta that no double can hold is kept by its logarithm, in the attribute log10_delta. */
void pld__subject_compositions(pld__builder *builder, const uint64_t *compositions, size_t count);
void pld__subject_deltas(pld__builder *builder, const pld_delta *deltas, size_t count);
/* An axis of plain numbers, and one of whole ones. */
void pld__subject_axis(pld__builder *builder, const char *name, const char *long_name, const double *values, size_t count);
void pld__subject_whole(pld__builder *builder, const char *name, const char *long_name, const uint64_t *values, size_t count);

#endif
