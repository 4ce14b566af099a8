/// @file
/// @ingroup tutorial
/// Which kernels have launched which: for a program that wants to print or check that itself.
#pragma once

#include "simt/users_macros_away.inc"

#include <cstddef>
#include <string>
#include <vector>

namespace simt {

/// Where a launch went.
enum class LaunchStream {
  kHost,           ///< the host has launched it, into whatever stream
  kNull,           ///< the default stream of a block
  kFireAndForget,  ///< cudaStreamFireAndForget
  kTail,           ///< cudaStreamTailLaunch
  kOwn,            ///< a stream that a kernel has created
};

/// "null stream", "tail launch", …
const char* stream_name(LaunchStream stream);

/// One launch of a kernel.
struct LaunchNode {
  std::string name;  ///< the kernel's
  std::string line;  ///< "x.cu:12" of the launch
  LaunchStream stream;
  bool waits;             ///< for the launch before it in its stream
  unsigned grid[3];       ///< blocks
  unsigned block[3];      ///< threads
  unsigned long long by;  ///< block of the parent that has launched it, x fastest
  std::size_t parent;     ///< its index; of a launch by the host, its own
  int depth;              ///< launches between it and the host's: 0 for the host's own
};

/// Forgets what was recorded, and records from now on. To be called when nothing is in flight.
void start_launches();
/// Records no more.
void stop_launches();
/// What was recorded, in the order of issue, each followed by what it has launched: by block, and in the
/// order in which the block has launched it. To be called when nothing is in flight.
std::vector<LaunchNode> launches();

/// How often kernels have launched something.
struct LaunchCount {
  unsigned long long accepted, refused;
};
/// Since the last start_launches(), also while kernels run.
LaunchCount launches_by_kernels();

}  // namespace simt

#include "simt/users_macros_back.inc"
