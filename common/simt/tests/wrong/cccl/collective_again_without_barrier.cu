// Two sums of a block with the same shared memory, and no barrier between them.
// expect: simt: race on shared memory
// expect: @first, inside of cub/
// expect: @second, inside of cub/
#include <cub/block/block_reduce.cuh>

__global__ void sums(const int* in, int* out) {
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ Reduce::TempStorage shared;
  const int sum = Reduce(shared).Sum(in[threadIdx.x]);                        // @first
  const int squares = Reduce(shared).Sum(in[threadIdx.x] * in[threadIdx.x]);  // @second
  if (threadIdx.x == 0) {
    out[0] = sum;
    out[1] = squares;
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128 * sizeof(int));
  cudaMalloc(&out, 2 * sizeof(int));
  cudaMemset(in, 0, 128 * sizeof(int));
  sums<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
