// What the programs of this chapter have in common: every device in turn, and what has gone from one to another.
#pragma once

#include "tutorial.cuh"

#if __has_include(<simt_peers.h>)
#include <simt_peers.h>
#endif

inline int count_devices() {
  require_device();
  int devices = 0;
  CHECK(cudaGetDeviceCount(&devices));
  return devices;
}

// Waits for all devices: cudaDeviceSynchronize waits for the current one only.
inline void wait_for_all(int devices) {
  for (int device = 0; device < devices; ++device) {
    CHECK(cudaSetDevice(device));
    CHECK(cudaDeviceSynchronize());
  }
}

// Gives every device access to every other one's memory, where the machine has a way for that. @return whether it has
inline bool open_all_peers(int devices) {
  for (int device = 0; device < devices; ++device) {
    CHECK(cudaSetDevice(device));
    for (int peer = 0; peer < devices; ++peer) {
      int can = 0;
      if (peer == device) continue;
      CHECK(cudaDeviceCanAccessPeer(&can, device, peer));
      if (can == 0) return false;
      CHECK(cudaDeviceEnablePeerAccess(peer, 0));
    }
  }
  return true;
}

// Bytes that the CPU backend has counted between devices; NaN on a GPU.
struct Traffic {
  double loaded = 0, stored = 0, copied = 0, staged = 0;
  double all() const { return loaded + stored + copied + staged; }
};
inline Traffic operator-(const Traffic& a, const Traffic& b) {
  return {a.loaded - b.loaded, a.stored - b.stored, a.copied - b.copied, a.staged - b.staged};
}

// What has gone from one device to another so far.
inline Traffic traffic(int from, int to) {
#if __has_include(<simt_peers.h>)
  const simt::PeerBytes bytes = simt::peer_bytes(from, to);
  return {1.0 * bytes.loaded, 1.0 * bytes.stored, 1.0 * bytes.copied, 1.0 * bytes.staged};
#else
  (void)from, (void)to;
  return {kNotCounted, kNotCounted, kNotCounted, kNotCounted};
#endif
}

// The last line of a program that had one device only.
inline void say_what_is_missing(int devices) {
  if (devices > 1) return;
  std::printf("one device: nothing goes from device to device; ");
  std::puts(kHasModel ? "SIMT_DEVICES=2 makes two" : "two or more GPUs are needed to show it");
}
