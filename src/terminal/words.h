/* Words as a shell reads them. */
#ifndef PLD_TERMINAL_WORDS_H
#define PLD_TERMINAL_WORDS_H

/* "pld" and the words, with blanks between, quoted where a shell would need it; free it with free. NULL without memory. */
char *pld__words_join(int count, const char *const *words);

#endif
