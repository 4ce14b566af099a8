// The figures behind the live picture `launch`: for each setting of its knobs a grid is launched, whose
// threads count themselves. `digest` is a sum over all threads, of what each has found out about itself:
// its block, its place there, its warp, its lane and its element. Prints a row of comma-separated values
// per setting; live_test.py compares them with what the picture says.
//
//   live_launch                     all settings
//   live_launch COLUMNS ROWS X Y    one setting, with a row for each of its threads
#include <cstdio>
#include <cstdlib>

#include "tutorial.cuh"

struct Found {
  unsigned threads, without_element, warps, lanes_of_last_warp, digest;
};

/// What a thread finds out about itself.
struct Facts {
  unsigned block_x, block_y, thread_x, thread_y, warp, lane;
  int element;  // -1: it has none
};

__device__ unsigned lane_id() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

__device__ int rank_in_block() { return threadIdx.y * blockDim.x + threadIdx.x; }

/// Its number, if threads are numbered block by block.
__device__ unsigned thread_number() {
  const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  return block * blockDim.x * blockDim.y + rank_in_block();
}

__device__ Facts facts_of_thread(int columns, int rows) {
  // A warp has the number that the rank of its first thread says.
  const unsigned warp = __shfl_sync(__activemask(), rank_in_block(), 0) / 32;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const bool has = column < columns && row < rows;
  return {blockIdx.x,
          blockIdx.y,
          threadIdx.x,
          threadIdx.y,
          warp,
          lane_id(),
          has ? row * columns + column : -1};
}

__global__ void count_yourself(Found* found, int columns, int rows) {
  const Facts facts = facts_of_thread(columns, rows);
  const unsigned lanes = __popc(__activemask());
  atomicAdd(&found->threads, 1);
  if (facts.element < 0) atomicAdd(&found->without_element, 1);
  if (facts.lane == 0) atomicAdd(&found->warps, 1);
  if (rank_in_block() + 1u == blockDim.x * blockDim.y)
    atomicExch(&found->lanes_of_last_warp, lanes);

  unsigned hash = 0;
  for (const unsigned fact : {facts.block_x, facts.block_y, facts.thread_x, facts.thread_y,
                              facts.warp, facts.lane, static_cast<unsigned>(facts.element)}) {
    hash = hash * 31 + fact;
  }
  atomicAdd(&found->digest, hash * (2 * thread_number() + 1));
}

__global__ void tell_facts(Facts* facts, int columns, int rows) {
  facts[thread_number()] = facts_of_thread(columns, rows);
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

void print_threads(int columns, int rows, int x, int y) {
  const dim3 block(x, y), grid((columns + x - 1) / x, (rows + y - 1) / y);
  std::vector<Facts> host(grid.x * grid.y * x * y);
  Facts* facts = nullptr;
  CHECK(cudaMalloc(&facts, host.size() * sizeof(Facts)));
  tell_facts<<<grid, block>>>(facts, columns, rows);
  CHECK_LAST();
  CHECK(cudaMemcpy(host.data(), facts, host.size() * sizeof(Facts), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(facts));
  std::printf("block_x,block_y,thread_x,thread_y,warp,lane,element\n");
  for (const Facts& f : host) {
    std::printf("%u,%u,%u,%u,%u,%u,%d\n", f.block_x, f.block_y, f.thread_x, f.thread_y, f.warp,
                f.lane, f.element);
  }
}

void print_settings() {
  Found* found = nullptr;
  CHECK(cudaMalloc(&found, sizeof(Found)));
  std::printf(
      "columns,rows,x,y,error,grid_x,grid_y,threads,without_element,warps,lanes_of_last_warp,"
      "digest\n");
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

int main(int argc, char** argv) {
  if (argc == 5) {
    print_threads(std::atoi(argv[1]), std::atoi(argv[2]), std::atoi(argv[3]), std::atoi(argv[4]));
  } else {
    print_settings();
  }
}
