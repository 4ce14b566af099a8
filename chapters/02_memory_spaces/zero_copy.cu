// Chapter 02 · zero_copy
//
// Mapped memory: pinned memory of the host that kernels read and write in place, without a copy.
// Every access crosses the bus. Whether that is better than copying depends on the size and on how
// often a kernel reads each element.
//
//   zero_copy [--size N]     arrays of 256 floats (1 KiB), four times as many, …, up to N floats
//                            default 2^16 on the CPU backend, 2^24 (64 MiB) on a GPU
#include "tutorial.cuh"

#include <cstdlib>

// Every element is read once and written once.
__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// Every element is read eight times, by threads n/8 apart: other blocks, at other times. Some cache
// may keep it that long, or the memory itself has to deliver it again.
__global__ void add_eight(const float* a, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  int from = i;
  for (int pass = 0; pass < 8; ++pass) {
    sum += a[from];
    from += n / 8;
    if (from >= n) from -= n;
  }
  c[i] = sum;
}

constexpr int kBlock = 256;
int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

std::string size_text(size_t bytes) {
  if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) return std::to_string(bytes >> 20) + " MiB";
  if (bytes >= 1 << 10 && bytes % (1 << 10) == 0) return std::to_string(bytes >> 10) + " KiB";
  return std::to_string(bytes) + " bytes";
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Kernels on memory of the host, against copies.");
  const int largest =
      options.size({.cpu = 1 << 16, .gpu = 1 << 24, .bytes_per_element = 3 * sizeof(float)});
  if (device_attribute(cudaDevAttrCanMapHostMemory) == 0) {
    std::fprintf(stderr, "SKIPPED: this device cannot map memory of the host\n");
    return kExitSkipped;
  }

  // The host's memory is pinned for the copies, too; only the way to the kernel differs.
  const size_t largest_bytes = largest * sizeof(float);
  float *host_a, *host_b, *host_c, *mapped_a, *mapped_b, *mapped_c, *a, *b, *c;
  for (float** host : {&host_a, &host_b, &host_c}) {
    CHECK(cudaHostAlloc(host, largest_bytes, cudaHostAllocMapped));
  }
  CHECK(cudaHostGetDevicePointer(&mapped_a, host_a, 0));
  CHECK(cudaHostGetDevicePointer(&mapped_b, host_b, 0));
  CHECK(cudaHostGetDevicePointer(&mapped_c, host_c, 0));
  for (float** device : {&a, &b, &c}) CHECK(cudaMalloc(device, largest_bytes));
  const std::vector<float> values_a = random_floats(largest), values_b = random_floats(largest);
  std::copy(values_a.begin(), values_a.end(), host_a);
  std::copy(values_b.begin(), values_b.end(), host_b);

  Table times({"times for arrays of", timed("add: copied"), timed("add: mapped"),
               timed("add: alone"), timed("8 reads: copied"), timed("8 reads: mapped"),
               timed("8 reads: alone")});
  std::string mapped_traffic[2];  // of the last size
  bool passed = true;
  std::vector<int> sizes;
  for (int n = 256; n < largest; n *= 4) sizes.push_back(n);
  sizes.push_back(largest);
  for (const int n : sizes) {
    const size_t bytes = n * sizeof(float);
    const int grid = blocks_for(n);
    // cudaMemcpyDefault: the addresses say in which direction.
    const auto add_copied = [&] {
      CHECK(cudaMemcpyAsync(a, host_a, bytes, cudaMemcpyDefault));
      CHECK(cudaMemcpyAsync(b, host_b, bytes, cudaMemcpyDefault));
      add<<<grid, kBlock>>>(a, b, c, n);
      CHECK(cudaMemcpyAsync(host_c, c, bytes, cudaMemcpyDefault));
    };
    const auto add_mapped = [&] { add<<<grid, kBlock>>>(mapped_a, mapped_b, mapped_c, n); };
    const auto eight_copied = [&] {
      CHECK(cudaMemcpyAsync(a, host_a, bytes, cudaMemcpyDefault));
      add_eight<<<grid, kBlock>>>(a, c, n);
      CHECK(cudaMemcpyAsync(host_c, c, bytes, cudaMemcpyDefault));
    };
    // The kernels alone, on what is already in the device's memory.
    const auto add_alone = [&] { add<<<grid, kBlock>>>(a, b, c, n); };
    const auto eight_alone = [&] { add_eight<<<grid, kBlock>>>(a, c, n); };
    const auto eight_mapped = [&] { add_eight<<<grid, kBlock>>>(mapped_a, mapped_c, n); };

    const auto sum = [&](int i) { return values_a[i] + values_b[i]; };
    const auto sum_of_eight = [&](int i) {
      float value = 0;
      for (int pass = 0; pass < 8; ++pass) value += values_a[(i + pass * (n / 8LL)) % n];
      return value;
    };
    // What the host waits: from the first call until the result is in its memory.
    const auto run = [&](const std::string& name, const auto& work, const auto& expected) {
      std::fill(host_c, host_c + n, tutorial::poison_value<float>());
      poison(c, n);
      std::vector<double> milliseconds;
      for (int i = 0; i < (has_times() ? 22 : 1); ++i) {
        const HostTimer timer;
        work();
        CHECK_LAST();
        CHECK(cudaDeviceSynchronize());
        milliseconds.push_back(timer.milliseconds());
      }
      std::vector<float> got(host_c, host_c + n);
      if (name.ends_with("alone")) CHECK(cudaMemcpy(got.data(), c, bytes, cudaMemcpyDefault));
      passed &= verify(name + ", " + size_text(bytes), got, expected);
      return figure("%.1f µs", 1e3 * median(milliseconds));
    };
    // Each sector that a kernel asks of mapped memory crosses the bus, unless a cache has it.
    const auto traffic_of = [&](const Counters& c) {
      const double sectors = c.global_load_sectors + c.global_store_sectors;
      return figure("%.2f", 32 * sectors / bytes);
    };
    mapped_traffic[0] = traffic_of(counters_of(add_mapped));
    mapped_traffic[1] = traffic_of(counters_of(eight_mapped));
    times.add({size_text(bytes), run("add, copied", add_copied, sum),
               run("add, mapped", add_mapped, sum), run("add, alone", add_alone, sum),
               run("8 reads, copied", eight_copied, sum_of_eight),
               run("8 reads, mapped", eight_mapped, sum_of_eight),
               run("8 reads, alone", eight_alone, sum_of_eight)});
  }
  Table traffic({"bytes across the bus / bytes of an array", counted("add"), counted("8 reads")});
  traffic.add({"copied", "3.00", "2.00"});  // one for each cudaMemcpyAsync
  traffic.add({"mapped, as much as the kernel asks for", mapped_traffic[0], mapped_traffic[1]});
  traffic.print();
  times.print();

  for (float* host : {host_a, host_b, host_c}) CHECK(cudaFreeHost(host));
  for (float* device : {a, b, c}) CHECK(cudaFree(device));
  return verdict(passed);
}
