/// @file
/// @ingroup simt_operations
/// What goes into a stream, and what it comes after: the order that the program has asked for,
/// whatever order things happened in.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "simt/launch.h"
#include "simt_timeline.h"

#include "base/api_call.h"
#include "races/footprint.h"

namespace simt {

/// The vector clock of an operation: which others happen before it. Its components are not threads but chains of
/// operations each of which happens before the next: a stream, a branch of a graph, or, in chain 0, host code. For
/// each chain it has the timestamp of the last operation that happens before.
class VectorClock {
 public:
  std::uint32_t last(std::uint32_t chain) const { return chain < last_.size() ? last_[chain] : 0; }
  void advance(std::uint32_t chain, std::uint32_t timestamp);
  /// What is known of an earlier era is over.
  void join(const VectorClock& other);

  std::uint32_t era = 0;  ///< chains are numbered anew in each

 private:
  std::vector<std::uint32_t> last_;
};

/// A stream, as reports name it.
struct StreamName {
  unsigned long long id = 0;
  const void* site = nullptr;  ///< where it was created; null: a default stream
  bool is_legacy = false;
  bool is_blocking = true;
  int device = 0;

  bool is_default() const { return site == nullptr; }
};

struct Operation;

/// One run of a body of a node with a condition: what of it is done, until all is.
struct BodyRun {
  std::vector<std::shared_ptr<Operation>> done;
};

/// The conditions of a graph that is launched: where the value of each is, by handle.
using Conditions = std::map<unsigned long long, unsigned*>;

/// Where an operation comes from.
struct Place {
  StreamName stream;
  CallSite call;  ///< that has put it into the stream, or into the graph
  std::optional<CallSite> graph_launch;
  std::shared_ptr<const Conditions> conditions = nullptr;
  /// The node with a condition whose body it is in, the outermost one. All of its bodies' operations come
  /// where it comes, for what is outside of it.
  std::shared_ptr<Operation> inside = nullptr;
  std::shared_ptr<BodyRun> body = nullptr;  ///< of the innermost one
  std::uint64_t launch_number = 0;          ///< of all launches in there
};

struct Operation {
  OperationKind kind = OperationKind::kMarker;
  Place place;
  std::optional<LaunchConfig> launch;  ///< of a kernel
  bool may_start_early = false;        ///< a kernel, before the end of the one in front of it
  /// The kernel in front of one that may start early, until that one is done; null if the host had
  /// waited for it.
  std::shared_ptr<Operation> primary;
  std::uint64_t number = 0;  ///< in the order of issue
  std::uint64_t inner = 0;   ///< operations in the bodies of a node with a condition
  std::vector<std::uint64_t>
      before_in_body;  ///< numbers of those of its run that happen before it, sorted
  std::uint32_t chain = 0;
  VectorClock clock;  ///< with the operation itself
  Footprint footprint;
  int multiprocessors = 0;  ///< that a kernel can fill; for timelines
  std::size_t bytes = 0;    ///< that it reads, or writes, whichever is more; for timelines
  std::shared_ptr<const Footprint> used;  ///< the same when it is done; others may share it
  bool waits_for_primary = false;         ///< a kernel that may start early, and is done
  /// Of a kernel that may start early: earlier kernels that may still run when it is done.
  /// Known when it is done; copies, which keep nothing else alive.
  std::vector<std::shared_ptr<Operation>> concurrent;

  /// Whether it uses no memory.
  bool is_marker() const {
    return kind == OperationKind::kRecord || kind == OperationKind::kWait ||
           kind == OperationKind::kMarker;
  }
  /// In its chain.
  std::uint32_t timestamp() const { return clock.last(chain); }
  bool happens_after(const Operation& other) const {
    return clock.last(other.chain) >= other.timestamp();
  }
};
/// Whether the two run on different devices.
inline bool are_on_devices(const Operation& a, const Operation& b) {
  const auto has_device = [](const Operation& operation) {
    return operation.kind != OperationKind::kHostCode &&
           operation.kind != OperationKind::kHostFunction;
  };
  return has_device(a) && has_device(b) && a.place.stream.device != b.place.stream.device;
}
using OperationPtr = std::shared_ptr<Operation>;

}  // namespace simt
