/* Claims from HDF5 files. */
#ifndef PLD_CLI_CLAIMS_HDF5_H
#define PLD_CLI_CLAIMS_HDF5_H

#include "cli/claims.h"

/* Of any file: the datasets epsilon or method_<name>, and if there are compositions and delta, at its top; others are refused. Of a file of
 * this program: the columns method_<name> of every series, at its compositions and deltas, and of its mechanisms unless the line names
 * some. What is not a number says nothing. */
PLD_WARN_UNUSED pld_status pld__claims_read_hdf5(pld__claims *claims, const char *path, const pld__command_line *line,
                                                 pld_error *error);

#endif
