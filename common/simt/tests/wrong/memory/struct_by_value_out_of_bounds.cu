// An element is copied to be a function's argument: of a class template, with a copy function that is defaulted.
// expect: simt: read of 4 bytes of global memory out of bounds, 0 bytes past the end of the 256 bytes that were allocated at
// expect: @call
// expect: by      thread (8,0,0) of block (0,0,0)
#include <cuda_runtime.h>

template <class T>
struct Interval {
  Interval() = default;
  Interval(const Interval&) = default;
  T begin, end;
  T marks[2];
};

template <class T>
__device__ T length(Interval<T> interval) {
  return interval.end - interval.begin;
}

__global__ void lengths(const Interval<double>* intervals, double* out) {
  out[threadIdx.x] = length(intervals[threadIdx.x]);  // @call
}

int main() {
  Interval<double>* intervals;
  double* out;
  cudaMalloc(&intervals, 8 * sizeof(Interval<double>));
  cudaMalloc(&out, 9 * sizeof(double));
  cudaMemset(intervals, 0, 8 * sizeof(Interval<double>));
  lengths<<<1, 9>>>(intervals, out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
