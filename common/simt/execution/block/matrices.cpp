#include "execution/block/matrices.h"

#include <cstring>

#include "execution/block/matrix_numbers.h"
#include "execution/block/warpgroup_product.h"

namespace simt {
namespace {

using Lanes = MatrixLanes;

template <class Number>
void multiply(Lanes lanes) {
  const MatrixProduct kind = lanes[0]->kind;
  Factors<Number> factors;
  read_a(lanes, kind, factors);
  read_b(lanes, kind, factors);
  const auto sums = [&](unsigned lane) { return reinterpret_cast<char*>(&lanes[lane]->c); };
  read_sums(kind, factors, sums);
  add_products(kind, factors);
  write_sums(kind, factors,
             [&](unsigned lane) { return reinterpret_cast<char*>(&lanes[lane]->result); });
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
         kind.saturates == other.kind.saturates &&
         (product == nullptr || product->is_same(*other.product));
}

void compute_matrices(MatrixLanes lanes) {
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
    case MatrixOp::kWarpgroupMultiply:
      multiply_by_warpgroup(lanes);
      break;
    case MatrixOp::kLoadFragment:  // they only have to come
    case MatrixOp::kStoreFragment:
    case MatrixOp::kWarpgroupFence:
    case MatrixOp::kWarpgroupCommit:
    case MatrixOp::kWarpgroupWait:
    case MatrixOp::kWarpgroupRegisters:
      break;
  }
}

}  // namespace simt
