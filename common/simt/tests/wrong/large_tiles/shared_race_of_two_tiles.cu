// Each tile has waited for its own threads, but reads what the next tile writes.
// expect: simt: race
// expect: shared memory
// expect: @read
// expect: @write
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void shift(const int* in, int* out) {
  __shared__ int numbers[256];
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  numbers[threadIdx.x] = in[threadIdx.x];  // @write
  tile.sync();
  out[threadIdx.x] = numbers[(threadIdx.x + 64) % 256];  // @read
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemset(in, 1, 256 * sizeof(int));
  shift<<<1, 256>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
