#include "execution/reports/global_reports.h"

#include "base/address_map.h"
#include "base/symbols.h"
#include "base/trace_event.h"
#include "base/warning.h"
#include "execution/grid/parameter_names.h"
#include "memory/whereabouts.h"

namespace simt {
namespace {

std::string position_text(std::uint64_t number, const dim3& extent) {
  return triple(number % extent.x, number / extent.x % extent.y, number / extent.x / extent.y);
}

/// @param order the block's place in the order of the grid's.
std::string thread_text(const Grid& grid, unsigned thread, std::uint64_t order) {
  const std::uint64_t block = grid.block_of(order / grid.cluster_blocks,
                                            static_cast<unsigned>(order % grid.cluster_blocks));
  std::string text = "block " + position_text(block, grid.config.grid);
  if (grid.config.is_tile) return text;
  return "thread " + position_text(thread, grid.config.block) + " of " + text;
}

std::string side_text(const Grid& grid, const BlockAccess& access) {
  const char* name = access.frees            ? "  free    "
                     : is_read(access.use)   ? "  read    "
                     : is_update(access.use) ? "  atomic  "
                                             : "  write   ";
  return name + source_line(access.pc) + " by " + thread_text(grid, access.thread, access.block) +
         "\n";
}

std::string unwritten_text(const Grid& grid, const UnwrittenRead& read) {
  return std::string(read.op == Op::kLoad ? "read" : "atomic") +
         " of global memory that nobody has written, at " + memory_text(grid, read.address) +
         "\n  at      " + source_line(read.pc) + "\n  by      " +
         thread_text(grid, read.thread, read.block) +
         (read.address >= kHeapBase ? "\n  advice  malloc() and new do not clear memory: write "
                                      "there before anybody reads it\n"
                                    : "\n  advice  cudaMalloc does not clear memory: copy data "
                                      "there, or cudaMemset it, before "
                                      "a kernel reads it\n") +
         kernel_text(grid.config);
}

}  // namespace

std::string memory_text(const Grid& grid, std::uintptr_t address) {
  return global_position(address, [&grid](std::uintptr_t begin, std::uintptr_t end) {
    return parameter_note(grid, begin, end);
  });
}

KernelError global_race_report(const Grid& grid, const BlockRace& race) {
  const auto is_of_block = [](Use use) { return !is_plain(use) && !is_strong(use, false); };
  const char* advice;
  if (race.first.frees && race.second.frees) {
    advice =
        "memory is freed once: when several threads share it, one of them frees it, behind a "
        "barrier, or a later kernel";
  } else if (race.first.frees || race.second.frees) {
    advice =
        race.is_inside()
            ? "memory is gone for all threads: put __syncthreads() between the last use and the "
              "free, or the delete"
            : "memory is gone for all threads: let a later kernel free what several blocks use, or "
              "the last block to finish, which an atomic counter behind a __threadfence() tells";
  } else if (race.is_inside() && race.first.use == Use::kWrite && race.second.use == Use::kWrite &&
             source_line(race.first.pc) == source_line(race.second.pc)) {
    advice =
        "two threads store here, and the last one wins: let one thread write, the one that has the "
        "result, or give each thread bytes of its own; where threads add to one number, use an "
        "atomic operation; in different rounds of a loop, put __syncthreads() between the two";
  } else if (race.is_inside()) {
    advice =
        "threads run in any order, those of a warp, too: put __syncthreads() between the two "
        "accesses (inside of a warp __syncwarp() is enough; shuffles and votes order no memory), "
        "use atomics, or give each thread bytes of its own";
  } else if (is_of_block(race.first.use) || is_of_block(race.second.use)) {
    advice =
        "an atomic operation of block scope is one for the threads of its block only: where other "
        "blocks use the same bytes, it takes the form for the device, without _block";
  } else {
    advice =
        "blocks of one launch run in any order, and at the same time: give each block bytes of its "
        "own, use atomics, or continue in a second launch; to hand data on inside of a launch, "
        "__threadfence() must come between the data and the atomic that announces it";
  }
  KernelError error = complete_report(
      cudaErrorLaunchFailure,
      std::string("simt: race on global memory: two ") +
          (race.is_inside() ? "threads of a block" : "blocks") + " use " +
          memory_text(grid, race.address) + " and nothing orders them\n" +
          side_text(grid, race.first) + side_text(grid, race.second) + "  advice  " + advice + "\n",
      grid.config);
  error.report += race_note("SIMT_CHECK_GLOBAL");
  return error;
}

KernelError unwritten_global_report(const Grid& grid, const UnwrittenRead& read) {
  return {cudaErrorLaunchFailure, "simt: " + unwritten_text(grid, read)};
}

KernelError finding_report(const Grid& grid, const std::string& text) {
  return complete_report(cudaErrorLaunchFailure, "simt: " + text, grid.config);
}

void warn_of_unwritten(const Grid& grid, const std::vector<UnwrittenRead>& reads) {
  for (const UnwrittenRead& read : reads) {
    warn_once("unwritten", read.pc, [&] {
      return unwritten_text(grid, read) +
             "  note    the kernel goes on; with SIMT_CHECK_INIT=stop it stops here, with "
             "SIMT_CHECK_INIT=off nothing is said\n";
    });
  }
}

}  // namespace simt
