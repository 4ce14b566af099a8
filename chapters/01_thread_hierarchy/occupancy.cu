// Chapter 01 · occupancy
//
// How many blocks are on one multiprocessor at the same time? Four resources decide: places for
// blocks, places for warps, registers and shared memory; the one that runs out first is the limit.
// What a block takes is known before it runs, so nothing is launched here: occupancy is arithmetic,
// done by hand and compared with what CUDA answers.
//
//   occupancy [--block N] [--shared BYTES]   the block that is computed step by step; default 256
//                                            threads, 102400 bytes (100 KiB)
#include <sstream>

#include "tutorial.cuh"

// Takes few registers, so its blocks are limited by something else.
__global__ void scale(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}

// What one multiprocessor has, and in which portions it hands it out.
struct Resources {
  int blocks = device_attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
  int warps = device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 32;
  int registers = device_attribute(cudaDevAttrMaxRegistersPerMultiprocessor);
  int shared = device_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  int shared_reserved = device_attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  // No attribute tells these; the CUDA C++ Programming Guide and cuda_occupancy.h do.
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

// How many blocks each resource would allow, were it the only one, and the steps on the way.
struct Limits {
  int warps_per_block, registers_per_warp, warps_per_quarter, shared_per_block;
  int by_blocks, by_warps, by_registers, by_shared;
  int blocks;  // the smallest of the four; 0: such a block cannot be launched at all
};

int round_up(int value, int portion) { return (value + portion - 1) / portion * portion; }

Limits compute_by_hand(const Resources& has, const Demand& block) {
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

Demand demand_of(int threads, int dynamic_shared) {
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, scale));
  return {threads, attributes.numRegs,
          static_cast<int>(attributes.sharedSizeBytes) + dynamic_shared,
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

std::string occupancy(const Resources& has, const Limits& l) {
  return figure("%.1f %%", 100.0 * l.blocks * l.warps_per_block / has.warps);
}

void print_steps(const Resources& has, const Demand& block) {
  const Limits l = compute_by_hand(has, block);
  const auto text = [](auto... parts) { return (std::ostringstream() << ... << parts).str(); };
  Table table({"resource", "one block takes", "a multiprocessor has", "blocks"});
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

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Compute by hand how many blocks are resident on a multiprocessor.",
      {{.name = "block", .fallback = 256, .min = 1, .max = 1024, .help = "threads per block"},
       {.name = "shared", .fallback = 102400, .max = 1 << 20, .help = "bytes of shared memory"}});
  require_device();
  const Resources has;
  const int multiprocessors = device_attribute(cudaDevAttrMultiProcessorCount);
  bool all_equal = true;
  Table table({"kernel", "threads", "shared", "registers", "by hand", "by CUDA", "occupancy",
               "fills the GPU", "limited by"});
  const auto compare = [&](const char* name, int threads, int shared) {
    const Demand block = demand_of(threads, shared);
    const Limits l = compute_by_hand(has, block);
    int by_cuda = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&by_cuda, scale, threads, shared));
    all_equal &= by_cuda == l.blocks;
    table.add({name, std::to_string(threads), std::to_string(shared),
               std::to_string(block.registers), std::to_string(l.blocks), std::to_string(by_cuda),
               occupancy(has, l), std::to_string(l.blocks * multiprocessors) + " blocks",
               limiting(l)});
  };
  for (int threads : {32, 96, 100, 512, 768, 1024}) compare("scale", threads, 0);
  for (int shared : {12000, 12700}) compare("scale", 64, shared);
  for (int shared : {49152, 102400}) compare("scale", 256, shared);

  // More than 48 KiB of shared memory must be asked for, kernel by kernel; the row above says 0.
  const int opt_in = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  CHECK(cudaFuncSetAttribute(scale, cudaFuncAttributeMaxDynamicSharedMemorySize, opt_in));
  for (int shared : {102400, 115712, opt_in}) compare("scale, opted in", 256, shared);
  print_steps(has,
              demand_of(static_cast<int>(options["block"]), static_cast<int>(options["shared"])));
  table.print();
  return verdict(all_equal);
}
