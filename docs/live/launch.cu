// The figures behind the live picture `launch`: for each setting of its knobs a grid is launched, whose
// threads count themselves. `digest` is a sum over all threads, of what each has found out about itself:
// its block, its place there, its warp, its lane and its element. Prints a row of comma-separated values
// per setting; live_test.py compares them with what the picture says.
#include <cstdio>

#include "tutorial.cuh"

struct Found {
  unsigned threads, without_element, warps, lanes_of_last_warp, digest;
};

__device__ unsigned lane_id() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

__global__ void count_yourself(Found* found, int columns, int rows) {
  const int rank = threadIdx.y * blockDim.x + threadIdx.x;
  const int lane = lane_id();
  // A warp has the number that its first thread's rank says.
  const int warp = __shfl_sync(__activemask(), rank, 0) / 32;
  const int lanes = __popc(__activemask());
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const bool has = column < columns && row < rows;

  atomicAdd(&found->threads, 1);
  if (!has) atomicAdd(&found->without_element, 1);
  if (lane == 0) atomicAdd(&found->warps, 1);
  const int threads = blockDim.x * blockDim.y;
  if (rank == threads - 1) atomicExch(&found->lanes_of_last_warp, lanes);

  const unsigned facts[] = {blockIdx.x, blockIdx.y,
                            threadIdx.x, threadIdx.y,
                            static_cast<unsigned>(warp), static_cast<unsigned>(lane),
                            static_cast<unsigned>(has ? row * columns + column : -1)};
  unsigned hash = 0;
  for (const unsigned fact : facts) hash = hash * 31 + fact;
  const unsigned thread = (blockIdx.y * gridDim.x + blockIdx.x) * threads + rank;
  atomicAdd(&found->digest, hash * (2 * thread + 1));
}

void print_setting(Found* found, int columns, int rows, int x, int y) {
  const dim3 block(x, y), grid((columns + x - 1) / x, (rows + y - 1) / y);
  CHECK(cudaMemset(found, 0, sizeof(Found)));
  count_yourself<<<grid, block>>>(found, columns, rows);
  const cudaError_t error = cudaGetLastError();
  Found host{};
  CHECK(cudaMemcpy(&host, found, sizeof(Found), cudaMemcpyDeviceToHost));
  std::printf("%d,%d,%d,%d,%s,%u,%u,%u,%u,%u,%u,%u\n", columns, rows, x, y, cudaGetErrorName(error),
              grid.x, grid.y, host.threads, host.without_element, host.warps,
              host.lanes_of_last_warp, host.digest);
}

int main() {
  Found* found = nullptr;
  CHECK(cudaMalloc(&found, sizeof(Found)));
  std::printf("columns,rows,x,y,error,grid_x,grid_y,threads,without_element,warps,lanes_of_last_warp,digest\n");
  for (int n = 1; n <= 1024; ++n) {
    for (const int block : {32, 64, 100, 128, 256, 512}) print_setting(found, n, 1, block, 1);
  }
  for (int columns = 5; columns <= 60; columns += 5) {
    for (int rows = 5; rows <= 30; rows += 5) {
      for (const int x : {8, 16, 20, 32, 64}) {
        for (const int y : {1, 2, 4, 8, 16, 32}) print_setting(found, columns, rows, x, y);
      }
    }
  }
  CHECK(cudaFree(found));
}
