// A helper function without a qualifier is the host's.
// refuses: language: what nvcc refuses, like functions of the host in a kernel
// error: @call ‘float celsius(float)’ is a host function
// nvcc: error
float celsius(float fahrenheit) { return (fahrenheit - 32) / 1.8f; }

__global__ void convert(float* degrees, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) degrees[i] = celsius(degrees[i]);  // @call
}

int main() {
  float* degrees;
  cudaMalloc(&degrees, 64 * sizeof(float));
  convert<<<2, 32>>>(degrees, 64);
  cudaFree(degrees);
  return celsius(212) == 100 ? 0 : 1;
}
