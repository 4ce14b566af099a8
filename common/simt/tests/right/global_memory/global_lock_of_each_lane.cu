// Every lane of every warp takes one lock in global memory, looked at first so that who waits writes nothing.
// prints: 66 2211
#include <cuda_runtime.h>

#include <cstdio>

struct Account {
  int mutex, payments, balance;
};

__global__ void pay(Account* account) {
  const int amount = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) + 1;
  for (bool done = false; !done;) {
    if (*static_cast<volatile int*>(&account->mutex) != 0) continue;
    if (atomicCAS(&account->mutex, 0, 1) == 0) {
      __threadfence();
      // Not from a cache of this multiprocessor.
      *static_cast<volatile int*>(&account->payments) += 1;
      *static_cast<volatile int*>(&account->balance) += amount;
      __threadfence();
      atomicExch(&account->mutex, 0);
      done = true;
    }
  }
}

int main() {
  Account *account, host;
  cudaMalloc(&account, sizeof host);
  cudaMemset(account, 0, sizeof host);
  pay<<<2, 33>>>(account);
  cudaMemcpy(&host, account, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host.payments, host.balance);
  cudaFree(account);
}
