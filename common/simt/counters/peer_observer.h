/// @file
/// @ingroup simt_counters
/// What kernels do with the memory of other devices: checked, and counted.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>

#include "base/bits.h"
#include "base/device.h"
#include "base/static_memory.h"
#include "base/symbol_table.h"
#include "counters/observer.h"
#include "counters/request.h"
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
    std::array<int, 32> owners;  // of each lane's memory; this device: it has no other owner
    std::uint32_t others = 0;
    for (unsigned i = 0; i < access.count; ++i) {
      owners[i] = device_of(access.addresses[i]).value_or(device_);
      if (owners[i] != device_) others |= 1u << owners[i];
    }
    for (const unsigned owner : set_bits(others)) {
      use(access, owners, static_cast<int>(owner), loads);
    }
    check_variables(access, loads);
  }
  void tile(const MemoryRun& run) override { use(run); }
  void bulk_copy(const MemoryRun& run) override { use(run); }

 private:
  static std::uint64_t sector_of(std::uint64_t address) { return address / kSectorBytes; }

  /// Where lanes use the owner's memory.
  void use(const WarpAccess& access, const std::array<int, 32>& owners, int owner, bool loads) {
    std::array<std::uint64_t, 32> sectors;
    auto end = sectors.begin();
    std::optional<LiveAllocation> allocation;  // of the lane before, mostly of this one, too
    for (unsigned i = 0; i < access.count; ++i) {
      if (owners[i] != owner) continue;
      const std::uint64_t address = access.addresses[i];  // aligned: in one sector
      if (!allocation || address - allocation->address >= allocation->bytes) {
        allocation = allocation_at(address);
        if (!may_use(owner, address, allocation, access.pc(), loads)) return;
      }
      *end++ = sector_of(address);
    }
    std::sort(sectors.begin(), end);
    const auto count = std::unique(sectors.begin(), end) - sectors.begin();
    count_peer_request(device_, owner, loads, static_cast<std::size_t>(count) * kSectorBytes);
  }

  /// All of a run is one device's memory.
  void use(const MemoryRun& run) {
    const bool loads = run.op == Op::kLoad;
    check_variable(run.begin, run.pc, loads);
    const std::optional<int> owner = device_of(run.begin);
    if (!owner || *owner == device_) return;
    if (!may_use(*owner, run.begin, allocation_at(run.begin), run.pc, loads)) return;
    const std::uint64_t count = sector_of(run.begin + run.bytes - 1) - sector_of(run.begin) + 1;
    count_peer_request(device_, *owner, loads, count * kSectorBytes);
  }

  static std::optional<LiveAllocation> allocation_at(std::uint64_t address) {
    return find_allocation(reinterpret_cast<const void*>(address));
  }

  /// Whether kernels of this device may use the owner's memory at `address`. If not, that is reported.
  bool may_use(int owner, std::uint64_t address, const std::optional<LiveAllocation>& allocation,
               const void* pc, bool loads) {
    if (!has_peer_access(device_, owner)) {
      fail_without_access(pc, owner, address, loads);
      return false;
    }
    if (!allocation || allocation->flags != kPoolMemory) return true;
    fail_for_pool(pc, address);
    return false;
  }

  /// Each variable that lanes use, once where they are neighbours.
  void check_variables(const WarpAccess& access, bool loads) {
    const ProgramSymbol* variable = nullptr;  // of the lane before
    for (unsigned i = 0; i < access.count; ++i) {
      const std::uint64_t address = access.addresses[i];
      if (variable != nullptr && address >= variable->start && address < variable->end) continue;
      if (!is_device_variable(address)) continue;
      variable = variable_at(reinterpret_cast<const void*>(address));
      check_variable(address, access.pc(), loads);
    }
  }

  void check_variable(std::uint64_t address, const void* pc, bool loads) {
    const std::string wrong = variable_of_devices(address, device_, !loads);
    if (wrong.empty()) return;
    fail(pc, [&] {
      return Finding{wrong, "give each device memory of its own, and kernels a pointer to it"};
    });
  }

  void fail_without_access(const void* pc, int owner, std::uint64_t address, bool loads) {
    fail(pc, [&] {
      const std::string own = std::to_string(device_), other = std::to_string(owner);
      return Finding{"a kernel of device " + own + (loads ? " reads" : " writes") +
                         " memory of device " + other +
                         " without peer access: " + global_position(address),
                     "call cudaSetDevice(" + own + ") and cudaDeviceEnablePeerAccess(" + other +
                         ", 0) before, or give the kernel memory of its own device"};
    });
  }

  void fail_for_pool(const void* pc, std::uint64_t address) {
    fail(pc, [&] {
      return Finding{"a kernel uses memory of another device's pool: " + global_position(address),
                     "that is open to other devices by cudaMemPoolSetAccess only, which the CPU "
                     "backend does not have between devices: allocate it with cudaMalloc"};
    });
  }

  int device_ = 0;
};

}  // namespace simt
