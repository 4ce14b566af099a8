// Chapter 08 · default_stream_blocking
//
// What waits for what, tried: a gate holds up one stream, and a kernel in another stream gets by, or
// it does not. The legacy default stream is what makes most of them wait.
//
//   default_stream_blocking
#include "tutorial.cuh"
#include "tutorial/gate.cuh"

// What has not happened after so many ms waits for the gate. A busy machine gets longer for what should run.
constexpr double kGlance = 400, kPatience = 10000;

__global__ void count(int* counter) { *counter += 1; }

struct NamedStream {
  std::string name;
  cudaStream_t stream;
};

// Whether work in `later` waits for work in `earlier`. Kernels take turns at the counter only if the
// streams make them: it is not used again before the device is idle.
bool waits(cudaStream_t later, cudaStream_t earlier, int* counter, double patience) {
  cudaEvent_t done = nullptr;
  CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  Gate gate(earlier);
  count<<<1, 1, 0, later>>>(counter);
  CHECK_LAST();
  CHECK(cudaEventRecord(done, later));
  const HostTimer timer;
  cudaError_t state = cudaErrorNotReady;
  while (state == cudaErrorNotReady && timer.milliseconds() < patience) {
    state = cudaEventQuery(done);
  }
  gate.open();
  if (state != cudaErrorNotReady) CHECK(state);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaEventDestroy(done));
  return state == cudaErrorNotReady;
}

// What CUDA's documentation says: the legacy stream and others wait for each other, but for non-blocking ones.
bool should_wait(cudaStream_t later, cudaStream_t earlier, cudaStream_t non_blocking) {
  if (later == earlier) return true;
  const bool one_is_legacy = later == cudaStreamLegacy || earlier == cudaStreamLegacy;
  return one_is_legacy && later != non_blocking && earlier != non_blocking;
}

int main(int argc, char** argv) {
  Options::without_size(argc, argv, "Try which streams wait for work in another stream.");
  require_device();
  cudaStream_t blocking = nullptr, non_blocking = nullptr;
  CHECK(cudaStreamCreate(&blocking));  // blocking: it and the legacy stream wait for each other
  CHECK(cudaStreamCreateWithFlags(&non_blocking, cudaStreamNonBlocking));
  int* counter = nullptr;
  CHECK(cudaMalloc(&counter, sizeof(int)));
  CHECK(cudaMemset(counter, 0, sizeof(int)));
  count<<<1, 1>>>(counter);  // the first launch brings the code to the device
  CHECK_LAST();
  CHECK(cudaDeviceSynchronize());

  const std::vector<NamedStream> streams = {{"legacy default stream", cudaStreamLegacy},
                                            {"thread's default stream", cudaStreamPerThread},
                                            {"blocking stream", blocking},
                                            {"non-blocking stream", non_blocking}};
  Table table({"kernel in the \\ gate in the", "legacy", "thread's", "blocking", "non-blocking"});
  int launches = 1;
  bool as_documented = true;
  for (const NamedStream& later : streams) {
    std::vector<std::string> row = {later.name};
    for (const NamedStream& earlier : streams) {
      const bool should = should_wait(later.stream, earlier.stream, non_blocking);
      const bool does = waits(later.stream, earlier.stream, counter, should ? kGlance : kPatience);
      as_documented &= does == should;
      row.push_back(does ? "waits" : "runs");
      ++launches;
    }
    table.add(row);
  }
  table.print();
  if (!as_documented) std::fprintf(stderr, "This is not what CUDA's documentation says.\n");

  int counted = 0;
  CHECK(cudaMemcpy(&counted, counter, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(counter));
  for (cudaStream_t stream : {blocking, non_blocking}) CHECK(cudaStreamDestroy(stream));
  return verdict(verify<int>("launches", {counted}, [&](long long) { return launches; }) &&
                 as_documented);
}
