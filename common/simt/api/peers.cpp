// What devices have to do with each other; and other processes, of which there are none.
#include "cuda_runtime_api.h"

#include <cstdio>
#include <cstring>
#include <string>

#include "api/memory/copy.h"
#include "base/device.h"
#include "base/error.h"
#include "memory/peers.h"

namespace simt {
namespace {

std::string pci_bus_id(int device) {
  char id[16];
  std::snprintf(id, sizeof id, "%04x:%02x:%02x.0", device_attribute(cudaDevAttrPciDomainId),
                device_attribute(cudaDevAttrPciBusId),
                device_attribute(cudaDevAttrPciDeviceId) + device);
  return id;
}

/// Whether this names the device. The domain and the function may be left out.
bool is_pci_bus_id(int device, const std::string& id) {
  const std::string own = pci_bus_id(device);
  return own == id || own.substr(5) == id || own.substr(0, own.size() - 2) == id ||
         own.substr(5, own.size() - 7) == id;
}

/// Whether these are two devices.
bool are_peers(int a, int b) { return is_device(a) && is_device(b) && a != b; }

cudaError_t change_access(int peer, bool is_on, cudaError_t if_it_is_so) {
  const int own = current_device_number();
  if (!are_peers(own, peer)) return cudaErrorInvalidDevice;
  return set_peer_access(own, peer, is_on) ? cudaSuccess : if_it_is_so;
}

}  // namespace
}  // namespace simt

using simt::result;

cudaError_t cudaDeviceCanAccessPeer(int* can_access, int device, int peer) {
  if (can_access == nullptr) return result(cudaErrorInvalidValue);
  if (!simt::is_device(device) || !simt::is_device(peer)) return result(cudaErrorInvalidDevice);
  *can_access = device != peer;
  return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  if (flags != 0) return result(cudaErrorInvalidValue);
  return result(simt::change_access(peer, true, cudaErrorPeerAccessAlreadyEnabled));
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  if (const cudaError_t error = simt::synchronized_error()) return result(error);
  if (peer == simt::current_device_number()) return result(cudaErrorPeerAccessNotEnabled);
  return result(simt::change_access(peer, false, cudaErrorPeerAccessNotEnabled));
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device,
                                      int peer) {
  if (value == nullptr) return result(cudaErrorInvalidValue);
  if (!simt::are_peers(device, peer)) return result(cudaErrorInvalidDevice);
  switch (attribute) {
    case cudaDevP2PAttrAccessSupported:
    case cudaDevP2PAttrNativeAtomicSupported:
    case cudaDevP2PAttrCudaArrayAccessSupported:
      *value = 1;
      return cudaSuccess;
    case cudaDevP2PAttrPerformanceRank:
    case cudaDevP2PAttrOnlyPartialNativeAtomicSupported:
      *value = 0;
      return cudaSuccess;
    default:
      return result(cudaErrorInvalidValue);
  }
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* properties) {
  if (device == nullptr || properties == nullptr) return result(cudaErrorInvalidValue);
  *device = 0;
  return cudaSuccess;
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
  if (count == 0) return cudaSuccess;
  if (devices == nullptr || count < 0 || count > simt::device_count()) {
    return result(cudaErrorInvalidValue);
  }
  for (int i = 0; i < count; ++i) {
    if (!simt::is_device(devices[i])) return result(cudaErrorInvalidDevice);
  }
  return cudaSetDevice(devices[0]);
}

cudaError_t cudaDeviceGetPCIBusId(char* id, int bytes, int device) {
  if (id == nullptr) return result(cudaErrorInvalidValue);
  if (!simt::is_device(device)) return result(cudaErrorInvalidDevice);
  const std::string own = simt::pci_bus_id(device);
  if (bytes <= static_cast<int>(own.size())) return result(cudaErrorInvalidValue);
  std::memcpy(id, own.c_str(), own.size() + 1);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id) {
  if (device == nullptr || id == nullptr) return result(cudaErrorInvalidValue);
  for (int i = 0; i < simt::device_count(); ++i) {
    if (!simt::is_pci_bus_id(i, id)) continue;
    *device = i;
    return cudaSuccess;
  }
  return result(cudaErrorInvalidDevice);
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
