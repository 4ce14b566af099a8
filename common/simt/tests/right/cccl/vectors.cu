// thrust's vectors, its algorithms, and a kernel of the program's own on the same memory.
// supports: <thrust/device_vector.h>: device_vector and host_vector, raw_pointer_cast
// supports: <thrust/...>: transform, reduce, sort, inclusive_scan, sequence, copy
// prints: 10 9 8 7 6 5 4 3 2 1 | 55 | 385 | 1 5 14 30 55 91 140 204 285 385 | 771
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <cstdio>

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};

__global__ void double_all(int* values, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) values[i] *= 2;
}

int main() {
  thrust::device_vector<int> values(10);
  thrust::sequence(values.begin(), values.end(), 1);
  thrust::sort(values.begin(), values.end(), thrust::greater<int>());
  const thrust::host_vector<int> descending = values;
  for (const int value : descending) std::printf("%d ", value);
  std::printf("| %d", thrust::reduce(values.begin(), values.end()));

  thrust::sort(values.begin(), values.end());
  thrust::transform(values.begin(), values.end(), values.begin(), Square());
  std::printf(" | %d |", thrust::reduce(values.begin(), values.end(), 0, thrust::plus<int>()));
  thrust::inclusive_scan(values.begin(), values.end(), values.begin());
  int sums[10];
  thrust::copy(values.begin(), values.end(), sums);
  for (const int sum : sums) std::printf(" %d", sum);

  double_all<<<1, 32>>>(thrust::raw_pointer_cast(values.data()), 10);
  values[9] = values[9] + 1;  // waits for the kernel
  const int last = values[9];
  std::printf(" | %d\n", last);
}
