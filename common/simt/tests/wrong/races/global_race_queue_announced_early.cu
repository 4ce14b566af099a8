// Work makes work: who has taken an item announces the next one before it has put it there. One worker alone would never
// notice.
// expect: simt: race on global memory: two blocks use byte
// expect: by thread (0,0,0) of block
#include <cuda_runtime.h>

__global__ void work(int* items, volatile int* ready, volatile int* head, int count, int* sum) {
  for (;;) {
    const int mine = atomicAdd(const_cast<int*>(head), 1);
    if (mine >= count) return;
    while (ready[mine] == 0) {
    }
    __threadfence();
    atomicAdd(sum, items[mine]);
    if (mine + 1 == count) return;
    ready[mine + 1] = 1;
    __threadfence();
    items[mine + 1] = mine + 1;
    while (*head == mine + 1) {  // somebody else takes it
    }
  }
}

int main() {
  constexpr int kCount = 24;
  const int one = 1;
  int* data;
  cudaMalloc(&data, (2 * kCount + 2) * sizeof(int));
  cudaMemset(data, 0, (2 * kCount + 2) * sizeof(int));
  int* const ready = data + kCount;
  cudaMemcpy(ready, &one, sizeof one, cudaMemcpyHostToDevice);
  work<<<3, 1>>>(data, ready, data + 2 * kCount, kCount, data + 2 * kCount + 1);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
