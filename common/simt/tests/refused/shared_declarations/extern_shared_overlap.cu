// Two arrays of dynamic shared memory, taken for different memory.
// warning: @second this stores into keys, too: all extern __shared__ arrays of a kernel begin at the same address
// nvcc: nothing
extern __shared__ short keys[];
extern __shared__ float values[];

__global__ void reverse(float* out, int n) {
  const int t = threadIdx.x;
  keys[t] = t;
  values[t] = 0.5f * t;  // @second
  __syncthreads();
  out[keys[n - 1 - t]] = values[t];
}

int main() {}
