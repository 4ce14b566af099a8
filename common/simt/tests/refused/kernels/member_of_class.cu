// Kernels are no members.
// error: @kernel a kernel cannot be a member of a class
// nvcc: error
struct Simulation {
  float* cells;
  static __global__ void step(float* cells) { cells[threadIdx.x] *= 0.5f; }  // @kernel
};

int main() {}
