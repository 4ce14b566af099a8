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

#include "api/streams/work.h"
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

using Attributes = std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue>;

struct Node {
  cudaGraphNode_t handle = nullptr;
  Graph* graph = nullptr;
  Work work;
  int priority = 0;
  CallSite call;  ///< that has made it
  Attributes attributes;
  std::vector<Node*> after;            ///< the nodes it depends on
  cudaGraphNode_t original = nullptr;  ///< the node that it is a clone of
};

struct Graph {
  cudaGraph_t handle = nullptr;
  std::vector<std::shared_ptr<Node>> nodes;  ///< in the order in which they were made
  std::weak_ptr<void> exec;                  ///< its latest instantiation
  std::vector<std::shared_ptr<Condition>> conditions;
  bool is_body = false;  ///< of a node with a condition
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph();
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
  StreamName name() const { return {id, site, is_legacy, is_blocking()}; }
};

/// One cudaEventRecord.
struct Record {
  TaskPtr task;
  std::chrono::steady_clock::time_point time;
  bool was_asked_for_early = false;  ///< for its time, before the program has waited for it
};

struct StreamEvent {
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

/// Of a device.
struct DefaultStreams {
  const std::shared_ptr<Stream> legacy = std::make_shared<Stream>();
  std::vector<std::shared_ptr<Stream>> per_thread;  ///< cudaStreamPerThread
  TaskPtr orphan;  ///< after all work of blocking streams that are gone

  DefaultStreams() {
    legacy->is_legacy = true;
    legacy->id = 1;
  }
};
DefaultStreams& default_streams();

// All of these need the lock.

/// The stream behind a handle, also a default one; null if there is none.
std::shared_ptr<Stream> find_stream(cudaStream_t handle);
/// What new work in the stream has to wait for.
std::vector<TaskPtr> dependencies_of(const Stream& stream);
/// The last work that the host waits for when it waits for the stream.
std::vector<TaskPtr> work_of(const Stream& stream);

// capture_rules.cpp
bool is_mode(cudaStreamCaptureMode mode);
/// Whether the legacy stream would have to wait for the capture.
bool has_blocking_stream(const Capture& capture);
void invalidate(Capture& capture);
/// Why work in the stream is refused by a capture; success if it is not.
cudaError_t capture_error(Stream& stream);

// capture.cpp
/// A stream that goes away ends the capture that began in it.
void leave_capture(Stream& stream);
/// Adds a node to the graph that the stream is captured into.
Node* capture_node(Stream& stream, Work work);
/// The part of cudaStreamWaitEvent and cudaEventRecord that captures.
cudaError_t capture_wait(const std::shared_ptr<Stream>& stream, StreamEvent& event);
void capture_record(Stream& stream, StreamEvent& event);

// graph_structure.cpp
/// The node behind a handle, or null.
Node* find_node(cudaGraphNode_t handle);
std::shared_ptr<Graph> make_graph();
Node* add_node(Graph& graph, Work work, std::vector<Node*> after);
std::shared_ptr<Graph> clone(const Graph& graph);
/// Whether there is a node in the graph, or in a child graph, that `is_wanted(work)`.
bool has_node(const Graph& graph, bool (*is_wanted)(const Work& work));
/// Of nodes with a condition: their bodies.
const std::vector<std::shared_ptr<Graph>>& bodies_of(const Work& work);
/// Calls `visit` for the graph, its child graphs, and the bodies of its nodes.
void for_each_graph(const Graph& graph, const std::function<void(const Graph&)>& visit);
/// Whether it has nodes with a condition, or handles of any: it cannot be cloned, and is instantiated once at a time.
bool has_conditions(const Graph& graph);
/// Whether it has memory nodes: its nodes and edges stay, it cannot be cloned, and is instantiated once at a time.
bool has_memory_nodes(const Graph& graph);
/// The nodes, each after those it depends on; empty if there is a cycle.
std::vector<Node*> sorted_nodes(const Graph& graph);
cudaGraphNodeType type_of(const Work& work);
/// Whether all edges are of the default type, the only one the model has; null stands for that.
bool are_ordinary(const cudaGraphEdgeData* edges, std::size_t count);

}  // namespace simt
