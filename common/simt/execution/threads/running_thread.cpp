#include "execution/threads/running_thread.h"

#include <utility>

#include "execution/threads/block_identity.h"
#include "execution/threads/threads.h"

namespace simt {
namespace {

RunningBlock& running_block() { return static_cast<RunningBlock&>(*worker().running_kernel); }

}  // namespace

ThreadPlace running_thread() {
  const BlockThreads& threads = running_block().threads();
  return running_block().identity().place_of(threads, threads.current);
}

unsigned running_thread_number() { return running_block().threads().current; }

const LocalArrays* running_thread_arrays() {
  return running_block().threads().current_lane().arrays;
}

Grid& running_grid() { return *running_block().identity().grid; }

void record_access(std::uintptr_t address, Access access, const void* site) {
  running_block().record_access(address, access, site);
}

void fail_running_block(KernelError&& error) {
  running_block().fail(std::move(error));
  __builtin_unreachable();
}

}  // namespace simt
