// Objects with virtual functions that a kernel constructs where the host's have been: in managed memory, over bytes that were
// copied, and as a copy inside of the device. Of the host's own, kernels use the members.
// prints: 12 27 12 5
#include <cuda_runtime.h>

#include <cstdio>
#include <new>

struct Shape {
  __host__ __device__ explicit Shape(int a) : side(a) {}
  __host__ __device__ virtual int area() const { return side * side; }
  int side;
};
struct Triple : Shape {
  __host__ __device__ explicit Triple(int a) : Shape(a) {}
  __host__ __device__ int area() const override { return 3 * side * side; }
};

__global__ void construct(Shape* managed, Shape* copied) {
  const int side = copied->side;
  new (managed) Triple(2);
  new (copied) Triple(side);
}

__global__ void measure(const Shape* managed, const Shape* copied, const Shape* again,
                        const Shape* hosts, int* out) {
  out[0] = managed->area();
  out[1] = copied->area();
  out[2] = again->area();
  out[3] = hosts->side;
}

int main() {
  const Triple mine(3), other(5);
  Triple *managed, *copied, *again, *hosts;
  int *out, areas[4];
  cudaMallocManaged(&managed, sizeof mine);
  cudaMalloc(&copied, sizeof mine);
  cudaMalloc(&again, sizeof mine);
  cudaMalloc(&hosts, sizeof mine);
  cudaMalloc(&out, sizeof areas);
  new (managed) Triple(7);
  cudaMemcpy(copied, &mine, sizeof mine, cudaMemcpyHostToDevice);
  cudaMemcpy(again, &mine, sizeof mine, cudaMemcpyHostToDevice);
  cudaMemcpy(hosts, &other, sizeof other, cudaMemcpyHostToDevice);
  construct<<<1, 1>>>(managed, copied);
  cudaMemcpy(again, managed, sizeof mine, cudaMemcpyDeviceToDevice);
  measure<<<1, 1>>>(managed, copied, again, hosts, out);
  cudaMemcpy(areas, out, sizeof areas, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", areas[0], areas[1], areas[2], areas[3]);
  cudaFree(managed);
  cudaFree(copied);
  cudaFree(again);
  cudaFree(hosts);
  cudaFree(out);
}
