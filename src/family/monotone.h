/* In which of their numbers mechanisms are monotone, by a theorem. */
#ifndef PLD_FAMILY_MONOTONE_H
#define PLD_FAMILY_MONOTONE_H

/* NULL if a theorem says that the privacy spent (delta at every epsilon, in both directions, composed with anything) only grows, or only
 * falls, with this key of the spec; "count" is the count behind the @. Otherwise what is known instead, as a clause. The spec is still
 * text, and only its words are looked at: a value may be anything. */
const char *pld__spec_not_monotone(const char *spec, const char *key);

#endif
