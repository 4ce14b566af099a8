// The result has more elements than the vector that it is copied to.
// expect: simt: cudaMemcpy() writes 1600 bytes of the host's memory, where a block of the heap has
// expect: @copy
// expect: advice  give the std::vector
#include <cuda_runtime.h>

#include <vector>

__global__ void numbers(int* out) { out[threadIdx.x] = static_cast<int>(threadIdx.x); }

int main() {
  constexpr int n = 400;
  std::vector<int> results(n / 4);
  int* out;
  cudaMalloc(&out, n * sizeof(int));
  numbers<<<1, n>>>(out);
  cudaMemcpy(results.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);  // @copy
  cudaFree(out);
  return results[3];
}
