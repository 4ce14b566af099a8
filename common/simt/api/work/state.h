/// @file
/// @ingroup simt_api
/// Streams, events, captures and graphs as the runtime keeps them. One lock guards them all: they refer to each other
/// across devices.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "simt/graphs.h"

#include "api/work/graph_structure.h"
#include "api/work/work.h"
#include "base/device.h"
#include "operations/queue.h"

namespace simt {

/// Handles are never used twice, so that one which was destroyed is recognised.
template <class Handle, class Object>
class Handles {
 public:
  Handle add(std::shared_ptr<Object> object) {
    last_ += 16;
    const auto handle = reinterpret_cast<Handle>(last_);
    objects_.emplace(handle, std::move(object));
    return handle;
  }
  /// Null if there is none.
  std::shared_ptr<Object> find(Handle handle) const {
    const auto it = objects_.find(handle);
    return it == objects_.end() ? nullptr : it->second;
  }
  bool remove(Handle handle) { return objects_.erase(handle) > 0; }
  const std::map<Handle, std::shared_ptr<Object>>& all() const { return objects_; }

 private:
  std::uintptr_t last_ = 0x1000;
  std::map<Handle, std::shared_ptr<Object>> objects_;
};

struct Stream;

struct Capture {
  std::shared_ptr<Graph> graph;
  cudaStreamCaptureMode mode;
  std::thread::id thread;
  Stream* origin;
  unsigned long long id;
  bool into_existing = false;  ///< the graph was the program's before
  bool is_invalid = false;
  std::vector<std::shared_ptr<Stream>> streams;  ///< that take part
};

struct Stream {
  int device = current_device_number();
  unsigned flags = 0;
  int priority = 0;
  unsigned long long id = 0;
  const void* site = nullptr;  ///< where it was created; null: a default stream
  bool is_legacy = false;
  TaskPtr last;  ///< its latest work
  Attributes attributes;
  std::shared_ptr<Capture> capture;
  std::vector<Node*> frontier;                    ///< what captured work will depend on
  std::vector<cudaGraphNode_t> frontier_handles;  ///< as cudaStreamGetCaptureInfo shows them

  bool is_blocking() const { return !is_legacy && (flags & cudaStreamNonBlocking) == 0; }
  StreamName name() const { return {id, site, is_legacy, is_blocking(), device}; }
};

/// One cudaEventRecord.
struct Record {
  TaskPtr task;
  std::chrono::steady_clock::time_point time;
  bool was_asked_for_early = false;  ///< for its time, before the program has waited for it
};

struct StreamEvent {
  int device = current_device_number();
  unsigned flags = 0;
  std::shared_ptr<Record> record;    ///< the latest; null if there was none
  std::shared_ptr<Capture> capture;  ///< in which it was recorded last, if that was captured
  std::vector<Node*> captured;       ///< the nodes in front of that
};

struct Exec;

/// Of the process.
struct State {
  std::recursive_mutex mutex;  ///< guards all of this, and the default streams of devices
  Handles<cudaStream_t, Stream> streams;
  Handles<cudaEvent_t, StreamEvent> events;
  Handles<cudaGraph_t, Graph> graphs;
  Handles<cudaGraphExec_t, Exec> execs;
  std::map<cudaGraphNode_t, Node*> nodes;
  std::uintptr_t last_node = 0x1000;
  std::map<cudaGraphConditionalHandle, std::weak_ptr<Condition>> conditions;
  cudaGraphConditionalHandle last_condition = 0;
  std::map<const void*, std::weak_ptr<GraphMemory>> graph_memory;  ///< by address
  std::vector<std::shared_ptr<Capture>> captures;
  unsigned long long last_stream_id = 2, last_capture_id = 0;
  bool null_is_per_thread = false;  ///< what the null stream is: the program was compiled so
};
State& state();
using Lock = std::lock_guard<std::recursive_mutex>;

}  // namespace simt
