#include "support/folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/pld-test-XXXXXX";

bool folder_enter(void) {
    memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
    return mkdtemp(folder) != NULL && chmod(folder, 0777) == 0 && chdir(folder) == 0;
}

void folder_leave(void) {
    DIR *listing = opendir(folder);
    for (struct dirent *entry; listing != NULL && (entry = readdir(listing)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            remove(entry->d_name);
        }
    }
    if (listing != NULL) {
        closedir(listing);
    }
    if (chdir("/") == 0) {
        rmdir(folder);
    }
}

unsigned char *folder_read(const char *name, size_t *size) {
    FILE *file = fopen(name, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        if (file != NULL) {
            fclose(file);
        }
        return NULL;
    }
    long length = ftell(file);
    rewind(file);
    unsigned char *bytes = malloc((size_t)length + 1);
    *size = bytes != NULL ? fread(bytes, 1, (size_t)length, file) : 0;
    fclose(file);
    return bytes;
}

bool folder_write(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    bool good = file != NULL && fwrite(bytes, 1, size, file) == size;
    return file != NULL && fclose(file) == 0 && good;
}

bool folder_has(const char *name) {
    return access(name, F_OK) == 0;
}
