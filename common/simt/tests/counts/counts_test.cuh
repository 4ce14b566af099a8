/// @file
/// What the tests of counters share: the requests of one launch.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>
#include <simt_counters.h>

#include <cstdint>
#include <ostream>

#include "../device/device_test.cuh"

/// Requests of one launch.
struct Requests {
  std::uint64_t loads = 0, stores = 0, shared_loads = 0, shared_stores = 0;
  bool operator==(const Requests&) const = default;
};
inline std::ostream& operator<<(std::ostream& out, const Requests& r) {
  return out << r.loads << " loads, " << r.stores << " stores, " << r.shared_loads
             << " shared loads, " << r.shared_stores << " shared stores";
}

template <class Launch>
Requests requests_of(Launch launch) {
  const simt::Counters before = simt::counters();
  launch();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const simt::Counters after = simt::counters();
  return {after.global_load_requests - before.global_load_requests,
          after.global_store_requests - before.global_store_requests,
          after.shared_load_requests - before.shared_load_requests,
          after.shared_store_requests - before.shared_store_requests};
}

/// Of `kernel` with 4 warps, an input and an output of floats, and more arguments.
template <class Kernel, class... More>
Requests of_floats(Kernel kernel, More... more) {
  const DeviceBuffer<float> in(4096), out(4096);
  return requests_of([&] { kernel<<<1, 128>>>(in.data(), out.data(), more...); });
}
