/* Interrupts that end a long computation cleanly. */
#ifndef PLD_PROCESS_SIGNALS_H
#define PLD_PROCESS_SIGNALS_H

/* From now on SIGINT and SIGTERM are remembered; a second one of the kind ends the program at once. */
void pld__signals_catch(void);

/* The one that came, or 0. */
int pld__signals_caught(void);

#endif
