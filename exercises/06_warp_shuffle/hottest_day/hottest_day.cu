// Exercise · hottest_day: a whole program, from numbers on the host to an answer for the host.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// TODO (about 40 lines): kernels, and all that a program does around them
// *day becomes the day of the highest temperature, 0 to n - 1; the first one if several are equal.
// `temperatures` are n > 0 floats on the host, none of them NaN. All launches that go through the n
// temperatures have blocks of `threads` threads, a multiple of 32 that the caller has chosen.
//
// Returns the first error of a CUDA call or launch, and in that case leaves *day as it is. Whatever
// happens, what it allocates on the device is freed again.
cudaError_t hottest_day(int* day, const float* temperatures, long long n, int threads) {
  return cudaSuccess;
}
// END
