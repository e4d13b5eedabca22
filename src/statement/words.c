#include "statement/words.h"

#include "family/family.h"
#include <stdio.h>
#include <string.h>

/* --- mechanisms ----------------------------------------------------------------------------------------------------- */

static void write_words(void *markup, const char *text) {
    pld__markup_say(markup, "%s", text);
}

static void write_code(void *markup, const char *text) {
    pld__markup_code(markup, text);
}

void pld__words_mechanism(pld__markup *markup, const pld_step *step) {
    const pld__words words = {write_words, write_code, markup};
    pld__family_of(&step->mechanism->traits)->describe(&words, step->mechanism, step->count);
}

/* --- assumptions ---------------------------------------------------------------------------------------------------- */

/* Each record joins each sample on its own. */
static bool is_poisson(const pld_mechanism *mechanism) {
    const pld__traits *traits = &mechanism->traits;
    return traits->sampling_rate > 0 && traits->sampling_rate < 1 && pld__family_of(traits)->drawing[0] == NULL;
}

static void say_poisson(pld__markup *markup) {
    pld__markup_next(markup);
    pld__markup_say(markup, "Poisson sampling is assumed: each record joins each batch independently with probability $q$. "
                            "Shuffled or fixed-size batches are not Poisson batches, and this statement does not cover them.");
    pld__markup_next(markup);
    pld__markup_say(markup, "Which records were drawn is not released, nor how many; $q$ is public and the same for neighbouring "
                            "data sets.");
}

/* How a family draws, in its own words, once: not where a step before it is of the same family. */
static void say_drawing(pld__markup *markup, const pld_step *steps, size_t index) {
    const pld__family *family = pld__family_of(&steps[index].mechanism->traits);
    for (size_t i = 0; i < index; i++) {
        if (pld__family_of(&steps[i].mechanism->traits) == family) {
            return;
        }
    }
    for (size_t i = 0; i < PLD__DRAWING_SENTENCES && family->drawing[i] != NULL; i++) {
        pld__markup_next(markup);
        pld__markup_say(markup, "%s", family->drawing[i]);
    }
}

/* What has to be public in some training: pld__public. T and sigma always. */
static void say_public(pld__markup *markup, unsigned numbers) {
    bool size = numbers & PLD__PUBLIC_SIZE, nominal = numbers & PLD__PUBLIC_NOMINAL_SIZE;
    const char *remark = !nominal ? "" : size ? " (of the Poisson samples a nominal size)" : " (here a nominal size)";
    pld__markup_next(markup);
    pld__markup_say(
        markup,
        "%s%s%s%s%s$T$ and $sigma$ are public, fixed before training and the same for neighbouring data sets; and the "
        "noisy sum is divided by a constant if at all, not by the realised batch size.",
        size || nominal ? "$N$" : "", remark, size || nominal ? ", " : "", numbers & PLD__PUBLIC_BATCH ? "$B$, " : "",
        numbers & PLD__PUBLIC_RATE ? "$q$, " : "");
}

void pld__words_assumptions(pld__markup *markup, const pld_step *steps, size_t count) {
    bool poisson = false;
    unsigned numbers = 0;
    for (size_t i = 0; i < count; i++) {
        poisson = poisson || is_poisson(steps[i].mechanism);
        numbers |= pld__family_of(&steps[i].mechanism->traits)->public_numbers;
    }
    if (poisson) {
        say_poisson(markup);
    }
    for (size_t i = 0; i < count; i++) {
        say_drawing(markup, steps, i);
    }
    if (numbers != 0) {
        say_public(markup, numbers);
    }
}

/* --- restrictions --------------------------------------------------------------------------------------------------- */

/* The family of a step, if it has a restriction and no step before it is of the same family. A group keeps the family, so that
 * this is also that of a group. */
static const pld__family *restricted_family(const pld_step *steps, size_t index) {
    const pld__family *family = pld__family_of(&steps[index].mechanism->traits);
    for (size_t i = 0; i < index; i++) {
        if (pld__family_of(&steps[i].mechanism->traits) == family) {
            return NULL;
        }
    }
    return family->restriction != NULL ? family : NULL;
}

void pld__words_restrictions(pld__markup *markup, const pld_step *steps, size_t count) {
    size_t said = 0;
    for (size_t i = 0; i < count; i++) {
        const pld__family *family = restricted_family(steps, i);
        if (family != NULL) {
            pld__markup_say(markup, "%srovided that %s, ", said++ == 0 ? "P" : "and p", family->restriction);
        }
    }
}

/* What is between backquotes is code. */
static void say_with_code(pld__markup *markup, const char *sentence) {
    char text[1024];
    snprintf(text, sizeof text, "%s", sentence);
    bool code = false;
    for (char *part = text; part != NULL; code = !code) {
        char *end = strchr(part, '`');
        if (end != NULL) {
            *end++ = '\0';
        }
        if (code) {
            pld__markup_code(markup, part);
        } else {
            pld__markup_say(markup, "%s", part);
        }
        part = end;
    }
}

void pld__words_unrestricted(pld__markup *markup, const pld_step *steps, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const pld__family *family = restricted_family(steps, i);
        if (family != NULL) {
            pld__markup_next(markup);
            say_with_code(markup, family->unrestricted);
        }
    }
}

/* --- what is released ----------------------------------------------------------------------------------------------- */

static bool is_training(const pld_step *steps, size_t count) {
    bool training = true;
    for (size_t i = 0; i < count; i++) {
        training = training && pld__family_of(&steps[i].mechanism->traits)->public_numbers != 0;
    }
    return training;
}

void pld__words_released(pld__markup *markup, const pld_step *steps, size_t count, const char *released) {
    bool training = is_training(steps, count);
    if (released != NULL) {
        pld__markup_say(markup, "What is released: ");
        pld__markup_text(markup, released);
        pld__markup_stop(markup, released);
        pld__markup_next(markup);
        pld__markup_say(markup, "It is covered as far as it is computed from the %s and public values alone.",
                        training ? "noisy gradient sums" : "outputs");
        return;
    }
    pld__markup_say(markup, training
                                ? "What is released may be all noisy gradient sums, every intermediate model and the final one, "
                                  "as far as they are computed from these sums and public values alone."
                                : "What is released may be all outputs, and whatever is computed from them and public values "
                                  "alone.");
}
