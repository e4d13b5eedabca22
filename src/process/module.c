#include "process/module.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

void *pld__module_load(const char *name, bool global) {
    static const char *const places[] = {".", PLD_MODULE_FOLDER};
    char program[PATH_SIZE], path[PATH_SIZE];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    void *module = NULL;
    if (length <= 0) {
        return NULL;
    }
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0] && module == NULL; i++) {
        if ((size_t)snprintf(path, sizeof path, "%s/%s/%s", program, places[i], name) < sizeof path) {
            module = dlopen(path, RTLD_NOW | (global ? RTLD_GLOBAL : RTLD_LOCAL));
        }
    }
    return module;
}

void *pld__module_function(void *module, const char *name) {
    return module ? dlsym(module, name) : NULL;
}
