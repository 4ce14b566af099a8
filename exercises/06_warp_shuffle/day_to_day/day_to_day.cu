// Exercise · day_to_day: how much has a price changed since the day before?
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// changes[i] = prices[i] - prices[i - 1], and changes[0] = 0. Launched with at least one thread per
// day, in blocks of a whole number of warps.
__global__ void day_to_day(float* changes, const float* prices, int n) {
  // TODO (about 6 lines): load a price per lane, and get the day before from the lane below
  // END
}
