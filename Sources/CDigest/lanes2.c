#include "CDigest.h"
#include "constants.h"
#if defined(__x86_64__)
#include <immintrin.h>

/* The SHA instructions wait for each other within one message: two rounds take four cycles, but
   the unit takes new ones every second cycle. Two messages in turn keep it busy. */
#define LANES __attribute__((target("sha,sse4.1")))
#define BOTH _Pragma("unroll") for (int lane = 0; lane < 2; lane++)

/* Four rounds: the instruction does two and wants the state as (C D G H) and (A B E F). */
LANES static inline __attribute__((always_inline)) void four_rounds(__m128i *abef, __m128i *cdgh,
                                                                    __m128i sums) {
  *cdgh = _mm_sha256rnds2_epu32(*cdgh, *abef, sums);
  *abef = _mm_sha256rnds2_epu32(*abef, *cdgh, _mm_shuffle_epi32(sums, 0x0e));
}

/* Puts the four message words that are used in sixteen rounds in the place of `words`. */
LANES static inline __attribute__((always_inline)) __m128i later_words(__m128i words, __m128i next,
                                                                       __m128i third,
                                                                       __m128i last) {
  __m128i seven_back = _mm_alignr_epi8(last, third, 4);
  __m128i sums = _mm_add_epi32(_mm_sha256msg1_epu32(words, next), seven_back);
  return _mm_sha256msg2_epu32(sums, last);
}

LANES void cdigest_advance_2(uint32_t *const *states, const uint8_t *const *bytes, size_t blocks) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const __m128i *constants = (const __m128i *)cdigest_constants;
  const uint8_t *from[2] = {bytes[0], bytes[1]};
  __m128i abef[2], cdgh[2];
  BOTH {
    __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)states[lane]), 0xb1);
    __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)states[lane] + 1), 0x1b);
    abef[lane] = _mm_alignr_epi8(badc, hgfe, 8);
    cdgh[lane] = _mm_blend_epi16(hgfe, badc, 0xf0);
  }
  for (; blocks > 0; blocks--) {
    __m128i words[2][4], abef_before[2], cdgh_before[2];
    BOTH {
      abef_before[lane] = abef[lane];
      cdgh_before[lane] = cdgh[lane];
#pragma unroll
      for (int four = 0; four < 4; four++) {
        __m128i read = _mm_loadu_si128((const __m128i *)from[lane] + four);
        words[lane][four] = _mm_shuffle_epi8(read, big_endian);
      }
      from[lane] += 64;
    }
#pragma unroll
    for (int four = 0; four < 16; four++) {
      BOTH {
        __m128i *now = &words[lane][four & 3];
        __m128i sums = _mm_add_epi32(*now, _mm_load_si128(constants + four));
        if (four < 12)
          *now = later_words(*now, words[lane][(four + 1) & 3], words[lane][(four + 2) & 3],
                             words[lane][(four + 3) & 3]);
        four_rounds(&abef[lane], &cdgh[lane], sums);
      }
    }
    BOTH {
      abef[lane] = _mm_add_epi32(abef[lane], abef_before[lane]);
      cdgh[lane] = _mm_add_epi32(cdgh[lane], cdgh_before[lane]);
    }
  }
  BOTH {
    __m128i feba = _mm_shuffle_epi32(abef[lane], 0x1b);
    __m128i dchg = _mm_shuffle_epi32(cdgh[lane], 0xb1);
    _mm_storeu_si128((__m128i *)states[lane], _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)states[lane] + 1, _mm_alignr_epi8(dchg, feba, 8));
  }
}
#endif
