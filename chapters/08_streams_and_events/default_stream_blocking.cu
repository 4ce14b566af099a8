// Chapter 08 · default_stream_blocking
//
// What waits for what, tried: a gate holds up one stream, and either a kernel in another stream or a
// call of the host gets by, or it does not. The legacy default stream is what makes most of them wait.
//
//   default_stream_blocking
#include <chrono>
#include <functional>
#include <future>

#include "tutorial.cuh"
#include "tutorial/gate.cuh"

using namespace std::chrono_literals;
constexpr auto kPatience = 400ms;  // what has not happened by then waits for the gate
constexpr size_t kBytes = 1 << 20;

__device__ int symbol;

__global__ void count(int* counter) { *counter += 1; }

template <int kWhich>
__global__ void used_once() {}

struct NamedStream {
  std::string name;
  cudaStream_t stream;
};

// Whether work in `later` waits for work in `earlier`. Kernels take turns at the counter only if the
// streams make them: it is not used again before the device is idle.
bool waits(cudaStream_t later, cudaStream_t earlier, int* counter) {
  cudaEvent_t done = nullptr;
  CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  Gate gate(earlier);
  count<<<1, 1, 0, later>>>(counter);
  CHECK_LAST();
  CHECK(cudaEventRecord(done, later));
  const HostTimer timer;
  cudaError_t state = cudaErrorNotReady;
  while (state == cudaErrorNotReady && timer.milliseconds() < kPatience.count()) {
    state = cudaEventQuery(done);
  }
  gate.open();
  if (state != cudaErrorNotReady) CHECK(state);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaEventDestroy(done));
  return state == cudaErrorNotReady;
}

// Whether the call returns only when the stream has come past its gate.
bool waits(const std::function<void()>& call, cudaStream_t stream) {
  Gate gate(stream);
  std::future<void> returned = std::async(std::launch::async, call);
  const bool is_late = returned.wait_for(kPatience) == std::future_status::timeout;
  gate.open();
  returned.get();
  CHECK(cudaDeviceSynchronize());
  return is_late;
}

const char* waits_or(const char* otherwise, bool is_late) { return is_late ? "waits" : otherwise; }

int main(int argc, char** argv) {
  Options::without_size(argc, argv, "Try what waits for work in another stream.");
  require_device();
  cudaStream_t blocking = nullptr, non_blocking = nullptr, other = nullptr;
  CHECK(cudaStreamCreate(&blocking));  // blocking: it and the legacy stream wait for each other
  CHECK(cudaStreamCreateWithFlags(&non_blocking, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
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
  Table kernels(
      {"a kernel behind a gate in the", "legacy", "thread's", "blocking", "non-blocking"});
  int launches = 1;
  for (const NamedStream& later : streams) {
    std::vector<std::string> row = {later.name};
    for (const NamedStream& earlier : streams) {
      row.push_back(waits_or("runs", waits(later.stream, earlier.stream, counter)));
      ++launches;
    }
    kernels.add(row);
  }
  kernels.print();

  char *device = nullptr, *device_to = nullptr, *pinned = nullptr;
  CHECK(cudaMalloc(&device, kBytes));
  CHECK(cudaMalloc(&device_to, kBytes));
  CHECK(cudaMallocHost(&pinned, kBytes));
  CHECK(cudaMemset(device, 0, kBytes));
  std::vector<char> pageable(kBytes);
  const auto to_device = [&](size_t bytes) {
    CHECK(cudaMemcpy(device, pageable.data(), bytes, cudaMemcpyHostToDevice));
  };
  void* memory = nullptr;  // from a call that allocates to the one that frees
  struct Call {
    const char* name;
    std::function<void()> call;
  };
  std::vector<Call> calls = {
      {"kernel<<<1, 1>>>, the legacy stream", [&] { count<<<1, 1>>>(counter); }},
      {"cudaMemset of device memory", [&] { CHECK(cudaMemset(device, 0, kBytes)); }},
      {"cudaMemcpy, 64 KiB from pageable memory", [&] { to_device(64 << 10); }},
      {"cudaMemcpy, 1 MiB from pageable memory", [&] { to_device(kBytes); }},
      {"cudaMemcpy, 1 MiB from pinned memory",
       [&] { CHECK(cudaMemcpy(device, pinned, kBytes, cudaMemcpyHostToDevice)); }},
      {"cudaMemcpy to the host",
       [&] { CHECK(cudaMemcpy(pinned, device, kBytes, cudaMemcpyDeviceToHost)); }},
      {"cudaMemcpy from device to device",
       [&] { CHECK(cudaMemcpy(device_to, device, kBytes, cudaMemcpyDeviceToDevice)); }},
      {"cudaMemcpyAsync, pinned, another stream",
       [&] { CHECK(cudaMemcpyAsync(device, pinned, kBytes, cudaMemcpyHostToDevice, other)); }},
      {"cudaMemcpyAsync, pageable, another stream",
       [&] {
         CHECK(cudaMemcpyAsync(device, pageable.data(), kBytes, cudaMemcpyHostToDevice, other));
       }},
      {"cudaMemcpyToSymbol", [&] { CHECK(cudaMemcpyToSymbol(symbol, pinned, sizeof(int))); }},
      {"cudaMalloc", [&] { CHECK(cudaMalloc(&memory, kBytes)); }},
      {"cudaFree", [&] { CHECK(cudaFree(memory)); }},
      {"cudaMallocAsync and cudaFreeAsync",
       [&] {
         CHECK(cudaMallocAsync(&memory, kBytes, other));
         CHECK(cudaFreeAsync(memory, other));
       }},
      {"cudaMallocHost", [&] { CHECK(cudaMallocHost(&memory, kBytes)); }},
      {"cudaFreeHost", [&] { CHECK(cudaFreeHost(memory)); }},
      {"cudaMallocManaged", [&] { CHECK(cudaMallocManaged(&memory, kBytes)); }},
      {"cudaFree, managed memory", [&] { CHECK(cudaFree(memory)); }},
      {"cudaStreamCreate and cudaStreamDestroy",
       [] {
         cudaStream_t stream = nullptr;
         CHECK(cudaStreamCreate(&stream));
         CHECK(cudaStreamDestroy(stream));
       }},
      {"cudaStreamSynchronize, another stream", [&] { CHECK(cudaStreamSynchronize(other)); }},
      {"cudaStreamSynchronize, the legacy stream", [&] { CHECK(cudaStreamSynchronize(nullptr)); }},
      {"cudaDeviceSynchronize", [&] { CHECK(cudaDeviceSynchronize()); }},
  };
  if (has_times()) {  // the CPU backend has the code of all kernels from the start
    calls.push_back({"the first launch of a kernel, another stream", [&, first = true]() mutable {
                       const auto kernel = first ? used_once<0> : used_once<1>;
                       kernel<<<1, 1, 0, other>>>();
                       CHECK_LAST();
                       first = false;
                     }});
  }
  Table host({"the host calls, behind a gate in the", "blocking", "non-blocking"});
  std::vector<std::vector<std::string>> rows;
  for (const Call& call : calls) rows.push_back({call.name});
  for (cudaStream_t stream : {blocking, non_blocking}) {
    for (size_t i = 0; i < rows.size(); ++i) {
      rows[i].push_back(waits_or("returns", waits(calls[i].call, stream)));
    }
  }
  for (const auto& row : rows) host.add(row);
  host.print();
  launches += 2;

  int counted = 0;
  CHECK(cudaMemcpy(&counted, counter, sizeof(int), cudaMemcpyDeviceToHost));
  for (void* memory :
       {static_cast<void*>(counter), static_cast<void*>(device), static_cast<void*>(device_to)}) {
    CHECK(cudaFree(memory));
  }
  CHECK(cudaFreeHost(pinned));
  for (cudaStream_t stream : {blocking, non_blocking, other}) CHECK(cudaStreamDestroy(stream));
  return verdict(verify<int>("launches", {counted}, [&](long long) { return launches; }));
}
