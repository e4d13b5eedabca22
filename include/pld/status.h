/* What every fallible function returns, and what it can say about bad input. */
#ifndef PLD_STATUS_H
#define PLD_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PLD_API __attribute__((visibility("default")))
#define PLD_WARN_UNUSED __attribute__((warn_unused_result))
#else
#define PLD_API
#define PLD_WARN_UNUSED
#endif

/* One list makes the enum and the messages. */
#define PLD_STATUS_LIST(X)                                               \
    X(PLD_OK, "done")                                                    \
    X(PLD_ERROR_ARGUMENT, "an argument is not allowed")                  \
    X(PLD_ERROR_MEMORY, "not enough memory")                             \
    X(PLD_ERROR_FILE, "a file could not be read or written")             \
    X(PLD_ERROR_CONTRADICTION, "two computations contradict each other") \
    X(PLD_ERROR_STOPPED, "stopped on request")                           \
    X(PLD_ERROR_PLATFORM, "the floating-point environment is not the one that bounds are proven for")

typedef enum pld_status {
#define PLD_STATUS_ENUM(name, message) name,
    PLD_STATUS_LIST(PLD_STATUS_ENUM)
#undef PLD_STATUS_ENUM
} pld_status;

/* The message of a status: a static string, never NULL. */
PLD_API const char *pld_status_message(pld_status status);

/* "major.minor.patch". */
PLD_API const char *pld_version(void);

/* Filled in (never read) by functions that judge input, when they return PLD_ERROR_ARGUMENT or PLD_ERROR_FILE, and by those that
 * compute when they return PLD_ERROR_PLATFORM: bounds hold in the floating-point environment that a thread starts with (round to
 * nearest, subnormal numbers kept), and in any other nothing is answered. Texts are always terminated; longer ones are cut. Every
 * function that takes a `pld_error *` accepts NULL. */
typedef struct pld_error {
    char word[128];    /* the offending word, as given */
    char message[512]; /* one sentence, without a final newline */
    char allowed[512]; /* what would be right, possibly empty */
    char family[64];   /* the family of mechanisms whose spec is wrong, possibly empty */
} pld_error;

#ifdef __cplusplus
}
#endif
#endif
