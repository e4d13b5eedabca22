/* Which version these headers are of: CMakeLists.txt takes it from here. pld_version() says which one the library is of. */
#ifndef PLD_VERSION_H
#define PLD_VERSION_H

#define PLD_VERSION_MAJOR 0
#define PLD_VERSION_MINOR 1
#define PLD_VERSION_PATCH 0

/* As one number that rises: 10203 is 1.2.3. */
#define PLD_VERSION (PLD_VERSION_MAJOR * 10000 + PLD_VERSION_MINOR * 100 + PLD_VERSION_PATCH)

#endif
