// What the tile reduces comes to all of its threads, but nothing orders what they have stored before.
// expect: simt: race
// expect: shared memory
// expect: @write
// expect: @read
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void normalise(const float* in, float* out) {
  __shared__ float numbers[128];
  const auto tile = cg::tiled_partition<128>(cg::this_thread_block());
  const unsigned i = tile.thread_rank();
  numbers[i] = in[i];  // @write
  const float most = cg::reduce(tile, in[i], cg::greater<float>());
  out[i] = numbers[127 - i] / most;  // @read
}

int main() {
  float host[128], *in, *out;
  for (int i = 0; i < 128; ++i) host[i] = static_cast<float>(i + 1);
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  normalise<<<1, 128>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
