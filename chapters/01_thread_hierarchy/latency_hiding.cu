// Chapter 01 · latency_hiding
//
// Bandwidth needs many loads in flight at once. They can come from many warps (thread-level
// parallelism) or from several independent loads in each thread (instruction-level parallelism);
// memory cannot tell the difference. load_latency says how many it takes.
//
//   latency_hiding [--size N]      N sums of 256 floats, default 2^10 on the CPU backend, 2^20 on
//                                  a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;  // threads: 8 warps
constexpr int kRows = 256;   // floats that one thread adds up

// Thread t adds up column t of a tile of kRows × kBlock floats, a group of kLoads at a time. The
// loads of a group do not depend on each other: a thread starts all of them before the first `+=`
// makes it wait. Were the outer loop unrolled, the compiler would make larger groups. The bounds
// let it use registers freely (1 resident block is enough); else it would split the group of 32.
template <int kLoads>
__global__ void __launch_bounds__(kBlock, 1) sum_columns(const float* in, float* out, int n) {
  const int t = blockIdx.x * kBlock + threadIdx.x;
  if (t >= n) return;
  const float* column = in + static_cast<size_t>(blockIdx.x) * kRows * kBlock + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int row = 0; row < kRows; row += kLoads) {
    float value[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) value[k] = column[(row + k) * kBlock];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) sum += value[k];
  }
  out[t] = sum;
}

using Kernel = void (*)(const float*, float*, int);

// The least dynamic shared memory with which a block takes more than 1 / (blocks + 1) of a
// multiprocessor: so many blocks are resident and no more. The kernel does not use it.
int shared_to_leave(int blocks) {
  const int has = device_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  const int reserved = device_attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  return (has / (blocks + 1) / 256 + 1) * 256 - reserved;
}

int resident_blocks(Kernel kernel, int shared) {
  int blocks = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, kBlock, shared));
  return blocks;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Bandwidth against the number of loads in flight.");
  const int n = options.size({.cpu = 1 << 10, .gpu = 1 << 20, .bytes_per_element = 4 * kRows + 4});

  const int grid = (n + kBlock - 1) / kBlock;
  const size_t elements = static_cast<size_t>(grid) * kRows * kBlock;
  const std::vector<float> input = random_floats(elements);
  std::vector<float> sums(static_cast<size_t>(grid) * kBlock);
  for (size_t i = 0; i < elements; ++i) {
    sums[i / (kRows * kBlock) * kBlock + i % kBlock] += input[i];
  }

  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, elements * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), elements * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("Sums of 256 floats", out, n, (kRows + 1.0) * n * sizeof(float));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kSectorsPerLoad,
                   Column::kOccupancy});
  experiment.longest_name("64 warps ×  1 load  =  8 KiB in flight");
  Counters traffic;
  bool same_traffic = true;
  const auto run = [&](Kernel kernel, int loads, int blocks) {
    const int most = resident_blocks(kernel, 0);
    const int shared = blocks < most ? shared_to_leave(blocks) : 0;
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    const int resident = resident_blocks(kernel, shared);
    const int warps_resident = resident * kBlock / 32;
    char variant[64];
    std::snprintf(variant, sizeof variant, "%2d warps × %2d %s = %2d KiB in flight", warps_resident,
                  loads, loads == 1 ? "load " : "loads", warps_resident * loads / 8);
    const Counters counted = experiment.run(
        variant, [&] { kernel<<<grid, kBlock, shared>>>(in, out, n); }, sums);
    if (traffic.global_load_requests == 0) traffic = counted;
    same_traffic &= counted.global_load_requests == traffic.global_load_requests &&
                    counted.global_load_sectors == traffic.global_load_sectors;
  };
  for (int blocks : {1, 2, 4, 8}) {
    run(sum_columns<1>, 1, blocks);
    run(sum_columns<2>, 2, blocks);
    run(sum_columns<4>, 4, blocks);
    run(sum_columns<8>, 8, blocks);
  }
  run(sum_columns<32>, 32, 1);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  if (has_counters() && !same_traffic) {
    std::fprintf(stderr, "the variants do not make the same requests\n");
    return verdict(false);
  }
  if (has_counters()) {
    std::printf("\nEach variant makes %.0f load requests for %.0f sectors.\n",
                traffic.global_load_requests, traffic.global_load_sectors);
  }
  return experiment.report();
}
