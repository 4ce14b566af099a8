// The handle of an array is given to cudaMemcpy as if it were an address.
// exit: 0
// expect: cudaMemcpy gets the handle of an array, which is no address, and refuses it
// expect: @copy
// expect: advice  copy with cudaMemcpy2DToArray
#include <cuda_runtime.h>

int main() {
  unsigned char pixels[64] = {};
  cudaArray_t array;
  const cudaChannelFormatDesc bytes = cudaCreateChannelDesc<unsigned char>();
  cudaMallocArray(&array, &bytes, 8, 8);
  cudaMemcpy((void*)array, pixels, sizeof pixels, cudaMemcpyHostToDevice);  // @copy
  cudaFreeArray(array);
}
