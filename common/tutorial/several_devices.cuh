/// @file
/// @ingroup tutorial
/// For the check of an exercise about several devices. The CPU backend has as many as the check asks for; where there
/// are GPUs, the check takes those that are there, and is skipped if there is only one.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/device.cuh"

#if __has_include(<simt_peers.h>)
#include <simt_peers.h>
#endif

namespace several {  // an answer may have functions of these names

/// How many devices a case gets, one after the other: one, two, three, and all.
/// @param most on the CPU backend there are so many, unless SIMT_DEVICES says something else
inline std::vector<int> numbers_of_devices(int most = 5) {
#if __has_include(<simt_peers.h>)
  simt::set_device_count(most);
#else
  (void)most;
#endif
  require_device();
  int devices = 0;
  CHECK(cudaGetDeviceCount(&devices));
  if (devices < 2) tutorial::skip("it takes two devices or more");
  std::vector<int> numbers;
  for (const int number : {1, 2, 3, devices}) {
    if (number <= devices && (numbers.empty() || number > numbers.back()))
      numbers.push_back(number);
  }
  return numbers;
}

/// Gives every device access to the memory of every other one. Ends the program with 77 where a machine cannot.
inline void open_all_peers() {
  int devices = 0;
  CHECK(cudaGetDeviceCount(&devices));
  for (int device = 0; device < devices; ++device) {
    CHECK(cudaSetDevice(device));
    for (int peer = 0; peer < devices; ++peer) {
      int can = 0;
      if (peer == device) continue;
      CHECK(cudaDeviceCanAccessPeer(&can, device, peer));
      if (can == 0) tutorial::skip("the devices have no access to each other's memory");
      CHECK(cudaDeviceEnablePeerAccess(peer, 0));
    }
  }
  CHECK(cudaSetDevice(0));
}

/// Waits for all devices; what went wrong on one of them is left for cudaGetLastError.
inline void wait_for_all(int devices) {
  for (int device = 0; device < devices; ++device) {
    if (cudaSetDevice(device) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) return;
  }
  (void)cudaSetDevice(0);
}

/// Bytes that have gone from one device to another so far, by kernels and by copies; NaN on a GPU.
inline double bytes_between(int from, int to) {
#if __has_include(<simt_peers.h>)
  const simt::PeerBytes bytes = simt::peer_bytes(from, to);
  return 1.0 * bytes.loaded + bytes.stored + bytes.copied + bytes.staged;
#else
  (void)from, (void)to;
  return std::nan("");
#endif
}

/// Bytes between each two of the first `devices` devices so far.
struct Links {
  int devices;
  std::vector<double> bytes;

  explicit Links(int devices) : devices(devices) {
    for (int i = 0; i < devices * devices; ++i)
      bytes.push_back(bytes_between(i / devices, i % devices));
  }
  /// Since `before`.
  double since(const Links& before, int from, int to) const {
    return bytes[from * devices + to] - before.bytes[from * devices + to];
  }
  double out_of(const Links& before, int from) const {
    double sum = 0;
    for (int to = 0; to < devices; ++to) sum += since(before, from, to);
    return sum;
  }
  double into(const Links& before, int to) const {
    double sum = 0;
    for (int from = 0; from < devices; ++from) sum += since(before, from, to);
    return sum;
  }
};

}  // namespace several
