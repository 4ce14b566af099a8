// A tile kernel that computes with numbers alone needs no <cuda_tile.h>, and a launch may leave out the one thread.
__tile_global__ void twice(int* p) { *p = 2 * *p; }

int main() {
  int *p, host = 21;
  cudaMalloc(&p, sizeof(int));
  cudaMemcpy(p, &host, sizeof host, cudaMemcpyHostToDevice);
  twice<<<1>>>(p);
  cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(p);
  return host == 42 ? 0 : 1;
}
