// In a function for both sides nvcc only warns: it may never run on the device.
// warning: @call ‘int random_seed()’ is a host function
// nvcc: warning
int random_seed() { return 42; }

__host__ __device__ int seed(int thread) {
  return thread + random_seed();  // @call
}

int main() { return seed(0) == 42 ? 0 : 1; }
