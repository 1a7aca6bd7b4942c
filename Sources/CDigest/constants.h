#ifndef CDIGEST_CONSTANTS_H
#define CDIGEST_CONSTANTS_H
#include <stdint.h>
/* The 64 constants of FIPS 180-4, 4.2.2. */
extern const uint32_t cdigest_constants[64];
#endif
