/* Tests of src/base/complex.h: both parts arrive as they are, whatever they are. */
#include "base/complex.h"

#include "support/suite.h"

#include <math.h>
#include <string.h>

static const double parts[] = {0.0, -0.0, 1, -1, 0x1p-1074, INFINITY, -INFINITY, NAN};

static void test_double(void) {
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        for (size_t j = 0; j < COUNT_OF(parts); j++) {
            double complex made = pld__complex(parts[i], parts[j]);
            double real = creal(made), imaginary = cimag(made);
            CHECK(memcmp(&real, &parts[i], sizeof real) == 0 && memcmp(&imaginary, &parts[j], sizeof imaginary) == 0,
                  "%g and %g became %g and %g", parts[i], parts[j], real, imaginary);
        }
}

static void test_long_double(void) {
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        for (size_t j = 0; j < COUNT_OF(parts); j++) {
            long double complex made = pld__complex_long(parts[i], parts[j]);
            double real = (double)creall(made), imaginary = (double)cimagl(made);
            CHECK(memcmp(&real, &parts[i], sizeof real) == 0 && memcmp(&imaginary, &parts[j], sizeof imaginary) == 0,
                  "%g and %g became %g and %g", parts[i], parts[j], real, imaginary);
        }
}

int main(void) {
    CU_TestInfo tests[] = {{"double", test_double}, {"long double", test_long_double}, CU_TEST_INFO_NULL};
    return suite_run("base/complex", tests);
}
