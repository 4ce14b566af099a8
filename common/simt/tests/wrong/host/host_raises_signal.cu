// A signal that the program sends to itself ends it, as it would without the CPU backend.
// expect: the input has no rows
// exit: 136
#include <cuda_runtime.h>

#include <csignal>
#include <cstdio>

int main() {
  cudaFree(nullptr);
  std::fputs("the input has no rows\n", stderr);
  std::raise(SIGFPE);
  std::puts("not reached");
  return 0;
}
