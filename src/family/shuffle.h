/* What shuffled batches share: new orders for each epoch, or one for all. */
#ifndef PLD_FAMILY_SHUFFLE_H
#define PLD_FAMILY_SHUFFLE_H

#include "family/family.h"

/* `epochs` that share one order of t batches, under the name of a family. zero-out (T106, T107), or as parsed. */
PLD_WARN_UNUSED pld_status pld__shuffle_create(const pld__family *family, uint64_t t, double sigma, uint64_t epochs,
                                               pld_mechanism **mechanism, pld_error *error);

/* As in the rows. */
PLD_WARN_UNUSED pld_status pld__shuffle_zero(const pld_mechanism *mechanism, pld_mechanism **zeroed, pld_error *error);
PLD_WARN_UNUSED pld_status pld__shuffle_replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error);

#define PLD__SHUFFLE_KEY_T \
    { .name = "t", .kind = PLD__KEY_WHOLE, .meaning = "batches of an epoch, one of which each record is in" }

/* What the rows have in common. */
#define PLD__SHUFFLED                                                                                                    \
    .adjacency = "zero-out, replace: brackets with a gap of theory; not add or remove: a missing record moves others",   \
    .no_sampling = "its batches are made already", .standing = PLD__STANDING_WORST_CASE,                                 \
    .no_group = "several records may share a batch, and no pair for that is offered", .replace = pld__shuffle_replace,   \
    .zero = pld__shuffle_zero,                                                                                           \
    .no_presence =                                                                                                       \
        "a missing record moves others to other batches, in a way that depends on the loader; what is usually meant is " \
        "a record that stays with a gradient of 0, zero-out",                                                            \
    .public_numbers = PLD__PUBLIC_TRAINING

#endif
