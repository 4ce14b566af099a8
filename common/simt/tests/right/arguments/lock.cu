// A lock whose destructor frees it is passed by value: the kernel gets its bytes, and what is constructed,
// copied and destroyed is the host's alone.
// prints: 256 made 1 copied 2 destroyed 2
#include <cuda_runtime.h>

#include <cstdio>

int made = 0, copied = 0, destroyed = 0;

class Lock {
 public:
  Lock() {
    cudaMalloc(&state_, sizeof(int));
    cudaMemset(state_, 0, sizeof(int));
    ++made;
  }
  Lock(const Lock& other) : state_(other.state_), is_copy_(true) { ++copied; }
  ~Lock() {
    ++destroyed;
    if (!is_copy_) cudaFree(state_);
  }
  Lock& operator=(const Lock&) = delete;

  __device__ void lock() const {
    while (atomicCAS(state_, 0, 1) != 0) continue;
    __threadfence();
  }
  __device__ void unlock() const {
    __threadfence();
    atomicExch(state_, 0);
  }

 private:
  int* state_ = nullptr;
  bool is_copy_ = false;
};

__global__ void add_up(Lock lock, volatile int* sum) {
  if (threadIdx.x != 0) return;
  lock.lock();
  *sum = *sum + static_cast<int>(blockDim.x);
  lock.unlock();
}

template <class L>
__global__ void add_twice(int count, L lock, volatile int* sum) {
  if (threadIdx.x == 0) {
    lock.lock();
    *sum = *sum + count;
    lock.unlock();
  }
}

int main() {
  int *sum, result;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  {
    const Lock lock;
    add_up<<<4, 32>>>(lock, sum);
    add_twice<<<4, 32>>>(32, lock, sum);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d made %d copied %d destroyed %d\n", result, made, copied, destroyed);
  }
  cudaFree(sum);
}
