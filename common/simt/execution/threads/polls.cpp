#include "execution/threads/polls.h"

#include <algorithm>

#include "base/hash.h"
#include "base/worker.h"
#include "races/global_shadow.h"

namespace simt {
namespace {

/// After so many polls of one address without a change, the thread spins: the thread that it waits for has to run.
constexpr unsigned kSpinThreshold = 16;

}  // namespace

void Polls::load(Space space, std::uintptr_t address, unsigned bytes) {
  if (space == Space::kGlobal) {
    record(address, hash_value(address, bytes));
  } else if (space == Space::kShared && has_fences_) {
    look(address, hash_value(address, bytes));
  }
}

void Polls::record(std::uintptr_t address, std::uint16_t hash) {
  global_ = address;
  look(address, hash);
}

void Polls::look(std::uintptr_t address, std::uint16_t hash) {
  const std::uint64_t seen = address | std::uint64_t{hash} << kHashShift;
  count_ = std::exchange(seen_, seen) != seen ? 0 : count_ + 1;
  if (count_ < kSpinThreshold) return;
  count_ = 0;
  have_spun_ = true;
  Recorder& recorder = worker().recorder;
  recorder.end = recorder.cursor;
  if (!recorder.is_pending()) recorder.last = recorder.end - 1;
}

std::uint64_t Polls::hash(std::uint64_t seed) const {
  const std::uint64_t state[] = {seen_, count_, has_fences_, have_spun_};
  return hash_bytes(seed, state, sizeof state);
}

/// Whether a polling loop has filled the running thread's buffer.
bool Polls::is_still_polling() const {
  constexpr std::ptrdiff_t kMaxEvents = 8;  // of one iteration
  if (count_ == 0) return false;
  const TraceEvent* const end = threads_.cursor_of(threads_.current);
  const TraceEvent* const first = threads_.events_of(threads_.current);
  return std::any_of(end - std::min(kMaxEvents, end - first), end, [&](const TraceEvent& event) {
    return access_of(event.key).op() != Op::kBlock &&
           (event.address & kAddressMask) == (seen_ & kAddressMask);
  });
}

}  // namespace simt
