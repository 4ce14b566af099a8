/// @file
/// @ingroup simt_operations
/// The accesses of host code and of host functions: what they use, and what orders them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "operations/operation.h"
#include "races/footprint.h"

namespace simt {

/// Which accesses of host code have to be recorded. Every one of them asks, so it is a variable and has no owner.
struct HostWatch {
  std::atomic<bool> active{false};  ///< whether something is in flight
  /// Memory outside of the model's that operations may use: registered, and of variables. Managed
  /// variables always are in it, and device variables, which host code must not use.
  std::atomic<std::uintptr_t> low{0};
  std::atomic<std::size_t> bytes{0};

  bool covers(std::uintptr_t address) const {
    return address - low.load(std::memory_order_relaxed) < bytes.load(std::memory_order_relaxed);
  }
};
extern HostWatch host_watch;
/// While something is in flight. @param key as in an event: program counter and access
void record_host_access(std::uint64_t key, std::uintptr_t address, std::size_t bytes);
/// A compare-and-swap by host code, after it was recorded as an access.
void record_host_cas(std::uintptr_t address, std::size_t bytes);
/// While nothing is in flight: moves pages of managed memory to the host.
void host_uses_pages(std::uintptr_t address, std::size_t bytes, bool writes);

/// While it lives, the thread runs the host function that the operation is.
class HostFunctionRun {
 public:
  explicit HostFunctionRun(const OperationPtr& operation);
  ~HostFunctionRun();
  HostFunctionRun(const HostFunctionRun&) = delete;
  HostFunctionRun& operator=(const HostFunctionRun&) = delete;

  void record(std::uint64_t key, std::uintptr_t address, std::size_t bytes) {
    accesses_.add(key, address, address + bytes);
  }
  /// See `host_signals`.
  void signal();

 private:
  const OperationPtr& operation_;
  FootprintRecorder accesses_;
  bool has_signalled_ = false;
};
/// Host code is about to do what another thread may wait for. In a host function: what comes
/// before it in its stream happens before all that the host does from now on.
void host_signals();

}  // namespace simt
