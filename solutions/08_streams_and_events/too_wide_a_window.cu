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
  cudaError_t first_error = cudaSuccess;
  const auto note = [&](cudaError_t error) {
    if (first_error == cudaSuccess) first_error = error;
  };
  std::size_t all = 0;  // bytes of all windows: the part that is set aside is theirs together
  for (int k = 0; k < count; ++k) all += std::min(searches[k].bytes, largest_window);
  const double ratio = std::min(1.0, static_cast<double>(set_aside) / static_cast<double>(all));
  for (int k = 0; k < count; ++k) {
    cudaStreamAttrValue value = {};
    value.accessPolicyWindow.base_ptr = searches[k].index;
    value.accessPolicyWindow.num_bytes = std::min(searches[k].bytes, largest_window);
    value.accessPolicyWindow.hitRatio = static_cast<float>(ratio);
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    note(cudaStreamSetAttribute(searches[k].stream, cudaStreamAttributeAccessPolicyWindow, &value));
    note(launch(searches[k]));
  }
  const cudaStreamAttrValue none = {};  // a window of 0 bytes is no window
  for (int k = 0; k < count; ++k) {
    note(cudaStreamSynchronize(searches[k].stream));
    note(cudaStreamSetAttribute(searches[k].stream, cudaStreamAttributeAccessPolicyWindow, &none));
  }
  note(cudaCtxResetPersistingL2Cache());  // after the last search: its lines persist, too
  return first_error;
  // END
}
