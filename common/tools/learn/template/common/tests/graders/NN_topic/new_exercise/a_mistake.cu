// WRITE: a mistake that a learner would make, in a sentence, and name the file after it.
// rejected by: WRITE: result, hardware counter, compute-sanitizer memcheck (or racecheck, synccheck), or model
// expect: FAILED  WRITE: the words of the check that reject it
#include <cuda_runtime.h>

void launch_new_exercise(float* out, const float* in, int n) {
  std::fputs("WRITE: the wrong answer a_mistake.cu\n", stderr);
}
