// The events of `cuda::barrier` and `cuda::pipeline`.
#include "simt/waiting.h"

#include <string>

#include "base/address_map.h"
#include "base/call_chain.h"
#include "base/symbols.h"
#include "execution/block/block.h"
#include "execution/threads/cluster_blocks.h"
#include "execution/threads/running_thread.h"

namespace simt {
namespace {

CopiesInFlight& copies() { return current_block()->watch().copies; }

CounterPhase phase_of(const void* counter, std::uint32_t phase) {
  return {unmapped(reinterpret_cast<std::uintptr_t>(counter)), phase};
}

/// What the block knows of bulk copies in whose shared memory the counter is; null: it is elsewhere.
BulkCopies* bulk_copies(const void* counter) {
  const ClusterBlocks& cluster = *current_block()->identity().cluster;
  const unsigned owner = cluster.owner_of(unmapped(reinterpret_cast<std::uintptr_t>(counter)));
  return owner == cluster.size() ? nullptr : &cluster.block(owner).watch.bulk;
}

/// The call that led into the functions of the counter, the innermost of which was called at `pc`.
const void* caller_of_counter(const void* pc) {
  const Unrecorded unrecorded;
  for (const void* const caller : call_chain(pc)) {
    const std::string line = source_line(caller);
    if (is_line(line) && line.find("simt/waiting.h") == std::string::npos) return caller;
  }
  return pc;
}

}  // namespace

void counter_arrives(const void* counter, std::uint32_t phase) {
  if (is_in_kernel()) copies().counter_arrives(phase_of(counter, phase));
}
void counter_completes(const void* counter, std::uint32_t phase) {
  if (!is_in_kernel()) return;
  const CounterPhase completed = phase_of(counter, phase);
  if (BulkCopies* const bulk = bulk_copies(counter)) {
    if (bulk->is_waited_for(completed))
      bulk->fail_unexpected(completed, caller_of_counter(__builtin_return_address(0)));
  }
  copies().counter_completes(completed);
}
void counter_advances(const void* counter, std::uint32_t phase) {
  if (is_in_kernel()) copies().counter_advances(phase_of(counter, phase));
}
void counter_is_awaited(const void* counter, int parity) {
  auto& awaited = *const_cast<ArrivalCounter*>(static_cast<const ArrivalCounter*>(counter));
  BarrierObject object{.expected = awaited.expected(),
                       .arrived = awaited.arrived(),
                       .parity = parity,
                       .missing_bytes = awaited.missing_bytes(),
                       .coming_bytes = 0,
                       .expects_at = nullptr,
                       .copies_at = nullptr,
                       .address = unmapped(reinterpret_cast<std::uintptr_t>(counter))};
  if (BulkCopies* const bulk = is_in_kernel() ? bulk_copies(counter) : nullptr) {
    const auto address = reinterpret_cast<std::uintptr_t>(counter);
    if (const std::int64_t bytes = bulk->land(address, object)) {
      awaited.bytes_have_come(static_cast<std::int32_t>(bytes), [] {});
      worker().awaited = {};
      return;
    } else {
      object = bulk->with_copies(address, object);
    }
  }
  worker().awaited.add(object);
}
void counter_expects(const void* counter, std::uint32_t phase, std::int32_t bytes) {
  BulkCopies* const bulk = is_in_kernel() ? bulk_copies(counter) : nullptr;
  if (bulk != nullptr) {
    bulk->expects(phase_of(counter, phase), bytes, running_thread_number(),
                  __builtin_return_address(0));
  }
}
void counter_passed(const void* counter, std::uint32_t phase) {
  worker().awaited = {};
  if (!is_in_kernel()) return;
  const CounterPhase passed = phase_of(counter, phase);
  copies().counter_passed(passed);
  if (BulkCopies* const bulk = bulk_copies(counter)) bulk->passed(passed, running_thread_number());
}

void counter_missing(const void* /*counter*/) {
  const void* const pc = __builtin_return_address(0);
  require_kernel("a barrier in shared memory");
  stop_kernel_with([&] {
    return error_report(cudaErrorLaunchFailure,
                        "a barrier object is used that nobody has initialised",
                        caller_of_counter(pc), running_thread(),
                        "one thread initialises it, with init() or mbarrier.init; a "
                        "__syncthreads() lets the others know");
  });
}

}  // namespace simt
