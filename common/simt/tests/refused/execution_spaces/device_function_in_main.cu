// The host calls what is the device's: for a reference result, say.
// error: @call ‘int mix(int, int)’ is a __device__ function
// nvcc: error
__device__ int mix(int a, int b) { return a * 31 + b; }

__global__ void mix_all(int* out) { out[threadIdx.x] = mix(threadIdx.x, 7); }

int main() {
  const int expected = mix(0, 7);  // @call
  int *out, got;
  cudaMalloc(&out, 128);
  mix_all<<<1, 32>>>(out);
  cudaMemcpy(&got, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);
  return got == expected ? 0 : 1;
}
