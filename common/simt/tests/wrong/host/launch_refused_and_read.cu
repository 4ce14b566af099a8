// A refused launch has written nothing: that is why the host reads what nobody has written.
// exit: 0
// expect: simt: warning: host code reads what nobody has written
// expect: @read
// expect: advice  the launch of fill at
// expect: @launch
// expect: was refused, so that kernel has written nothing
// expect: reason  65536 bytes of dynamic shared memory, and a launch may take 49152, unless
// expect: cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536)
#include <cuda_runtime.h>

__global__ void fill(int* out) {
  extern __shared__ int all[];
  all[threadIdx.x] = 1;
  out[threadIdx.x] = all[threadIdx.x];
}

int main() {
  int *out, values[32];
  cudaMalloc(&out, sizeof values);
  fill<<<1, 32, 65536>>>(out);  // @launch
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  const bool is_right = values[5] == 1;  // @read
  cudaFree(out);
  return is_right ? 2 : 0;
}
