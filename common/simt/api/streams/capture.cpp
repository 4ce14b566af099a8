// Capture of streams into graphs.
#include <algorithm>
#include <set>

#include "api/streams/capture.h"
#include "api/streams/stream.h"
#include "base/error.h"
#include "base/refusals.h"

namespace simt {
namespace {

void join(const std::shared_ptr<Stream>& stream, const std::shared_ptr<Capture>& capture) {
  stream->capture = capture;
  stream->frontier.clear();
  capture->streams.push_back(stream);
}

void add_to_frontier(Stream& stream, Node* node) {
  auto& nodes = stream.frontier;
  if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
}

/// Whether everything in the capture is before the end of its first stream.
bool is_joined(const Capture& capture) {
  std::set<const Node*> before;
  std::vector<Node*> left = capture.origin->frontier;
  while (!left.empty()) {
    const Node* node = left.back();
    left.pop_back();
    if (before.insert(node).second) left.insert(left.end(), node->after.begin(), node->after.end());
  }
  for (const auto& stream : capture.streams) {
    for (const Node* node : stream->frontier) {
      if (before.count(node) == 0) return false;
    }
  }
  return true;
}

void end(const std::shared_ptr<Capture>& capture) {
  for (const auto& stream : capture->streams) {
    stream->capture = nullptr;
    stream->frontier.clear();
  }
  auto& all = state().captures;
  all.erase(std::find(all.begin(), all.end(), capture));
}

cudaError_t begin(cudaStream_t handle, const std::shared_ptr<Graph>& graph,
                  std::vector<Node*> frontier, cudaStreamCaptureMode mode, bool into_existing) {
  const std::shared_ptr<Stream> stream = find_stream(handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (stream->is_legacy) return cudaErrorStreamCaptureUnsupported;
  if (stream->capture != nullptr) return cudaErrorIllegalState;
  auto capture = std::make_shared<Capture>();
  capture->graph = graph;
  capture->mode = mode;
  capture->thread = std::this_thread::get_id();
  capture->origin = stream.get();
  capture->id = ++state().last_capture_id;
  capture->into_existing = into_existing;
  join(stream, capture);
  stream->frontier = std::move(frontier);
  state().captures.push_back(std::move(capture));
  return cudaSuccess;
}

/// The nodes behind `count` handles of one graph; false if there is a wrong one.
bool find_nodes(const cudaGraphNode_t* handles, std::size_t count, const Graph* graph,
                std::vector<Node*>& nodes) {
  if (count > 0 && handles == nullptr) return false;
  for (std::size_t i = 0; i < count; ++i) {
    Node* node = find_node(handles[i]);
    if (node == nullptr || node->graph != graph) return false;
    nodes.push_back(node);
  }
  return true;
}

}  // namespace

void leave_capture(Stream& stream) {
  const std::shared_ptr<Capture> capture = stream.capture;
  if (capture == nullptr) return;
  if (capture->origin == &stream) end(capture);  // the others' work still has to be joined
}

Node* capture_node(Stream& stream, Work work) {
  Node* node = add_node(*stream.capture->graph, std::move(work), stream.frontier);
  node->priority = stream.priority;
  stream.frontier = {node};
  return node;
}

void capture_record(Stream& stream, StreamEvent& event) {
  event.capture = stream.capture;
  event.captured = stream.frontier;
}

cudaError_t capture_wait(const std::shared_ptr<Stream>& stream, StreamEvent& event) {
  const std::shared_ptr<Capture>& capture = stream->capture;
  if (event.capture == nullptr) {  // the stream is captured, the event's work is not
    if (event.record == nullptr) return cudaSuccess;
    invalidate(*capture);
    return cudaErrorStreamCaptureIsolation;
  }
  const auto& active = state().captures;
  if (std::find(active.begin(), active.end(), event.capture) == active.end()) {
    return cudaErrorCapturedEvent;  // that capture has ended
  }
  if (event.capture->is_invalid) return cudaErrorStreamCaptureInvalidated;
  if (stream->device != event.capture->origin->device) {
    invalidate(*event.capture);
    return because(cudaErrorNotSupported, "the CPU backend has no graphs over several devices");
  }
  if (stream->is_legacy) {
    invalidate(*event.capture);
    return cudaErrorStreamCaptureImplicit;
  }
  if (capture != nullptr && capture != event.capture) {
    invalidate(*capture);
    invalidate(*event.capture);
    return cudaErrorStreamCaptureMerge;
  }
  if (capture == nullptr) join(stream, event.capture);
  for (Node* node : event.captured) add_to_frontier(*stream, node);
  return cudaSuccess;
}

}  // namespace simt

using simt::Lock;
using simt::result;
using simt::state;

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (!simt::is_mode(mode)) return result(cudaErrorInvalidValue);
  const Lock lock(state().mutex);
  auto graph = simt::make_graph();
  const cudaGraph_t handle = graph->handle;
  const cudaError_t error = simt::begin(stream, graph, {}, mode, false);
  if (error != cudaSuccess) state().graphs.remove(handle);
  return result(error);
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData* edges, std::size_t count,
                                          cudaStreamCaptureMode mode) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (!simt::are_ordinary(edges, count)) return result(cudaErrorNotSupported);
  const Lock lock(state().mutex);
  const auto existing = state().graphs.find(graph);
  std::vector<simt::Node*> nodes;
  if (!simt::is_mode(mode) || existing == nullptr ||
      !simt::find_nodes(dependencies, count, existing.get(), nodes)) {
    return result(cudaErrorInvalidValue);
  }
  return result(simt::begin(stream, existing, nodes, mode, true));
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (graph != nullptr) *graph = nullptr;
  const Lock lock(state().mutex);
  const auto stream = simt::find_stream(handle);
  if (stream == nullptr) return result(cudaErrorInvalidResourceHandle);
  const std::shared_ptr<simt::Capture> capture = stream->capture;
  if (capture == nullptr) return result(cudaErrorIllegalState);
  if (graph == nullptr && !capture->into_existing) return result(cudaErrorInvalidValue);
  if (capture->origin != stream.get()) {
    simt::invalidate(*capture);
    return result(cudaErrorStreamCaptureUnmatched);
  }
  if (capture->mode != cudaStreamCaptureModeRelaxed &&
      capture->thread != std::this_thread::get_id()) {
    return result(cudaErrorStreamCaptureWrongThread);
  }
  cudaError_t error = cudaSuccess;
  if (capture->is_invalid) {
    error = cudaErrorStreamCaptureInvalidated;
  } else if (!simt::is_joined(*capture)) {
    error = cudaErrorStreamCaptureUnjoined;
  }
  simt::end(capture);
  if (error == cudaSuccess) {
    if (graph != nullptr) *graph = capture->graph->handle;
  } else if (!capture->into_existing) {
    state().graphs.remove(capture->graph->handle);
  }
  return result(error);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return cudaStreamGetCaptureInfo(stream, status);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies,
                                     const cudaGraphEdgeData** edges, std::size_t* count) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (status == nullptr) return result(cudaErrorInvalidValue);
  const Lock lock(state().mutex);
  const auto stream = simt::find_stream(handle);
  if (stream == nullptr) return result(cudaErrorInvalidResourceHandle);
  *status = cudaStreamCaptureStatusNone;
  if (stream->is_legacy) {  // asking does not invalidate
    const auto& all = state().captures;
    const bool is_implicit = std::any_of(
        all.begin(), all.end(), [](const auto& c) { return simt::has_blocking_stream(*c); });
    return result(is_implicit ? cudaErrorStreamCaptureImplicit : cudaSuccess);
  }
  const simt::Capture* capture = stream->capture.get();
  if (capture == nullptr) return cudaSuccess;
  *status =
      capture->is_invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
  if (capture->is_invalid) return cudaSuccess;
  if (id != nullptr) *id = capture->id;
  if (graph != nullptr) *graph = capture->graph->handle;
  if (edges != nullptr) *edges = nullptr;  // all are ordinary
  stream->frontier_handles.clear();
  for (const simt::Node* node : stream->frontier) stream->frontier_handles.push_back(node->handle);
  if (dependencies != nullptr) *dependencies = stream->frontier_handles.data();
  if (count != nullptr) *count = stream->frontier_handles.size();
  return cudaSuccess;
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t handle, cudaGraphNode_t* dependencies,
                                                const cudaGraphEdgeData* edges, std::size_t count,
                                                unsigned int flags) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (!simt::are_ordinary(edges, count)) return result(cudaErrorNotSupported);
  const Lock lock(state().mutex);
  const auto stream = simt::find_stream(handle);
  if (stream == nullptr) return result(cudaErrorInvalidResourceHandle);
  if (stream->capture == nullptr) return result(cudaErrorIllegalState);
  if (const cudaError_t error = simt::capture_error(*stream)) return result(error);
  std::vector<simt::Node*> nodes;
  if (flags > cudaStreamSetCaptureDependencies ||
      !simt::find_nodes(dependencies, count, stream->capture->graph.get(), nodes)) {
    return result(cudaErrorInvalidValue);
  }
  if (flags == cudaStreamSetCaptureDependencies) stream->frontier.clear();
  for (simt::Node* node : nodes) simt::add_to_frontier(*stream, node);
  return cudaSuccess;
}
