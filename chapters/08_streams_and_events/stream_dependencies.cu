// Chapter 08 · stream_dependencies
//
// An event marks a place in a stream. Another stream can wait for it, so that two branches of a
// computation run side by side and meet again; the host can wait for it, or ask when it was reached.
//
//   stream_dependencies [--size N]     N floats, default 1001 on the CPU backend, 2^24 on a GPU
#include <ctime>
#include <future>

#include "tutorial.cuh"
#include "tutorial/gate.cuh"

constexpr int kBlock = 256;

__global__ void fill(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i % 1000;
}

__global__ void double_each(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}

__global__ void square_each(const float* x, float* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] * x[i];
}

__global__ void subtract(const float* y, const float* z, float* result, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) result[i] = y[i] - z[i];
}

// An event that only orders work is cheaper without a time.
cudaEvent_t new_event(unsigned flags = cudaEventDisableTiming) {
  cudaEvent_t event = nullptr;
  CHECK(cudaEventCreateWithFlags(&event, flags));
  return event;
}

// Milliseconds of a processor core that a thread spends in cudaEventSynchronize, while the event is
// behind a gate that stays closed for 50 ms.
double processor_time_of_waiting(cudaStream_t stream, unsigned flags) {
  cudaEvent_t event = new_event(flags);
  Gate gate(stream);
  CHECK(cudaEventRecord(event, stream));
  std::future<void> opener = std::async(std::launch::async, [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    gate.open();
  });
  const auto now = [] {
    timespec time = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
  };
  const double before = now();
  CHECK(cudaEventSynchronize(event));
  const double spent = now() - before;
  opener.get();
  CHECK(cudaEventDestroy(event));
  return spent;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Order the work of three streams by events.");
  const int n = options.size({.cpu = 1001, .gpu = 1 << 24, .bytes_per_element = 4 * sizeof(float)});
  const int blocks = (n + kBlock - 1) / kBlock;
  const size_t bytes = n * sizeof(float);
  float *x = nullptr, *y = nullptr, *z = nullptr, *result = nullptr;
  for (float** array : {&x, &y, &z, &result}) CHECK(cudaMalloc(array, bytes));
  poison(x, n);
  poison(result, n);
  cudaStream_t a = nullptr, b = nullptr, c = nullptr;
  for (cudaStream_t* stream : {&a, &b, &c}) {
    CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
  }
  CHECK(cudaDeviceSynchronize());  // non-blocking streams do not wait for poison in the legacy one

  //           double_each (b)
  //          /               \.
  // fill (a)                  subtract (a)
  //          \               /
  //           square_each (c)
  const cudaEvent_t filled = new_event(), doubled = new_event(), squared = new_event();
  fill<<<blocks, kBlock, 0, a>>>(x, n);
  CHECK_LAST();
  CHECK(cudaEventRecord(filled, a));
  CHECK(cudaStreamWaitEvent(b, filled));
  CHECK(cudaStreamWaitEvent(c, filled));
  double_each<<<blocks, kBlock, 0, b>>>(x, y, n);
  CHECK_LAST();
  square_each<<<blocks, kBlock, 0, c>>>(x, z, n);
  CHECK_LAST();
  CHECK(cudaEventRecord(doubled, b));
  CHECK(cudaEventRecord(squared, c));
  CHECK(cudaStreamWaitEvent(a, doubled));
  CHECK(cudaStreamWaitEvent(a, squared));
  subtract<<<blocks, kBlock, 0, a>>>(y, z, result, n);
  CHECK_LAST();
  CHECK(cudaStreamSynchronize(a));  // and by that for all four kernels
  const std::string wrong = first_difference_on_device(result, n, [](long long i) {
    const float value = i % 1000;
    return 2 * value - value * value;
  });
  if (!wrong.empty()) std::fprintf(stderr, "result, %s\n", wrong.c_str());
  bool passed = wrong.empty();

  // A wait is for the latest record at the time of the call; without one there is nothing to wait for.
  const cudaEvent_t never_recorded = new_event();
  CHECK(cudaStreamWaitEvent(b, never_recorded));
  CHECK(cudaStreamSynchronize(b));
  std::printf("waiting for an event that was never recorded: no wait\n");

  float ms = 0;
  const cudaError_t untimed = cudaEventElapsedTime(&ms, filled, squared);
  std::printf("time between events without timing: %s\n", cudaGetErrorName(untimed));
  passed &= untimed == cudaErrorInvalidResourceHandle && cudaGetLastError() == untimed;
  const cudaEvent_t start = new_event(cudaEventDefault), stop = new_event(cudaEventDefault);
  CHECK(cudaEventRecord(start, a));
  Gate gate(a);
  CHECK(cudaEventRecord(stop, a));
  const cudaError_t early = cudaEventElapsedTime(&ms, start, stop);
  std::printf("time between events, the second not reached: %s\n", cudaGetErrorName(early));
  passed &= early == cudaErrorNotReady && cudaGetLastError() == cudaSuccess;
  gate.open();
  CHECK(cudaEventSynchronize(stop));
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  passed &= ms >= 0;

  Table table({"the host waits 50 ms for an event", timed("ms of a processor core")});
  table.add({"cudaEventDisableTiming: it asks again and again",
             figure("%.1f", processor_time_of_waiting(a, cudaEventDisableTiming))});
  table.add({"… | cudaEventBlockingSync: the thread sleeps",
             figure("%.1f",
                    processor_time_of_waiting(a, cudaEventDisableTiming | cudaEventBlockingSync))});
  table.print();

  for (cudaEvent_t event : {filled, doubled, squared, never_recorded, start, stop}) {
    CHECK(cudaEventDestroy(event));
  }
  for (cudaStream_t stream : {a, b, c}) CHECK(cudaStreamDestroy(stream));
  for (float* array : {x, y, z, result}) CHECK(cudaFree(array));
  return verdict(passed);
}
