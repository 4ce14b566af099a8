/// @file
/// @ingroup tutorial
/// What a program has put into streams, and when an ideal device would do it: for a program that wants
/// to print or check that itself.
#pragma once

#include "simt/users_macros_away.inc"

#include <cstddef>
#include <string>
#include <vector>

namespace simt {

enum class OperationKind {
  kKernel,
  kCopyToDevice,
  kCopyToHost,
  kCopyInside,  ///< of the device
  kCopyOnHost,
  kPrefetchToDevice,  ///< cudaMemPrefetchAsync
  kPrefetchToHost,
  kFill,
  kHostFunction,
  kAllocation,  ///< cudaMallocAsync
  kRelease,     ///< cudaFreeAsync
  kRecord,      ///< of an event
  kWait,        ///< of a stream for an event
  kMarker,      ///< an empty node, or where a graph begins or ends
  kHostWait,    ///< host code waits, or finds out that something is done
  kHostCode,    ///< in no timeline
  kCondition,   ///< a node of a graph, with all that its bodies do
};

/// "copy to device"
const char* kind_name(OperationKind kind);

/// One operation against the steps of an ideal device.
///
/// A step is the time for 64 KiB: an operation takes as many as go into what it reads, or into what it
/// writes if that is more, counting every byte once, and at least one. Events, allocations, markers and
/// the host's waiting take none. There is one copy engine for each direction between host and device, for
/// prefetches, too.
/// Kernels run side by side as long as there are multiprocessors that nobody uses; all else side by
/// side. What could start at the same time starts by priority, then in the order of issue.
struct TimelineOperation {
  OperationKind kind;
  std::string name;           ///< the kernel's, or the function's of the runtime
  std::string line;           ///< "x.cu:12" of the launch or call
  unsigned long long stream;  ///< as cudaStreamGetId has it; 0 for the host
  std::string stream_line;    ///< where the stream was created; empty for default streams
  bool in_graph;
  unsigned long long bytes;  ///< that it reads, or writes, whichever is more; a prefetch's range
  long long start, end;      ///< steps; it runs in [start, end)
  std::vector<std::size_t> after;  ///< the operations that it waits for, all earlier in the list
};

/// Forgets what was recorded, and records from now on. To be called when nothing is in flight.
void start_timeline();
/// Records no more.
void stop_timeline();
/// What was recorded, in the order of issue; to be called when nothing is in flight.
std::vector<TimelineOperation> timeline();

}  // namespace simt

#include "simt/users_macros_back.inc"
