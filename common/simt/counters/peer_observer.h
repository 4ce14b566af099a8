/// @file
/// @ingroup simt_counters
/// What kernels do with the memory of other devices: checked, and counted.
#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

#include "base/device.h"
#include "counters/observer.h"
#include "memory/allocations.h"
#include "memory/peers.h"
#include "memory/whereabouts.h"

namespace simt {

class PeerObserver final : public Observer {
 public:
  bool begin(const ObservedBlock& block) override {
    device_ = block.device;
    return device_count() > 1;
  }
  void access(const WarpAccess& access) override {
    const Space space = access.access().space();
    if (space != Space::kGlobal && space != Space::kConstant) return;
    const bool loads = access.access().op() == Op::kLoad;
    for (int owner = 0; owner < device_count(); ++owner) {
      if (owner != device_) use(access, owner, loads);
    }
    const std::string wrong = variable_of_devices(access.addresses[0], device_, !loads);
    if (wrong.empty()) return;
    fail(access.pc(), [&] {
      return Finding{wrong, "give each device memory of its own, and kernels a pointer to it"};
    });
  }

 private:
  /// Where lanes use the owner's memory.
  void use(const WarpAccess& access, int owner, bool loads) {
    std::array<std::uint64_t, 2 * 32> sectors;
    auto end = sectors.begin();
    std::uint64_t first = 0;
    for (unsigned i = 0; i < access.count; ++i) {
      const std::uint64_t address = access.addresses[i];
      if (device_of(address) != owner) continue;
      if (first == 0) first = address;
      *end++ = address / 32;
      if (const std::uint64_t last = (address + access.access().bytes() - 1) / 32; last != end[-1])
        *end++ = last;
    }
    if (first == 0) return;
    if (!has_peer_access(device_, owner)) return fail_without_access(access, owner, first, loads);
    const auto allocation = find_allocation(reinterpret_cast<const void*>(first));
    if (allocation && allocation->flags == kPoolMemory) return fail_for_pool(access, first);
    std::sort(sectors.begin(), end);
    const auto count = std::unique(sectors.begin(), end) - sectors.begin();
    count_peer_request(device_, owner, loads, static_cast<std::size_t>(count) * 32);
  }

  void fail_without_access(const WarpAccess& access, int owner, std::uint64_t address, bool loads) {
    fail(access.pc(), [&] {
      const std::string own = std::to_string(device_), other = std::to_string(owner);
      return Finding{"a kernel of device " + own + (loads ? " reads" : " writes") +
                         " memory of device " + other +
                         " without peer access: " + global_position(address),
                     "call cudaSetDevice(" + own + ") and cudaDeviceEnablePeerAccess(" + other +
                         ", 0) before, or give the kernel memory of its own device"};
    });
  }

  void fail_for_pool(const WarpAccess& access, std::uint64_t address) {
    fail(access.pc(), [&] {
      return Finding{"a kernel uses memory of another device's pool: " + global_position(address),
                     "that is open to other devices by cudaMemPoolSetAccess only, which the CPU "
                     "backend does not have between devices: allocate it with cudaMalloc"};
    });
  }

  int device_ = 0;
};

}  // namespace simt
