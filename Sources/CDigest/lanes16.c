#include "CDigest.h"
#include "constants.h"
#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

/* Sixteen messages in the sixteen 32-bit fields of AVX-512: a vector holds the same word of all.
   The plain formulas of FIPS 180-4 then need no lane-crossing step but the reading of the blocks;
   rotation and functions of three bits are one instruction each. */
#define LANES __attribute__((target("avx512f,avx512bw")))
#define INLINE LANES static inline __attribute__((always_inline))

#define XOR3(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0x96)
#define CHOICE(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0xca)
#define MAJORITY(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0xe8)
#define ROTATED(x, n) _mm512_ror_epi32(x, n)
#define SHIFTED(x, n) _mm512_srli_epi32(x, n)

INLINE __m512i add(__m512i x, __m512i y) { return _mm512_add_epi32(x, y); }

/* Reads one block of each message and turns the square: sixteen words of one message become one
   word of sixteen messages, first within 128 bits, then those as wholes. */
INLINE void read_blocks(__m512i *words, const uint8_t *const *from) {
  const __m512i big_endian =
      _mm512_broadcast_i32x4(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));
  __m512i rows[16], pairs[16];
#pragma unroll
  for (int lane = 0; lane < 16; lane++) rows[lane] = _mm512_loadu_si512(from[lane]);
#pragma unroll
  for (int lane = 0; lane < 16; lane += 2) {
    pairs[lane] = _mm512_unpacklo_epi32(rows[lane], rows[lane + 1]);
    pairs[lane + 1] = _mm512_unpackhi_epi32(rows[lane], rows[lane + 1]);
  }
#pragma unroll
  for (int lane = 0; lane < 16; lane += 4) {
    rows[lane] = _mm512_unpacklo_epi64(pairs[lane], pairs[lane + 2]);
    rows[lane + 1] = _mm512_unpackhi_epi64(pairs[lane], pairs[lane + 2]);
    rows[lane + 2] = _mm512_unpacklo_epi64(pairs[lane + 1], pairs[lane + 3]);
    rows[lane + 3] = _mm512_unpackhi_epi64(pairs[lane + 1], pairs[lane + 3]);
  }
#pragma unroll
  for (int word = 0; word < 4; word++) {
    __m512i low = _mm512_shuffle_i32x4(rows[word], rows[4 + word], 0x44);
    __m512i high = _mm512_shuffle_i32x4(rows[word], rows[4 + word], 0xee);
    __m512i later_low = _mm512_shuffle_i32x4(rows[8 + word], rows[12 + word], 0x44);
    __m512i later_high = _mm512_shuffle_i32x4(rows[8 + word], rows[12 + word], 0xee);
    words[word] = _mm512_shuffle_i32x4(low, later_low, 0x88);
    words[4 + word] = _mm512_shuffle_i32x4(low, later_low, 0xdd);
    words[8 + word] = _mm512_shuffle_i32x4(high, later_high, 0x88);
    words[12 + word] = _mm512_shuffle_i32x4(high, later_high, 0xdd);
  }
#pragma unroll
  for (int word = 0; word < 16; word++) words[word] = _mm512_shuffle_epi8(words[word], big_endian);
}

/* The message word sixteen rounds later, in the place of this one. */
INLINE void renew(__m512i *words, int place) {
  __m512i second = words[(place + 1) & 15], last = words[(place + 14) & 15];
  __m512i small0 = XOR3(ROTATED(second, 7), ROTATED(second, 18), SHIFTED(second, 3));
  __m512i small1 = XOR3(ROTATED(last, 17), ROTATED(last, 19), SHIFTED(last, 10));
  words[place] = add(add(words[place], words[(place + 9) & 15]), add(small0, small1));
}

/* Sixteen rounds; the eight variables stand still and change their names instead. */
INLINE void sixteen_rounds(__m512i *state, __m512i *words, const uint32_t *constants, int renews) {
#pragma unroll
  for (int round = 0; round < 16; round++) {
    if (renews) renew(words, round);
#define NAMED(letter) state[(letter - round) & 7]
    __m512i a = NAMED(0), b = NAMED(1), c = NAMED(2), e = NAMED(4), f = NAMED(5), g = NAMED(6);
    __m512i given = add(NAMED(7), add(words[round], _mm512_set1_epi32((int)constants[round])));
    __m512i large1 = XOR3(ROTATED(e, 6), ROTATED(e, 11), ROTATED(e, 25));
    __m512i large0 = XOR3(ROTATED(a, 2), ROTATED(a, 13), ROTATED(a, 22));
    __m512i first = add(given, add(CHOICE(e, f, g), large1));
    NAMED(3) = add(NAMED(3), first);
    NAMED(7) = add(first, add(MAJORITY(a, b, c), large0));
#undef NAMED
  }
}

LANES void cdigest_advance_16(uint32_t *const *states, const uint8_t *const *bytes, int count,
                              size_t blocks) {
  const uint8_t *from[16];
  uint32_t square[8][16];
  for (int lane = 0; lane < 16; lane++) {
    // A lane that nobody wants does what the first does, for nobody.
    int source = lane < count ? lane : 0;
    from[lane] = bytes[source];
    for (int word = 0; word < 8; word++) square[word][lane] = states[source][word];
  }
  __m512i state[8], words[16];
  memcpy(state, square, sizeof state);
  for (; blocks > 0; blocks--) {
    __m512i before[8];
    memcpy(before, state, sizeof before);
    read_blocks(words, from);
    for (int lane = 0; lane < 16; lane++) from[lane] += 64;
    sixteen_rounds(state, words, cdigest_constants, 0);
    for (int round = 16; round < 64; round += 16)
      sixteen_rounds(state, words, cdigest_constants + round, 1);
#pragma unroll
    for (int word = 0; word < 8; word++) state[word] = add(state[word], before[word]);
  }
  memcpy(square, state, sizeof state);
  for (int lane = 0; lane < count; lane++)
    for (int word = 0; word < 8; word++) states[lane][word] = square[word][lane];
}
#endif
