// Chapter 08 · implicit_waits
//
// Which calls of the host wait for work in a stream that they do not name, tried: a gate holds up one
// stream, and the call returns, or it does not before the gate opens.
//
//   implicit_waits
#include <chrono>
#include <functional>
#include <future>

#include "tutorial.cuh"
#include "tutorial/gate.cuh"

constexpr std::chrono::milliseconds kPatience(400);  // what takes longer waits for the gate
constexpr size_t kBytes = 1 << 20;

__device__ int symbol;

__global__ void empty() {}

template <int kWhich>
__global__ void used_once() {}

// Its launch may change how the memory of a multiprocessor is divided into L1 and shared memory.
__global__ void uses_shared() {
  extern __shared__ int words[];
  words[threadIdx.x] = 0;
}

struct Call {
  const char* name;
  std::function<void()> run;
};

// Whether the call returns only when the stream has come past its gate.
bool waits(const Call& call, cudaStream_t stream) {
  Gate gate(stream);
  std::future<void> returned = std::async(std::launch::async, call.run);
  const bool is_late = returned.wait_for(kPatience) == std::future_status::timeout;
  gate.open();
  returned.get();
  CHECK(cudaDeviceSynchronize());
  return is_late;
}

int main(int argc, char** argv) {
  Options::without_size(argc, argv, "Try which calls wait for work in another stream.");
  require_device();
  cudaStream_t blocking = nullptr, non_blocking = nullptr, other = nullptr;
  CHECK(cudaStreamCreate(&blocking));
  CHECK(cudaStreamCreateWithFlags(&non_blocking, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  char *device = nullptr, *device_to = nullptr, *pinned = nullptr, *managed = nullptr;
  CHECK(cudaMalloc(&device, kBytes));
  CHECK(cudaMalloc(&device_to, kBytes));
  CHECK(cudaMallocHost(&pinned, kBytes));
  CHECK(cudaMallocManaged(&managed, kBytes));
  CHECK(cudaMemset(device, 0, kBytes));
  std::vector<char> pageable(kBytes), registered(kBytes);
  void* memory = nullptr;  // from a call that allocates to the one that frees
  empty<<<1, 1>>>();       // the first launch brings the code to the device
  uses_shared<<<1, 32, 128>>>();
  CHECK_LAST();
  CHECK(cudaDeviceSynchronize());

  const auto copy = [](void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    return [=] { CHECK(cudaMemcpy(to, from, bytes, kind)); };
  };
  const auto copy_async = [other](void* to, const void* from) {
    return [=] { CHECK(cudaMemcpyAsync(to, from, kBytes, cudaMemcpyHostToDevice, other)); };
  };
  const auto set = [](void* memory) { return [=] { CHECK(cudaMemset(memory, 0, kBytes)); }; };
  std::vector<Call> calls = {
      {"kernel<<<1, 1>>>, the legacy stream", [] { empty<<<1, 1>>>(); }},
      {"a launch that needs more shared memory", [] { uses_shared<<<1, 32, 48 << 10>>>(); }},
      {"cudaMemset of device memory", set(device)},
      {"cudaMemset of pinned memory", set(pinned)},
      {"cudaMemset of managed memory", set(managed)},
      {"cudaMemcpy, 64 KiB from pageable memory",
       copy(device, pageable.data(), 64 << 10, cudaMemcpyHostToDevice)},
      {"cudaMemcpy, 1 MiB from pageable memory",
       copy(device, pageable.data(), kBytes, cudaMemcpyHostToDevice)},
      {"cudaMemcpy, 1 MiB from pinned memory",
       copy(device, pinned, kBytes, cudaMemcpyHostToDevice)},
      {"cudaMemcpy to the host", copy(pinned, device, kBytes, cudaMemcpyDeviceToHost)},
      {"cudaMemcpy from device to device",
       copy(device_to, device, kBytes, cudaMemcpyDeviceToDevice)},
      {"cudaMemcpyAsync, pinned, another stream", copy_async(device, pinned)},
      {"cudaMemcpyAsync, pageable, another stream", copy_async(device, pageable.data())},
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
      {"cudaHostRegister", [&] { CHECK(cudaHostRegister(registered.data(), kBytes, 0)); }},
      {"cudaHostUnregister", [&] { CHECK(cudaHostUnregister(registered.data())); }},
      {"cudaMallocManaged", [&] { CHECK(cudaMallocManaged(&memory, kBytes)); }},
      {"cudaFree, managed memory", [&] { CHECK(cudaFree(memory)); }},
      {"cudaStreamCreate and cudaStreamDestroy",
       [] {
         cudaStream_t stream = nullptr;
         CHECK(cudaStreamCreate(&stream));
         CHECK(cudaStreamDestroy(stream));
       }},
      {"cudaStreamSynchronize, another stream", [&] { CHECK(cudaStreamSynchronize(other)); }},
      {"cudaStreamSynchronize, the legacy stream", [] { CHECK(cudaStreamSynchronize(nullptr)); }},
      {"cudaDeviceSynchronize", [] { CHECK(cudaDeviceSynchronize()); }},
  };
  if (has_times()) {  // the CPU backend has the code of all kernels from the start
    calls.push_back({"the first launch of a kernel, another stream", [&, first = true]() mutable {
                       const auto kernel = first ? used_once<0> : used_once<1>;
                       kernel<<<1, 1, 0, other>>>();
                       CHECK_LAST();
                       first = false;
                     }});
  }
  std::vector<std::vector<std::string>> rows;
  for (const Call& call : calls) rows.push_back({call.name});
  for (cudaStream_t stream : {blocking, non_blocking}) {
    for (size_t i = 0; i < rows.size(); ++i) {
      rows[i].push_back(waits(calls[i], stream) ? "waits" : "returns");
    }
  }
  Table table({"the host calls, behind a gate in the", "blocking", "non-blocking"});
  for (const auto& row : rows) table.add(row);
  table.print();

  CHECK(cudaFreeHost(pinned));
  for (char* memory : {device, device_to, managed}) CHECK(cudaFree(memory));
  for (cudaStream_t stream : {blocking, non_blocking, other}) CHECK(cudaStreamDestroy(stream));
  return verdict(true);
}
