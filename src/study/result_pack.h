/* A result as plain numbers, for journals and parts. */
#ifndef PLD_STUDY_RESULT_PACK_H
#define PLD_STUDY_RESULT_PACK_H

#include <pld/query.h>

/* 3 of the bracket; for each direction 1 + 3 + 5 + 5 + 2 + 2; 7 more. How long it took is left out: it is no part of the result.
 */
enum { PLD__RESULT_NUMBERS = 3 + PLD_DIRECTIONS * 18 + 7 };

void pld__result_pack(const pld_result *result, double numbers[PLD__RESULT_NUMBERS]);
void pld__result_unpack(const double numbers[PLD__RESULT_NUMBERS], pld_result *result);

/* What a number of it is called, such as remove_upper. */
void pld__result_number_name(size_t number, char *name, size_t room);

#endif
