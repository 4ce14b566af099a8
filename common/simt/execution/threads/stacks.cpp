#include "execution/threads/stacks.h"

#include <sys/mman.h>

#include <cstdio>
#include <mutex>

#include "base/process.h"

namespace simt {
namespace {

/// As many as the largest block needs.
constexpr std::size_t kChunkStacks = 1024;
/// Below the lowest stack: space for the code that reports an overflow.
constexpr std::size_t kStackMargin = 64 * 1024;
constexpr std::size_t kStacksBytes = kStackMargin + kStackStride * kChunkStacks;

/// The chunks of all OS threads; they live as long as the process.
struct StackChunks {
  std::mutex mutex;
  std::vector<char*> all;
};
StackChunks& stack_chunks() { return process().part<StackChunks>(); }

constexpr std::size_t kChunkWarps = 32;
constexpr std::size_t kWarpEvents = std::size_t{kLaneEvents} * kWarpLanes;
constexpr std::size_t kEventsBytes = sizeof(TraceEvent) * kWarpEvents * kChunkWarps;

}  // namespace

void* reserve_memory(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("simt: cannot reserve memory for the threads of a block");
    end_process(1);
  }
  return memory;
}

void StackPool::grow() {
  auto* const chunk = static_cast<char*>(reserve_memory(kStacksBytes));
  const auto first = reinterpret_cast<std::uintptr_t>(chunk) + kStackMargin;
  for (std::size_t i = kChunkStacks; i-- > 0;) free_.push_back(first + i * kStackStride);
  const std::lock_guard lock(stack_chunks().mutex);
  stack_chunks().all.push_back(chunk);
}

bool is_on_stack(std::uintptr_t address) {
  const std::lock_guard lock(stack_chunks().mutex);
  for (const char* chunk : stack_chunks().all) {
    if (address - reinterpret_cast<std::uintptr_t>(chunk) < kStacksBytes) return true;
  }
  return false;
}

EventPool::~EventPool() {
  for (TraceEvent* chunk : chunks_) munmap(chunk, kEventsBytes);
}

void EventPool::grow() {
  auto* chunk = static_cast<TraceEvent*>(reserve_memory(kEventsBytes));
  madvise(chunk, kEventsBytes, MADV_HUGEPAGE);  // 1024 buffers would want as many TLB entries
  chunks_.push_back(chunk);
  for (std::size_t i = kChunkWarps; i-- > 0;) free_.push_back(chunk + i * kWarpEvents);
}

}  // namespace simt
