/* The numbers of a series as text, and where they lie on its grid. */
#ifndef PLD_STORE_CELL_H
#define PLD_STORE_CELL_H

#include <pld/store.h>

/* A number with as many digits as it takes to read back the same double; what is not finite in words. */
enum { PLD__CELL_SIZE = 64 };
void pld__cell_text(double value, char text[PLD__CELL_SIZE]);
/* A coordinate of an axis. */
void pld__axis_text(const pld_axis *axis, size_t index, char text[PLD__CELL_SIZE]);

/* Where point `index` of the grid lies on axis number `axis`. */
size_t pld__grid_place(const pld_series *series, size_t index, size_t axis);

#endif
