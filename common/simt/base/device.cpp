#include "base/device.h"

#include <unistd.h>

#include <algorithm>

#include "base/address_map.h"
#include "base/host_thread.h"
#include "base/process.h"
#include "base/settings.h"
#include "base/worker.h"

namespace simt {
namespace {

constexpr std::size_t kH200MemoryBytes = 150109880320;

struct AttributeValue {
  cudaDeviceAttr attribute;
  int value;
};
constexpr AttributeValue kAttributes[] = {
#define SIMT_ATTRIBUTE(name, number, value) {name, value},
#include "simt/device_attributes.inc"
#undef SIMT_ATTRIBUTE
};

}  // namespace

int device_count() { return settings().devices; }

int current_device_number() {
  const RunningKernel* const kernel = worker().running_kernel;
  return kernel != nullptr ? kernel->device() : host_thread().device;
}

Device& current_device() { return process().device(current_device_number()); }

OnDevice::OnDevice(int number) : before_(host_thread().device) { host_thread().device = number; }
OnDevice::~OnDevice() { host_thread().device = before_; }

const int* find_device_attribute(cudaDeviceAttr attribute) {
#if defined(__wasm__)  // where the host and a kernel take turns
  static constexpr int kNo = 0;
  if (attribute == cudaDevAttrConcurrentManagedAccess) return &kNo;
#endif
  for (const AttributeValue& a : kAttributes) {
    if (a.attribute == attribute) return &a.value;
  }
  return nullptr;
}

int device_attribute(cudaDeviceAttr attribute) {
  const int* const value = find_device_attribute(attribute);
  return value != nullptr ? *value : -1;
}

bool is_bank_size(cudaSharedMemConfig config) {
  return config >= cudaSharedMemBankSizeDefault && config <= cudaSharedMemBankSizeEightByte;
}

std::size_t device_memory_bytes() {
#if defined(__wasm__)
  return kDeviceBytes / static_cast<std::size_t>(device_count());
#else
  static const std::size_t bytes = [] {
    const std::size_t machine = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                                static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return std::min(kH200MemoryBytes, machine / 2 / static_cast<std::size_t>(device_count()));
  }();
  return bytes;
#endif
}

}  // namespace simt
