// What the checks of global memory report when a grid has ended.
#include "base/symbols.h"
#include "execution/grid/grid.h"
#include "memory/memory.h"
#include "races/grid_checks.h"

namespace simt {
namespace {

std::string triple(std::uint64_t number, const dim3& extent) {
  return "(" + std::to_string(number % extent.x) + "," +
         std::to_string(number / extent.x % extent.y) + "," +
         std::to_string(number / extent.x / extent.y) + ")";
}

/// @param order the block's place in the order of the grid's.
std::string thread_text(const Grid& grid, unsigned thread, std::uint64_t order) {
  const std::uint64_t block = grid.block_of(order / grid.cluster_blocks,
                                            static_cast<unsigned>(order % grid.cluster_blocks));
  return "thread " + triple(thread, grid.config.block) + " of block " +
         triple(block, grid.config.grid);
}

std::string side_text(const Grid& grid, const BlockAccess& access) {
  const char* name = is_read(access.use)          ? "  read    "
                     : access.use == Use::kUpdate ? "  atomic  "
                                                  : "  write   ";
  return name + source_line(access.pc) + " by " + thread_text(grid, access.thread, access.block) +
         "\n";
}

std::string race_text(const Grid& grid, const BlockRace& race) {
  return "simt: race on global memory: two blocks use " + global_position(race.address) +
         " and nothing orders them\n" + side_text(grid, race.first) + side_text(grid, race.second) +
         "  advice  blocks of one launch run in any order, and at the same time: give each block "
         "bytes of its own, use atomics, or continue in a second launch; to hand data on inside of "
         "a launch, __threadfence() must come between the data and the atomic that announces it\n";
}

std::string unwritten_text(const Grid& grid, const UnwrittenRead& read) {
  return std::string("simt: ") + (read.op == Op::kLoad ? "read" : "atomic") +
         " of global memory that nobody has written, at " + global_position(read.address) +
         "\n  at      " + source_line(read.pc) + "\n  by      " +
         thread_text(grid, read.thread, read.block) +
         "\n  advice  cudaMalloc does not clear memory: copy data there, or cudaMemset it, before "
         "a "
         "kernel reads it\n";
}

}  // namespace

void conclude_checks(Grid& grid) {
  const BlockRace& race = grid.checks.race();
  const UnwrittenRead& read = grid.checks.unwritten();
  if (race.found && race.second.block <= grid.failed_block.load()) {
    grid.error = {cudaErrorLaunchFailure, race_text(grid, race) + kernel_text(grid.config)};
  } else if (read.found && grid.error.code == cudaSuccess) {
    grid.error = {cudaErrorLaunchFailure, unwritten_text(grid, read) + kernel_text(grid.config)};
  }
}

}  // namespace simt
