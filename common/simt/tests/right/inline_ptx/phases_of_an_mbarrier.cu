// All threads of a block wait at an mbarrier again and again, some of them ask for its parity, others for the state that
// they got; copies of each thread arrive at one of their own.
// supports: inline PTX: mbarrier.init, inval, arrive, arrive_drop, expect_tx, complete_tx, test_wait, try_wait; cp.async.mbarrier.arrive
// prints: 0 wrong
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

constexpr int kThreads = 96, kRounds = 5;

using Object = std::uint64_t;

__device__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}
__device__ void init(Object* object, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(object)), "r"(count)
               : "memory");
}
__device__ Object arrive(Object* object) {
  Object state;
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];"
               : "=l"(state)
               : "r"(shared_address(object))
               : "memory");
  return state;
}
__device__ void wait_for_state(Object* object, Object state) {
  asm volatile(
      "{\n\t"
      ".reg .pred complete;\n\t"
      "again:\n\t"
      "mbarrier.test_wait.shared::cta.b64 complete, [%0], %1;\n\t"
      "@!complete bra again;\n\t"
      "}" ::"r"(shared_address(object)),
      "l"(state)
      : "memory");
}
__device__ void wait_for_parity(Object* object, int parity) {
  int is_complete = 0;
  while (!is_complete) {
    asm volatile(
        "{ .reg .pred p;\n"
        "  mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
        "  selp.b32 %0, 1, 0, p; }"
        : "=r"(is_complete)
        : "r"(shared_address(object)), "r"(parity)
        : "memory");
  }
}

__global__ void shift_around(const int* in, int* out) {
  __shared__ Object all_are_here, values_are_here;
  __shared__ int values[2][kThreads], offsets[kThreads];
  const int thread = threadIdx.x;
  if (thread == 0) {
    init(&all_are_here, kThreads);
    init(&values_are_here, kThreads);
  }
  __syncthreads();
  // Every thread's copy is one of the arrivals that are expected.
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(&offsets[thread])),
               "l"(in + thread)
               : "memory");
  asm volatile(
      "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(&values_are_here))
      : "memory");
  wait_for_parity(&values_are_here, 0);
  int value = thread + offsets[(thread + 1) % kThreads];
  for (int round = 0; round < kRounds; ++round) {
    values[round % 2][thread] = value;
    const Object state = arrive(&all_are_here);
    if (thread % 64 < 32) {
      wait_for_state(&all_are_here, state);
    } else {
      wait_for_parity(&all_are_here, round % 2);
    }
    value = values[round % 2][(thread + 1) % kThreads];
  }
  out[thread] = value;
  __syncthreads();
  if (thread == 0) {
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(shared_address(&all_are_here))
                 : "memory");
    // What one thread expects, and brings itself.
    const unsigned object = shared_address(&values_are_here);
    init(&values_are_here, 1);
    asm volatile(
        "{ .reg .b64 state; mbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], 16; }" ::"r"(
            object)
        : "memory");
    asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 16;" ::"r"(object)
                 : "memory");
    wait_for_parity(&values_are_here, 0);
  }
}

int main() {
  int host[kThreads], result[kThreads], *in, *out;
  for (int i = 0; i < kThreads; ++i) host[i] = 3 * i;
  cudaMalloc(&in, sizeof(host));
  cudaMalloc(&out, sizeof(host));
  cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
  shift_around<<<2, kThreads>>>(in, out);
  cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < kThreads; ++i) {
    const int from = (i + kRounds) % kThreads;
    wrong += result[i] != from + 3 * ((from + 1) % kThreads);
  }
  std::printf("%d wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
}
