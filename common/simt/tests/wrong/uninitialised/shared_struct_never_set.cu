// The last element of a tile of structs is the next block's: nobody has loaded it.
// expect: simt: read of shared memory that nobody has written, at byte 640 of tile
// expect: @right
#include <cuda_runtime.h>

struct Cell {
  float density;
  float velocity[4];
};

__global__ void differences(const Cell* cells, float* out) {
  __shared__ Cell tile[33];
  const int i = threadIdx.x;
  tile[i] = cells[i];
  __syncthreads();
  const Cell right = tile[i + 1];  // @right
  out[i] = right.density - tile[i].density;
}

int main() {
  Cell* cells;
  float* out;
  cudaMalloc(&cells, 32 * sizeof(Cell));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(cells, 0, 32 * sizeof(Cell));
  differences<<<1, 32>>>(cells, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
