// Chapter 01 · launch_bounds
//
// Registers limit how many blocks are resident. The compiler decides how many a thread gets;
// __launch_bounds__ tells it how many blocks have to fit. Nothing is launched: the program prints
// what the compiler chose and how many blocks then fit.
//
//   launch_bounds
#include "tutorial.cuh"

// Takes few registers.
__global__ void scale(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}

__device__ __forceinline__ void sort_two(float& low, float& high) {
  const float smaller = fminf(low, high);
  high = fmaxf(low, high);
  low = smaller;
}

// Each thread sorts 64 values of its own, by odd-even transposition. With the loops over k unrolled
// every index is known to the compiler, so all 64 values live in registers.
__device__ __forceinline__ void sort_64_values(float* data) {
  constexpr int kValues = 64;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  float* mine = data + thread / 32 * 32 * kValues + thread % 32;
  float value[kValues];
#pragma unroll
  for (int k = 0; k < kValues; ++k) value[k] = mine[k * 32];
#pragma unroll 1
  for (int round = 0; round < kValues; round += 2) {
#pragma unroll
    for (int k = 0; k + 1 < kValues; k += 2) sort_two(value[k], value[k + 1]);
#pragma unroll
    for (int k = 1; k + 1 < kValues; k += 2) sort_two(value[k], value[k + 1]);
  }
#pragma unroll
  for (int k = 0; k < kValues; ++k) mine[k * 32] = value[k];
}

// The compiler may take the registers it likes: 64 values and what it needs to work with them.
__global__ void sort_in_registers(float* data) { sort_64_values(data); }

// A promise and a demand: at most 256 threads per block, and 4 such blocks must fit. That leaves
// 65536 / (4 × 256) = 64 registers; what no longer fits goes to local memory, which is slow.
__global__ void __launch_bounds__(256, 4) sort_bounded(float* data) { sort_64_values(data); }

int main(int argc, char** argv) {
  Options::without_size(argc, argv, "Print what registers do to the number of blocks.", {});
  require_device();
  bool ok = true;
  Table resident({"kernel", "registers", "local bytes", "threads", "blocks per SM", "occupancy"});
  Table sizes({"kernel", "best block by CUDA", "blocks that fill the GPU"});
  const int places = device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  const auto show = [&](const char* name, auto kernel, std::initializer_list<int> blocks) {
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, kernel));
    for (int threads : blocks) {
      int fit = 0;
      CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, threads, 0));
      resident.add({name, std::to_string(attributes.numRegs),
                    std::to_string(attributes.localSizeBytes), std::to_string(threads),
                    std::to_string(fit), figure("%.1f %%", 100.0 * fit * threads / places)});
    }
    int grid = 0, block = 0;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel));
    sizes.add({name, std::to_string(block), std::to_string(grid)});
    ok = ok && block <= attributes.maxThreadsPerBlock;
  };
  show("scale", scale, {256, 1024});
  show("sort_in_registers", sort_in_registers, {256, 1024});
  show("sort_bounded", sort_bounded, {256, 512});
  resident.print();
  sizes.print();
  return verdict(ok);
}
