#include "execution/threads/polls.h"

#include <algorithm>

#include "base/worker.h"

namespace simt {
namespace {

/// After so many polls of one address without a change, the thread spins: the thread that it waits for has to run.
constexpr unsigned kSpinThreshold = 16;

}  // namespace

void Polls::record(std::uint64_t seen, bool is_new) {
  count_ = std::exchange(seen_, seen) != seen || is_new ? 0 : count_ + 1;
  if (count_ < kSpinThreshold) return;
  count_ = 0;
  have_spun_ = true;
  worker().recorder.last = worker().recorder.cursor - 1;  // as with a full buffer, others run
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
