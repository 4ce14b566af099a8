// The host multiplies: no kernel at all.
// rejected by: model
// expect: no kernel has run
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;

constexpr bool kCaseIsOpen = true;  // true: the check runs the program

void amplify_all(float* out, const float* in, const float* gains, int channels, int samples) {
  for (int c = 0; c < channels; ++c) {
    for (int i = 0; i < samples; ++i) out[c * samples + i] = in[c * samples + i] * gains[c];
  }
}
