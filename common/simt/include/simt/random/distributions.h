/// @file
/// Distributions of random numbers: uniform in (0, 1], normal by the Box-Muller transform, log-normal, Poisson.
#pragma once

#include <cmath>
#include <type_traits>

#include "vector_functions.h"
#include "vector_types.h"

#include "simt/random/mrg32k3a.h"
#include "simt/random/philox.h"
#include "simt/random/xorwow.h"
#include "simt/uncounted.h"

namespace simt {

/// Templates are for these generators only: those of 32 bits at a time, and all.
template <class S>
using IfBits = std::enable_if_t<std::is_same_v<S, curandStateXORWOW> ||
                                std::is_same_v<S, curandStatePhilox4_32_10>>;
template <class S>
using IfRandom = std::enable_if_t<std::is_same_v<S, curandStateXORWOW> ||
                                  std::is_same_v<S, curandStatePhilox4_32_10> ||
                                  std::is_same_v<S, curandStateMRG32k3a>>;

/// Of which distribution a state keeps the second value of a pair.
enum KeptValue { kNothingKept, kNormalKept, kLogNormalKept };

__device__ SIMT_INLINE float uniform_of(unsigned bits) {
  return static_cast<float>(bits) * 0x1p-32F + 0x1p-33F;
}
/// The 53 bits that a double has room for.
__device__ SIMT_INLINE double wide_bits(unsigned low, unsigned high) {
  return static_cast<double>(low ^ static_cast<unsigned long long>(high) << 21);
}
__device__ SIMT_INLINE double uniform_of(unsigned low, unsigned high) {
  return wide_bits(low, high) * 0x1p-53 + 0x1p-54;
}

/// Two normally distributed numbers.
/// @param radius in (0, 1]
/// @param angle in radians
__device__ SIMT_INLINE float2 normal_pair(float radius, float angle) {
  const float length = sqrtf(-2.0F * logf(radius));
  return make_float2(sinf(angle) * length, cosf(angle) * length);
}
/// @param angle in half turns
__device__ SIMT_INLINE double2 normal_pair(double radius, double angle) {
  const double length = sqrt(-2.0 * log(radius));
  return make_double2(sinpi(angle) * length, cospi(angle) * length);
}
__device__ SIMT_INLINE float2 normal_pair_of(unsigned x, unsigned y) {
  constexpr float kAngle = 0x1p-32F * 6.2831855F;
  return normal_pair(uniform_of(x), __fmaf_rn(static_cast<float>(y), kAngle, kAngle / 2));
}
__device__ SIMT_INLINE double2 normal_pair_of(unsigned x0, unsigned x1, unsigned y0, unsigned y1) {
  return normal_pair(uniform_of(x0, x1), wide_bits(y0, y1) * 0x1p-52 + 0x1p-53);
}

template <class S, class = IfBits<S>>
__device__ SIMT_INLINE float2 next_normals(S* state) {
  const unsigned x = curand(state);
  return normal_pair_of(x, curand(state));
}
__device__ SIMT_INLINE float2 next_normals(curandStateMRG32k3a* state) {
  const auto radius = static_cast<float>(mrg_uniform(state));
  return normal_pair(radius, static_cast<float>(mrg_uniform(state)) * 6.2831855F);
}
__device__ SIMT_INLINE double2 next_double_normals(curandStateXORWOW* state) {
  const unsigned x0 = curand(state), x1 = curand(state), y0 = curand(state);
  return normal_pair_of(x0, x1, y0, curand(state));
}
__device__ SIMT_INLINE double2 next_double_normals(curandStatePhilox4_32_10* state) {
  const uint4 bits = curand4(state);
  return normal_pair_of(bits.x, bits.y, bits.z, bits.w);
}
__device__ SIMT_INLINE double2 next_double_normals(curandStateMRG32k3a* state) {
  const double radius = mrg_uniform(state);
  return normal_pair(radius, mrg_uniform(state) * 2);
}

__device__ SIMT_INLINE float log_normal_of(float normal, float mean, float deviation) {
  return expf(__fmaf_rn(deviation, normal, mean));
}
__device__ SIMT_INLINE double log_normal_of(double normal, double mean, double deviation) {
  return exp(fma(deviation, normal, mean));
}

}  // namespace simt

template <class S, class = simt::IfBits<S>>
__device__ SIMT_INLINE float curand_uniform(S* state) {
  return simt::uniform_of(curand(state));
}
__device__ SIMT_INLINE float curand_uniform(curandStateMRG32k3a* state) {
  return static_cast<float>(simt::mrg_uniform(state));
}
__device__ SIMT_INLINE double curand_uniform_double(curandStateXORWOW* state) {
  const unsigned low = curand(state);
  return simt::uniform_of(low, curand(state));
}
/// It has 32 random bits only; curand_uniform2_double has more.
__device__ SIMT_INLINE double curand_uniform_double(curandStatePhilox4_32_10* state) {
  return curand(state) * 0x1p-32 + 0x1p-32;
}
__device__ SIMT_INLINE double curand_uniform_double(curandStateMRG32k3a* state) {
  return simt::mrg_uniform(state);
}

/// Numbers come in pairs: the second one is kept for the next call.
template <class S, class = simt::IfRandom<S>>
__device__ SIMT_INLINE float curand_normal(S* state) {
  if (state->kept == simt::kNormalKept) {
    state->kept = simt::kNothingKept;
    return state->kept_value;
  }
  const float2 pair = simt::next_normals(state);
  state->kept_value = pair.y;
  state->kept = simt::kNormalKept;
  return pair.x;
}
template <class S, class = simt::IfRandom<S>>
__device__ SIMT_INLINE double curand_normal_double(S* state) {
  if (state->kept_double == simt::kNormalKept) {
    state->kept_double = simt::kNothingKept;
    return state->kept_double_value;
  }
  const double2 pair = simt::next_double_normals(state);
  state->kept_double_value = pair.y;
  state->kept_double = simt::kNormalKept;
  return pair.x;
}
template <class S, class = simt::IfRandom<S>>
__device__ SIMT_INLINE float curand_log_normal(S* state, float mean, float deviation) {
  if (state->kept == simt::kLogNormalKept) {
    state->kept = simt::kNothingKept;
    return state->kept_value;
  }
  const float2 pair = simt::next_normals(state);
  state->kept_value = simt::log_normal_of(pair.y, mean, deviation);
  state->kept = simt::kLogNormalKept;
  return simt::log_normal_of(pair.x, mean, deviation);
}
template <class S, class = simt::IfRandom<S>>
__device__ SIMT_INLINE double curand_log_normal_double(S* state, double mean, double deviation) {
  if (state->kept_double == simt::kLogNormalKept) {
    state->kept_double = simt::kNothingKept;
    return state->kept_double_value;
  }
  const double2 pair = simt::next_double_normals(state);
  state->kept_double_value = simt::log_normal_of(pair.y, mean, deviation);
  state->kept_double = simt::kLogNormalKept;
  return simt::log_normal_of(pair.x, mean, deviation);
}

template <class S, class = simt::IfRandom<S>>
__device__ SIMT_INLINE float2 curand_normal2(S* state) {
  return simt::next_normals(state);
}
template <class S, class = simt::IfRandom<S>>
__device__ SIMT_INLINE double2 curand_normal2_double(S* state) {
  return simt::next_double_normals(state);
}
template <class S, class = simt::IfRandom<S>>
__device__ SIMT_INLINE float2 curand_log_normal2(S* state, float mean, float deviation) {
  const float2 pair = simt::next_normals(state);
  return make_float2(simt::log_normal_of(pair.x, mean, deviation),
                     simt::log_normal_of(pair.y, mean, deviation));
}
template <class S, class = simt::IfRandom<S>>
__device__ SIMT_INLINE double2 curand_log_normal2_double(S* state, double mean, double deviation) {
  const double2 pair = simt::next_double_normals(state);
  return make_double2(simt::log_normal_of(pair.x, mean, deviation),
                      simt::log_normal_of(pair.y, mean, deviation));
}

/// Knuth's method multiplies uniform numbers; one product has room for means below 64.
template <class S, class = simt::IfRandom<S>>
__device__ SIMT_INLINE unsigned curand_poisson(S* state, double mean) {
  if (mean > 4000) {
    return static_cast<unsigned>(sqrt(mean) * curand_normal_double(state) + mean + 0.5);
  }
  if (mean >= 64) simt::warn_of_poisson(mean);
  unsigned events = 0;
  for (; mean >= 64; mean -= 32) {  // sums of such numbers are such numbers
    for (float product = expf(32); (product *= curand_uniform(state)) > 1;) ++events;
  }
  for (float product = expf(static_cast<float>(mean)); (product *= curand_uniform(state)) > 1;) {
    ++events;
  }
  return events;
}

// What Philox has four of at a time.
__device__ SIMT_INLINE float4 curand_uniform4(curandStatePhilox4_32_10* state) {
  const uint4 bits = curand4(state);
  return make_float4(simt::uniform_of(bits.x), simt::uniform_of(bits.y), simt::uniform_of(bits.z),
                     simt::uniform_of(bits.w));
}
__device__ SIMT_INLINE double2 curand_uniform2_double(curandStatePhilox4_32_10* state) {
  const uint4 bits = curand4(state);
  return make_double2(simt::uniform_of(bits.x, bits.y), simt::uniform_of(bits.z, bits.w));
}
__device__ SIMT_INLINE double4 curand_uniform4_double(curandStatePhilox4_32_10* state) {
  const double2 first = curand_uniform2_double(state), second = curand_uniform2_double(state);
  return make_double4(first.x, first.y, second.x, second.y);
}
__device__ SIMT_INLINE float4 curand_normal4(curandStatePhilox4_32_10* state) {
  const uint4 bits = curand4(state);
  const float2 first = simt::normal_pair_of(bits.x, bits.y);
  const float2 second = simt::normal_pair_of(bits.z, bits.w);
  return make_float4(first.x, first.y, second.x, second.y);
}
__device__ SIMT_INLINE double4 curand_normal4_double(curandStatePhilox4_32_10* state) {
  const double2 first = simt::next_double_normals(state);
  const double2 second = simt::next_double_normals(state);
  return make_double4(first.x, first.y, second.x, second.y);
}
__device__ SIMT_INLINE float4 curand_log_normal4(curandStatePhilox4_32_10* state, float mean,
                                                 float deviation) {
  const float4 n = curand_normal4(state);
  return make_float4(
      simt::log_normal_of(n.x, mean, deviation), simt::log_normal_of(n.y, mean, deviation),
      simt::log_normal_of(n.z, mean, deviation), simt::log_normal_of(n.w, mean, deviation));
}
__device__ SIMT_INLINE uint4 curand_poisson4(curandStatePhilox4_32_10* state, double mean) {
  if (mean > 4000) {
    const double4 n = curand_normal4_double(state);
    const auto rounded = [mean](double normal) {
      return static_cast<unsigned>(sqrt(mean) * normal + mean + 0.5);
    };
    return make_uint4(rounded(n.x), rounded(n.y), rounded(n.z), rounded(n.w));
  }
  const unsigned x = curand_poisson(state, mean), y = curand_poisson(state, mean),
                 z = curand_poisson(state, mean);
  return make_uint4(x, y, z, curand_poisson(state, mean));
}
