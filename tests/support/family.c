#include "support/family.h"

#include "family/spec.h"
#include "support/specs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void family_check_texts(const family_facts *facts) {
    const pld__family *family = facts->family;
    CU_ASSERT_PTR_EQUAL(pld__family_find(family->name, NULL), family);
    CHECK(family->meaning && family->remark && family->reference && family->adjacency, "%s lacks a text", family->name);
    CHECK(strncmp(family->example, family->name, strlen(family->name)) == 0, "%s is an example of another", family->example);
    for (size_t i = 0; i < FAMILY_FACTS && facts->resolved[i].spec; i++) {
        const family_resolved *one = &facts->resolved[i];
        pld_mechanism *mechanism = spec_mechanism(one->spec, NULL), *again = NULL;
        CHECK(strcmp(pld_mechanism_resolved(mechanism), one->resolved) == 0, "%s is %s", one->spec,
              pld_mechanism_resolved(mechanism));
        CHECK(strncmp(one->spec, family->name, strlen(family->name)) != 0 || family->samples_another ||
                  mechanism->traits.family == family,
              "%s is of another family", one->spec);
        again = spec_mechanism(pld_mechanism_resolved(mechanism), NULL);
        if (!family->steps) /* whose q is shown as the fraction that it is */
            CU_ASSERT_STRING_EQUAL(pld_mechanism_resolved(again), pld_mechanism_resolved(mechanism));
        pld_mechanism_free(mechanism);
        pld_mechanism_free(again);
    }
}

static void expect_standing(const pld_mechanism *mechanism, const family_standing *one) {
    pld__standing found = pld__traits_standing(&mechanism->traits);
    const pld__family *family = pld__family_of(&mechanism->traits);
    CHECK(found == one->standing, "%s stands at %d, not %d", one->spec, (int)found, (int)one->standing);
    CHECK(found != PLD__STANDING_RESTRICTED || (family->restriction && family->unrestricted),
          "%s has no words for its restriction", one->spec);
}

void family_check_standings(const family_facts *facts) {
    CHECK(facts->standings[0].spec, "no standing of %s is tested", facts->family->name);
    for (size_t i = 0; i < FAMILY_FACTS && facts->standings[i].spec; i++) {
        const family_standing *one = &facts->standings[i];
        pld_mechanism *mechanism = spec_mechanism(one->spec, NULL), *replaced = NULL;
        expect_standing(mechanism, one);
        if (pld_mechanism_create_replaced(mechanism, &replaced, NULL) == PLD_OK)
            expect_standing(replaced, one);
        pld_mechanism_free(replaced);
        pld_mechanism_free(mechanism);
    }
}

/* --- groups and replacement ----------------------------------------------------------------------------------------- */

static void expect_same_curve(const char *spec, const pld_mechanism *found, const pld_mechanism *expected) {
    for (double epsilon = 0; epsilon < 3; epsilon += 0.23)
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            double delta = pld_mechanism_delta(found, (pld_direction)d, epsilon),
                   truth = pld_mechanism_delta(expected, (pld_direction)d, epsilon);
            CHECK(fabs(delta - truth) <= 1e-14, "%s %d, epsilon %g: %.17g, not %.17g", spec, d, epsilon, delta, truth);
        }
}

static void expect_reason(const char *spec, pld_status status, const pld_mechanism *made, const pld_error *error,
                          const char *why) {
    CHECK(status == PLD_ERROR_ARGUMENT && !made && strstr(error->message, why), "%s: '%s' is not in '%s'", spec, why,
          error->message);
}

/* Groups of 1 to 6, in both directions. */
static void expect_growth(const pld_mechanism *one) {
    pld_mechanism *smaller = NULL, *larger = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_group(one, 1, &smaller, NULL), PLD_OK);
    for (uint64_t k = 2; k < 6; k++) {
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_group(one, k, &larger, NULL), PLD_OK);
        for (double epsilon = 0; epsilon < 3; epsilon += 0.23)
            for (int d = 0; d < PLD_DIRECTIONS; d++)
                CHECK(pld_mechanism_delta(smaller, (pld_direction)d, epsilon) <=
                          pld_mechanism_delta(larger, (pld_direction)d, epsilon) + 1e-15,
                      "%s, k = %d, epsilon = %g", pld_mechanism_resolved(one), (int)k, epsilon);
        pld_mechanism_free(smaller);
        smaller = larger;
    }
    pld_mechanism_free(smaller);
}

void family_check_groups(const family_facts *facts) {
    CHECK(facts->groups[0].spec, "no group of %s is tested", facts->family->name);
    for (size_t i = 0; i < FAMILY_FACTS && facts->groups[i].spec; i++) {
        const family_group *fact = &facts->groups[i];
        pld_mechanism *one = spec_mechanism(fact->spec, NULL), *group = NULL;
        pld_error error = {.message = ""};
        pld_status status = pld_mechanism_create_group(one, fact->k, &group, &error);
        if (fact->why) {
            expect_reason(fact->spec, status, group, &error, fact->why);
        } else {
            pld_mechanism *other = spec_mechanism(fact->group, NULL);
            CHECK(status == PLD_OK, "%s: %s", fact->spec, error.message);
            CU_ASSERT_FATAL(status == PLD_OK);
            CU_ASSERT_STRING_EQUAL(pld_mechanism_resolved(group), pld_mechanism_resolved(other));
            CU_ASSERT_STRING_EQUAL(group->note ? group->note : "", other->note ? other->note : "");
            CU_ASSERT_PTR_EQUAL(group->traits.family, one->traits.family);
            CU_ASSERT_EQUAL(pld__traits_standing(&group->traits), pld__traits_standing(&other->traits));
            expect_same_curve(fact->spec, group, other);
            expect_growth(one);
            pld_mechanism_free(other);
        }
        pld_mechanism_free(group);
        pld_mechanism_free(one);
    }
}

void family_check_replaced(const family_facts *facts) {
    CHECK(facts->replaced[0].spec, "no replacement of %s is tested", facts->family->name);
    for (size_t i = 0; i < FAMILY_FACTS && facts->replaced[i].spec; i++) {
        const family_replaced *fact = &facts->replaced[i];
        pld_mechanism *given = spec_mechanism(fact->spec, NULL), *replaced = NULL;
        pld_error error = {.message = ""};
        pld_status status = pld_mechanism_create_replaced(given, &replaced, &error);
        if (fact->why) {
            expect_reason(fact->spec, status, replaced, &error, fact->why);
        } else {
            pld_mechanism *other = fact->replaced ? spec_mechanism(fact->replaced, NULL) : NULL, *group = NULL;
            CHECK(status == PLD_OK, "%s: %s", fact->spec, error.message);
            CU_ASSERT_FATAL(status == PLD_OK);
            CU_ASSERT(replaced->replaced && !given->replaced);
            CU_ASSERT_PTR_EQUAL(replaced->traits.family, given->traits.family);
            if (other)
                expect_same_curve(fact->spec, replaced, other);
            CU_ASSERT_EQUAL(pld_mechanism_create_group(replaced, 2, &group, NULL), PLD_ERROR_ARGUMENT);
            pld_mechanism_free(other);
        }
        pld_mechanism_free(replaced);
        pld_mechanism_free(given);
    }
}

/* --- monotone ------------------------------------------------------------------------------------------------------- */

static pld_mechanism *make(const family_monotone *one, double number) {
    char spec[160];
    snprintf(spec, sizeof spec, "%s%s=%.17g", one->before, one->key, number);
    return spec_mechanism(spec, NULL);
}

/* delta of both directions at many epsilon, in the order that the theorem says; each is good to about 1e-13, relative to 1. */
static void expect_order(const family_monotone *one, int sign) {
    static const double epsilons[] = {0, 1e-3, 0.1, 0.5, 1, 2, 3.3, 7, 20}, slack = 1e-12;
    for (size_t j = 0; j + 1 < FAMILY_NUMBERS; j++) {
        pld_mechanism *first = make(one, one->numbers[j]), *second = make(one, one->numbers[j + 1]);
        for (size_t k = 0; k < 2 * COUNT_OF(epsilons); k++) {
            pld_direction direction = k % 2 ? PLD_ADD : PLD_REMOVE;
            double less = pld_mechanism_delta(sign > 0 ? first : second, direction, epsilons[k / 2]);
            double more = pld_mechanism_delta(sign > 0 ? second : first, direction, epsilons[k / 2]);
            CHECK(less <= more + slack, "%s%s, %s: %.17g before %.17g at epsilon %g between %g and %g", one->before, one->key,
                  pld_direction_name(direction), less, more, epsilons[k / 2], one->numbers[j], one->numbers[j + 1]);
        }
        pld_mechanism_free(first);
        pld_mechanism_free(second);
    }
}

void family_check_monotone(const family_facts *facts) {
    const pld__family *family = facts->family;
    for (size_t i = 0; i < FAMILY_FACTS && facts->monotone[i].before; i++) {
        const family_monotone *one = &facts->monotone[i];
        const pld__key *key = NULL;
        char spec[160];
        snprintf(spec, sizeof spec, "%s%s=solve", one->before, one->key);
        CHECK(!pld__spec_not_monotone(spec, one->key), "%s: %s", spec, pld__spec_not_monotone(spec, one->key));
        CU_ASSERT_FATAL(pld__spec_key(spec, one->key, &key, NULL) == PLD_OK && key && key->range);
        expect_order(one, key->range->sign);
    }
    for (size_t i = 0; i < family->key_count; i++) {
        const pld__key *key = &family->keys[i];
        bool changes_steps = family->steps && key->monotone == PLD__MONOTONE_PARTS, tested = false;
        for (size_t j = 0; j < FAMILY_FACTS && facts->monotone[j].before; j++)
            tested = tested || strcmp(facts->monotone[j].key, key->name) == 0;
        CHECK(key->monotone == PLD__MONOTONE_UNKNOWN || changes_steps || tested, "%s of %s is called monotone and not tested",
              key->name, family->name);
        CHECK(!key->unless[0] || key->not_monotone, "%s of %s does not say why it is not monotone", key->name, family->name);
    }
}

void family_check_statements(const family_facts *facts) {
    CHECK(facts->words[0].spec, "the statement of %s is not tested", facts->family->name);
    for (size_t i = 0; i < FAMILY_FACTS && facts->words[i].spec; i++)
        statement_check(&facts->words[i]);
}

void family_check_refused(pld_status status, const pld_mechanism *untouched, const pld_error *error, const char *word) {
    CU_ASSERT_EQUAL(status, PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NULL(untouched);
    CHECK(strncmp(error->word, word, strlen(word)) == 0 && error->message[0] && error->allowed[0], "'%s' instead of '%s': %s",
          error->word, word, error->message);
}
