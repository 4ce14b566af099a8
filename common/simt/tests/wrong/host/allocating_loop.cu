// One allocation of the two is in a loop, the other one in the function that calls both: what is left over.
// expect: warning: 512 bytes in 4 allocations, allocated at
// expect: @allocation
// expect: , called at
// expect: @loop
// expect: warning: 64 bytes, allocated at
// expect: @allocation
// expect: , called at
// expect: @single
// exit: 0
#include <cuda_runtime.h>

void* take(std::size_t bytes) {
  void* memory = nullptr;
  cudaMalloc(&memory, bytes);  // @allocation
  return memory;
}

void take_rows(void** rows, int count) {
  for (int i = 0; i < count; ++i) rows[i] = take(128);  // @loop
}

int main() {
  void* rows[4];
  take_rows(rows, 4);
  void* const row = take(64);  // @single
  return row != nullptr && rows[3] != nullptr ? 0 : 1;
}
