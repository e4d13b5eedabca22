#include "family/standing.h"

#include "family/family.h"

/* What is proven of the pairs of a family is said, and argued, in its row (T42). */
pld__standing pld__traits_standing(const pld__traits *traits) {
    const pld__family *family = pld__family_of(traits);
    return family->standing_of ? family->standing_of(traits) : family->standing;
}
