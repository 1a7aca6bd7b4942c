/* The one-lane step on its own is deprecated in OpenSSL 3, yet its only door to a state that comes
   from elsewhere: EVP keeps its state to itself. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "CDigest.h"
#include "constants.h"

#include <openssl/sha.h>
#include <string.h>

_Alignas(64) const uint32_t cdigest_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static const uint32_t first_state[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

int cdigest_can(int width) {
#if defined(__x86_64__)
  if (width == 16)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
  if (width == 2) return __builtin_cpu_supports("sha") && __builtin_cpu_supports("sse4.1");
#endif
  return width == 1;
}

void cdigest_begin(uint32_t *state) { memcpy(state, first_state, sizeof first_state); }

void cdigest_advance_1(uint32_t *state, const uint8_t *bytes, size_t blocks) {
  SHA256_CTX context = {.md_len = SHA256_DIGEST_LENGTH};
  memcpy(context.h, state, sizeof context.h);
  SHA256_Update(&context, bytes, blocks * 64);
  memcpy(state, context.h, sizeof context.h);
}

#if !defined(__x86_64__)
/* Nobody comes here: cdigest_can says so. */
void cdigest_advance_2(uint32_t *const *states, const uint8_t *const *bytes, size_t blocks) {
  cdigest_advance_16(states, bytes, 2, blocks);
}

void cdigest_advance_16(uint32_t *const *states, const uint8_t *const *bytes, int count,
                        size_t blocks) {
  for (int lane = 0; lane < count; lane++) cdigest_advance_1(states[lane], bytes[lane], blocks);
}
#endif
