// A kernel goes one element too far in a vector of thrust's.
// expect: simt: read of 4 bytes of global memory out of bounds
// expect: @vector, inside of thrust/
// expect: @access
// exit: 134
#include <thrust/device_vector.h>

__global__ void scale(float* values, int count) {
  const int i = static_cast<int>(threadIdx.x);
  if (i <= count) values[i] *= 2;  // @access
}

int main() {
  thrust::device_vector<float> values(100, 1.0f);  // @vector
  scale<<<1, 128>>>(thrust::raw_pointer_cast(values.data()), 100);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
