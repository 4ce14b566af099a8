// Chapter 01 · occupancy
//
// How many blocks live on one multiprocessor at the same time? Four supplies decide: places for
// blocks, places for warps, registers and shared memory; the one that runs out first sets the
// number. What a block takes is known before it runs, so nothing is launched here: occupancy is
// arithmetic, done by hand and compared with what CUDA answers.
//
//   occupancy [--block N] [--shared BYTES]   the block that is computed step by step; default 256
//                                            threads, 102400 bytes (100 KiB)
#include <sstream>

#include "tutorial.cuh"

// Takes few registers: its blocks are limited by their number, by their warps, or by the shared
// memory that the launch asks for.
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

// What one multiprocessor has, and in which portions it hands it out.
struct Supplies {
  int blocks = device_attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
  int warps = device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 32;
  int registers = device_attribute(cudaDevAttrMaxRegistersPerMultiprocessor);
  int shared = device_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  int shared_reserved = device_attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  // No attribute tells these; they are in the CUDA C++ Programming Guide and cuda_occupancy.h.
  int shared_portion = device_attribute(cudaDevAttrComputeCapabilityMajor) >= 8 ? 128 : 256;
  int register_portion = 256;  // registers are handed to whole warps
  int quarters = 4;            // a warp lives in one quarter and has its registers there
};

// What one block asks for.
struct Demand {
  int threads;
  int registers;    // per thread, chosen by the compiler
  int shared;       // bytes: static, known to the compiler, + dynamic, said at the launch
  bool launchable;  // within the limits of a block
};

// How many blocks each supply would allow, were it the only one, and the steps on the way.
struct Limits {
  int warps_per_block, registers_per_warp, warps_per_quarter, shared_per_block;
  int by_blocks, by_warps, by_registers, by_shared;
  int blocks;  // the smallest of the four; 0: such a block cannot be launched at all
};

int round_up(int value, int portion) { return (value + portion - 1) / portion * portion; }

Limits compute_by_hand(const Supplies& has, const Demand& block) {
  Limits l;
  l.by_blocks = has.blocks;

  l.warps_per_block = round_up(block.threads, 32) / 32;  // a last, partly empty warp counts whole
  l.by_warps = has.warps / l.warps_per_block;

  l.registers_per_warp = round_up(block.registers * 32, has.register_portion);
  l.warps_per_quarter = has.registers / has.quarters / l.registers_per_warp;
  l.by_registers = l.warps_per_quarter * has.quarters / l.warps_per_block;

  l.shared_per_block = round_up(block.shared + has.shared_reserved, has.shared_portion);
  l.by_shared = l.shared_per_block > 0 ? has.shared / l.shared_per_block : has.blocks;

  l.blocks = std::min({l.by_blocks, l.by_warps, l.by_registers, l.by_shared});
  if (!block.launchable) l.blocks = 0;
  return l;
}

template <class Kernel>
Demand demand_of(Kernel kernel, int threads, int dynamic_shared) {
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, kernel));
  const int static_shared = static_cast<int>(attributes.sharedSizeBytes);
  return {threads, attributes.numRegs, static_shared + dynamic_shared,
          threads <= device_attribute(cudaDevAttrMaxThreadsPerBlock) &&
              dynamic_shared <= attributes.maxDynamicSharedSizeBytes};
}

std::string limiting(const Limits& l) {
  std::string names;
  const auto name_if = [&](int limit, const char* name) {
    if (limit == l.blocks) names += (names.empty() ? "" : ", ") + std::string(name);
  };
  name_if(l.by_blocks, "blocks");
  name_if(l.by_warps, "warps");
  name_if(l.by_registers, "registers");
  name_if(l.by_shared, "shared memory");
  return names.empty() ? "the block's limits" : names;
}

std::string occupancy(const Supplies& has, const Limits& l) {
  return figure("%.1f %%", 100.0 * l.blocks * l.warps_per_block / has.warps);
}

void print_steps(const Supplies& has, const Demand& block) {
  const Limits l = compute_by_hand(has, block);
  const auto text = [](auto... parts) {
    std::ostringstream out;
    (out << ... << parts);
    return out.str();
  };
  Table table({"supply", "one block takes", "a multiprocessor has", "blocks"});
  table.add({"blocks", "1", text(has.blocks), text(l.by_blocks)});
  table.add({"warps", text(block.threads, " / 32 → ", l.warps_per_block), text(has.warps),
             text(l.by_warps)});
  table.add(
      {"registers",
       text(l.warps_per_block, " warps of ", block.registers, " × 32 → ", l.registers_per_warp),
       text(has.quarters, " × ", has.registers / has.quarters, " → ", has.quarters, " × ",
            l.warps_per_quarter, " such warps"),
       text(l.by_registers)});
  table.add({"shared memory",
             text(block.shared, " + ", has.shared_reserved, " → ", l.shared_per_block),
             text(has.shared), text(l.by_shared)});
  table.print(text("One block: ", block.threads, " threads, ", block.registers,
                   " registers per thread, ", block.shared, " bytes of shared memory"));
  std::printf("limited by %s to %d blocks of %d warps: occupancy %s\n", limiting(l).c_str(),
              l.blocks, l.warps_per_block, occupancy(has, l).c_str());
}

// The block size with the most resident threads, by trying all; the larger one on a tie.
template <class Kernel>
int best_block_by_hand(const Supplies& has, Kernel kernel) {
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, kernel));
  int best = 0, most_threads = 0;
  for (int threads = attributes.maxThreadsPerBlock; threads > 0; threads -= 32) {
    const int resident = threads * compute_by_hand(has, demand_of(kernel, threads, 0)).blocks;
    if (resident > most_threads) {
      most_threads = resident;
      best = threads;
    }
  }
  return best;
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Compute by hand how many blocks are resident on a multiprocessor.",
      {{.name = "block", .fallback = 256, .min = 1, .max = 1024, .help = "threads per block"},
       {.name = "shared", .fallback = 102400, .max = 1 << 20, .help = "bytes of shared memory"}});
  require_device();
  const Supplies has;
  const int multiprocessors = device_attribute(cudaDevAttrMultiProcessorCount);
  bool all_equal = true;

  Table table({"kernel", "threads", "shared", "registers", "by hand", "by CUDA", "occupancy",
               "fills the GPU", "limited by"});
  const auto compare = [&](const char* name, auto kernel, int threads, int shared) {
    const Demand block = demand_of(kernel, threads, shared);
    const Limits l = compute_by_hand(has, block);
    int by_cuda = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&by_cuda, kernel, threads, shared));
    all_equal &= by_cuda == l.blocks;
    table.add({name, std::to_string(threads), std::to_string(shared),
               std::to_string(block.registers), std::to_string(l.blocks), std::to_string(by_cuda),
               occupancy(has, l), std::to_string(l.blocks * multiprocessors) + " blocks",
               limiting(l)});
  };
  for (int threads : {32, 96, 100, 512, 768, 1024}) compare("scale", scale, threads, 0);
  for (int shared : {12000, 12700}) compare("scale", scale, 64, shared);
  for (int shared : {49152, 102400}) compare("scale", scale, 256, shared);

  // More than 48 KiB of shared memory must be asked for, kernel by kernel; the row above says 0.
  const int opt_in = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  CHECK(cudaFuncSetAttribute(scale, cudaFuncAttributeMaxDynamicSharedMemorySize, opt_in));
  for (int shared : {102400, 115712, opt_in}) compare("scale, opted in", scale, 256, shared);

  compare("sort_in_registers", sort_in_registers, 256, 0);
  compare("sort_in_registers", sort_in_registers, 1024, 0);
  compare("sort_bounded", sort_bounded, 256, 0);
  // More threads than __launch_bounds__ promised: the launch would be refused, yet CUDA's function,
  // which looks at the supplies only, says that 2 such blocks fit.
  compare("sort_bounded", sort_bounded, 512, 0);

  print_steps(has, demand_of(scale, static_cast<int>(options["block"]),
                             static_cast<int>(options["shared"])));
  table.print();
  std::puts("");

  // CUDA can also search for the block size; ours must find the same.
  const auto search = [&](const char* name, auto kernel) {
    int grid = 0, block = 0;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel));
    const int by_hand = best_block_by_hand(has, kernel);
    all_equal &= block == by_hand;
    std::printf("%-17s  best block by hand %4d, by CUDA %4d threads; %d blocks fill the GPU\n",
                name, by_hand, block, grid);
  };
  search("scale", scale);
  search("sort_in_registers", sort_in_registers);
  search("sort_bounded", sort_bounded);

  if (!all_equal) std::fprintf(stderr, "the computation by hand and CUDA's answer differ\n");
  return verdict(all_equal);
}
