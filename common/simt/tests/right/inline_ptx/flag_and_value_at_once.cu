// Blocks hand on a running sum: flag and value are written, and read, with one access of 8 or 16 bytes.
// supports: inline PTX: ld and st with .v2 and .v4 that are .relaxed, .acquire or .release: all parts at once
// prints: 36 36 ffffffff
#include <cuda_runtime.h>

#include <cstdio>

__device__ void publish(uint2* state, unsigned value) {
  asm volatile("st.relaxed.gpu.v2.u32 [%0], {%1, %2};" ::"l"(state), "r"(1u), "r"(value)
               : "memory");
}
__device__ void publish(ulonglong2* state, unsigned long long value) {
  asm volatile("st.release.gpu.v2.u64 [%0], {%1, %2};" ::"l"(state), "l"(1ull), "l"(value)
               : "memory");
}
__device__ unsigned wait_for(const uint2* state) {
  unsigned flag, value;
  do {
    asm volatile("ld.relaxed.gpu.v2.u32 {%0, %1}, [%2];"
                 : "=r"(flag), "=r"(value)
                 : "l"(state)
                 : "memory");
  } while (flag == 0);
  return value;
}
__device__ unsigned long long wait_for(const ulonglong2* state) {
  unsigned long long flag, value;
  do {
    asm volatile("ld.acquire.gpu.v2.u64 {%0, %1}, [%2];"
                 : "=l"(flag), "=l"(value)
                 : "l"(state)
                 : "memory");
  } while (flag == 0);
  return value;
}

template <class State>
__global__ void hand_on(State* states, int* ticket) {
  const int place = atomicAdd(ticket, 1);  // blocks begin in any order
  publish(&states[place], (place == 0 ? 0 : wait_for(&states[place - 1])) + place + 1);
}

__global__ void ask(unsigned* mask) {
  unsigned result;
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 77; vote.ballot.sync.b32 %0, p, 0xffffffff; }"
               : "=r"(result)
               : "r"(threadIdx.x));
  if (threadIdx.x == 0) *mask = result;
}

int main() {
  uint2* small;
  ulonglong2* large;
  int* tickets;
  cudaMallocManaged(&small, 8 * sizeof *small);
  cudaMallocManaged(&large, 8 * sizeof *large);
  cudaMallocManaged(&tickets, 3 * sizeof *tickets);
  cudaMemset(small, 0, 8 * sizeof *small);
  cudaMemset(large, 0, 8 * sizeof *large);
  cudaMemset(tickets, 0, 3 * sizeof *tickets);
  hand_on<<<8, 1>>>(small, tickets);
  hand_on<<<8, 1>>>(large, tickets + 1);
  ask<<<1, 32>>>(reinterpret_cast<unsigned*>(tickets + 2));
  cudaDeviceSynchronize();
  std::printf("%u %llu %x\n", small[7].y, large[7].y, tickets[2]);
  cudaFree(small), cudaFree(large), cudaFree(tickets);
}
