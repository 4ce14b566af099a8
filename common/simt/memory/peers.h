/// @file
/// @ingroup simt_memory
/// Several devices: whose memory an address is, who may use it, and what has gone from one to another.
#pragma once

#include "simt_peers.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/device.h"

namespace simt {

/// What each device gets of addresses that all have together.
inline std::size_t device_share(std::size_t bytes) {
  constexpr std::size_t kAligned = std::size_t{1} << 20;
  return bytes / static_cast<std::size_t>(device_count()) / kAligned * kAligned;
}

/// The device that has this memory; nothing for managed memory, the host's and variables.
std::optional<int> device_of(std::uintptr_t address);
inline std::optional<int> device_of(const void* pointer) {
  return device_of(reinterpret_cast<std::uintptr_t>(pointer));
}

/// Whether kernels of `device` may use the memory of `peer`: cudaDeviceEnablePeerAccess.
bool has_peer_access(int device, int peer);
/// @return whether that changes anything
bool set_peer_access(int device, int peer, bool is_on);

/// A kernel's request has used so many bytes of `owner`'s memory.
void count_peer_request(int device, int owner, bool loads, std::size_t bytes);
/// The same of a copy; nothing if both sides are of one device.
void count_peer_copy(const void* to, const void* from, std::size_t bytes);
/// The same of a library, which has access of its own.
void count_peer_transfer(int from, int to, std::size_t bytes);
/// The table at the end of the program, if SIMT_REPORT asks for it.
void report_peers();

/// The current device uses the `__device__` or `__constant__` variable at `address`: there is one for all devices,
/// where CUDA has one for each. @return what is wrong with that, if it is written, and another device has used it; else
/// empty
std::string variable_of_devices(std::uintptr_t address, int device, bool writes);

}  // namespace simt
