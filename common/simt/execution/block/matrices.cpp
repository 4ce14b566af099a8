#include "execution/block/matrices.h"

#include <cstring>

#include "simt/small_float.h"

namespace simt {
namespace {

using Lanes = MatrixLane* const (&)[32];

template <class T>
T read(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class Number>
Number number_at(const char* from, MatrixNumber kind) {
  switch (kind) {
    case MatrixNumber::kHalf:
      return static_cast<Number>(decode<10>(read<std::uint16_t>(from)));
    case MatrixNumber::kBfloat:
      return static_cast<Number>(decode<7>(read<std::uint16_t>(from)));
    case MatrixNumber::kTf32:  // tensor cores do not look at the last bits
      return static_cast<Number>(
          __builtin_bit_cast(float, read<std::uint32_t>(from) & ~std::uint32_t{0x1fff}));
    case MatrixNumber::kSigned8:
      return static_cast<Number>(read<std::int8_t>(from));
    case MatrixNumber::kUnsigned8:
      return static_cast<Number>(read<std::uint8_t>(from));
    case MatrixNumber::kDouble:
      return static_cast<Number>(read<double>(from));
    case MatrixNumber::kFloat:
      return static_cast<Number>(read<float>(from));
    case MatrixNumber::kSigned32:
      return static_cast<Number>(read<std::int32_t>(from));
  }
  return {};
}

/// As tensor cores round, towards zero. A NaN has one form.
float rounded_to_float(double value) {
  if (value != value) return __builtin_bit_cast(float, 0x7fffffff);
  const auto rounded = static_cast<float>(value);
  if (__builtin_fabs(static_cast<double>(rounded)) <= __builtin_fabs(value)) return rounded;
  if (__builtin_isinf(rounded) && __builtin_fabs(value) >= 0x1p128) return rounded;
  return __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, rounded) - 1);
}

void write_sum(char* to, double value, const MatrixProduct& kind) {
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

void write_sum(char* to, std::int64_t value, const MatrixProduct& kind) {
  if (kind.saturates) {
    if (value > INT32_MAX) value = INT32_MAX;
    if (value < INT32_MIN) value = INT32_MIN;
  }
  const auto bits = static_cast<std::uint32_t>(value);
  std::memcpy(to, &bits, sizeof bits);
}

/// A register of 32 bits (of 64, if a number has so many) holds numbers of one row of A, one column of B: lane i those
/// from i % 4 registers on in row or column i / 4. Further registers of A are 8 rows below, then further right;
/// those of B are further down.
template <class Number>
void multiply(Lanes lanes) {
  const MatrixProduct kind = lanes[0]->kind;
  Number a[16][32], b[32][8], sum[16][8];
  const unsigned bytes_a = bytes_of(kind.a), bytes_b = bytes_of(kind.b);
  const unsigned register_bytes = bytes_a == 8 ? 8 : 4, numbers = register_bytes / bytes_a;
  const unsigned depth_registers = kind.depth / (4 * numbers), row_registers = kind.rows / 8;
  const unsigned bytes_c = bytes_of(kind.sum);
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned group = lane / 4, first = lane % 4 * numbers;
    const char* at = reinterpret_cast<const char*>(&lanes[lane]->a);
    for (unsigned right = 0; right < depth_registers; ++right) {
      for (unsigned below = 0; below < row_registers; ++below) {
        for (unsigned i = 0; i < numbers; ++i, at += bytes_a) {
          a[group + 8 * below][first + i + right * 4 * numbers] = number_at<Number>(at, kind.a);
        }
      }
    }
    at = reinterpret_cast<const char*>(&lanes[lane]->b);
    for (unsigned below = 0; below < depth_registers; ++below) {
      for (unsigned i = 0; i < numbers; ++i, at += bytes_b) {
        b[first + i + below * 4 * numbers][group] = number_at<Number>(at, kind.b);
      }
    }
    at = reinterpret_cast<const char*>(&lanes[lane]->c);
    for (unsigned below = 0; below < row_registers; ++below) {
      for (unsigned i = 0; i < 2; ++i, at += bytes_c) {
        sum[group + 8 * below][lane % 4 * 2 + i] = number_at<Number>(at, kind.sum);
      }
    }
  }
  for (unsigned row = 0; row < kind.rows; ++row) {
    for (unsigned k = 0; k < kind.depth; ++k) {
      const Number factor = a[row][k];
      for (unsigned column = 0; column < 8; ++column) sum[row][column] += factor * b[k][column];
    }
  }
  for (unsigned lane = 0; lane < 32; ++lane) {
    char* at = reinterpret_cast<char*>(&lanes[lane]->result);
    for (unsigned below = 0; below < row_registers; ++below) {
      for (unsigned i = 0; i < 2; ++i, at += bytes_c) {
        write_sum(at, sum[lane / 4 + 8 * below][lane % 4 * 2 + i], kind);
      }
    }
  }
}

/// Up to four matrices of 8 rows with 8 numbers of 16 bits.
using Rows = std::uint16_t[4][8][8];

/// Calls `use(number, bits, shift)` for what the registers of each lane hold.
template <class Use>
void for_each_number(unsigned count, bool transposes, Rows& rows, Use use) {
  for (unsigned m = 0; m < count; ++m) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (unsigned i = 0; i < 2; ++i) {
        const unsigned row = lane / 4, column = lane % 4 * 2 + i;
        use(transposes ? rows[m][column][row] : rows[m][row][column], lane, m, 16 * i);
      }
    }
  }
}

/// Out of the registers (`a`) of the lanes.
void gather(Lanes lanes, unsigned count, bool transposes, Rows& rows) {
  for_each_number(count, transposes, rows,
                  [&](std::uint16_t& number, unsigned lane, unsigned m, unsigned shift) {
                    number = static_cast<std::uint16_t>(lanes[lane]->a[m] >> shift);
                  });
}

/// Into the registers (`result`) of the lanes.
void spread(Lanes lanes, unsigned count, bool transposes, Rows& rows) {
  for (MatrixLane* const lane : lanes) lane->result = MatrixPart{};
  for_each_number(count, transposes, rows,
                  [&](std::uint16_t number, unsigned lane, unsigned m, unsigned shift) {
                    lanes[lane]->result[m] |= std::uint32_t{number} << shift;
                  });
}

void load(Lanes lanes) {
  Rows rows;
  const unsigned count = lanes[0]->count;
  for (unsigned i = 0; i < 8 * count; ++i) std::memcpy(rows[i / 8][i % 8], &lanes[i]->a, 16);
  spread(lanes, count, lanes[0]->transposes, rows);
}

void store(Lanes lanes) {
  Rows rows;
  const unsigned count = lanes[0]->count;
  gather(lanes, count, lanes[0]->transposes, rows);
  for (unsigned i = 0; i < 8 * count; ++i) std::memcpy(&lanes[i]->result, rows[i / 8][i % 8], 16);
}

void transpose(Lanes lanes) {
  Rows rows;
  gather(lanes, 1, false, rows);
  spread(lanes, 1, true, rows);
}

}  // namespace

bool MatrixLane::does_the_same(const MatrixLane& other) const {
  return op == other.op && transposes == other.transposes && count == other.count &&
         kind.rows == other.kind.rows && kind.depth == other.kind.depth && kind.a == other.kind.a &&
         kind.b == other.kind.b && kind.sum == other.kind.sum &&
         kind.saturates == other.kind.saturates;
}

void compute_matrices(MatrixLane* const (&lanes)[32]) {
  switch (lanes[0]->op) {
    case MatrixOp::kMultiply:
      if (lanes[0]->kind.sum == MatrixNumber::kSigned32) {
        multiply<std::int64_t>(lanes);
      } else {
        multiply<double>(lanes);
      }
      break;
    case MatrixOp::kLoad:
      load(lanes);
      break;
    case MatrixOp::kStore:
      store(lanes);
      break;
    case MatrixOp::kTranspose:
      transpose(lanes);
      break;
    case MatrixOp::kLoadFragment:  // they only have to come
    case MatrixOp::kStoreFragment:
      break;
  }
}

}  // namespace simt
