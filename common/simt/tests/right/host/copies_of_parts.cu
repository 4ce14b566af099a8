// Copies inside of one allocation whose sides only touch or interlace; copies from pageable memory that is changed and freed
// behind the call, which has read it; registered memory that is freed when that is over.
// prints: 0 1 99 4 4 7
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

int main() {
  std::vector<int> host(200);
  std::iota(host.begin(), host.end(), 0);
  int *values, *more;
  cudaMalloc(&values, 200 * sizeof(int));
  cudaMalloc(&more, 200 * sizeof(int));
  cudaMemset(more, 0, 200 * sizeof(int));
  cudaMemcpy(values, host.data(), 200 * sizeof(int), cudaMemcpyHostToDevice);
  // The second half is the first one.
  cudaMemcpy(values + 100, values, 100 * sizeof(int), cudaMemcpyDeviceToDevice);
  // The left half of each row of ten becomes the right one, too.
  cudaMemcpy2D(values + 5, 10 * sizeof(int), values, 10 * sizeof(int), 5 * sizeof(int), 20,
               cudaMemcpyDeviceToDevice);
  cudaMemcpy(values + 199, values + 199, sizeof(int), cudaMemcpyDeviceToDevice);
  int* const pageable = new int[200];
  for (int i = 0; i < 200; ++i) pageable[i] = 7;
  cudaMemcpyAsync(more, pageable, 200 * sizeof(int), cudaMemcpyHostToDevice);
  for (int i = 0; i < 200; ++i) pageable[i] = 8;
  delete[] pageable;
  int* const registered = static_cast<int*>(std::malloc(200 * sizeof(int)));
  cudaHostRegister(registered, 200 * sizeof(int), cudaHostRegisterDefault);
  cudaMemcpyAsync(registered, more, 200 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  const int seven = registered[3];
  cudaHostUnregister(registered);
  std::free(registered);
  cudaMemcpy(host.data(), values, 200 * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d %d %d\n", host[100], host[106], host[195] + 9, host[9], host[109],
              seven);
  cudaFree(values);
  cudaFree(more);
}
