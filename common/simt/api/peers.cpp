// Other devices and other processes, of which there are none.
#include "cuda_runtime_api.h"

#include <cstdio>
#include <cstring>
#include <string>

#include "base/device.h"
#include "base/error.h"

namespace simt {
namespace {

std::string pci_bus_id() {
  char id[16];
  std::snprintf(id, sizeof id, "%04x:%02x:%02x.0", device_attribute(cudaDevAttrPciDomainId),
                device_attribute(cudaDevAttrPciBusId), device_attribute(cudaDevAttrPciDeviceId));
  return id;
}

}  // namespace
}  // namespace simt

using simt::result;

cudaError_t cudaDeviceCanAccessPeer(int* can_access, int device, int peer) {
  if (can_access == nullptr) return result(cudaErrorInvalidValue);
  if (device != 0 || peer != 0) return result(cudaErrorInvalidDevice);
  *can_access = 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int, unsigned int flags) {
  return result(flags != 0 ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return result(peer == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr, int, int) {
  return result(value == nullptr ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* properties) {
  if (device == nullptr || properties == nullptr) return result(cudaErrorInvalidValue);
  *device = 0;
  return cudaSuccess;
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
  if (count == 0) return cudaSuccess;
  if (devices == nullptr || count != 1) return result(cudaErrorInvalidValue);
  return result(devices[0] == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetPCIBusId(char* id, int bytes, int device) {
  if (id == nullptr) return result(cudaErrorInvalidValue);
  if (device != 0) return result(cudaErrorInvalidDevice);
  const std::string own = simt::pci_bus_id();
  if (bytes <= static_cast<int>(own.size())) return result(cudaErrorInvalidValue);
  std::memcpy(id, own.c_str(), own.size() + 1);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id) {
  if (device == nullptr || id == nullptr) return result(cudaErrorInvalidValue);
  const std::string own = simt::pci_bus_id();
  // The domain and the function may be left out.
  const bool is_own = own == id || own.substr(5) == id || own.substr(0, own.size() - 2) == id ||
                      own.substr(5, own.size() - 7) == id;
  if (!is_own) return result(cudaErrorInvalidDevice);
  *device = 0;
  return cudaSuccess;
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t*, void*) {
  return result(cudaErrorNotSupported);
}
cudaError_t cudaIpcOpenMemHandle(void**, cudaIpcMemHandle_t, unsigned int) {
  return result(cudaErrorNotSupported);
}
cudaError_t cudaIpcCloseMemHandle(void*) { return result(cudaErrorNotSupported); }
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t*, cudaEvent_t) {
  return result(cudaErrorNotSupported);
}
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t*, cudaIpcEventHandle_t) {
  return result(cudaErrorNotSupported);
}

cudaError_t cudaLaunchCooperativeKernelMultiDevice(cudaLaunchParams* launches, unsigned int devices,
                                                   unsigned int flags) {
  if (launches == nullptr || devices != 1 || flags > 3) return result(cudaErrorInvalidValue);
  return cudaLaunchCooperativeKernel(const_cast<const void*>(launches->func), launches->gridDim,
                                     launches->blockDim, launches->args, launches->sharedMem,
                                     launches->stream);
}
