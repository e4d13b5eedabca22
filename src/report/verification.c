#include "report/verification.h"

#include "base/base.h"
#include "family/standing.h"
#include "process/module.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static pld__claimed claimed_of(pld_unit unit, const pld_bracket *bracket) {
    pld_bracket printed = unit == PLD_UNIT_EPSILON ? *bracket : pld_bracket_delta(bracket);
    return (pld__claimed){printed.lower, printed.upper};
}

pld__asserted pld__asserted_of(const pld__command_line *line, const pld_result *result) {
    bool about_delta = result->unit != PLD_UNIT_EPSILON, tiny = line->delta.value < DBL_MIN && line->delta.log > -INFINITY;
    pld__asserted claim = {.about_delta = about_delta,
                           .given = about_delta ? line->epsilon : line->delta.value,
                           .log10_given = !about_delta && tiny ? line->delta.log / PLD__LN_10 : NAN,
                           .whole = claimed_of(result->unit, &result->bracket)};
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        claim.asked[d] = result->directions[d].asked;
        claim.directions[d] = claimed_of(result->unit, &result->directions[d].bracket);
    }
    return claim;
}

#ifdef PLD_VERIFY

#define MODULE "pld-verifier.so"

/* One of another version, or with other types, is as good as none. */
static bool is_ours(void *module) {
    pld__verify_identity (*identity)(void) = NULL;
    *(void **)(&identity) = pld__module_function(module, "pld__verify_identify");
    if (identity == NULL) {
        return false;
    }
    pld__verify_identity theirs = identity(), ours = pld__verify_identity_here();
    return theirs.interface == ours.interface && theirs.sizes == ours.sizes && strcmp(theirs.version, ours.version) == 0;
}

#endif

pld_status pld__verification_run(const pld_composition *composition, const pld__asserted *claim, pld__verification *verification,
                                 pld_error *error) {
#ifdef PLD_VERIFY
    void *module = pld__module_load(MODULE, false);
    pld_status (*verify)(const pld_step *, size_t, const pld__asserted *, pld__verification *) = NULL;
    if (module != NULL && is_ours(module)) {
        *(void **)(&verify) = pld__module_function(module, "pld__verify");
    }
    if (verify == NULL) {
        return pld__error_argument(error, "verify",
                                   MODULE " of this version, beside the program or in its lib/pld, and FLINT and Arb",
                                   "the verifier cannot be loaded");
    }
    size_t count;
    const pld_step *steps = pld_composition_steps(composition, &count);
    return verify(steps, count, claim, verification);
#else
    (void)composition;
    (void)claim;
    (void)verification;
    return pld__error_argument(error, "verify", "a program built with FLINT and Arb (-DPLD_VERIFY=ON)",
                               "this program was built without the verifier");
#endif
}

/* Is every pair the worst case of its mechanism, so that both ends are about the mechanisms too? */
static bool is_about_mechanisms(const pld_composition *composition) {
    size_t count;
    const pld_step *steps = pld_composition_steps(composition, &count);
    for (size_t i = 0; i < count; i++) {
        if (pld__traits_standing(&steps[i].mechanism->traits) != PLD__STANDING_WORST_CASE) {
            return false;
        }
    }
    return true;
}

/* --- words ---------------------------------------------------------------------------------------------------------- */

static void print_end(const char *label, const char *side, const pld__proof_end *end, FILE *stream) {
    if (end->claimed) {
        fprintf(stream, "%-8s  %-5s  %-8s  %s\n", label, side, pld__proof_name(end->verdict),
                end->delta[0] != '\0'               ? end->delta
                : end->reason != NULL               ? end->reason
                : end->verdict == PLD__PROOF_PROVEN ? "(says nothing)"
                                                    : "(cannot be)");
    }
}

const char *pld__verification_reason(const pld__verification *verification) {
    if (verification->family != NULL) {
        return "family";
    }
    const pld__proof_ends *all[] = {&verification->whole, &verification->directions[PLD_REMOVE],
                                    &verification->directions[PLD_ADD]};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i]->lower.reason != NULL || all[i]->upper.reason != NULL) {
            return all[i]->lower.reason ? all[i]->lower.reason : all[i]->upper.reason;
        }
    }
    return "no reason is known";
}

void pld__verification_print(const pld__verification *verification, const pld_composition *composition, FILE *stream) {
    const pld__proof_ends *directions = verification->directions;
    pld_adjacency adjacency = pld_composition_adjacency(composition);
    bool both = directions[PLD_REMOVE].lower.claimed && directions[PLD_ADD].lower.claimed;
    bool one = directions[PLD_REMOVE].lower.claimed || directions[PLD_ADD].lower.claimed;
    if (verification->family == NULL) {
        fprintf(stream, "%-8s  %-5s  %-8s  %s\n", "", "end", "verdict", "delta there");
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            const char *name = pld_adjacency_direction_name(adjacency, (pld_direction)d);
            print_end(name, "lower", &directions[d].lower, stream);
            print_end(name, "upper", &directions[d].upper, stream);
        }
        if (both || !one) {
            print_end(both ? "both" : "", "lower", &verification->whole.lower, stream);
            print_end(both ? "both" : "", "upper", &verification->whole.upper, stream);
        }
    }
    const char *of = is_about_mechanisms(composition) ? "" : " of the pair";
    if (verification->family != NULL) {
        fprintf(stream, "verdict: unproven: family (nothing can be proven about '%s')\n", verification->family);
    } else if (verification->verdict == PLD__PROOF_UNPROVEN) {
        fprintf(stream, "verdict: unproven: %s\n", pld__verification_reason(verification));
    } else {
        fprintf(stream, "verdict: %s%s (in interval arithmetic, ", pld__proof_name(verification->verdict), of);
        if (verification->precision > 0) {
            fprintf(stream, "%" PRIu64 " bits, ", verification->precision);
        }
        if (verification->doubles) {
            fprintf(stream, "%sdoubles rounded outward, ", verification->precision > 0 ? "and " : "");
        }
        fputs("from the mechanism alone)\n", stream);
    }
}

/* --- JSON ----------------------------------------------------------------------------------------------------------- */

static json_t *end_json(pld__json_builder *build, const pld__proof_end *end) {
    json_t *object = json_object();
    pld__json_set(build, object, "verdict", json_string(pld__proof_name(end->verdict)));
    if (end->delta[0] != '\0') {
        pld__json_set(build, object, "delta", json_string(end->delta));
    }
    if (end->reason != NULL) {
        pld__json_set(build, object, "reason", json_string(end->reason));
    }
    return object;
}

static void set_ends(pld__json_builder *build, json_t *object, const pld__proof_ends *ends) {
    if (ends->lower.claimed) {
        pld__json_set(build, object, "lower", end_json(build, &ends->lower));
    }
    if (ends->upper.claimed) {
        pld__json_set(build, object, "upper", end_json(build, &ends->upper));
    }
}

json_t *pld__verification_json(pld__json_builder *build, const pld__verification *verification,
                               const pld_composition *composition) {
    json_t *object = json_object(), *ends = json_object();
    pld__json_set(build, object, "verdict", json_string(pld__proof_name(verification->verdict)));
    pld__json_set(build, object, "of", json_string(is_about_mechanisms(composition) ? "mechanism" : "pair"));
    if (verification->family != NULL) {
        pld__json_set(build, object, "reason", json_string("family"));
        pld__json_set(build, object, "mechanism", pld__json_text(verification->family));
    }
    set_ends(build, ends, &verification->whole);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        if (verification->directions[d].lower.claimed || verification->directions[d].upper.claimed) {
            json_t *direction = json_object();
            set_ends(build, direction, &verification->directions[d]);
            pld__json_set(build, ends, pld_direction_name((pld_direction)d), direction);
        }
    }
    pld__json_set(build, object, "ends", ends);
    pld__json_set(build, object, "precision", pld__json_whole(verification->precision));
    pld__json_set(build, object, "doubles", json_boolean(verification->doubles));
    pld__json_set(build, object, "seconds", pld__json_number(verification->seconds));
    return object;
}

json_t *pld__certificate_json(pld__json_builder *build, const pld__verification *verification) {
    json_t *object = json_object();
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld__certificate *certificate = &verification->certificates[d];
        if (!(certificate->tilt > 0)) {
            continue;
        }
        json_t *direction = json_object();
        pld__json_set(build, direction, "tilt", pld__json_number(certificate->tilt));
        pld__json_set(build, direction, "period", pld__json_number(certificate->period));
        pld__json_set(build, direction, "order", pld__json_number(certificate->order));
        pld__json_set(build, direction, "frequencies", pld__json_whole(certificate->frequencies));
        pld__json_set(build, direction, "precision", pld__json_whole(certificate->precision));
        pld__json_set(build, object, pld_direction_name((pld_direction)d), direction);
    }
    return object;
}

json_t *pld__verification_more(const pld__verification *verification, const pld_composition *composition) {
    pld__json_builder build = {.complete = true};
    json_t *object = json_object();
    if (verification != NULL) {
        pld__json_set(&build, object, "verification", pld__verification_json(&build, verification, composition));
        pld__json_set(&build, object, "certificate", pld__certificate_json(&build, verification));
    }
    if (!build.complete) {
        json_decref(object);
        object = NULL;
    }
    return object;
}

pld__exit pld__verification_exit(const pld__verification *verification, pld__exit code) {
    if (verification->verdict == PLD__PROOF_REFUTED) {
        return PLD__EXIT_CONTRADICTION; /* our own program is at odds with itself */
    }
    return verification->verdict == PLD__PROOF_PROVEN ? code : PLD__EXIT_TOLERANCE;
}
