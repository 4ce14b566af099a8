// Exercise · out_of_memory: every signal comes out right, until the device has no memory left.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kBlock = 256;

__global__ void find_peak(int* peak, const int* signal, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) atomicMax(peak, abs(signal[i]));
}

__global__ void scale(int* signal, int n, const int* peak) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) signal[i] = static_cast<int>(1000LL * signal[i] / *peak);
}

// TODO (about 15 lines): open the case, answer the question, and fix the function
constexpr bool kCaseIsOpen = false;  // true: the check calls the function
// A program calls the function, as you found it, for 12 signals of 1000 ints. Every fourth is silent: all zeros.
// How many bytes have not been freed after that? No call fails.
constexpr int kBytes = -1;

// Scales a signal so that its peak becomes 1000. Leaves a silent one as it is. Returns the first error, and
// in that case leaves the signal as it was. n is at least 1.
cudaError_t normalize(int* signal, int n) {
  const int blocks = (n + kBlock - 1) / kBlock;
  int *values = nullptr, *peak = nullptr;
  cudaError_t error = cudaMalloc(&values, n * sizeof(int));
  if (error != cudaSuccess) return error;
  error = cudaMalloc(&peak, sizeof(int));
  if (error != cudaSuccess) return error;
  error = cudaMemset(peak, 0, sizeof(int));
  if (error != cudaSuccess) return error;
  error = cudaMemcpy(values, signal, n * sizeof(int), cudaMemcpyHostToDevice);
  if (error != cudaSuccess) return error;
  find_peak<<<blocks, kBlock>>>(peak, values, n);
  error = cudaGetLastError();
  if (error != cudaSuccess) return error;
  int highest = 0;
  error = cudaMemcpy(&highest, peak, sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) return error;
  if (highest == 0) return cudaSuccess;
  scale<<<blocks, kBlock>>>(values, n, peak);
  error = cudaGetLastError();
  if (error != cudaSuccess) return error;
  error = cudaMemcpy(signal, values, n * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) return error;
  error = cudaFree(peak);
  if (error != cudaSuccess) return error;
  return cudaFree(values);
}
// END
