/// @file
/// @ingroup simt_base
/// What an OS thread has for itself that runs blocks, as code sees it that knows no blocks.
#pragma once

#include <cstdint>

#include "base/running_kernel.h"
#include "base/trace_event.h"

namespace simt {

/// A `cuda::barrier`, or another object that counts arrivals, that is waited for: how many it expects in a phase, and
/// how many have come; the parity of that phase, if the wait names one; the bytes that it waits for, and that no copy
/// brings; those that are in flight; and the lines of both. Nothing is expected: there is none.
struct BarrierObject {
  std::uint32_t expected, arrived;
  int parity;  ///< -1: the wait has a token
  std::int64_t missing_bytes, coming_bytes;
  const void *expects_at, *copies_at;
  std::uintptr_t address;
};

/// The barrier objects that the threads of a block wait for, the latest first. Entries that are not in use expect no
/// arrivals (`expected` is 0).
struct BarrierObjects {
  static constexpr unsigned kMost = 4;
  BarrierObject all[kMost];

  const BarrierObject& latest() const { return all[0]; }
  void add(const BarrierObject& object) {
    unsigned place = 0;
    while (place < kMost - 1 && all[place].expected > 0 && all[place].address != object.address)
      ++place;
    for (; place > 0; --place) all[place] = all[place - 1];
    all[0] = object;
  }
};

struct Worker {
  Recorder recorder;
  RunningKernel* running_kernel;  ///< null between blocks, and on the program's own threads
  BarrierObjects awaited;         ///< by the kernel's threads since one has passed
  std::uint64_t
      clock_reads;  ///< by its kernels: a loop that waits for a clock repeats its state otherwise
};
extern __thread Worker this_worker;  ///< zero at first
/// The calling OS thread's. Every access of a kernel asks for it.
inline Worker& worker() { return this_worker; }

/// Keeps what the runtime does in a scope out of the kernel's records.
class Unrecorded {
 public:
  Unrecorded() : cursor_(worker().recorder.cursor) { worker().recorder.cursor = nullptr; }
  ~Unrecorded() { worker().recorder.cursor = cursor_; }
  Unrecorded(const Unrecorded&) = delete;
  Unrecorded& operator=(const Unrecorded&) = delete;

 private:
  TraceEvent* const cursor_;
};

}  // namespace simt
