// Exercise · smooth_in_steps: a whole program, from a signal on the host to a smoother one.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <utility>

constexpr int kMostWeights = 64;

// TODO (about 40 lines): constant memory, a kernel, and all that a program does around them

__constant__ float weight_table[kMostWeights];

__global__ void smooth(float* out, const float* in, long long n, int before, int after) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = -before; k <= after; ++k) {
    sum += weight_table[before + k] * in[min(max(i + k, 0ll), n - 1)];
  }
  out[i] = sum;
}

// Replaces the n > 0 values of `signal`, which is on the host, `steps` times with
//   new[i] = the sum, for k from -before to after, of weights[before + k] * old[i + k]
// Values outside of the signal count as the nearest one inside. `weights` are before + 1 + after floats
// on the host. Launches have blocks of `threads` threads, a multiple of 32 that the caller has chosen.
//
// Returns the first error of a CUDA call or launch, and in that case leaves `signal` as it is. More than
// kMostWeights weights are cudaErrorInvalidValue. Whatever happens, what was allocated is freed again.
cudaError_t smooth_in_steps(float* signal, long long n, const float* weights, int before, int after,
                            int steps, int threads) {
  const size_t bytes = n * sizeof(float), weight_bytes = (before + 1 + after) * sizeof(float);
  float *from = nullptr, *to = nullptr;
  cudaError_t error = cudaMalloc(&from, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&to, bytes);
  if (error == cudaSuccess) error = cudaMemcpyToSymbol(weight_table, weights, weight_bytes);
  if (error == cudaSuccess) error = cudaMemcpy(from, signal, bytes, cudaMemcpyHostToDevice);
  for (int step = 0; step < steps && error == cudaSuccess; ++step) {
    smooth<<<(n - 1) / threads + 1, threads>>>(to, from, n, before, after);
    error = cudaGetLastError();
    std::swap(from, to);
  }
  if (error == cudaSuccess) error = cudaMemcpy(signal, from, bytes, cudaMemcpyDeviceToHost);
  cudaFree(to);
  cudaFree(from);
  (void)cudaGetLastError();  // it is returned, and not the next call's
  return error;
}
// END
