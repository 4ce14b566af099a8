// Host code may use managed memory, but not what lies behind it.
// expect: simt: host code reads or writes managed memory out of bounds, 0 bytes past the end of the 128 bytes that were allocated at
// expect: @allocation
// expect: @access
#include <cuda_runtime.h>

int main() {
  int* data;
  cudaMallocManaged(&data, 128);  // @allocation
  for (int i = 0; i <= 32; ++i) {
    data[i] = i;  // @access
  }
}
