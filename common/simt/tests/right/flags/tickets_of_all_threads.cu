// A lock that serves tickets in order, taken by all threads of four blocks: of those that wait, only one can go on, and
// when its number comes up, it has to have its turn.
// environment: SIMT_WORKERS=2
// prints: 1536 1536 1536
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/atomic>

struct Lock {
  int next, serving, sum;
};

enum class Poll { kLoad, kAtomic, kReference };

template <Poll poll>
__device__ int look(int* word) {
  if (poll == Poll::kLoad) return *static_cast<volatile int*>(word);
  if (poll == Poll::kAtomic) return atomicAdd(word, 0);
  return cuda::atomic_ref<int, cuda::thread_scope_device>(*word).load(cuda::memory_order_acquire);
}

template <Poll poll>
__global__ void count_under_lock(Lock* lock) {
  const int ticket = atomicAdd(&lock->next, 1);
  while (look<poll>(&lock->serving) != ticket) {
  }
  __threadfence();
  lock->sum += 1;
  __threadfence();
  atomicAdd(&lock->serving, 1);
}

int main() {
  Lock *locks, host[3];
  cudaMalloc(&locks, sizeof host);
  cudaMemset(locks, 0, sizeof host);
  for (int i = 0; i < 6; ++i) {
    count_under_lock<Poll::kLoad><<<4, 64>>>(locks);
    count_under_lock<Poll::kAtomic><<<4, 64>>>(locks + 1);
    count_under_lock<Poll::kReference><<<4, 64>>>(locks + 2);
  }
  cudaMemcpy(host, locks, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", host[0].sum, host[1].sum, host[2].sum);
  cudaFree(locks);
}
