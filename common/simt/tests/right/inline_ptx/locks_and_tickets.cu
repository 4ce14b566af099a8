// Blocks take a ticket each and wait for their turn; who has it adds to a plain variable and passes it on. Whatever
// the order is, nothing gets lost. A bounded search in each thread leaves its loop by a branch.
// prints: 16 turns, sum 120, log 5
#include <cuda_runtime.h>

#include <cstdio>

struct State {
  unsigned ticket, turn;
  int sum, turns;
};

__device__ unsigned take_ticket(State* state) {
  unsigned mine;
  asm volatile("atom.global.add.relaxed.gpu.u32 %0, [%1], 1;"
               : "=r"(mine)
               : "l"(&state->ticket)
               : "memory");
  return mine;
}
__device__ void wait_for_turn(State* state, unsigned mine) {
  unsigned turn;
  do {
    asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(turn) : "l"(&state->turn) : "memory");
    if (turn != mine) asm volatile("nanosleep.u32 20;");
  } while (turn != mine);
}
__device__ void pass_on(State* state) {
  asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(&state->turn) : "memory");
}

/// The number of halvings until nothing is left, at most 100.
__device__ int halvings(unsigned value) {
  int count;
  asm("{\n"
      "  .reg .pred %%p<3>;\n"
      "  .reg .u32  %%r<2>;\n"
      "  mov.u32 %%r0, %1;\n"
      "  mov.s32 %0, 0;\n"
      "LOOP:\n"
      "  setp.eq.u32 %%p1, %%r0, 0;\n"
      "  @%%p1 bra DONE;\n"
      "  shr.b32 %%r0, %%r0, 1;\n"
      "  add.s32 %0, %0, 1;\n"
      "  setp.lt.s32 %%p2, %0, 100;\n"
      "  @%%p2 bra LOOP;\n"
      "DONE:\n"
      "}"
      : "=&r"(count)
      : "r"(value));
  return count;
}

__global__ void add_in_turn(State* state, int* log) {
  if (threadIdx.x != 0) return;
  const unsigned mine = take_ticket(state);
  wait_for_turn(state, mine);
  state->sum += static_cast<int>(mine);
  ++state->turns;
  pass_on(state);
  if (mine == 16 - 1) *log = halvings(mine + 1);
}

int main() {
  State *state, host;
  int *log, result;
  cudaMalloc(&state, sizeof(State));
  cudaMalloc(&log, sizeof(int));
  cudaMemset(state, 0, sizeof(State));
  add_in_turn<<<16, 32>>>(state, log);
  cudaMemcpy(&host, state, sizeof(State), cudaMemcpyDeviceToHost);
  cudaMemcpy(&result, log, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d turns, sum %d, log %d\n", host.turns, host.sum, result);
  cudaFree(state);
  cudaFree(log);
}
