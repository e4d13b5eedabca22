/* An empty folder for files of a test. */
#ifndef TESTS_SUPPORT_FOLDER_H
#define TESTS_SUPPORT_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Makes a folder and changes into it; false if that fails. */
bool folder_enter(void);
/* Removes it and all that is in it. */
void folder_leave(void);

/* The bytes of a file, to be freed; NULL if it cannot be read. */
unsigned char *folder_read(const char *name, size_t *size);
bool folder_write(const char *name, const void *bytes, size_t size);
bool folder_has(const char *name);

#endif
