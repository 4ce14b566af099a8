// Shared memory of bytes holds structs of 16 bytes that are aligned to 8, and behind them float4, which need 16.
// expect: simt: write of one float4 at the misaligned address
// expect: @access
// expect: the address of each float4 must be a multiple of its alignment, 16 bytes
#include <cuda_runtime.h>

struct Item {
  int key, next;
  double weight;
};

__global__ void fill(const double* weights, double* out, int header) {
  extern __shared__ __align__(16) unsigned char bytes[];
  Item* const items = reinterpret_cast<Item*>(bytes + header);
  items[threadIdx.x] = {1, 2, weights[threadIdx.x]};  // right
  float4* const colours = reinterpret_cast<float4*>(items + blockDim.x);
  colours[threadIdx.x] = make_float4(1, 2, 3, 4);  // @access
  out[threadIdx.x] = items[threadIdx.x].weight + colours[threadIdx.x].x;
}

int main() {
  double *weights, *out;
  cudaMalloc(&weights, 32 * sizeof(double));
  cudaMalloc(&out, 32 * sizeof(double));
  cudaMemset(weights, 0, 32 * sizeof(double));
  fill<<<1, 32, 8 + 32 * (sizeof(Item) + sizeof(float4))>>>(weights, out, 8);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
