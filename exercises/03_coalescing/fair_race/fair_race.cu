// Exercise · fair_race: which of two kernels is faster? The learner measures it, the check is the referee.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <algorithm>
#include <functional>
#include <vector>

// The two that run for real on a GPU: both transpose, and need 4 sectors on one side and 32 on the other.
__global__ void read_rows(float* out, const float* in, int rows, int columns) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) out[x * rows + y] = in[y * columns + x];
}
__global__ void read_columns(float* out, const float* in, int rows, int columns) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < rows && y < columns) out[y * rows + x] = in[x * columns + y];
}

// Puts a kernel into the default stream, and does not check whether the launch went well.
using Launch = std::function<void()>;

// TODO (about 35 lines): warm up, measure with events, find the median
// *first and *second become the milliseconds that one launch of each kernel takes: the median of `runs`
// times. Each time is that of `batch` launches between two events, divided by `batch`. Both kernels are
// launched equally often, and the first launch of a kernel is in none of the times.
//
// Returns the first error of a CUDA call or launch, and then leaves *first and *second as they are. All
// events are destroyed again, whatever happens.
cudaError_t race(float* first, float* second, const Launch& launch_first,
                 const Launch& launch_second, int runs, int batch) {
  return cudaSuccess;
}
// END
