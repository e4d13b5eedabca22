#include "store/failure.h"

#include "base/base.h"
#include "base/plain.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

pld_status pld__error_file(pld_error *error, const char *path, const char *format, ...) {
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        pld__plain_format_list(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
        snprintf(error->word, sizeof error->word, "%s", path);
        error->allowed[0] = '\0';
    }
    return PLD_ERROR_FILE;
}

pld_status pld__error_system(pld_error *error, const char *path, const char *verb, int code) {
    char reason[128];
    if (strerror_r(code, reason, sizeof reason) != 0) {
        snprintf(reason, sizeof reason, "error %d", code);
    }
    return pld__error_file(error, path, "'%s' cannot be %s: %s", path, verb, reason);
}
