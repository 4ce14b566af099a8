// Managed memory has one address on both sides, virtual functions have not.
// expect: simt: a virtual function of an object that host code has made
// expect: @call
#include <cuda_runtime.h>

#include <new>

class Counter {
 public:
  __host__ __device__ virtual void add(int n) { sum_ += n; }
  int sum() const { return sum_; }

 private:
  int sum_ = 0;
};

__global__ void count(Counter* counter) {
  counter->add(3);  // @call
}

int main() {
  void* memory;
  cudaMallocManaged(&memory, sizeof(Counter));
  Counter* const counter = new (memory) Counter;
  counter->add(1);
  count<<<1, 1>>>(counter);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress && counter->sum() == 1 ? 0 : 3;
}
