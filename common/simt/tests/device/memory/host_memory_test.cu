// Page-locked memory of the host: allocated, registered, used by kernels under its own address.
// supports: memory: pinned, registered and mapped host memory, `cudaPointerGetAttributes`
// refuses: memory: `cudaHostRegisterIoMemory`: `cudaErrorNotSupported`
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <cstdlib>
#include <numeric>
#include <vector>

#if __has_include(<simt_counters.h>)
#include <simt_counters.h>
#endif

#include "../device_test.cuh"

namespace {

__global__ void doubled(const int* in, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 2 * in[i];
}

cudaMemoryType type_of(const void* pointer) {
  cudaPointerAttributes attributes{};
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, pointer), cudaSuccess);
  return attributes.type;
}

/// Memory with whole pages of its own, as registering is by the page.
class Pages {
 public:
  explicit Pages(std::size_t bytes) : data_(std::aligned_alloc(4096, bytes)) {}
  ~Pages() { std::free(data_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  int* data() const { return static_cast<int*>(data_); }

 private:
  void* data_;
};

TEST(HostMemory, KernelsUseItDirectly) {
  constexpr int kCount = 1000;
  for (const unsigned flags :
       {cudaHostAllocDefault, cudaHostAllocMapped, cudaHostAllocPortable,
        cudaHostAllocWriteCombined, cudaHostAllocMapped | cudaHostAllocPortable}) {
    int *in = nullptr, *out = nullptr;
    ASSERT_EQ(cudaHostAlloc(&in, kCount * sizeof(int), flags), cudaSuccess);
    ASSERT_EQ(cudaMallocHost(&out, kCount * sizeof(int)), cudaSuccess);
    std::iota(in, in + kCount, 0);
    doubled<<<4, 256>>>(in, out, kCount);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < kCount; ++i) EXPECT_EQ(out[i], 2 * i);
    EXPECT_EQ(cudaFreeHost(in), cudaSuccess);
    EXPECT_EQ(cudaFreeHost(out), cudaSuccess);
  }
}

TEST(HostMemory, DevicePointersAndFlags) {
  int* host = nullptr;
  const unsigned asked = cudaHostAllocMapped | cudaHostAllocWriteCombined;
  ASSERT_EQ(cudaHostAlloc(&host, 4096, asked), cudaSuccess);
  int* device = nullptr;
  ASSERT_EQ(cudaHostGetDevicePointer(&device, host, 0), cudaSuccess);
  EXPECT_EQ(device, host);
  ASSERT_EQ(cudaHostGetDevicePointer(&device, host + 5, 0), cudaSuccess);
  EXPECT_EQ(device, host + 5);
  unsigned flags = 0;
  ASSERT_EQ(cudaHostGetFlags(&flags, host), cudaSuccess);
  EXPECT_EQ(flags & asked, asked);
  EXPECT_EQ(cudaHostGetDevicePointer(&device, host, 1), cudaErrorInvalidValue);
  int local = 0;
  EXPECT_EQ(cudaHostGetFlags(&flags, &local), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(host), cudaSuccess);
  cudaGetLastError();
}

TEST(HostMemory, Refuses) {
  int* host = nullptr;
  EXPECT_EQ(cudaHostAlloc(&host, 64, 0x100), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(nullptr), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(&host, 64), cudaSuccess);
  EXPECT_EQ(cudaFree(host), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(host), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(host), cudaErrorInvalidValue);
  Pages pageable(4096);
  EXPECT_EQ(cudaFreeHost(pageable.data()), cudaErrorInvalidValue);
  EXPECT_EQ(cudaHostUnregister(pageable.data()), cudaErrorHostMemoryNotRegistered);
  EXPECT_EQ(cudaGetLastError(), cudaErrorHostMemoryNotRegistered);
}

TEST(HostMemory, RegisteredMemoryIsUsedInPlace) {
  constexpr int kCount = 1024;
  Pages in(kCount * sizeof(int)), out(kCount * sizeof(int));
  std::iota(in.data(), in.data() + kCount, 0);
  ASSERT_EQ(cudaHostRegister(in.data(), kCount * sizeof(int), cudaHostRegisterDefault),
            cudaSuccess);
  ASSERT_EQ(cudaHostRegister(out.data(), kCount * sizeof(int),
                             cudaHostRegisterMapped | cudaHostRegisterPortable),
            cudaSuccess);
  EXPECT_EQ(cudaHostRegister(in.data(), kCount * sizeof(int), cudaHostRegisterDefault),
            cudaErrorHostMemoryAlreadyRegistered);
  EXPECT_EQ(cudaGetLastError(), cudaErrorHostMemoryAlreadyRegistered);
  int *device_in = nullptr, *device_out = nullptr;
  ASSERT_EQ(cudaHostGetDevicePointer(&device_in, in.data(), 0), cudaSuccess);
  ASSERT_EQ(cudaHostGetDevicePointer(&device_out, out.data(), 0), cudaSuccess);
  EXPECT_EQ(device_in, in.data());
  doubled<<<4, 256>>>(device_in, device_out, kCount);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < kCount; ++i) EXPECT_EQ(out.data()[i], 2 * i);
  EXPECT_EQ(type_of(in.data()), cudaMemoryTypeHost);
  EXPECT_EQ(cudaHostUnregister(in.data()), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(out.data()), cudaSuccess);
  EXPECT_EQ(type_of(in.data()), cudaMemoryTypeUnregistered);
  EXPECT_EQ(cudaHostUnregister(in.data()), cudaErrorHostMemoryNotRegistered);
  cudaGetLastError();
}

TEST(HostMemory, ReadOnlyRegistration) {
  int supported = 0;
  ASSERT_EQ(cudaDeviceGetAttribute(&supported, cudaDevAttrHostRegisterReadOnlySupported, 0),
            cudaSuccess);
  if (!supported) GTEST_SKIP();
  Pages in(4096);
  std::iota(in.data(), in.data() + 1024, 0);
  ASSERT_EQ(cudaHostRegister(in.data(), 4096, cudaHostRegisterReadOnly), cudaSuccess);
  const auto out = run_kernel<int>(1024, [&](int* d) { doubled<<<4, 256>>>(in.data(), d, 1024); });
  for (int i = 0; i < 1024; ++i) EXPECT_EQ(out[i], 2 * i);
  EXPECT_EQ(cudaHostUnregister(in.data()), cudaSuccess);
}

__device__ int device_variable;
__managed__ int managed_variable;

TEST(PointerAttributes, OfEveryKindOfMemory) {
  int *device = nullptr, *pinned = nullptr, *managed = nullptr;
  Pages pageable(4096);
  ASSERT_EQ(cudaMalloc(&device, 64), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(&pinned, 64), cudaSuccess);
  ASSERT_EQ(cudaMallocManaged(&managed, 64), cudaSuccess);
  cudaPointerAttributes a{};
  ASSERT_EQ(cudaPointerGetAttributes(&a, device + 3), cudaSuccess);
  EXPECT_EQ(a.type, cudaMemoryTypeDevice);
  EXPECT_EQ(a.device, 0);
  EXPECT_EQ(a.devicePointer, device + 3);
  EXPECT_EQ(a.hostPointer, nullptr);
  ASSERT_EQ(cudaPointerGetAttributes(&a, pinned + 3), cudaSuccess);
  EXPECT_EQ(a.type, cudaMemoryTypeHost);
  EXPECT_EQ(a.device, 0);
  EXPECT_EQ(a.devicePointer, pinned + 3);
  EXPECT_EQ(a.hostPointer, pinned + 3);
  ASSERT_EQ(cudaPointerGetAttributes(&a, managed), cudaSuccess);
  EXPECT_EQ(a.type, cudaMemoryTypeManaged);
  EXPECT_EQ(a.device, 0);
  EXPECT_EQ(a.devicePointer, managed);
  EXPECT_EQ(a.hostPointer, managed);
  EXPECT_EQ(type_of(pageable.data()), cudaMemoryTypeUnregistered);
  void* address = nullptr;
  ASSERT_EQ(cudaGetSymbolAddress(&address, device_variable), cudaSuccess);
  EXPECT_EQ(type_of(address), cudaMemoryTypeDevice);
  EXPECT_EQ(type_of(&managed_variable), cudaMemoryTypeManaged);
  EXPECT_EQ(cudaPointerGetAttributes(nullptr, device), cudaErrorInvalidValue);
  cudaFree(device);
  cudaFree(managed);
  cudaFreeHost(pinned);
  cudaGetLastError();
}

TEST(Copies, DirectionsThatFit) {
  std::vector<int> host(256);
  int *device = nullptr, *pinned = nullptr, *managed = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 1024), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(&pinned, 1024), cudaSuccess);
  ASSERT_EQ(cudaMallocManaged(&managed, 1024), cudaSuccess);
  std::iota(host.begin(), host.end(), 0);
  // Through all of them and back.
  EXPECT_EQ(cudaMemcpy(pinned, host.data(), 1024, cudaMemcpyHostToHost), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device, pinned, 1024, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(managed, device, 1024, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(managed[255], 255);
  EXPECT_EQ(cudaMemset(device, 0, 1024), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device, managed, 1024, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(cudaMemset(pinned, 0, 1024), cudaSuccess);
  EXPECT_EQ(pinned[255], 0);  // for memory of the host's, cudaMemset waits
  EXPECT_EQ(cudaMemcpy(pinned, device, 1024, cudaMemcpyDefault), cudaSuccess);
  std::vector<int> back(256);
  EXPECT_EQ(cudaMemcpy(back.data(), pinned, 1024, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(back, host);
  EXPECT_EQ(cudaMemcpy(back.data(), managed, 1024, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(back, host);

  EXPECT_EQ(cudaMemcpy(device, host.data(), 1024, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host.data(), device, 1024, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device, host.data(), 1024, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(host.data(), 0, 1024), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  cudaFree(device);
  cudaFree(managed);
  cudaFreeHost(pinned);
}

TEST(Copies, RegisteredMemory) {
  Pages pages(4096);
  std::iota(pages.data(), pages.data() + 1024, 0);
  ASSERT_EQ(cudaHostRegister(pages.data(), 4096, cudaHostRegisterDefault), cudaSuccess);
  const DeviceBuffer<int> device(1024);
  ASSERT_EQ(cudaMemcpyAsync(device.data(), pages.data(), 4096, cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_EQ(device.read()[1023], 1023);
  ASSERT_EQ(cudaMemset(pages.data(), 0, 4096), cudaSuccess);
  EXPECT_EQ(pages.data()[1023], 0);
  EXPECT_EQ(cudaHostUnregister(pages.data()), cudaSuccess);
}

#if __has_include(<simt_counters.h>)
TEST(HostMemory, CountsLikeGlobalMemory) {
  int* pinned = nullptr;
  ASSERT_EQ(cudaMallocHost(&pinned, 4096), cudaSuccess);
  Pages registered(4096);
  ASSERT_EQ(cudaHostRegister(registered.data(), 4096, cudaHostRegisterDefault), cudaSuccess);
  int* managed = nullptr;
  ASSERT_EQ(cudaMallocManaged(&managed, 4096), cudaSuccess);
  for (int* memory : {pinned, registered.data(), managed}) {
    const simt::Counters before = simt::counters();
    doubled<<<2, 64>>>(memory, memory + 512, 128);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    const simt::Counters after = simt::counters();
    EXPECT_EQ(after.global_load_requests - before.global_load_requests, 4u);
    EXPECT_EQ(after.global_load_sectors - before.global_load_sectors, 16u);
    EXPECT_EQ(after.global_store_requests - before.global_store_requests, 4u);
    EXPECT_EQ(after.global_store_sectors - before.global_store_sectors, 16u);
  }
  EXPECT_EQ(cudaHostUnregister(registered.data()), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
}
#endif

}  // namespace
