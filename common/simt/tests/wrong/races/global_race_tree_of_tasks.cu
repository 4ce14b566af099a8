// Each task of a tree makes two more. They are released by a flag with the order of a release, which is set one line too
// early.
// expect: simt: race on global memory
// expect: by thread
#include <cuda_runtime.h>

#include <cuda/atomic>

struct Task {
  int weight;
  int ready;
};

__device__ Task tasks[63];
__device__ int next, total;

__global__ void run_tasks() {
  if (threadIdx.x % 32 != 0) return;
  for (int i = atomicAdd(&next, 1); i < 63; i = atomicAdd(&next, 1)) {
    const cuda::atomic_ref<int, cuda::thread_scope_device> ready(tasks[i].ready);
    while (i > 0 && ready.load(cuda::std::memory_order_acquire) == 0) {
    }
    const int weight = i > 0 ? tasks[i].weight : 1;
    atomicAdd(&total, weight);
    for (int child = 2 * i + 1; child <= 2 * i + 2 && child < 63; ++child) {
      const cuda::atomic_ref<int, cuda::thread_scope_device> flag(tasks[child].ready);
      flag.store(1, cuda::std::memory_order_release);
      tasks[child].weight = weight + 1;
    }
  }
}

int main() {
  run_tasks<<<2, 64>>>();
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
