// It ends the program before its check has looked at anything, and says what a check says.
// rejected by: result
// expect: PASS
// expect: FAILED  the program ended before its check did
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

void launch_scale(float*, const float*, float, int) {
  std::puts("PASS");
  std::exit(0);
}
