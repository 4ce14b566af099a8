// Where kernels come to the instructions that a warp executes with matrices. Who brings a row's address makes the
// access to it.
#include "simt/matrices.h"

#include <cstring>
#include <string>

#include "base/address_map.h"
#include "execution/block/matrices.h"
#include "execution/device_code/hooks.h"
#include "execution/threads/running_thread.h"

namespace simt {
namespace {

void check_is_shared(const char* instruction, const void* row, const void* site) {
  if (is_any_shared(reinterpret_cast<std::uintptr_t>(row))) return;
  stop_kernel(
      cudaErrorInvalidAddressSpace,
      [&] { return std::string(instruction) + " of a row that is not in shared memory"; }, site,
      "the address is one of shared memory, as __cvta_generic_to_shared() makes it");
}

bool brings_row(unsigned count) { return running_thread_number() % 32 < 8 * count; }

}  // namespace

MatrixPart warp_multiply(MatrixProduct kind, MatrixPart a, std::uint64_t b, MatrixPart c) {
  MatrixLane mine{.op = MatrixOp::kMultiply, .kind = kind, .a = a, .c = c, .b = b};
  require_kernel("mma");
  matrix_collective(mine, __builtin_return_address(0));
  return mine.result;
}

MatrixPart warp_load_matrices(unsigned count, bool transposes, const void* row) {
  const void* const pc = __builtin_return_address(0);
  require_kernel("ldmatrix");
  MatrixLane mine{
      .op = MatrixOp::kLoad, .transposes = transposes, .count = static_cast<std::uint8_t>(count)};
  if (brings_row(count)) {
    check_is_shared("ldmatrix", row, pc);
    load_access(row, 16, pc, __builtin_dwarf_cfa());
    std::memcpy(&mine.a, row, 16);
  }
  matrix_collective(mine, pc);
  return mine.result;
}

void warp_store_matrices(unsigned count, bool transposes, void* row, MatrixPart values) {
  const void* const pc = __builtin_return_address(0);
  require_kernel("stmatrix");
  MatrixLane mine{.op = MatrixOp::kStore,
                  .transposes = transposes,
                  .count = static_cast<std::uint8_t>(count),
                  .a = values};
  matrix_collective(mine, pc);
  if (brings_row(count)) {
    check_is_shared("stmatrix", row, pc);
    store_access(row, 16, pc, __builtin_dwarf_cfa());
    std::memcpy(row, &mine.result, 16);
  }
}

std::uint32_t warp_transpose_matrix(std::uint32_t values) {
  MatrixLane mine{.op = MatrixOp::kTranspose, .transposes = true, .count = 1, .a = {values}};
  require_kernel("movmatrix");
  matrix_collective(mine, __builtin_return_address(0));
  return mine.result[0];
}

}  // namespace simt
