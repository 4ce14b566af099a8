/// @file
/// @ingroup tutorial
/// What has gone from one device to another, for a program that wants to print or check it, and how many devices there
/// are.
#pragma once

#include "simt/users_macros_away.inc"

#include <cstdint>

namespace simt {

/// Bytes that have gone from one device to another. Kernels count the sectors of each request, and of each row of a
/// tile or a bulk copy.
struct PeerBytes {
  std::uint64_t loaded;  ///< by kernels of the other one, in sectors of 32 bytes
  std::uint64_t stored;  ///< by kernels of the first, also by atomic operations, in sectors
  std::uint64_t copied;  ///< between devices one of which has access to the other
  std::uint64_t staged;  ///< copied in two steps, by way of the host
};
/// Of all launches and copies that have finished; call after each device's `cudaDeviceSynchronize`.
PeerBytes peer_bytes(int from, int to);

/// From now on the program finds so many devices, 1 to 8. To be called before anything else of CUDA. Does nothing where
/// `SIMT_DEVICES` says how many.
void set_device_count(int devices);

}  // namespace simt

#include "simt/users_macros_back.inc"
