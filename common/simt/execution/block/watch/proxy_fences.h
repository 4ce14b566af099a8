/// @file
/// @ingroup simt_execution
/// Fences between the generic proxy, which loads and stores go through, and the asynchronous one of bulk copies.
///
/// A store and a bulk copy that reads the same bytes are ordered only if a proxy fence lies between the two, somewhere
/// on the path of happens-before: of the thread that stores, of the one that copies, or of one in between.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "races/shared_check.h"

namespace simt {

class ProxyFences {
 public:
  ProxyFences(std::uintptr_t shared_base, const SharedCheck& order)
      : base_(shared_base), order_(order) {}

  void begin_block();

  /// A store to the block's shared memory, past which no bulk copy has written there since.
  struct Store {
    std::uint32_t pc = 0;  ///< 0: there is none
    std::uint32_t timestamp;
    std::uint16_t thread;
  };
  /// The thread stores, through the generic proxy.
  void store(std::uintptr_t address, unsigned bytes, unsigned thread, const void* pc);
  /// A bulk copy does.
  void bulk_store(std::uintptr_t address, std::size_t bytes);
  /// The thread begins a bulk copy that reads these bytes. @return a store that no fence orders before; null: none
  const Store* find_unfenced(std::uintptr_t address, std::size_t bytes, unsigned thread) const;
  /// The thread fences; its timestamp has not advanced yet.
  void fence(unsigned thread);

 private:
  /// Whether one lies between what `writer` did at the timestamp and what `reader` does now. (So much is kept of the
  /// fences: if it is not known, there is one.)
  bool lies_between(unsigned writer, std::uint32_t timestamp, unsigned reader) const;

  static constexpr std::size_t kKept = 4;  ///< of each thread
  struct Fence {
    std::uint32_t timestamp;  ///< the thread's last one before it
    std::uint32_t interval;   ///< what is older happens before it
    SharedOrder::ClockPointer clock;
  };
  struct Thread {
    std::vector<Fence> last;
    bool has_more = false;
  };

  /// Whether what `writer` did happens before the fence of `thread`.
  static bool covers(const Fence& fence, unsigned thread, unsigned writer, std::uint32_t timestamp);

  const std::uintptr_t base_;
  const SharedCheck& order_;
  std::vector<Store> stores_;  ///< of each word
  std::vector<Thread> threads_;
};

/// Whether the program has bulk copies that read shared memory: only then stores are remembered.
bool proxy_fences_are_needed();

}  // namespace simt
