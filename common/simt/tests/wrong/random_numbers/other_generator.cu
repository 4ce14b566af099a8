// Of the generators for the host's functions, the CPU backend has the default one.
// refuses: <curand.h>: other generators than CURAND_RNG_PSEUDO_DEFAULT (XORWOW), Poisson numbers
// expect: curandCreateGenerator() refuses a generator that the CPU backend does not have
// expect: @create
// expect: advice  use CURAND_RNG_PSEUDO_DEFAULT
#include <curand.h>

int main() {
  curandGenerator_t generator;
  const curandStatus_t status =
      curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MT19937);  // @create
  return status == CURAND_STATUS_SUCCESS ? 0 : 1;
}
