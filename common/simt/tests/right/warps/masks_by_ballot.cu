// Who comes to a call is told by a vote in front of the branch, or by the loop's own; lanes leave one after the other.
// prints: odd 256
// prints: loops 496
// prints: together 32
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum_of_odd(const int* in, int* out) {
  const int value = in[threadIdx.x];
  const unsigned odd = __ballot_sync(0xffffffffu, value % 2 == 1);
  if (value % 2 == 1) {
    const int sum = __reduce_add_sync(odd, value);
    if (static_cast<int>(threadIdx.x % 32) == __ffs(static_cast<int>(odd)) - 1) *out = sum;
  }
}

__global__ void each_its_own_rounds(int* out) {
  const int mine = static_cast<int>(threadIdx.x);
  unsigned here = 0xffffffffu;
  int left = mine;
  for (;;) {
    here = __ballot_sync(here, left > 0);
    if (left == 0) return;
    --left;
    const int with_me = __popc(__ballot_sync(here, true));
    if (mine == 31) atomicAdd(out, with_me);
  }
}

/// Half of the warp meets by itself first, and then all do.
__global__ void halves_first(int* out) {
  __shared__ int box[32];
  const unsigned lane = threadIdx.x;
  int mine = 1;
  box[lane] = 1;
  if (lane >= 16) {
    __syncwarp(0xffff0000u);
    mine = box[lane ^ 1];
  }
  __syncwarp();
  atomicAdd(out, mine * box[31 - lane]);
}

int main() {
  int host[32], *in, *out;
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  const auto show = [&](const char* name) {
    int number = 0;
    cudaMemcpy(&number, out, sizeof number, cudaMemcpyDeviceToHost);
    cudaMemset(out, 0, sizeof number);
    std::printf("%s %d\n", name, number);
  };
  cudaMemset(out, 0, sizeof(int));
  sum_of_odd<<<1, 32>>>(in, out);
  show("odd");
  each_its_own_rounds<<<1, 32>>>(out);
  show("loops");
  halves_first<<<1, 32>>>(out);
  show("together");
  cudaFree(in);
  cudaFree(out);
}
