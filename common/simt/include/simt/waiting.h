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

/// The running thread is about to wait for the counter: the bytes of bulk copies land that complete its phase.
/// @param parity that it waits for; -1: it has a token
void counter_is_awaited(const void* counter, int parity);
/// The caller's line adds to the bytes that the current phase expects.
void counter_expects(const void* counter, std::uint32_t phase, std::int32_t bytes);
/// Stops the kernel: an uninitialised counter is used.
void counter_missing(const void* counter);

/// Shared by the threads of a block, or of a grid. Its own memory is not what a kernel is counted or
/// checked for: a GPU has an object of its own kind for it. It has the size of that, 8 bytes.
class ArrivalCounter {
 public:
  SIMT_UNCOUNTED void init(std::uint32_t expected) {
    State state;
    state.expected = state.pending = expected & kMost;
    store(state);
  }
  /// Its memory is free for something else.
  SIMT_UNCOUNTED void end() { __atomic_store_n(&word_, 0, __ATOMIC_SEQ_CST); }
  /// @return the phase that the arrival belongs to. The last of a phase calls `complete`, then begins
  /// the next one. @param expected_bytes that the phase waits for besides
  template <class Complete>
  SIMT_UNCOUNTED std::uint32_t arrive(std::uint32_t count, bool for_good, Complete complete,
                                      std::int32_t expected_bytes = 0) {
    device_fence();
    const std::uint32_t phase = current_phase();
    counter_arrives(this, phase);
    const State now = change([&](State& state) {
      state.missing_bytes += expected_bytes;
      if (for_good) state.expected -= count;
      state.pending -= count;
    });
    if (now.pending == 0) complete_phase(complete);
    return phase;
  }
  /// Bytes that the phase waits for are there; or, if there are less than none, are to be waited for.
  template <class Complete>
  SIMT_UNCOUNTED void bytes_have_come(std::int32_t bytes, Complete complete) {
    const State now = change([&](State& state) { state.missing_bytes -= bytes; });
    if (now.pending == 0) complete_phase(complete);
  }
  /// The phase that threads arrive at now.
  SIMT_UNCOUNTED std::uint32_t current_phase() const { return load().phase; }
  /// Whether the phase is complete; if so, the caller has waited for it.
  SIMT_UNCOUNTED bool has_passed(std::uint32_t phase) const {
    if (current_phase() == phase) return false;
    counter_passed(this, phase);
    return true;
  }
  /// Whether the latest phase of this parity is complete; if so, the caller has waited for it.
  SIMT_UNCOUNTED bool has_passed_parity(bool parity) const {
    const std::uint32_t phase = current_phase();
    if ((phase & 1u) == parity) return false;
    counter_passed(this, (phase + kPhases - 1) % kPhases);
    return true;
  }
  [[gnu::always_inline]] void wait(std::uint32_t phase) const {
    while (!has_passed(phase)) pause_once();
  }
  [[gnu::always_inline]] void wait_parity(bool parity) const {
    while (!has_passed_parity(parity)) pause_once(parity);
  }
  /// Lets others run, of whom it may depend whether the phase becomes complete. @param parity as above
  SIMT_UNCOUNTED void pause_once(int parity = -1) const {
    counter_is_awaited(this, parity);
    pause();
  }
  /// Waits for a while. The model has no time: a microsecond is one turn of the others, and a second is no more than a
  /// thousand. @param passed asks once
  template <class Passed>
  SIMT_UNCOUNTED bool wait_for(long long nanoseconds, Passed passed, int parity = -1) const {
    constexpr long long kMostTurns = 1000;
    long long turns = nanoseconds / 1000 < kMostTurns ? nanoseconds / 1000 : kMostTurns;
    do {
      if (passed()) return true;
      pause_once(parity);
    } while (turns-- > 0);
    return passed();
  }
  /// Arrivals that a phase takes, those of the current one so far, and the bytes that it still expects.
  SIMT_UNCOUNTED std::uint32_t expected() const { return load().expected; }
  SIMT_UNCOUNTED std::int32_t missing_bytes() const { return load().missing_bytes; }
  SIMT_UNCOUNTED std::uint32_t arrived() const {
    const State state = load();
    return state.expected - state.pending;
  }

 private:
  /// Two would do; a loop that never ends shall come back to where it was.
  static constexpr std::uint32_t kPhases = 4;
  static constexpr std::uint32_t kMost = (1 << 20) - 1;  ///< arrivals, and bytes
  /// In the word from the lowest bit: pending, expected, missing bytes, phase, and a one.
  struct State {
    std::uint32_t pending = 0, expected = 0;
    std::int32_t missing_bytes = 0;
    std::uint32_t phase = 0;
  };

  SIMT_UNCOUNTED static State unpacked(std::uint64_t word) {
    State state;
    state.pending = static_cast<std::uint32_t>(word) & kMost;
    state.expected = static_cast<std::uint32_t>(word >> 20) & kMost;
    state.missing_bytes = static_cast<std::int32_t>(static_cast<std::int64_t>(word << 3) >> 43);
    state.phase = static_cast<std::uint32_t>(word >> 61) % kPhases;
    return state;
  }
  SIMT_UNCOUNTED static std::uint64_t packed(const State& state) {
    const auto bytes = static_cast<std::uint32_t>(state.missing_bytes) & (2 * kMost + 1);
    return (state.pending & kMost) | std::uint64_t{state.expected & kMost} << 20 |
           std::uint64_t{bytes} << 40 | std::uint64_t{state.phase} << 61 | std::uint64_t{1} << 63;
  }
  SIMT_UNCOUNTED State load() const {
    const std::uint64_t word = __atomic_load_n(&word_, __ATOMIC_SEQ_CST);
    if (word >> 63 == 0) counter_missing(this);
    return unpacked(word);
  }
  SIMT_UNCOUNTED void store(const State& state) {
    __atomic_store_n(&word_, packed(state), __ATOMIC_SEQ_CST);
  }
  /// @return what it has become
  template <class Change>
  SIMT_UNCOUNTED State change(Change make) {
    std::uint64_t word = __atomic_load_n(&word_, __ATOMIC_SEQ_CST);
    for (;;) {
      if (word >> 63 == 0) counter_missing(this);
      State state = unpacked(word);
      make(state);
      if (__atomic_compare_exchange_n(&word_, &word, packed(state), false, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST))
        return unpacked(packed(state));
    }
  }

  /// All have arrived; so the phase is complete, unless it waits for bytes.
  template <class Complete>
  SIMT_UNCOUNTED void complete_phase(Complete complete) {
    State state = load();
    if (state.missing_bytes != 0) return;
    counter_completes(this, state.phase);
    complete();
    counter_advances(this, state.phase);
    state.pending = state.expected;
    state.phase = (state.phase + 1) % kPhases;
    store(state);
  }

  std::uint64_t word_;
};

}  // namespace simt
