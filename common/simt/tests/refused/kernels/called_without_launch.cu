// A kernel called like a function, by the host and by another kernel.
// error: @host a kernel is launched, not called: clear<<<blocks, threads>>>(...)
// error: @kernel a kernel is launched, not called: clear<<<blocks, threads>>>(...)
// nvcc: error
__global__ void clear(int* out) { out[threadIdx.x] = 0; }

__global__ void begin(int* out) {
  clear(out);  // @kernel
}

int main() {
  int* out;
  cudaMalloc(&out, 128);
  clear(out);  // @host
  begin<<<1, 32>>>(out);
  cudaFree(out);
}
