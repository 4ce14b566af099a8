// One member has a copy function of its own: the line in it is the program's, that of the class around it is not.
// expect: simt: race on shared memory: two threads use byte 8 of items
// expect: @read
// expect: @own
#include <cuda_runtime.h>

struct Counted {
  int value;
  __device__ Counted& operator=(const Counted& other) {
    value = other.value;  // @own
    return *this;
  }
};
struct Item {
  double key;
  Counted count;
};

__global__ void rotate(int* out) {
  __shared__ Item items[32];
  items[threadIdx.x].key = threadIdx.x;
  items[threadIdx.x].count.value = 1;
  __syncthreads();
  Item mine;
  mine.count.value = 2;
  mine.key = 0;
  if (threadIdx.x == 1) out[0] = items[0].count.value;  // @read
  if (threadIdx.x > 31) mine.key = 1;
  items[(threadIdx.x + 30) % 32].count = mine.count;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  rotate<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
