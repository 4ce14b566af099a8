/// @file
/// The floating-point formats of 8, 6 and 4 bits: conversions, which are all that there is of them on a GPU, too.
///
/// A value of each is exact in a float, and one of those, of half, bfloat16 and integers that matter is exact in a
/// double, so every conversion rounds once.
#pragma once

#include <cstdint>

#include "device_types.h"
#include "simt/small_float.h"
#include "simt/uncounted.h"

enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };
enum __nv_fp4_interpretation_t { __NV_E2M1 };

namespace simt {

/// A format with a sign, an exponent and a fraction.
struct TinyFormat {
  int fraction;       ///< its bits
  int bias;           ///< of the exponent
  unsigned sign;      ///< bit
  unsigned largest;   ///< finite number
  unsigned infinity;  ///< 0: there is none
  unsigned nan;       ///< 0: there is none, and the largest number stands for it
};
inline constexpr TinyFormat kE5M2{2, 15, 0x80, 0x7b, 0x7c, 0x7f};
inline constexpr TinyFormat kE4M3{3, 7, 0x80, 0x7e, 0, 0x7f};
inline constexpr TinyFormat kE3M2{2, 3, 0x20, 0x1f, 0, 0};
inline constexpr TinyFormat kE2M3{3, 1, 0x20, 0x1f, 0, 0};
inline constexpr TinyFormat kE2M1{1, 1, 0x08, 0x07, 0, 0};

SIMT_UNCOUNTED_INLINE const TinyFormat& format_of(__nv_fp8_interpretation_t kind) {
  return kind == __NV_E5M2 ? kE5M2 : kE4M3;
}
SIMT_UNCOUNTED_INLINE const TinyFormat& format_of(__nv_fp6_interpretation_t kind) {
  return kind == __NV_E3M2 ? kE3M2 : kE2M3;
}
SIMT_UNCOUNTED_INLINE const TinyFormat& format_of(__nv_fp4_interpretation_t) { return kE2M1; }

/// A NaN of a double keeps its sign and, in a format with infinities, what fits of its payload; that of a float becomes
/// the one NaN of the format.
SIMT_UNCOUNTED_INLINE unsigned tiny_nan(double value, const TinyFormat& format) {
  if (format.nan == 0) return format.largest;
  const auto bits = __builtin_bit_cast(std::uint64_t, value);
  const unsigned sign = static_cast<unsigned>(bits >> 63) * format.sign;
  if (format.infinity == 0) return sign | format.nan;
  const std::uint64_t quiet = bits | std::uint64_t{1} << 51;
  const auto payload = static_cast<unsigned>(quiet >> (52 - format.fraction));
  return sign | format.infinity | (payload & ((1u << format.fraction) - 1));
}
SIMT_UNCOUNTED_INLINE unsigned tiny_nan(float, const TinyFormat& format) {
  return format.nan != 0 ? format.nan : format.largest;
}

/// The bits of `value`, rounded to the nearest number, and of two to the even one. @tparam Float float or double
template <class Float>
[[gnu::noinline]] SIMT_UNCOUNTED unsigned char to_tiny(Float value, const TinyFormat& format,
                                                       bool saturates) {
  const unsigned sign = __builtin_signbit(value) ? format.sign : 0;
  if (value != value) return static_cast<unsigned char>(tiny_nan(value, format));
  const double magnitude = __builtin_fabs(value);
  // Numbers of one exponent are that many units apart; subnormal ones as those of the least exponent.
  int exponent = magnitude > 0 && magnitude < __builtin_inf() ? __builtin_ilogb(magnitude) : 1024;
  if (magnitude == 0 || exponent < 1 - format.bias) exponent = 1 - format.bias;
  const unsigned too_large = format.infinity != 0 ? format.infinity : format.nan;
  const unsigned overflow = saturates || too_large == 0 ? format.largest : too_large;
  if (exponent > 100) return static_cast<unsigned char>(sign | overflow);
  const double units = __builtin_nearbyint(__builtin_ldexp(magnitude, format.fraction - exponent));
  const unsigned bits = (static_cast<unsigned>(exponent + format.bias - 1) << format.fraction) +
                        static_cast<unsigned>(units);
  return static_cast<unsigned char>(sign | (bits > format.largest ? overflow : bits));
}

[[gnu::noinline]] SIMT_UNCOUNTED inline float from_tiny(unsigned bits, const TinyFormat& format) {
  const unsigned magnitude = bits & (format.sign - 1);
  const float sign = (bits & format.sign) != 0 ? -1.0f : 1.0f;
  if (format.infinity != 0 && magnitude == format.infinity) return sign * __builtin_inff();
  if (magnitude > format.largest) return __builtin_nanf("");
  const int exponent = static_cast<int>(magnitude >> format.fraction);
  const unsigned hidden = exponent > 0 ? 1u << format.fraction : 0;
  const unsigned fraction = magnitude & ((1u << format.fraction) - 1);
  const int scale = (exponent > 0 ? exponent : 1) - format.bias - format.fraction;
  return sign * __builtin_ldexpf(static_cast<float>(hidden + fraction), scale);
}

// Powers of two alone: the exponent of a float, without a sign.

/// @param upwards to the next power, or down to the last one
[[gnu::noinline]] SIMT_UNCOUNTED inline unsigned char to_power(double value, bool saturates,
                                                               bool upwards) {
  constexpr unsigned kNan = 0xff, kLargest = 0xfe;
  if (value != value) return kNan;
  const double magnitude = __builtin_fabs(value);
  if (magnitude <= 0x1p-127) return 0;
  if (magnitude == __builtin_inf()) return saturates ? kLargest : kNan;
  int exponent = __builtin_ilogb(magnitude);
  if (upwards && magnitude > __builtin_ldexp(1.0, exponent)) ++exponent;
  if (exponent > 127) return saturates || !upwards ? kLargest : kNan;
  return static_cast<unsigned char>(exponent + 127);
}

[[gnu::noinline]] SIMT_UNCOUNTED inline float from_power(unsigned char bits) {
  return bits == 0xff ? __builtin_nanf("") : __builtin_ldexpf(1.0f, static_cast<int>(bits) - 127);
}

}  // namespace simt
