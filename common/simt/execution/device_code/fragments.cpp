// nvcuda::wmma: fragments of matrices lie in registers as `mma.sync` takes them, and come from memory as nvcc's code
// for GPUs of compute capability 8.0 and later fetches them.
#include "simt/fragments.h"

#include <cstring>
#include <string>

#include "simt/address_spaces.h"
#include "simt/small_float.h"

#include "execution/block/matrices.h"
#include "execution/device_code/hooks.h"
#include "execution/threads/running_thread.h"

namespace simt {
namespace {

/// Products have 16 rows and 8 columns. One of 8 rows and 32 columns is computed as its transpose; one of doubles
/// has 8 rows.
bool is_transposed(const Fragment& f) { return f.rows == 8 && f.columns == 32; }

/// A fragment as blocks of 8 × 4 registers. An operand's block has 8 rows of A, or 8 columns of B, with 16 bytes of
/// neighbours in k (32, where they are doubles); one of sums 8 rows with 8 columns, of which a lane has two neighbours.
struct Blocks {
  unsigned bytes;    ///< of a number
  unsigned numbers;  ///< neighbours that a lane has in a block
  unsigned count;    ///< in the order of the registers
  bool lie_along;    ///< neighbours are neighbours in memory
  bool is_left;      ///< of 16 rows in each product
  unsigned deep;     ///< of them one after the other in k, or side by side in sums
  unsigned high;     ///< of a left operand or of sums: that a product has below each other

  explicit Blocks(const Fragment& f) : bytes(bytes_of(f.number)) {
    const bool swaps = is_transposed(f), is_sum = f.use == FragmentUse::kSums;
    const unsigned rows = swaps ? f.columns : f.rows, columns = swaps ? f.rows : f.columns;
    high = rows == 8 ? 1 : 2;
    is_left = is_sum || (f.use == FragmentUse::kLeft) != swaps;
    lie_along = is_sum ? f.by_rows != swaps : (f.use == FragmentUse::kLeft) == f.by_rows;
    numbers = is_sum ? 2 : bytes == 8 ? 1 : 4 / bytes;
    const unsigned across = is_left ? rows / 8 : columns / 8;
    deep = is_sum ? columns / 8 : f.depth / (4 * numbers);
    count = across * deep;
  }
  /// Where block i begins: across, and in the direction of the neighbours.
  unsigned across(unsigned i) const {
    if (!is_left) return i / deep * 8;
    return (i / (high * deep) * high + i % high) * 8;
  }
  unsigned along(unsigned i) const {
    const unsigned place = is_left ? i / high % deep : i % deep;
    return place * 4 * numbers;
  }
  /// Element (a, b) in memory, in bytes.
  std::size_t offset(unsigned a, unsigned b, unsigned stride) const {
    return (lie_along ? std::size_t{a} * stride + b : std::size_t{b} * stride + a) * bytes;
  }
};

/// A warp's load or store of a fragment, as one lane has it.
class Transfer {
 public:
  Transfer(const Fragment& f, const void* memory, unsigned stride, const char* name, const void* pc,
           void* frame)
      : fragment_(f),
        blocks_(f),
        memory_(static_cast<char*>(const_cast<void*>(memory))),
        stride_(stride),
        lane_(running_thread_number() % 32),
        pc_(pc),
        frame_(frame) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    if (address % 32 == 0 && std::size_t{stride} * blocks_.bytes % 16 == 0) return;
    stop_kernel(
        cudaErrorMisalignedAddress,
        [&] {
          return std::string(name) +
                 (address % 32 != 0
                      ? " of a matrix that begins at no multiple of 32 bytes"
                      : " of a matrix whose rows are " +
                            std::to_string(std::size_t{stride} * blocks_.bytes) + " bytes apart");
        },
        pc,
        "matrices begin at multiples of 32 bytes, and their rows (or columns) are multiples of "
        "16 bytes apart");
  }

  void load(char* elements) {
    if (loads_rows()) {
      load_rows(elements);
    } else {
      for (unsigned i = 0; i < blocks_.count; ++i) {
        for_each_piece(i, elements, [&](char* place, char* element, unsigned bytes) {
          load_access(place, bytes, pc_, frame_);
          std::memcpy(element, place, bytes);
        });
        if (needs_transpose()) transpose(elements + 4 * i);
      }
      if (!needs_transpose()) sync(MatrixOp::kLoadFragment);
    }
    if (fragment_.number == MatrixNumber::kHalf && fragment_.use != FragmentUse::kSums) {
      // All sixteen elements are set, whatever number of them there is.
      for (unsigned done = 4 * blocks_.count; done < 32; done *= 2) {
        std::memcpy(elements + done, elements, done);
      }
    }
  }

  void store(const char* elements) {
    char copy[64];
    std::memcpy(copy, elements, blocks_.count * blocks_.numbers * blocks_.bytes);
    if (!needs_transpose()) sync(MatrixOp::kStoreFragment);
    for (unsigned i = 0; i < blocks_.count; ++i) {
      if (needs_transpose()) transpose(copy + 4 * i);
      for_each_piece(i, copy, [&](char* place, char* element, unsigned bytes) {
        store_access(place, bytes, pc_, frame_);
        std::memcpy(place, element, bytes);
      });
    }
  }

 private:
  /// Two halves that do not lie side by side are fetched as two others that do, and a block is transposed.
  bool needs_transpose() const { return blocks_.bytes == 2 && !blocks_.lie_along; }
  /// nvcc loads rows at once (`ldmatrix`) of these types, from shared memory.
  bool loads_rows() const {
    const bool has_rows =
        fragment_.number == MatrixNumber::kHalf || (blocks_.bytes == 1 && blocks_.lie_along);
    return has_rows && fragment_.use != FragmentUse::kSums && is_in(AddressSpace::kShared, memory_);
  }

  void load_rows(char* elements) {
    for (unsigned first = 0; first < blocks_.count; first += 4) {
      const unsigned count = blocks_.count - first < 4 ? blocks_.count - first : 4;
      MatrixLane mine{.op = MatrixOp::kLoad,
                      .transposes = !blocks_.lie_along,
                      .count = static_cast<std::uint8_t>(count)};
      if (lane_ < 8 * count) {
        const unsigned i = first + lane_ / 8, row = lane_ % 8;
        const unsigned a = blocks_.across(i), b = blocks_.along(i);
        const char* const from =
            memory_ + (blocks_.lie_along ? blocks_.offset(a + row, b, stride_)
                                         : blocks_.offset(a, b + row, stride_));
        load_access(from, 16, pc_, frame_);
        std::memcpy(&mine.a, from, 16);
      }
      matrix_collective(mine, pc_);
      std::memcpy(elements + 4 * first, &mine.result, 4 * count);
    }
  }

  /// Calls `use(place, element, bytes)` for the accesses of this lane to block i.
  template <class Use>
  void for_each_piece(unsigned i, char* elements, Use use) {
    const unsigned numbers = blocks_.numbers, bytes = blocks_.bytes;
    const unsigned group = lane_ / 4, first = lane_ % 4 * numbers;
    const unsigned a = blocks_.across(i), b = blocks_.along(i);
    char* const mine = elements + i * numbers * bytes;
    if (needs_transpose()) {
      use(memory_ + blocks_.offset(a + first, b + group, stride_), mine, numbers * bytes);
    } else if (blocks_.lie_along) {
      use(memory_ + blocks_.offset(a + group, b + first, stride_), mine, numbers * bytes);
    } else {
      for (unsigned j = 0; j < numbers; ++j) {
        use(memory_ + blocks_.offset(a + group, b + first + j, stride_), mine + j * bytes, bytes);
      }
    }
  }

  /// Transposes what the lanes have of a block.
  void transpose(char* element) {
    MatrixLane mine{.op = MatrixOp::kTranspose, .transposes = true, .count = 1};
    std::memcpy(&mine.a, element, 4);
    matrix_collective(mine, pc_);
    std::memcpy(element, &mine.result, 4);
  }

  /// Waits for all lanes of the warp.
  void sync(MatrixOp op) {
    MatrixLane mine{.op = op};
    matrix_collective(mine, pc_);
  }

  const Fragment fragment_;
  const Blocks blocks_;
  char* const memory_;
  const unsigned stride_, lane_;
  const void* const pc_;
  void* const frame_;
};

}  // namespace

void warp_load_fragment(Fragment fragment, void* elements, const void* from, unsigned stride) {
  require_kernel("load_matrix_sync");
  Transfer(fragment, from, stride, "load_matrix_sync()", __builtin_return_address(0),
           __builtin_dwarf_cfa())
      .load(static_cast<char*>(elements));
}

void warp_store_fragment(Fragment fragment, const void* elements, void* to, unsigned stride) {
  require_kernel("store_matrix_sync");
  Transfer(fragment, to, stride, "store_matrix_sync()", __builtin_return_address(0),
           __builtin_dwarf_cfa())
      .store(static_cast<const char*>(elements));
}

void warp_multiply_fragments(Fragment left, Fragment sums, Fragment results, bool saturates,
                             void* d, const void* a, const void* b, const void* c) {
  const void* const pc = __builtin_return_address(0);
  require_kernel("mma_sync");
  const bool swaps = is_transposed(left);
  const char* const operand_a = static_cast<const char*>(swaps ? b : a);
  const char* const operand_b = static_cast<const char*>(swaps ? a : b);
  const unsigned rows = swaps ? left.columns : left.rows,
                 columns = swaps ? left.rows : left.columns;
  const unsigned height = rows == 8 ? 8 : 16;
  const unsigned bytes = bytes_of(left.number);
  const unsigned bytes_a = height * left.depth * bytes / 32, bytes_b = 8 * left.depth * bytes / 32;
  // Sums of halves are widened if the result is not of halves, and narrowed if it is.
  const bool in_halves =
      sums.number == MatrixNumber::kHalf && results.number == MatrixNumber::kHalf;
  const MatrixNumber number = in_halves                                ? MatrixNumber::kHalf
                              : left.number == MatrixNumber::kDouble   ? MatrixNumber::kDouble
                              : sums.number == MatrixNumber::kSigned32 ? MatrixNumber::kSigned32
                                                                       : MatrixNumber::kFloat;
  const unsigned numbers = height * 8 / 32, bytes_c = numbers * bytes_of(number);
  const auto* from = static_cast<const char*>(c);
  auto* to = static_cast<char*>(d);
  for (unsigned row = 0; row < rows / height; ++row) {
    for (unsigned column = 0; column < columns / 8; ++column) {
      MatrixLane mine{.op = MatrixOp::kMultiply,
                      .kind = {static_cast<std::uint8_t>(height), left.depth, left.number,
                               left.number, number, saturates}};
      std::memcpy(&mine.a, operand_a + row * bytes_a, bytes_a);
      std::memcpy(&mine.b, operand_b + column * bytes_b, bytes_b);
      if (sums.number == MatrixNumber::kHalf && !in_halves) {
        for (unsigned i = 0; i < numbers; ++i, from += 2) {
          std::uint16_t half;
          std::memcpy(&half, from, 2);
          const float value = decode<10>(half);
          std::memcpy(reinterpret_cast<char*>(&mine.c) + 4 * i, &value, 4);
        }
      } else {
        std::memcpy(&mine.c, from, bytes_c);
        from += bytes_c;
      }
      matrix_collective(mine, pc);
      if (results.number == MatrixNumber::kHalf && !in_halves) {
        for (unsigned i = 0; i < numbers; ++i, to += 2) {
          float value;
          std::memcpy(&value, reinterpret_cast<char*>(&mine.result) + 4 * i, 4);
          const std::uint16_t half = encode<10>(value);
          std::memcpy(to, &half, 2);
        }
      } else {
        std::memcpy(to, &mine.result, bytes_c);
        to += bytes_c;
      }
    }
  }
}

}  // namespace simt
