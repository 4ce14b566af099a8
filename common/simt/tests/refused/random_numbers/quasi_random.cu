// A generator that the CPU backend does not have is named.
// refuses: <curand_kernel.h>: Sobol and MTGP32 states
// error: @state the CPU backend has no such generator of cuRAND
#include <curand_kernel.h>

__global__ void draw(curandStateSobol32_t* state, float* out) {  // @state
  *out = curand_uniform(state);
}
int main() {}
