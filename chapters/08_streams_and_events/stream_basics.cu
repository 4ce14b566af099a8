// Chapter 08 · stream_basics
//
// A stream is a queue of work for the device: what is in one stream runs in order, and the host goes
// on. Asking a stream, waiting for it, destroying it with work in it; the two default streams.
//
//   stream_basics [--size N]     N floats, default 1001 on the CPU backend, 2^24 on a GPU
#include "tutorial.cuh"
#include "tutorial/gate.cuh"

constexpr int kBlock = 256;
int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

__global__ void fill(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = i % 1000;
}

__global__ void add_one(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] += 1;
}

__global__ void double_each(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= 2;
}

// One line for a stream: whether its work is done, without waiting for it.
void ask(const char* when, cudaStream_t stream) {
  const cudaError_t state = cudaStreamQuery(stream);
  if (state != cudaErrorNotReady) CHECK(state);
  std::printf("%-44s %s\n", when, state == cudaSuccess ? "done" : "busy");
}

bool holds(const char* name, const float* values, int n, float (*expected)(int)) {
  const std::string wrong =
      first_difference_on_device(values, n, [&](long long i) { return expected(i % 1000); });
  if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name, wrong.c_str());
  return wrong.empty();
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Put work into streams, ask for it and wait for it.");
  const int n = options.size({.cpu = 1001, .gpu = 1 << 24, .bytes_per_element = sizeof(float)});
  float* values = nullptr;
  CHECK(cudaMalloc(&values, n * sizeof(float)));
  poison(values, n);
  // The code of a kernel comes to the device when the kernel is first used, and that can wait for all
  // work in flight: behind a gate, for ever. Asking for the attributes is a use, too.
  cudaFuncAttributes attributes;
  for (auto* kernel : {fill, add_one, double_each}) {
    CHECK(cudaFuncGetAttributes(&attributes, kernel));
  }

  // The gate holds up the stream until the host opens it, so the answers do not depend on luck.
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));
  ask("a new stream", stream);
  Gate gate(stream);
  fill<<<blocks_for(n), kBlock, 0, stream>>>(values, n);
  CHECK_LAST();
  add_one<<<blocks_for(n), kBlock, 0, stream>>>(values, n);  // after fill: the same stream
  CHECK_LAST();
  ask("a gate and two kernels in it", stream);
  gate.open();
  CHECK(cudaStreamSynchronize(stream));
  ask("after cudaStreamSynchronize", stream);
  bool passed = holds("in order", values, n, [](int i) { return i + 1.0f; });

  // A stream that is destroyed goes away when its work is done. cudaStreamDestroy does not wait.
  Gate last_gate(stream);
  double_each<<<blocks_for(n), kBlock, 0, stream>>>(values, n);
  CHECK_LAST();
  cudaEvent_t end = nullptr;
  CHECK(cudaEventCreateWithFlags(&end, cudaEventDisableTiming));
  CHECK(cudaEventRecord(end, stream));
  CHECK(cudaStreamDestroy(stream));
  const bool was_busy = cudaEventQuery(end) == cudaErrorNotReady;
  std::printf("%-44s %s\n", "its work, after cudaStreamDestroy", was_busy ? "busy" : "done");
  last_gate.open();
  CHECK(cudaEventSynchronize(end));
  CHECK(cudaEventDestroy(end));
  passed &= was_busy && holds("after its stream", values, n, [](int i) { return 2 * (i + 1.0f); });

  // <<<grid, block>>> names no stream: it means the legacy default stream, or, where the program is
  // compiled with --default-stream per-thread, a stream that every host thread has for itself.
  Gate legacy_gate(cudaStreamLegacy);
  ask("the legacy default stream, behind a gate", cudaStreamLegacy);
  legacy_gate.open();
  CHECK(cudaStreamSynchronize(cudaStreamLegacy));
  Gate thread_gate(cudaStreamPerThread);
  ask("the thread's default stream, behind a gate", cudaStreamPerThread);
  ask("stream 0, which is the legacy one here", nullptr);
  thread_gate.open();
  CHECK(cudaDeviceSynchronize());  // waits for all streams of the device

  CHECK(cudaFree(values));
  return verdict(passed);
}
