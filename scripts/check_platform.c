/* Run when CMake configures: are long double and its functions as good as the bounds assume? Some platforms have 113 bits of
 * mantissa and functions with 53 good ones. Truths to 42 digits (mpmath, 400 bits); arguments are the nearest doubles.
 * tests/base/test_libm.c measures the same on many more arguments. Exit 0, or 1 and a line for each function that is too far off.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>

/* Eight units in the last of 64 bits. */
static const long double ALLOWED = 8 * 0x1p-63L;

static const struct {
    const char *name;
    long double (*function)(long double);
    double x;
    long double truth;
} one[] = {
    {"expl", expl, -11000.3, 4.2698313311170930616517549486912973337832e-4778L},
    {"expl", expl, -700.7, 4.89617047176775774667567564563175669334214e-305L},
    {"expl", expl, -0.3, 7.40818220681717874291608235944651984876347e-1L},
    {"expl", expl, 0x1p-40, 1.00000000000090949470177334182822131570172L},
    {"expl", expl, 0.7, 2.01375270747047643219596451918424683853209L},
    {"expl", expl, 11000.9, 4.26742571096938551094834323848165027967009e+4777L},
    {"logl", logl, 1e-300, -6.90775527898213705180338344570100502908613e+2L},
    {"logl", logl, 0.3, -1.20397280432593602963018037193372386851642L},
    {"logl", logl, 0.9999, -1.00005000333347320819644347167432094870816e-4L},
    {"logl", logl, 1.0001, 9.99950003332973230219935167146130712928987e-5L},
    {"logl", logl, 7.7, 2.04122032885963818821887420958434020092155L},
    {"logl", logl, 1e300, 6.9077552789821370525790219666051368115066e+2L},
    {"expm1l", expm1l, -40.4, -9.99999999999999997152242980017233899358458e-1L},
    {"expm1l", expm1l, -0.9, -5.93430340259400897144205707514947581771316e-1L},
    {"expm1l", expm1l, -1e-10, -9.99999999950000036433863978521146847797935e-11L},
    {"expm1l", expm1l, 1e-300, 1.00000000000000002505909183520875968569615e-300L},
    {"expm1l", expm1l, 0.4, 4.91824697641270350950015513353237975464389e-1L},
    {"expm1l", expm1l, 300.3, 2.62200137768454565736265963538311898406883e+130L},
    {"log1pl", log1pl, -0.9999, -9.21034037197629287019600864033102949400546L},
    {"log1pl", log1pl, -0.3, -3.56674943938732363052309788024662597687153e-1L},
    {"log1pl", log1pl, -1e-10, -1.000000000050000036435530652474544644413e-10L},
    {"log1pl", log1pl, 1e-300, 1.00000000000000002505909183520875968569615e-300L},
    {"log1pl", log1pl, 0.7, 5.30628251062170370108648466126255153287072e-1L},
    {"log1pl", log1pl, 1e10, 2.30258509300404568401749145468439754093443e+1L},
    {"erfcl", erfcl, -2.2, 1.99813715370201811014144136114672122160394L},
    {"erfcl", erfcl, 0.3, 6.71373240540872583810382014681796966741528e-1L},
    {"erfcl", erfcl, 1.7, 1.62095414092254391586870541910749967143271e-2L},
    {"erfcl", erfcl, 9.9, 1.54312002140530748534924812127905468269934e-44L},
    {"erfcl", erfcl, 40.4, 2.02688530575413145107711370350026827643023e-711L},
    {"erfcl", erfcl, 105.5, 8.35595116004999045500143861311379290619793e-4837L},
    {"sinl", sinl, 1e-10, 1.00000000000000003643053064883107491231672e-10L},
    {"sinl", sinl, 0.6, 5.64642473395035338874813391340928093207445e-1L},
    {"sinl", sinl, 3.1, 4.15806624332904904536703879398227424426101e-2L},
    {"sinl", sinl, -100.1, 4.17747682798373736979989519238539726648963e-1L},
    {"sinl", sinl, 1e6, -3.49993502171292952117652486780771469061407e-1L},
    {"sinl", sinl, 12345678.9, -8.97306812481259833135957267897665907867393e-1L},
    {"cosl", cosl, 1e-10, 9.99999999999999999994999999999999999635682e-1L},
    {"cosl", cosl, 0.6, 8.25335614909678309778533991844688557465886e-1L},
    {"cosl", cosl, 1.5, 7.0737201667702910088189851434268709085091e-2L},
    {"cosl", cosl, -100.1, 9.08563081748641886438261570678095178954523e-1L},
    {"cosl", cosl, 1e6, 9.36752127533144786938532535074918775708098e-1L},
    {"cosl", cosl, 12345678.9, 4.41407390371662448153054755598744480154786e-1L},
    {"sqrtl", sqrtl, 0.3, 5.47722557505166103322066541987272752412097e-1L},
    {"sqrtl", sqrtl, 1e-300, 1.00000000000000001252954591760437976435331e-150L},
    {"sqrtl", sqrtl, 2, 1.41421356237309504880168872420969807856967L},
    {"sqrtl", sqrtl, 1e300, 1.0000000000000000262523801276022097797585e+150L},
};

static const struct {
    const char *name;
    long double (*function)(long double, long double);
    double x, y;
    long double truth;
} two[] = {
    {"atan2l", atan2l, 1, 3, 3.21750554396642193401404614358661319020755e-1L},
    {"atan2l", atan2l, -0.3, 0.7, -4.04891786285083432882961072329758188135663e-1L},
    {"atan2l", atan2l, 1e-10, -2, 3.14159265353979323846264338145793468508895L},
    {"atan2l", atan2l, 2, -1e-10, 1.57079632684489661923132169346131964120681L},
    {"hypotl", hypotl, 1, 3, 3.16227766016837933199889354443271853371956L},
    {"hypotl", hypotl, 0.3, 0.7, 7.61577310586390783374519339614854152098857e-1L},
    {"hypotl", hypotl, 1e200, 2e200, 2.23606797749978962873037746922601106221713e+200L},
};

static int check(const char *name, double x, double y, long double found, long double truth) {
    if (fabsl(found - truth) <= ALLOWED * fabsl(truth))
        return 0;
    printf("%s(%g, %g) is %.21Lg instead of %.21Lg\n", name, x, y, found, truth);
    return 1;
}

int main(void) {
    int wrong = 0;
    if (LDBL_MANT_DIG < 64 || LDBL_MAX_EXP < 16384) {
        printf("long double has %d bits of mantissa and exponents up to %d; 64 and 16384 are needed\n", LDBL_MANT_DIG,
               LDBL_MAX_EXP);
        return 1;
    }
    for (size_t i = 0; i < sizeof one / sizeof one[0]; i++) {
        volatile long double x = one[i].x; /* for the program to compute, not for the compiler */
        wrong |= check(one[i].name, one[i].x, 0, one[i].function(x), one[i].truth);
    }
    for (size_t i = 0; i < sizeof two / sizeof two[0]; i++) {
        volatile long double x = two[i].x, y = two[i].y;
        wrong |= check(two[i].name, two[i].x, two[i].y, two[i].function(x, y), two[i].truth);
    }
    return wrong;
}
