#ifndef CDIGEST_H
#define CDIGEST_H
#include <stddef.h>
#include <stdint.h>
/* The block step of SHA-256 (FIPS 180-4, 6.2.2), over one message or over several side by side.
   A state is eight words; padding and order are the caller's. In C because the instructions have
   no names in Swift, and because each function is compiled for a processor of its own: ask
   cdigest_can first. */

/* The most messages that one call takes. */
enum { CDIGEST_WIDEST = 16 };

/* Whether this processor has a kernel of that width: 16 (AVX-512), 2 (SHA instructions), 1. */
int cdigest_can(int width);

/* The state before the first block. */
void cdigest_begin(uint32_t *state);

/* Advances one state over whole blocks of 64 bytes, by OpenSSL. */
void cdigest_advance_1(uint32_t *state, const uint8_t *bytes, size_t blocks);

/* Advances two states at once. */
void cdigest_advance_2(uint32_t *const *states, const uint8_t *const *bytes, size_t blocks);

/* Advances up to 16 states at once; costs the same for fewer. */
void cdigest_advance_16(uint32_t *const *states, const uint8_t *const *bytes, int count,
                        size_t blocks);
#endif
