// Exercise · too_wide_a_window: several searches share the part of L2 that is set aside.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <algorithm>

// One of the searches that run side by side, each in a stream of its own.
struct Search {
  cudaStream_t stream;
  float* index;       // that it reads again and again
  std::size_t bytes;  // of the index
};

// The check has this: launches the kernel of a search in its stream. Returns what a launch can go wrong with.
cudaError_t launch(const Search& search);

// Launches `count` searches, one at least, so that as much of their indices persists in L2 as the `set_aside` bytes
// hold. A window has at most `largest_window` bytes. Returns when the searches are done, with the first error, and
// leaves neither windows nor persisting lines behind.
cudaError_t run_searches(const Search* searches, int count, std::size_t set_aside,
                         std::size_t largest_window) {
  // TODO (about 25 lines): windows that fit, the launches, and the end of all windows
  return cudaSuccess;
  // END
}
