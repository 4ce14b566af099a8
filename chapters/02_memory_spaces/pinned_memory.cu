// Chapter 02 · pinned_memory
//
// Copies between host and device in four kinds of host memory: pageable, pinned, pageable memory
// pinned afterwards, and write-combined; what each kind reaches, and what it costs the host.
//
//   pinned_memory [--size N]     copies of 4 KiB, four times as much, …, up to N bytes
//                                default 2^20 on the CPU backend, 2^28 on a GPU
#include "tutorial.cuh"

#include <cstdlib>
#include <cstring>

enum Kind { kPageable, kPinned, kRegistered, kWriteCombined, kKinds };
constexpr const char* kNames[kKinds] = {"pageable", "pinned", "registered", "write-combined"};
constexpr size_t kPage = 4096;

// Whole pages. The operating system may move a page or write it to disk; a device that reads memory
// by itself (DMA) must be sure that a page stays where it is: pinned.
void* allocate(Kind kind, size_t bytes) {
  bytes = (bytes + kPage - 1) / kPage * kPage;
  void* memory = nullptr;
  switch (kind) {
    case kPinned:
      CHECK(cudaMallocHost(&memory, bytes));
      break;
    case kWriteCombined:  // the host's caches leave it out; its writes are collected and sent
      CHECK(cudaHostAlloc(&memory, bytes, cudaHostAllocWriteCombined));
      break;
    default:
      memory = std::aligned_alloc(kPage, bytes);
      if (memory == nullptr) {
        std::fprintf(stderr, "no host memory for %zu bytes\n", bytes);
        std::exit(kExitWrong);
      }
      std::memset(memory, 0, bytes);  // a page exists only once it has been written to
      if (kind == kRegistered) CHECK(cudaHostRegister(memory, bytes, cudaHostRegisterDefault));
  }
  return memory;
}

void release(Kind kind, void* memory) {
  if (kind == kRegistered) CHECK(cudaHostUnregister(memory));
  if (kind == kPageable || kind == kRegistered) {
    std::free(memory);
  } else {
    CHECK(cudaFreeHost(memory));
  }
}

// Milliseconds that the host spends in `work`, the median of `runs`; on the CPU backend it runs once.
template <class Work>
double milliseconds(int runs, const Work& work) {
  std::vector<double> times;
  for (int run = 0; run < (has_times() ? runs : 1); ++run) {
    const HostTimer timer;
    work();
    times.push_back(timer.milliseconds());
  }
  return median(times);
}

// GB/s of a copy until the host may go on and the device has the data. A copy from pageable memory
// can return before: the driver has then taken the bytes to pinned memory of its own.
double copy_rate(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  const auto copy = [&] {
    CHECK(cudaMemcpy(to, from, bytes, kind));
    CHECK(cudaDeviceSynchronize());
  };
  copy();
  return bytes / (milliseconds(20, copy) * 1e6);
}

std::string size_text(size_t bytes) {
  if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) return std::to_string(bytes >> 20) + " MiB";
  if (bytes >= 1 << 10 && bytes % (1 << 10) == 0) return std::to_string(bytes >> 10) + " KiB";
  return std::to_string(bytes) + " bytes";
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Copies between host and device, by kind of host memory.");
  const size_t largest = options.size({.cpu = 1 << 20, .gpu = 1 << 28, .bytes_per_element = 1});
  std::vector<size_t> sizes;
  for (size_t bytes = kPage; bytes < largest; bytes *= 4) sizes.push_back(bytes);
  sizes.push_back(largest);

  std::vector<unsigned char> data(largest);
  const std::vector<int> random = random_ints(largest < 65521 ? largest : 65521, 0, 255);
  for (size_t i = 0; i < largest; ++i) data[i] = random[i % random.size()];

  unsigned char* device = nullptr;
  CHECK(cudaMalloc(&device, largest));
  std::vector<std::vector<std::string>> to_device(sizes.size()), to_host(sizes.size());
  Table costs({"costs of " + size_text(largest), timed("allocate"), timed("host writes"),
               timed("host reads"), timed("free")});
  bool passed = true;
  for (int k = 0; k < kKinds; ++k) {
    const Kind kind = static_cast<Kind>(k);
    void* memory = nullptr;
    const double allocation = milliseconds(1, [&] { memory = allocate(kind, largest); });
    auto* host = static_cast<unsigned char*>(memory);

    for (size_t s = 0; s < sizes.size(); ++s) {
      const size_t bytes = sizes[s];
      std::vector<unsigned char> got(bytes);
      std::memcpy(host, data.data(), bytes);
      poison(device, bytes);
      to_device[s].push_back(
          figure("%.2f", copy_rate(device, host, bytes, cudaMemcpyHostToDevice)));
      CHECK(cudaMemcpy(got.data(), device, bytes, cudaMemcpyDeviceToHost));
      passed &= verify(std::string("to the device, ") + kNames[k], got, data);

      std::memset(host, 0x7F, bytes);
      to_host[s].push_back(figure("%.2f", copy_rate(host, device, bytes, cudaMemcpyDeviceToHost)));
      std::memcpy(got.data(), host, bytes);
      passed &= verify(std::string("to the host, ") + kNames[k], got, data);
    }

    const auto gbs = [&](double time) { return figure("%.2f GB/s", largest / (time * 1e6)); };
    std::vector<unsigned char> copy(largest);
    const double writing = milliseconds(5, [&] { std::memcpy(host, data.data(), largest); });
    const double reading = milliseconds(5, [&] { std::memcpy(copy.data(), host, largest); });
    passed &= verify(std::string("read by the host, ") + kNames[k], copy, data);
    const double freeing = milliseconds(1, [&] { release(kind, memory); });
    costs.add({kNames[k], figure("%.2f ms", allocation), gbs(writing), gbs(reading),
               figure("%.2f ms", freeing)});
  }
  CHECK(cudaFree(device));

  const auto print = [&](const char* title, const std::vector<std::vector<std::string>>& rates) {
    Table table({title, timed(kNames[0]), timed(kNames[1]), timed(kNames[2]), timed(kNames[3])});
    for (size_t s = 0; s < sizes.size(); ++s) {
      std::vector<std::string> row = {size_text(sizes[s])};
      row.insert(row.end(), rates[s].begin(), rates[s].end());
      table.add(row);
    }
    table.print();
  };
  print("host to device, GB/s", to_device);
  print("device to host, GB/s", to_host);
  costs.print();
  return verdict(passed);
}
