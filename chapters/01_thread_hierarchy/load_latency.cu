// Chapter 01 · load_latency
//
// How long does one load take, and how many must be in flight to use all the bandwidth? Little's
// law: bytes in flight = latency × bandwidth.
//
//   load_latency
#include "tutorial.cuh"

// Each load needs the result of the one before: a single one is in flight, and all the time that
// passes is its latency.
__global__ void chase(const unsigned* next, unsigned* end, int steps) {
  unsigned at = 0;
#pragma unroll 1
  for (int s = 0; s < steps; ++s) at = next[at];
  *end = at;
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

// Little's law for one multiprocessor: what must be in flight, in bytes, in loads of a warp, and
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
  Options::without_size(argc, argv, "Measure the latency of one load; Little's law.", {});
  require_device();
  print_littles_law();
  return verdict(true);
}
