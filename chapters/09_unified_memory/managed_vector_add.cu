// Chapter 09 · managed_vector_add
//
// Managed memory has one address on the host and on the device, and its pages go where they are used.
// The same addition with copies, with pages that come one fault at a time, and with pages that are
// sent for.
//
//   managed_vector_add [--size N]     N floats, default 100,000 on the CPU backend, 2^26 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// Three arrays of the host in pinned memory and their copies on the device.
struct Copied {
  float *a, *b, *c, *device_a, *device_b, *device_c;
};

void add_with_copies(const Copied& v, int n) {
  const size_t bytes = n * sizeof(float);
  CHECK(cudaMemcpyAsync(v.device_a, v.a, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyAsync(v.device_b, v.b, bytes, cudaMemcpyHostToDevice));
  add<<<(n + kBlock - 1) / kBlock, kBlock>>>(v.device_a, v.device_b, v.device_c, n);
  CHECK_LAST();
  CHECK(cudaMemcpyAsync(v.c, v.device_c, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaDeviceSynchronize());
}

// One array each, for both.
struct Managed {
  float *a, *b, *c;
};

void add_on_demand(const Managed& v, int n) {
  add<<<(n + kBlock - 1) / kBlock, kBlock>>>(v.a, v.b, v.c, n);
  CHECK_LAST();
  CHECK(cudaDeviceSynchronize());  // before that the host must not read c
}

void add_with_prefetch(const Managed& v, int n) {
  const size_t bytes = n * sizeof(float);
  for (float* array : {v.a, v.b, v.c}) CHECK(prefetch(array, bytes, on_device()));
  add<<<(n + kBlock - 1) / kBlock, kBlock>>>(v.a, v.b, v.c, n);
  CHECK_LAST();
  CHECK(prefetch(v.c, bytes, on_host()));
  CHECK(cudaDeviceSynchronize());
}

// One array, one way: what a copy takes, and what a prefetch.
void compare_ways(const Copied& copied, const Managed& managed, size_t bytes) {
  std::vector<double> times[4];
  const auto measure = [&](int column, const auto& call) {
    const HostTimer timer;
    CHECK(call());
    CHECK(cudaDeviceSynchronize());
    times[column].push_back(timer.milliseconds());
  };
  for (int repeat = 0; repeat < 10; ++repeat) {
    measure(0,
            [&] { return cudaMemcpyAsync(copied.device_a, copied.a, bytes, cudaMemcpyDefault); });
    measure(1, [&] { return prefetch(managed.a, bytes, on_device()); });
    measure(2,
            [&] { return cudaMemcpyAsync(copied.a, copied.device_a, bytes, cudaMemcpyDefault); });
    measure(3, [&] { return prefetch(managed.a, bytes, on_host()); });
  }
  Table table({"one array, one way", timed("copy, ms"), timed("prefetch, ms")});
  table.add({"to the device", figure("%.1f", median(times[0])), figure("%.1f", median(times[1]))});
  table.add({"to the host", figure("%.1f", median(times[2])), figure("%.1f", median(times[3]))});
  table.print();
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Add two vectors in managed memory.");
  const int n =
      options.size({.cpu = 100000, .gpu = 1 << 26, .bytes_per_element = 6 * sizeof(float)});
  const size_t bytes = n * sizeof(float);
  const std::vector<float> a = random_floats(n), b = random_floats(n);
  Copied copied = {};
  for (float** array : {&copied.a, &copied.b, &copied.c}) CHECK(cudaMallocHost(array, bytes));
  for (float** array : {&copied.device_a, &copied.device_b, &copied.device_c}) {
    CHECK(cudaMalloc(array, bytes));
  }
  Managed managed = {};
  for (float** array : {&managed.a, &managed.b, &managed.c}) {
    CHECK(cudaMallocManaged(array, bytes));
  }

  std::vector<float> result(n);
  bool passed = true;
  Table table({"adding 2 x " + figure("%.3g MB", bytes / 1e6), timed("device, ms"),
               timed("host reads, ms"), timed("both, of copies"),
               modelled("pages to device: by fault"), modelled("to device: by prefetch"),
               modelled("to host: by fault"), modelled("to host: by prefetch")});
  double reference = 0;
  const auto run = [&](const char* name, const auto& v, const auto& add_all) {
    std::vector<double> adding, reading;
    Counters pages;
    for (int repeat = 0; repeat < (has_times() ? 10 : 1); ++repeat) {
      std::copy(a.begin(), a.end(), v.a);  // the host writes: managed pages come to it
      std::copy(b.begin(), b.end(), v.b);
      poison(v.c, n);  // the device writes: the pages of c are there
      const Counters before = read_counters();
      HostTimer timer;
      add_all(v, n);
      adding.push_back(timer.milliseconds());
      timer.restart();
      std::copy_n(v.c, n, result.begin());
      reading.push_back(timer.milliseconds());
      pages = read_counters() - before;
      const std::string wrong =
          first_difference(result.data(), n, [&](long long i) { return a[i] + b[i]; });
      if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name, wrong.c_str());
      passed &= wrong.empty();
    }
    const double sum = median(adding) + median(reading);
    if (reference == 0) reference = sum;
    table.add({name, figure("%.1f", median(adding)), figure("%.1f", median(reading)),
               figure("%.2f", reference / sum), figure("%.0f", pages.pages_to_device_by_fault),
               figure("%.0f", pages.pages_to_device_by_prefetch),
               figure("%.0f", pages.pages_to_host_by_fault),
               figure("%.0f", pages.pages_to_host_by_prefetch)});
  };
  run("explicit copies, pinned memory", copied, add_with_copies);
  run("managed, pages on demand", managed, add_on_demand);
  run("managed, prefetched", managed, add_with_prefetch);
  table.print();
  if (has_times()) compare_ways(copied, managed, bytes);

  for (float* array : {copied.a, copied.b, copied.c}) CHECK(cudaFreeHost(array));
  for (float* array :
       {copied.device_a, copied.device_b, copied.device_c, managed.a, managed.b, managed.c}) {
    CHECK(cudaFree(array));
  }
  return verdict(passed);
}
