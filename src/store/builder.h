/* A series that owns what it points to, put together piece by piece. */
#ifndef PLD_STORE_BUILDER_H
#define PLD_STORE_BUILDER_H

#include <pld/store.h>

typedef struct pld__builder pld__builder;

/* NULL without memory; every function below then does nothing. */
pld__builder *pld__builder_create(const char *name);
void pld__builder_free(pld__builder *builder);

/* Each copies what it is given. Running out of memory is remembered until pld__builder_finish. */
void pld__builder_axis(pld__builder *builder, const pld_axis *axis);
/* `values` has one number per point of the axes added so far. */
void pld__builder_column(pld__builder *builder, const pld_column *column);
/* One without values: whoever writes the series fills them in, see store/filling.h. */
void pld__builder_column_to_fill(pld__builder *builder, const char *name, const char *units, const char *long_name);
void pld__builder_text(pld__builder *builder, const char *name, const char *text);
void pld__builder_numbers(pld__builder *builder, const char *name, const double *numbers, size_t count);

/* Remembers that something to be added could not be made. */
void pld__builder_fail(pld__builder *builder);

/* Whether all went well; then `series` shows what is in the builder, as long as that lives. */
PLD_WARN_UNUSED pld_status pld__builder_finish(const pld__builder *builder, pld_series *series);

#endif
