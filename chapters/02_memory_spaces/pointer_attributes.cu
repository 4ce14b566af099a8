// Chapter 02 · pointer_attributes
//
// With unified virtual addressing, host and devices share one space of addresses: CUDA can tell from
// an address alone whose memory it is. Here is what it tells of memory of six kinds.
//
//   pointer_attributes
#include "tutorial.cuh"

#include <cstdlib>

void describe(Table& table, const char* name, const void* pointer);

int main(int argc, char** argv) {
  const auto options = Options::without_size(argc, argv, "Ask CUDA whose memory a pointer means.");
  require_device();
  std::printf("Unified virtual addressing: %s\n",
              device_attribute(cudaDevAttrUnifiedAddressing) ? "yes" : "no");
  // Whether kernels may follow a pointer from malloc: on systems with HMM or ATS.
  std::printf("Kernels reach pageable memory:  %s\n\n",
              device_attribute(cudaDevAttrPageableMemoryAccess) ? "yes" : "no");

  const size_t bytes = 4096;
  void *ordinary = std::aligned_alloc(bytes, bytes), *registered = std::aligned_alloc(bytes, bytes);
  if (ordinary == nullptr || registered == nullptr) {
    std::fprintf(stderr, "no host memory\n");
    return kExitWrong;
  }
  void *pinned = nullptr, *mapped = nullptr, *device = nullptr, *managed = nullptr;
  CHECK(cudaHostRegister(registered, bytes, cudaHostRegisterMapped));
  CHECK(cudaMallocHost(&pinned, bytes));
  CHECK(cudaHostAlloc(&mapped, bytes, cudaHostAllocMapped));
  CHECK(cudaMalloc(&device, bytes));
  CHECK(cudaMallocManaged(&managed, bytes));
  Table table({"memory from", "type", "host pointer", "device pointer"});
  describe(table, "aligned_alloc", ordinary);
  describe(table, "aligned_alloc + cudaHostRegister", registered);
  describe(table, "cudaMallocHost", pinned);
  describe(table, "cudaHostAlloc, mapped", mapped);
  describe(table, "cudaMalloc", device);
  describe(table, "cudaMallocManaged", managed);
  table.print();
  CHECK(cudaHostUnregister(registered));
  std::free(ordinary);
  std::free(registered);
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaFreeHost(mapped));
  CHECK(cudaFree(device));
  CHECK(cudaFree(managed));
  return verdict(true);
}

void describe(Table& table, const char* name, const void* pointer) {
  cudaPointerAttributes attributes;
  CHECK(cudaPointerGetAttributes(&attributes, pointer));
  const char* const types[] = {"unregistered", "host", "device", "managed"};
  const auto seen = [&](const void* address) {
    return address == nullptr ? "none" : address == pointer ? "the same" : "another";
  };
  table.add(
      {name, types[attributes.type], seen(attributes.hostPointer), seen(attributes.devicePointer)});
}
