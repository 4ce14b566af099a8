/// @file
/// @ingroup simt_counters
/// Passes a kernel's writes, and its loads, to the watches of write_watch.h.
#pragma once

#include "counters/observer.h"
#include "memory/write_watch.h"

namespace simt {

class WriteObserver final : public Observer {
 public:
  bool begin(const ObservedBlock& block) override {
    if (!block.watched_launch.has_value()) return false;
    block_ = {*block.watched_launch, static_cast<std::uint32_t>(block.number)};
    return true;
  }
  void access(const WarpAccess& access) override {
    const Access how = access.access();
    if (how.space() != Space::kGlobal) return;
    if (how.op() == Op::kLoad) {
      if (load_watch_is_on) {
        record_loads(block_, access.warp, access.count, access.addresses, how.bytes());
      }
      return;
    }
    record_writer(block_, access.warp, access.count, access.addresses, access.lane_of, how.bytes());
  }
  void tile(const MemoryRun& run) override {
    if (run.op != Op::kLoad) return record_writer(block_, run.thread, run.begin, run.bytes);
    if (load_watch_is_on) record_loads(block_, run.begin, run.bytes);
  }
  void bulk_copy(const MemoryRun& run) override {
    if (run.op != Op::kLoad) record_writer(block_, run.thread, run.begin, run.bytes);
  }

 private:
  WritingBlock block_{};
};

}  // namespace simt
