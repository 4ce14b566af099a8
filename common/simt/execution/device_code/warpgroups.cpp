// Products by warpgroups. The model computes them when all lanes of a warp have come, and records what must not be
// changed before they are waited for. The first lane stands for its warp.
#include "simt/warpgroups.h"

#include <algorithm>
#include <string>
#include <vector>

#include "execution/block/block.h"
#include "execution/block/matrices.h"
#include "execution/block/warpgroup_product.h"
#include "execution/device_code/bulk_rows.h"
#include "execution/reports/warpgroup_reports.h"
#include "execution/threads/running_thread.h"

namespace simt {
namespace {

bool stands_for_warp() { return running_thread_number() % kWarpLanes == 0; }

[[noreturn]] void fail_descriptor(const SharedMatrix& matrix, const std::string& name,
                                  const void* site) {
  const std::string pattern = std::to_string(matrix.pattern_bytes());
  const std::string rows = "a swizzle of " + std::to_string(matrix.swizzle_bytes()) +
                           " bytes repeats every 8 rows, " + pattern + " bytes: ";
  const auto stop = [&](const std::string& what, const std::string& advice) {
    stop_kernel_with([&] {
      return warpgroup_argument_report("wgmma.mma_async with a descriptor of " + name + what, site,
                                       rows + advice, running_thread());
    });
  };
  const auto past = [&](unsigned bytes) {
    return std::to_string(bytes) + " bytes past a multiple of " + pattern;
  };
  if (matrix.has_base_offset()) {
    stop(" that has a base offset, which the CPU backend does not model",
         "let the tile begin at a multiple of that, with bits 49 to 51 zero");
  }
  if (const unsigned beyond = matrix.start_beyond(); beyond != 0) {
    stop(" that begins " + past(beyond),
         "declare tiles with alignas(" + pattern + "), and begin in the first row of a pattern");
  }
  const unsigned stride = matrix.stride_beyond(), leading = matrix.leading_beyond();
  stop((stride != 0 ? " whose stride byte offset is " : " whose leading byte offset is ") +
           past(stride != 0 ? stride : leading),
       "the next rows have to begin with a new pattern");
  __builtin_unreachable();
}

void require_fit(const SharedMatrix& matrix, const char* name, const void* site) {
  if (!matrix.has_base_offset() && matrix.start_beyond() == 0 && matrix.stride_beyond() == 0 &&
      matrix.leading_beyond() == 0)
    return;
  const Unrecorded unrecorded;
  fail_descriptor(matrix, name, site);
}

/// What a warp reads of the factors: offsets of pieces in the block's shared memory, in order.
std::vector<std::uint32_t> pieces_of(const WarpgroupProduct& product, unsigned first_row) {
  const Unrecorded unrecorded;
  std::vector<std::uint32_t> pieces;
  const auto add = [&](std::uint32_t offset) { pieces.push_back(offset); };
  if (!product.has_a_in_registers)
    shared_a(product).for_each_piece(first_row, first_row + kWarpRows, add);
  shared_b(product).for_each_piece(0, product.columns, add);
  std::sort(pieces.begin(), pieces.end());
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
  return pieces;
}

/// The warp reads its rows of A, and B, until it has waited for the product.
void load_factors(const WarpgroupProduct& product, unsigned first_row, const void* site) {
  if (!product.has_a_in_registers) require_fit(shared_a(product), "A", site);
  require_fit(shared_b(product), "B", site);
  constexpr unsigned kPiece = SharedMatrix::kPiece;
  const std::vector<std::uint32_t> pieces = pieces_of(product, first_row);
  BulkRows rows("wgmma.mma_async", site, BulkReader::kProduct);
  const std::uintptr_t base = current_block()->identity().shared_base;
  for (std::size_t i = 0; i < pieces.size();) {
    const std::size_t first = i++;
    while (i < pieces.size() && pieces[i] == pieces[i - 1] + kPiece) ++i;
    rows.load_shared(base + pieces[first], (i - first) * kPiece);
  }
  rows.go_on_in_group();
}

/// @param note tells the block's checks of it
template <class Note>
void warpgroup_step(const char* function, MatrixOp op, std::uint32_t count, const void* site,
                    Note note) {
  require_kernel(function);
  if (stands_for_warp()) note(current_block()->watch());
  MatrixLane mine{.op = op, .count = static_cast<std::uint8_t>(count)};
  matrix_collective(mine, site);
}

}  // namespace

void warpgroup_multiply(const WarpgroupProduct& product, MatrixPart a, std::uint32_t* sums,
                        const void* place) {
  const void* const site = __builtin_return_address(0);
  BlockWatch& watch = device_code("wgmma.mma_async").watch();
  const unsigned warp = running_thread_number() / kWarpLanes;
  const unsigned first_row = warp % 4 * kWarpRows;
  watch.warpgroups.check_sums(product, sums, place, site);
  const Warpgroups::Moment begun = watch.warpgroups.now();
  if (stands_for_warp()) {
    watch.warpgroups.multiply(product, site);
    load_factors(product, first_row, site);
  }
  MatrixLane mine{.op = MatrixOp::kWarpgroupMultiply,
                  .kind = product.kind,
                  .a = a,
                  .product = &product,
                  .sums = sums,
                  .first_row = first_row,
                  .shared = reinterpret_cast<const char*>(current_block()->identity().shared_base)};
  matrix_collective(mine, site);
  watch.warpgroups.keep_sums(product, sums, place, site, begun);
}

void warpgroup_fence() {
  const void* const site = __builtin_return_address(0);
  warpgroup_step("wgmma.fence", MatrixOp::kWarpgroupFence, 0, site,
                 [&](BlockWatch& watch) { watch.warpgroups.fence(site); });
}

void warpgroup_commit() {
  const void* const site = __builtin_return_address(0);
  warpgroup_step("wgmma.commit_group", MatrixOp::kWarpgroupCommit, 0, site, [&](BlockWatch& watch) {
    watch.warpgroups.commit(site);
    watch.copies.commit_bulk(kProducts.number);
  });
}

void warpgroup_wait(std::uint32_t count) {
  const void* const site = __builtin_return_address(0);
  warpgroup_step("wgmma.wait_group", MatrixOp::kWarpgroupWait, count, site, [&](BlockWatch& watch) {
    watch.warpgroups.wait(count, site);
    watch.copies.wait_bulk(count, kProducts.number);
  });
}

void warpgroup_registers(std::uint32_t count) {
  const void* const site = __builtin_return_address(0);
  warpgroup_step("setmaxnreg", MatrixOp::kWarpgroupRegisters, count, site, [&](BlockWatch& watch) {
    if (count % 8 != 0 || count < 24 || count > 256) {
      stop_kernel_with([&] {
        return warpgroup_argument_report("setmaxnreg with " + std::to_string(count) + " registers",
                                         site, "it is a multiple of 8 from 24 to 256",
                                         running_thread());
      });
    }
    watch.warpgroups.set_registers(count, site);
  });
}

}  // namespace simt
