// A kernel's parameter that is a reference is the address of the host's object: one in managed memory, which
// both sides use, and which nobody copies.
// supports: kernel parameters: references to managed memory, which are not copied; classes with copies and destructors of their own, whose destructors run on the host only
// prints: account 1: 150, account 2: 50
// prints: copies 0, destructors 0
// prints: counted 64
#include <cuda_runtime.h>

#include <cstdio>
#include <new>

int copies = 0, ends = 0;

struct Account {
  int number;
  float balance;
  explicit Account(int n) : number(n), balance(100) {}
  Account(const Account& other) : number(other.number), balance(other.balance) { ++copies; }
  ~Account() { ++ends; }
};

__global__ void transfer(Account& to, Account& from, float amount) {
  to.balance += amount;
  from.balance -= amount;
}

/// All threads change one number of the host.
__global__ void count(int& total) { atomicAdd(&total, 1); }

__managed__ int threads;

int main() {
  Account* accounts;
  cudaMallocManaged(&accounts, 2 * sizeof(Account));
  for (int i = 0; i < 2; ++i) new (accounts + i) Account(i + 1);
  transfer<<<1, 1>>>(accounts[0], accounts[1], 50);
  count<<<2, 32>>>(threads);
  cudaDeviceSynchronize();
  for (int i = 0; i < 2; ++i) {
    std::printf("account %d: %g%s", accounts[i].number, accounts[i].balance, i == 0 ? ", " : "\n");
  }
  std::printf("copies %d, destructors %d\n", copies, ends);
  std::printf("counted %d\n", threads);
  cudaFree(accounts);
}
