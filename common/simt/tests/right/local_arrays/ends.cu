// First and last elements, and pointers one behind the last, which nobody follows.
// prints: 36 8 1 28 14
#include <cuda_runtime.h>

#include <cstdio>

__device__ int sum(const int* first, const int* last) {
  int total = 0;
  while (first != last) total += *first++;
  return total;
}

__device__ void reverse(int* values, int n) {
  for (int i = 0, k = n - 1; i < k; ++i, --k) {
    const int value = values[i];
    values[i] = values[k];
    values[k] = value;
  }
}

__global__ void ends(int n, int* out) {
  int values[8];
  for (int i = 0; i < n; ++i) values[i] = i + 1;
  out[0] = sum(values, &values[8]);
  reverse(values, n);
  out[1] = values[0];
  out[2] = values[n - 1];
  const int* const end = values + n;
  int total = 0;
  for (const int* p = end - 7; p < end; ++p) total += *p;
  out[3] = total;
  unsigned char bytes[4] = {2, 3, 4, 5};
  total = 0;
  for (unsigned char i = 4; i-- > 0;) total += bytes[i];
  out[4] = total;
}

int main() {
  int *out, results[5];
  cudaMalloc(&out, sizeof results);
  ends<<<1, 1>>>(8, out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 5; ++i) std::printf(i < 4 ? "%d " : "%d\n", results[i]);
  cudaFree(out);
}
