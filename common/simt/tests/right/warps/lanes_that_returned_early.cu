// A mask may name lanes that have exited: the full mask behind an early return, and in the last warp of a loop over a grid.
// prints: kept 100
// prints: sum 20100
// prints: strided 44850
// prints: nested 96
#include <cuda_runtime.h>

#include <cstdio>

__global__ void keep_multiples_of_three(const int* in, int n, int* out, int* count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), lane = i % 32;
  if (i >= n) return;
  const bool keep = in[i] % 3 == 0;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  int first = 0;
  if (lane == 0) first = atomicAdd(count, __popc(kept));
  first = __shfl_sync(0xffffffffu, first, 0);
  if (keep) out[first + __popc(kept & ((1u << lane) - 1))] = in[i];
}

/// The work is all in one branch; behind it there is nothing.
__global__ void add_up(const int* in, int n, int* sum) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) {
    const int total = __reduce_add_sync(0xffffffffu, in[i]);
    if (i % 32 == 0) atomicAdd(sum, total);
  }
}

/// All lanes of a warp make the same number of rounds, the last of which is for some only.
__global__ void add_up_strided(const int* in, int n, int* sum) {
  int total = 0;
  const int first = static_cast<int>(threadIdx.x / 32 * 32),
            lane = static_cast<int>(threadIdx.x % 32);
  for (int k = first; k < n; k += static_cast<int>(blockDim.x)) {
    const int value = k + lane < n ? in[k + lane] : 0;
    total += __reduce_add_sync(0xffffffffu, value);
  }
  if (lane == 0) atomicAdd(sum, total);
}

/// Masks that differ, of calls on the same line, one after the other: by halves, then all.
__global__ void by_steps(int* out) {
  const unsigned lane = threadIdx.x % 32;
  int value = 1;
  for (unsigned size = 2; size <= 32; size *= 2) {
    const unsigned mask = (size == 32 ? ~0u : (1u << size) - 1) << lane / size * size;
    value += __shfl_xor_sync(mask, value, static_cast<int>(size / 2));
    if (lane >= 16 && size == 16 && out == nullptr) return;
  }
  atomicAdd(out, value == 32 ? 1 : 0);
}

int main() {
  int host[300], *in, *out;
  for (int i = 0; i < 300; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 301 * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  const auto show = [&](const char* name) {
    int number = 0;
    cudaMemcpy(&number, out, sizeof number, cudaMemcpyDeviceToHost);
    cudaMemset(out, 0, sizeof number);
    std::printf("%s %d\n", name, number);
  };
  cudaMemset(out, 0, sizeof(int));
  keep_multiples_of_three<<<3, 128>>>(in, 300, out + 1, out);
  show("kept");
  add_up<<<2, 128>>>(in, 201, out);
  show("sum");
  add_up_strided<<<1, 64>>>(in, 300, out);
  show("strided");
  by_steps<<<1, 96>>>(out);
  show("nested");
  cudaFree(in);
  cudaFree(out);
}
