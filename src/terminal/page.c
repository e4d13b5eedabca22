#include "terminal/page.h"

#include <stdlib.h>

pld_status pld__page_open(pld__page *page) {
    *page = (pld__page){.text = NULL};
    page->stream = open_memstream(&page->text, &page->size);
    return page->stream ? PLD_OK : PLD_ERROR_MEMORY;
}

pld_status pld__page_close(pld__page *page, pld_status status) {
    int failed = ferror(page->stream);
    failed |= fclose(page->stream);
    page->stream = NULL;
    failed |= page->text == NULL; /* closing makes the text as short as it may be, and where that fails says nothing */
    return status == PLD_OK && failed ? PLD_ERROR_MEMORY : status;
}

void pld__page_print(const pld__page *page, FILE *stream) {
    fwrite(page->text, 1, page->size, stream);
}

void pld__page_free(pld__page *page) {
    if (page->stream != NULL) {
        fclose(page->stream);
    }
    free(page->text);
    *page = (pld__page){.text = NULL};
}
