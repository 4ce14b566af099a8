/// @file
/// @ingroup simt_counters
/// Traces: what the warps of a few blocks did, request by request.
///
/// With SIMT_TRACE=FILE.json, a launch's first cluster leaves every request and shuffle of its warps, and what
/// its shared memory holds at each barrier: the pictures of the site play them. Without clusters, that is
/// block (0,0,0).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simt/launch.h"

#include "base/trace_event.h"
#include "counters/observer.h"

namespace simt {

/// Memory that has a name.
struct NamedMemory {
  std::string name;
  std::uintptr_t begin, end;
};

/// What a cluster has done, in the order in which its blocks were run.
class ClusterTrace {
 public:
  /// What the kernel's arguments point to.
  void name_memory(std::vector<NamedMemory> global) { global_ = std::move(global); }
  /// The block of the next rank, and where its shared memory is.
  void add_block(std::uintptr_t shared_base) { blocks_.push_back({shared_base, 0, {}}); }
  /// An array of shared memory, which lies at the same place in all blocks. Known ones may come again.
  void add_shared(const char* name, std::uintptr_t offset, std::size_t bytes);

  /// A request of a warp. @param units, minimum as in a Site
  void request(unsigned rank, unsigned warp, std::uint64_t key, unsigned count,
               const std::uint64_t* addresses, const std::uint8_t* lanes, std::uint64_t units,
               std::uint64_t minimum);
  void shuffle(unsigned rank, const WarpShuffle& shuffle);
  /// All threads of the block have come to a barrier. @param what text_of() its kind, or "end" for the last one, which
  /// they need not call
  void barrier(unsigned rank, const char* what);

  /// All of it as one JSON object.
  std::string json(const LaunchConfig& config) const;

 private:
  struct Block {
    std::uintptr_t shared_base;
    unsigned phase;                    ///< barriers that it has passed
    std::set<std::uintptr_t> written;  ///< words of its shared memory, as offsets
  };
  struct Step {
    unsigned rank, phase, warp;
    const char* what;  ///< of a shuffle or a barrier; null: a request
    std::uint64_t key;
    std::vector<std::uint8_t> lanes;
    std::vector<std::uint64_t> addresses;
    std::uint64_t units, minimum;
    std::vector<ShuffledLane> shuffled;
    std::map<std::uintptr_t, std::uint32_t> words;  ///< what shared memory holds at a barrier
  };
  void mark_written(std::uintptr_t address, unsigned bytes);
  unsigned owner_of(std::uintptr_t address) const;
  std::string request_text(const Step& step) const;
  std::string memory_text(const Step& step) const;

  std::vector<NamedMemory> global_;
  std::vector<NamedMemory> shared_;  ///< as offsets
  std::vector<Block> blocks_;        ///< by rank
  std::vector<Step> steps_;
};

/// "block"
const char* text_of(BarrierKind kind);

/// Records the events of a block.
class TraceObserver final : public Observer {
 public:
  bool begin(const ObservedBlock& block) override {
    trace_ = block.trace;
    rank_ = block.rank;
    if (trace_ != nullptr) trace_->add_block(block.shared_base);
    return trace_ != nullptr;
  }
  void shared_array(const char* name, std::size_t offset, std::size_t bytes) override {
    trace_->add_shared(name, offset, bytes);
  }
  void access(const WarpAccess& access) override {
    trace_->request(rank_, access.warp, access.key, access.count, access.addresses, access.lane_of,
                    access.units, access.minimum);
  }
  void shuffle(const WarpShuffle& shuffle) override { trace_->shuffle(rank_, shuffle); }
  void barrier(BarrierKind kind) override { trace_->barrier(rank_, text_of(kind)); }
  void end() override { trace_->barrier(rank_, "end"); }

 private:
  ClusterTrace* trace_ = nullptr;
  unsigned rank_ = 0;
};

/// Appends a launch to the file that SIMT_TRACE names, which is one JSON object after every launch.
void write_trace(const ClusterTrace& trace, const LaunchConfig& config);

}  // namespace simt
