// A struct that nobody has set at all is copied; those that are set in part may be.
// exit: 0
// expect: simt: warning: read of global memory that nobody has written, at byte 36 of the 48 bytes that were allocated at
// expect: @copy
#include <cuda_runtime.h>

struct Particle {
  float mass, charge;
  char kind;
};

__global__ void begin(Particle* particles) { particles[threadIdx.x].charge = 1; }
__global__ void copy(Particle* to, const Particle* from) {
  to[threadIdx.x] = from[threadIdx.x];  // @copy
}

int main() {
  Particle *from, *to;
  cudaMalloc(&from, 4 * sizeof(Particle));
  cudaMalloc(&to, 4 * sizeof(Particle));
  begin<<<1, 3>>>(from);
  copy<<<1, 4>>>(to, from);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 5;
}
