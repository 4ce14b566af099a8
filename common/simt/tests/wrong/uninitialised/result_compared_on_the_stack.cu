// A function that the array is handed to compares the result: every thread has written only every second element.
// exit: 0
// expect: simt: warning: host code reads what nobody has written: it was copied from byte 4 of the 256 bytes
// expect: @read
// expect: @copy
// expect: had written 32 of the 64 elements, beginning with element 1
#include <cuda_runtime.h>

#include <cstdio>

__global__ void squares(int* out) {
  const int i = 2 * static_cast<int>(threadIdx.x);
  out[i] = i * i;
}

[[gnu::noinline]] int first_difference(const int* values, int count) {
  for (int i = 0; i < count; ++i) {
    if (values[i] != i * i) return i;  // @read
  }
  return count;
}

int main() {
  int host[64];
  int* out;
  cudaMalloc(&out, sizeof host);
  squares<<<1, 32>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);  // @copy
  std::printf("%d\n", first_difference(host, 64));
  cudaFree(out);
}
