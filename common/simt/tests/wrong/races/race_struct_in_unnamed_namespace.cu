// A copy of a class that other files do not know: the report names the lines that copy, not that of the class.
// expect: simt: race on shared memory: two threads use byte 0 of of_warp and nothing orders them
// expect: read
// expect: @read
// expect: write
// expect: @write
#include <cuda_runtime.h>

namespace {
struct Piece {
  float sum;
  int starts;
};
}  // namespace

__global__ void add_up(float* out) {
  __shared__ Piece of_warp[8];
  const int t = threadIdx.x;
  const Piece mine = {1.0f * t, t};
  if (t % 32 == 31) of_warp[t / 32] = mine;  // @write
  float sum = 0;
  for (int i = 0; i < 8; ++i) {
    const Piece piece = of_warp[i];  // @read
    sum += piece.sum;
  }
  out[t] = sum;
}

int main() {
  float* out;
  cudaMalloc(&out, 256 * sizeof(float));
  add_up<<<1, 256>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
