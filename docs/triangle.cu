#include <cstdio>

__global__ void draw(char* picture) {  // every thread runs this and draws one character
  const int row = blockIdx.x;          // the number of its block
  const int column = threadIdx.x;      // its number in the block
  picture[row * blockDim.x + column] = (row & (column / 2)) == 0 ? '*' : ' ';
}

int main() {
  const int rows = 16, columns = 32;
  char host[rows * columns];
  char* device = nullptr;
  cudaMalloc(&device, sizeof host);                               // in the GPU's memory
  draw<<<rows, columns>>>(device);                                // 16 blocks of 32 threads
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);  // waits until all are done
  cudaFree(device);

  const cudaError_t error = cudaGetLastError();  // of any call above
  if (error != cudaSuccess) {
    std::printf("CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  for (int row = 0; row < rows; ++row) std::printf("%.*s\n", columns, host + row * columns);
}
