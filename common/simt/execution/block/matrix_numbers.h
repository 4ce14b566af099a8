/// @file
/// @ingroup simt_execution
/// The numbers of matrices that tensor cores multiply, in registers of a warp's lanes, and their product.
///
/// A register of 32 bits (of 64, if a number has so many) holds numbers of one row of A, one column of B: lane i those
/// from i % 4 registers on in row or column i / 4. Further registers of A are 8 rows below, then further right; those
/// of B are further down.
#pragma once

#include <cstdint>
#include <cstring>

#include "simt/small_float.h"
#include "simt/tiny_float.h"

#include "execution/block/matrices.h"

namespace simt {

template <class Number>
Number number_at(const char* from, MatrixNumber kind) {
  const auto read = [from](auto value) {
    std::memcpy(&value, from, sizeof value);
    return value;
  };
  switch (kind) {
    case MatrixNumber::kHalf:
      return static_cast<Number>(decode<10>(read(std::uint16_t{})));
    case MatrixNumber::kBfloat:
      return static_cast<Number>(decode<7>(read(std::uint16_t{})));
    case MatrixNumber::kTf32:  // tensor cores do not look at the last bits
      return static_cast<Number>(
          __builtin_bit_cast(float, read(std::uint32_t{}) & ~std::uint32_t{0x1fff}));
    case MatrixNumber::kSigned8:
      return static_cast<Number>(read(std::int8_t{}));
    case MatrixNumber::kUnsigned8:
      return static_cast<Number>(read(std::uint8_t{}));
    case MatrixNumber::kE4m3:
      return static_cast<Number>(from_tiny(read(std::uint8_t{}), kE4M3));
    case MatrixNumber::kE5m2:
      return static_cast<Number>(from_tiny(read(std::uint8_t{}), kE5M2));
    case MatrixNumber::kDouble:
      return static_cast<Number>(read(double{}));
    case MatrixNumber::kFloat:
      return static_cast<Number>(read(float{}));
    case MatrixNumber::kSigned32:
      return static_cast<Number>(read(std::int32_t{}));
  }
  return {};
}

/// Rounds a value to `float` towards zero, as tensor cores do. Every NaN becomes the same one, 0x7fffffff.
inline float rounded_to_float(double value) {
  if (value != value) return __builtin_bit_cast(float, 0x7fffffff);
  const auto rounded = static_cast<float>(value);
  if (__builtin_fabs(static_cast<double>(rounded)) <= __builtin_fabs(value)) return rounded;
  if (__builtin_isinf(rounded) && __builtin_fabs(value) >= 0x1p128) return rounded;
  return __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, rounded) - 1);
}

inline void write_sum(char* to, double value, const MatrixProduct& kind) {
  if (kind.sum == MatrixNumber::kHalf) {
    const std::uint16_t bits = encode<10>(rounded_to_float(value));
    std::memcpy(to, &bits, sizeof bits);
  } else if (kind.sum == MatrixNumber::kDouble) {
    std::memcpy(to, &value, sizeof value);
  } else {
    const float rounded = rounded_to_float(value);
    std::memcpy(to, &rounded, sizeof rounded);
  }
}

inline void write_sum(char* to, std::int64_t value, const MatrixProduct& kind) {
  if (kind.saturates) {
    if (value > INT32_MAX) value = INT32_MAX;
    if (value < INT32_MIN) value = INT32_MIN;
  }
  const auto bits = static_cast<std::uint32_t>(value);
  std::memcpy(to, &bits, sizeof bits);
}

/// What one product of a warp needs: A, and 8 columns of B and of the sums.
template <class Number>
struct Factors {
  Number a[16][32], b[32][8], sum[16][8];
};

/// How many numbers a register holds, how many registers are side by side in a row of A, and below each other.
struct MatrixRegisters {
  explicit MatrixRegisters(const MatrixProduct& kind)
      : bytes_a(bytes_of(kind.a)),
        bytes_b(bytes_of(kind.b)),
        numbers((bytes_a == 8 ? 8 : 4) / bytes_a),
        right(kind.depth / (4 * numbers)),
        below(kind.rows / 8) {}
  unsigned bytes_a, bytes_b, numbers, right, below;
};

template <class Number>
void read_a(MatrixLanes lanes, const MatrixProduct& kind, Factors<Number>& factors) {
  const MatrixRegisters registers(kind);
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned group = lane / 4, first = lane % 4 * registers.numbers;
    const char* at = reinterpret_cast<const char*>(&lanes[lane]->a);
    for (unsigned right = 0; right < registers.right; ++right) {
      for (unsigned below = 0; below < registers.below; ++below) {
        for (unsigned i = 0; i < registers.numbers; ++i, at += registers.bytes_a) {
          factors.a[group + 8 * below][first + i + right * 4 * registers.numbers] =
              number_at<Number>(at, kind.a);
        }
      }
    }
  }
}

template <class Number>
void read_b(MatrixLanes lanes, const MatrixProduct& kind, Factors<Number>& factors) {
  const MatrixRegisters registers(kind);
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned group = lane / 4, first = lane % 4 * registers.numbers;
    const char* at = reinterpret_cast<const char*>(&lanes[lane]->b);
    for (unsigned below = 0; below < registers.right; ++below) {
      for (unsigned i = 0; i < registers.numbers; ++i, at += registers.bytes_b) {
        factors.b[first + i + below * 4 * registers.numbers][group] = number_at<Number>(at, kind.b);
      }
    }
  }
}

/// Calls `use(number, at)` for what each lane has of the sums. @param registers_of(lane) where its registers are
template <class Number, class RegistersOf, class Use>
void for_each_sum(const MatrixProduct& kind, Factors<Number>& factors, RegistersOf registers_of,
                  Use use) {
  const unsigned bytes = bytes_of(kind.sum);
  for (unsigned lane = 0; lane < 32; ++lane) {
    char* at = registers_of(lane);
    for (unsigned below = 0; below < kind.rows / 8u; ++below) {
      for (unsigned i = 0; i < 2; ++i, at += bytes) {
        use(factors.sum[lane / 4 + 8 * below][lane % 4 * 2 + i], at);
      }
    }
  }
}
template <class Number, class RegistersOf>
void read_sums(const MatrixProduct& kind, Factors<Number>& factors, RegistersOf registers_of) {
  for_each_sum(kind, factors, registers_of,
               [&](Number& sum, const char* at) { sum = number_at<Number>(at, kind.sum); });
}
template <class Number, class RegistersOf>
void write_sums(const MatrixProduct& kind, Factors<Number>& factors, RegistersOf registers_of) {
  for_each_sum(kind, factors, registers_of,
               [&](Number sum, char* at) { write_sum(at, sum, kind); });
}

template <class Number>
void add_products(const MatrixProduct& kind, Factors<Number>& factors) {
  for (unsigned row = 0; row < kind.rows; ++row) {
    for (unsigned k = 0; k < kind.depth; ++k) {
      const Number factor = factors.a[row][k];
      for (unsigned column = 0; column < 8; ++column) {
        factors.sum[row][column] += factor * factors.b[k][column];
      }
    }
  }
}

}  // namespace simt
