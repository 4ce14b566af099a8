// A generator that the CPU backend does not have is named.
// refuses: <curand_kernel.h>: Sobol and MTGP32 states
// error: @state the CPU backend has no such generator of cuRAND: use curandState
// nvcc: nothing
#include <curand_kernel.h>

int main() {
  curandStateSobol32_t* states = nullptr;  // @state
  return states == nullptr ? 0 : 1;
}
