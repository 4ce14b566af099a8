/// @file
/// Counting arrivals: what `cuda::barrier` and `cuda::pipeline` wait with.
#pragma once

#include <cstdint>

#include "simt/builtins.h"
#include "simt/groups.h"
#include "simt/uncounted.h"

namespace simt {

// What a counter tells the runtime of the running thread: it arrives at a phase; it has been the last one, with whose
// arrival the phase is complete, and then begins the next one; it has waited for a phase.
void counter_arrives(const void* counter, std::uint32_t phase);
void counter_completes(const void* counter, std::uint32_t phase);
void counter_advances(const void* counter, std::uint32_t phase);
void counter_passed(const void* counter, std::uint32_t phase);

/// Shared by the threads of a block, or of a grid. Its own memory is not what a kernel is counted or
/// checked for: a GPU has an object of its own kind for it.
class ArrivalCounter {
 public:
  SIMT_UNCOUNTED void init(std::uint32_t expected) {
    __atomic_store_n(&expected_, expected, __ATOMIC_RELAXED);
    __atomic_store_n(&pending_, expected, __ATOMIC_RELAXED);
    __atomic_store_n(&missing_bytes_, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&phase_, 0u, __ATOMIC_SEQ_CST);
  }
  /// @return the phase that the arrival belongs to. The last of a phase calls `complete`, then begins
  /// the next one. @param expected_bytes that the phase waits for besides
  template <class Complete>
  SIMT_UNCOUNTED std::uint32_t arrive(std::uint32_t count, bool for_good, Complete complete,
                                      std::int32_t expected_bytes = 0) {
    device_fence();
    const std::uint32_t phase = current_phase();
    counter_arrives(this, phase);
    __atomic_fetch_add(&missing_bytes_, expected_bytes, __ATOMIC_SEQ_CST);
    if (for_good) __atomic_fetch_sub(&expected_, count, __ATOMIC_SEQ_CST);
    if (__atomic_sub_fetch(&pending_, count, __ATOMIC_SEQ_CST) == 0) complete_phase(complete);
    return phase;
  }
  /// Bytes that the phase waits for are there; or, if there are less than none, are to be waited for.
  template <class Complete>
  SIMT_UNCOUNTED void bytes_have_come(std::int32_t bytes, Complete complete) {
    __atomic_fetch_sub(&missing_bytes_, bytes, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&pending_, __ATOMIC_SEQ_CST) == 0) complete_phase(complete);
  }
  /// The phase that threads arrive at now.
  SIMT_UNCOUNTED std::uint32_t current_phase() const {
    return __atomic_load_n(&phase_, __ATOMIC_SEQ_CST);
  }
  /// Whether the phase is complete; if so, the caller has waited for it.
  SIMT_UNCOUNTED bool has_passed(std::uint32_t phase) const {
    if (current_phase() == phase) return false;
    counter_passed(this, phase);
    return true;
  }
  /// The same of the latest phase of this parity.
  SIMT_UNCOUNTED bool has_passed_parity(bool parity) const {
    const std::uint32_t phase = current_phase();
    if ((phase & 1u) == parity) return false;
    counter_passed(this, (phase + kPhases - 1) % kPhases);
    return true;
  }
  [[gnu::always_inline]] void wait(std::uint32_t phase) const {
    while (!has_passed(phase)) pause();
  }
  [[gnu::always_inline]] void wait_parity(bool parity) const {
    while (!has_passed_parity(parity)) pause();
  }

 private:
  static constexpr std::uint32_t kPhases = 4;

  /// All have arrived; so the phase is complete, unless it waits for bytes.
  template <class Complete>
  SIMT_UNCOUNTED void complete_phase(Complete complete) {
    if (__atomic_load_n(&missing_bytes_, __ATOMIC_SEQ_CST) != 0) return;
    const std::uint32_t phase = current_phase();
    counter_completes(this, phase);
    complete();
    counter_advances(this, phase);
    __atomic_store_n(&pending_, __atomic_load_n(&expected_, __ATOMIC_SEQ_CST), __ATOMIC_SEQ_CST);
    // Two would do; a loop that never ends shall come back to where it was.
    __atomic_store_n(&phase_, (phase + 1) % kPhases, __ATOMIC_SEQ_CST);
  }

  std::uint32_t expected_;
  std::uint32_t pending_;
  std::int32_t missing_bytes_;
  std::uint32_t phase_;
};

}  // namespace simt
