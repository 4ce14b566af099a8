// Chapter 01 · timing
//
// One kernel and several ways to time it, one of them wrong. A launch only puts the kernel into a
// queue: a clock that is read right after it has measured the queue, not the kernel.
//
//   timing [--size N] [--runs R]   N floats, default 2^14 on the CPU backend, 2^26 on a GPU; R runs
//                                  behind every median, default 3 on the CPU backend, 50 on a GPU
#include <functional>

#include "tutorial.cuh"

// Something worth timing: reads one array, writes another.
__global__ void scale(const float* x, float* y, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = factor * x[i];
}

// Nothing to do: whatever a method finds for this kernel, it has added by itself.
__global__ void do_nothing() {}

using Launch = std::function<void()>;
using Method = double (*)(const Launch&);  // launches and returns milliseconds

// WRONG: the launch returns as soon as the kernel is in the queue. The synchronize comes after the
// clock has been read; it only keeps the queue from filling up.
double host_clock(const Launch& launch) {
  const HostTimer timer;
  launch();
  const double milliseconds = timer.milliseconds();
  CHECK(cudaDeviceSynchronize());
  return milliseconds;
}

// Right, as the host sees it: the way to the device and back is included.
double host_clock_and_synchronize(const Launch& launch) {
  const HostTimer timer;
  launch();
  CHECK(cudaDeviceSynchronize());
  return timer.milliseconds();
}

// Right, as the device sees it: it notes the time when it comes to an event in the queue.
double events(const Launch& launch) {
  cudaEvent_t start = nullptr, stop = nullptr;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start));
  launch();
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));  // before that there is no second time to subtract from
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  return milliseconds;
}

// One pair of events around a batch: the launches share what the pair costs.
constexpr int kBatch = 20;
double events_around_a_batch(const Launch& launch) {
  return events([&] {
           for (int i = 0; i < kBatch; ++i) launch();
         }) /
         kBatch;
}

// Warm up, then repeat: all times but those of the first runs, which pay for what happens once.
std::vector<double> repeat(Method method, const Launch& launch, int runs) {
  std::vector<double> milliseconds;
  for (int run = -3; run < runs; ++run) {
    const double time = method(launch);
    if (run >= 0) milliseconds.push_back(time);
  }
  return milliseconds;
}

std::string microseconds(double milliseconds) { return figure("%.1f", milliseconds * 1e3); }

int main(int argc, char** argv) {
  const int most = kCountsInsteadOfTimes ? 3 : 50;
  const Options options(
      argc, argv, "Time one kernel in several ways, one of them wrong.",
      {{.name = "runs", .fallback = most, .min = 1, .max = 10000, .help = "behind every median"}});
  require_device();
  const HostTimer timer;
  CHECK(cudaFree(nullptr));  // frees nothing, but the first call of all creates the context
  const double context = timer.milliseconds();

  const int n = options.size({.cpu = 1 << 14, .gpu = 1 << 26});
  const int runs = options["runs"];
  const float factor = 2.5f;
  const std::vector<float> host_x = random_floats(n);
  float *x = nullptr, *y = nullptr;
  CHECK(cudaMalloc(&x, n * sizeof(float)));
  CHECK(cudaMalloc(&y, n * sizeof(float)));
  CHECK(cudaMemcpy(x, host_x.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  const int block = 256;
  const Launch work = [&] {
    scale<<<(n + block - 1) / block, block>>>(x, y, n, factor);
    CHECK_LAST();
  };
  const Launch nothing = [] {
    do_nothing<<<1, 32>>>();
    CHECK_LAST();
  };
  // The first launch of a kernel also brings its code to the device; that happens only once.
  const double first_work = host_clock_and_synchronize(work);
  const double first_nothing = host_clock_and_synchronize(nothing);

  const std::pair<std::string, Method> rows[] = {
      {"host clock around the launch (wrong): the way into the queue", host_clock},
      {"host clock + synchronize: the way there, the kernel, the way back",
       host_clock_and_synchronize},
      {"events around the launch: the kernel, on the device's clock", events},
      {"events around a batch of " + std::to_string(kBatch) + ", per launch",
       events_around_a_batch},
  };

  bool ok = true;
  const double reference = median(repeat(events, work, runs));
  const auto of_events = [&](double time) { return figure("%.0f %%", 100 * time / reference); };
  Table table({"what the time covers", "median µs", "slowest µs", "of events", "empty kernel µs"});
  table.add({"first CUDA call of the program: creating the context", microseconds(context)});
  table.add({"first launch, host clock + synchronize: loading the code, too",
             microseconds(first_work), "", of_events(first_work), microseconds(first_nothing)});
  for (const auto& [what, method] : rows) {
    poison(y, n);
    const std::vector<double> times = repeat(method, work, runs);
    const std::string wrong =
        first_difference_on_device(y, n, [&](int i) { return factor * host_x[i]; });
    if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", what.c_str(), wrong.c_str());
    ok = ok && wrong.empty();
    table.add({what, microseconds(median(times)),
               microseconds(*std::max_element(times.begin(), times.end())),
               of_events(median(times)), microseconds(median(repeat(method, nothing, runs)))});
  }

  std::printf(
      "Scaling %d floats, %d runs   %s\n", n, runs,
      has_times() ? device_info().name.c_str() : "CPU backend · no time here would be a GPU's");
  if (has_times()) {
    table.print();
  } else {  // how long the host takes to play a GPU says nothing about a GPU
    tutorial::leave_out("the table of times");
  }
  CHECK(cudaFree(x));
  CHECK(cudaFree(y));
  return verdict(ok);
}
