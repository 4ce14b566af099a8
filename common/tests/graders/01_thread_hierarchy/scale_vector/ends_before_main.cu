// It ends the program before main begins.
// rejected by: result
// expect: FAILED  the program ended before its check did
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

const bool kIsOver = [] {
  std::puts("PASS");
  std::exit(0);
  return true;
}();

void launch_scale(float*, const float*, float, int) {}
