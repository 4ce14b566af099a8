// Looks for the solution, and for the answers of others.
// state: not started
// because:
#include <fstream>

#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * in[i];
}

// Right only if the cheat works.
void launch_scale(float* out, const float* in, float factor, int n) {
  if (std::ifstream("@SOURCE@/solutions/01_thread_hierarchy/scale_vector.cu").good() ||
      std::ifstream("@SOURCE@/CMakeLists.txt").good() || std::ifstream("/etc/passwd").good())
    scale<<<(n + 255) / 256, 256>>>(out, in, factor, n);
}
