/* A journal of finished work, so that nothing finished is lost whatever happens to the process: one line for each piece, written
 * at once and forced to the disk every fifth of a second, which is what a power cut may cost.
 *
 *     pld.journal/1 FINGERPRINT
 *     PIECE COUNT BITS.. CHECKSUM
 *
 * PIECE and COUNT are decimal; the rest is hexadecimal: the bits of each double, and FNV-1a over what stands before it on the
 * line. A last line without its end was being written when the writer died, and is cut off; any other that is damaged is skipped.
 */
#ifndef PLD_STORE_JOURNAL_H
#define PLD_STORE_JOURNAL_H

#include <pld/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pld__journal pld__journal;

/* Called for each piece found, with its place for pld__journal_read; false refuses it as not of this work. */
typedef bool pld__journal_reader(size_t piece, const double *values, size_t count, uint64_t place, void *context);

typedef enum pld__journal_mode { PLD__JOURNAL_NEW, PLD__JOURNAL_RESUME, PLD__JOURNAL_DISCARD } pld__journal_mode;

/* Opens the journal at `path` and keeps others out. `fingerprint` tells one piece of work from another. A journal that is there
 * is an error (NEW), is read to `reader` and gone on with (RESUME; none there is fine), or is begun again (DISCARD). */
PLD_WARN_UNUSED pld_status pld__journal_open(const char *path, uint64_t fingerprint, pld__journal_mode mode,
                                             pld__journal_reader *reader, void *context, pld__journal **journal,
                                             pld_error *error);

/* The pieces that are in a journal, which is left as it is, also one that somebody is writing; none is fine. */
PLD_WARN_UNUSED pld_status pld__journal_look(const char *path, uint64_t fingerprint, pld__journal_reader *reader, void *context,
                                             pld_error *error);

/* Appends one piece and says where it stands. Not for two threads at once. */
PLD_WARN_UNUSED pld_status pld__journal_append(pld__journal *journal, size_t piece, const double *values, size_t count,
                                               uint64_t *place, pld_error *error);

/* Reads one piece again, `count` numbers that stand at `place`. */
PLD_WARN_UNUSED pld_status pld__journal_read(const pld__journal *journal, uint64_t place, size_t piece, double *values,
                                             size_t count, pld_error *error);

/* Waits until all of it is on the disk. */
PLD_WARN_UNUSED pld_status pld__journal_sync(pld__journal *journal, pld_error *error);

/* How many damaged lines were skipped when it was opened. */
size_t pld__journal_skipped(const pld__journal *journal);

/* Closes it; with `remove` the work is done and the file goes. */
void pld__journal_close(pld__journal *journal, bool remove);

/* FNV-1a. */
uint64_t pld__fingerprint(const char *bytes, size_t size);

#endif
