// Chapter 09 · prefetch_and_advise
//
// A kernel reads a table that the host has written, again and again, and the host reads it, too. What
// a prefetch is worth, and what each advice does with the pages.
//
//   prefetch_and_advise [--size N]     a table of N floats
//                                      default 100,000 on the CPU backend, 2^25 (128 MiB) on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;

__global__ void scale(const float* table, float* out, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * table[i];
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Say where pages should be, and how they are used.");
  const int n =
      options.size({.cpu = 100000, .gpu = 1 << 25, .bytes_per_element = 3 * sizeof(float)});
  const size_t bytes = n * sizeof(float);
  const std::vector<float> input = random_floats(n);
  float* out = nullptr;
  CHECK(cudaMalloc(&out, bytes));

  std::vector<float> copy(n);
  bool passed = true;
  Table times({"a table of " + figure("%.3g MB", bytes / 1e6), timed("host writes, ms"),
               timed("first kernel, ms"), timed("host reads, ms"), timed("next kernel, ms"),
               modelled("pages prefetched"), modelled("first kernel moves"), modelled("host moves"),
               modelled("next kernel moves"), modelled("used in place")});
  const auto run = [&](const char* name, const auto& prepare) {
    std::vector<double> writing, first, reading, next;
    Counters before, prepared, launched, read, launched_again;
    for (int repeat = 0; repeat < (has_times() ? 5 : 1); ++repeat) {
      float* table = nullptr;
      CHECK(cudaMallocManaged(&table, bytes));
      const auto timed_launch = [&](float factor) {
        const HostTimer timer;
        scale<<<(n + kBlock - 1) / kBlock, kBlock>>>(table, out, factor, n);
        CHECK_LAST();
        CHECK(cudaDeviceSynchronize());
        return timer.milliseconds();
      };
      HostTimer timer;
      std::copy(input.begin(), input.end(), table);
      writing.push_back(timer.milliseconds());
      before = read_counters();
      prepare(table);
      CHECK(cudaDeviceSynchronize());
      poison(out, n);
      CHECK(cudaDeviceSynchronize());
      prepared = read_counters();
      first.push_back(timed_launch(2));
      launched = read_counters();
      timer.restart();
      std::copy_n(table, n, copy.begin());
      reading.push_back(timer.milliseconds());
      read = read_counters();
      passed &= verify(name, copy, input);
      next.push_back(timed_launch(3));
      launched_again = read_counters();
      const std::string wrong =
          first_difference_on_device(out, n, [&](long long i) { return 3 * input[i]; });
      if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name, wrong.c_str());
      passed &= wrong.empty();
      CHECK(cudaFree(table));
    }
    times.add({name, figure("%.1f", median(writing)), figure("%.1f", median(first)),
               figure("%.1f", median(reading)), figure("%.1f", median(next)),
               figure("%.0f", (prepared - before).pages_to_device_by_prefetch),
               figure("%.0f", (launched - prepared).pages_to_device_by_fault),
               figure("%.0f", (read - launched).pages_to_host_by_fault),
               figure("%.0f", (launched_again - read).pages_to_device_by_fault),
               figure("%.0f", (launched_again - before).pages_in_place)});
  };
  run("pages on demand", [](float*) {});
  run("prefetched to the device",
      [&](float* table) { CHECK(prefetch(table, bytes, on_device())); });
  run("read mostly: a copy on each side",
      [&](float* table) { CHECK(advise(table, bytes, cudaMemAdviseSetReadMostly, on_device())); });
  run("read mostly, and prefetched", [&](float* table) {
    CHECK(advise(table, bytes, cudaMemAdviseSetReadMostly, on_device()));
    CHECK(prefetch(table, bytes, on_device()));
  });
  run("at home on the host, the device reads it there", [&](float* table) {
    CHECK(advise(table, bytes, cudaMemAdviseSetPreferredLocation, on_host()));
    CHECK(advise(table, bytes, cudaMemAdviseSetAccessedBy, on_device()));
  });
  run("at home on the device, the host reads it there", [&](float* table) {
    CHECK(advise(table, bytes, cudaMemAdviseSetPreferredLocation, on_device()));
    CHECK(advise(table, bytes, cudaMemAdviseSetAccessedBy, on_host()));
    CHECK(prefetch(table, bytes, on_device()));
  });
  times.print();
  CHECK(cudaFree(out));
  return verdict(passed);
}
