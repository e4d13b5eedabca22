/* Questions that once had wrong answers, or are of their kind: asked first in every campaign. */
#ifndef TESTS_SOUNDNESS_CORNERS_H
#define TESTS_SOUNDNESS_CORNERS_H

#include "soundness/case.h"

/* False if there are not so many. */
bool corners_at(size_t number, question *corner);

#endif
