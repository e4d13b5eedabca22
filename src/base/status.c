/* Messages, errors and the version. */
#include "base/base.h"
#include "base/plain.h"

#include <stdarg.h>
#include <stdio.h>

#ifndef PLD_VERSION_STRING
#define PLD_VERSION_STRING "unknown"
#endif

const char *pld_status_message(pld_status status) {
    switch (status) {
#define PLD_STATUS_CASE(name, message) \
    case name:                         \
        return message;
        PLD_STATUS_LIST(PLD_STATUS_CASE)
#undef PLD_STATUS_CASE
    }
    return "unknown status";
}

const char *pld_version(void) {
    return PLD_VERSION_STRING;
}

pld_status pld__error_argument(pld_error *error, const char *word, const char *allowed, const char *format, ...) {
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        pld__plain_format_list(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
        snprintf(error->word, sizeof error->word, "%s", word);
        snprintf(error->allowed, sizeof error->allowed, "%s", allowed);
        error->family[0] = '\0';
    }
    return PLD_ERROR_ARGUMENT;
}
