// A functor for device code has a pointer to an array of the host's.
// expect: simt: read of 4 bytes of host memory
// expect: @read
// expect: @launch, inside of thrust/
// exit: 134
#include <thrust/device_vector.h>
#include <thrust/transform.h>

struct LookUp {
  const float* table;
  __device__ float operator()(int i) const { return table[i]; }  // @read
};

int main() {
  float table[10] = {};
  thrust::device_vector<int> indices(10, 3);
  thrust::device_vector<float> values(10);
  thrust::transform(indices.begin(), indices.end(), values.begin(), LookUp{table});  // @launch
}
