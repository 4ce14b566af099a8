// Chapter 01 · latency_hiding
//
// A load takes hundreds of nanoseconds, and nothing makes it faster. What can be done is to have
// many on their way at once. Little's law says how many: bytes in flight = latency × bandwidth.
// They can come from many warps (thread-level parallelism) or from several independent loads in
// each thread (instruction-level parallelism); memory cannot tell the difference.
//
//   latency_hiding [--size N]      N sums of 256 floats, default 2^10 on the CPU backend, 2^20 on
//                                  a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;  // threads: 8 warps
constexpr int kRows = 256;   // floats that one thread adds up

// Each load needs the result of the one before: a single one is in flight, and all the time that
// passes is its latency.
__global__ void chase(const unsigned* next, unsigned* end, int steps) {
  unsigned at = 0;
#pragma unroll 1
  for (int s = 0; s < steps; ++s) at = next[at];
  *end = at;
}

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

// Nanoseconds per load of a walk in far jumps through 128 MiB, each line of 256 bytes once.
double measure_latency() {
  const unsigned lines = kCountsInsteadOfTimes ? 1 << 8 : 1 << 19, line = 64, jump = 161803;
  const size_t elements = size_t{lines} * line;
  std::vector<unsigned> table(elements);
  for (unsigned l = 0; l < lines; ++l) table[size_t{l} * line] = (l + jump) % lines * line;

  unsigned *next = nullptr, *end = nullptr;
  CHECK(cudaMalloc(&next, 2 * elements * sizeof(unsigned)));
  CHECK(cudaMalloc(&end, sizeof(unsigned)));
  CHECK(cudaMemcpy(next, table.data(), elements * sizeof(unsigned), cudaMemcpyHostToDevice));
  poison(next + elements, elements);  // pushes the table out of the L2 cache
  chase<<<1, 1>>>(next, end, 1);      // the first launch also loads the program
  CHECK_LAST();
  EventTimer timer;
  timer.start();
  chase<<<1, 1>>>(next, end, lines - 1);
  CHECK_LAST();
  const double ns = timer.stop() * 1e6 / (lines - 1);

  std::vector<unsigned> got(1);
  CHECK(cudaMemcpy(got.data(), end, sizeof(unsigned), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(next));
  CHECK(cudaFree(end));
  const unsigned expected = (lines - jump % lines) * line;  // one jump short of coming back to 0
  if (!verify("chase", got, [&](int) { return expected; })) std::exit(verdict(false));
  return ns;
}

// Little's law for one multiprocessor: what must be on its way, in bytes, in loads of a warp, and
// in loads per thread.
void print_littles_law() {
  const int multiprocessors = device_attribute(cudaDevAttrMultiProcessorCount);
  const int warps = device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 32;
  const double latency = measure_latency();
  const double bandwidth = has_times() ? copy_bandwidth() : 0;
  const double bytes = latency * bandwidth / multiprocessors;  // ns × GB/s = bytes
  Table table({"Little's law", timed("")});
  table.add({"latency of one load, alone on the device", figure("%.0f ns", latency)});
  table.add({"bandwidth of a copy", figure("%.0f GB/s", bandwidth)});
  table.add({"latency × bandwidth, per multiprocessor", figure("%.1f KiB", bytes / 1024)});
  table.add({"  in loads of a warp, 128 bytes each", figure("%.0f", bytes / 128)});
  table.add({"  in loads per thread, if " + std::to_string(warps) + " warps are resident",
             figure("%.1f", bytes / 128 / warps)});
  table.print();
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Bandwidth against the number of loads in flight.");
  const int n = options.size({.cpu = 1 << 10, .gpu = 1 << 20, .bytes_per_element = 4 * kRows + 4});
  print_littles_law();

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
