/* Allocation with an overflow check and SIMD alignment. */
#include "base/base.h"

#include <stdint.h>
#include <stdlib.h>

enum { ALIGNMENT = 64 };

void *pld__allocate(size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX - ALIGNMENT) / size)
        return NULL;
    size_t bytes = count * size;
    bytes = bytes == 0 ? ALIGNMENT : (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return aligned_alloc(ALIGNMENT, bytes);
}

void pld__free(void *memory) {
    free(memory);
}
