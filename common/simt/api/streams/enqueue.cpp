// How work gets into a stream.
#include <cstring>
#include <optional>
#include <set>
#include <utility>

#include "api/streams/capture.h"
#include "api/streams/stream.h"
#include "base/api_call.h"
#include "base/error.h"
#include "memory/accessibility.h"
#include "memory/peers.h"
#include "memory/written.h"
#include "operations/host_functions.h"

namespace simt {

TaskPtr enqueue_work(cudaStream_t handle, Work work) {
  const Lock lock(state().mutex);
  const std::shared_ptr<Stream> stream = find_stream(handle);
  if (stream == nullptr) return nullptr;
  if (stream->capture != nullptr) {
    capture_node(*stream, std::move(work));
    return nullptr;
  }
  const OnDevice on(stream->device);
  stream->last = submit_work(work, {stream->name(), ApiCall::current(), {}}, stream->priority,
                             dependencies_of(*stream));
  return stream->last;
}

TaskPtr enqueue_in_default_streams(const CopyWork& copy) {
  const Lock lock(state().mutex);
  const std::shared_ptr<Stream> stream = find_stream(nullptr);
  const std::optional<int> to = device_of(copy.to), from = device_of(copy.from);
  std::set<int> others;
  if (to && from && *to != *from && stream->is_legacy) others = {*to, *from};
  others.erase(stream->device);
  const Place place = {stream->name(), ApiCall::current(), {}};
  std::vector<TaskPtr> after = dependencies_of(*stream);
  for (const int device : others) {
    const std::vector<TaskPtr> more = dependencies_of(*legacy_stream(device));
    after.insert(after.end(), more.begin(), more.end());
  }
  stream->last = submit_work(copy, place, stream->priority, std::move(after));
  for (const int device : others) {
    const OnDevice on(device);
    Stream& other = *legacy_stream(device);
    other.last =
        submit_work(EmptyWork{}, {other.name(), ApiCall::current(), {}}, 0, {stream->last});
  }
  return stream->last;
}

TaskPtr enqueue_copy(cudaStream_t stream, void* to, const void* from, std::size_t bytes,
                     cudaMemcpyKind kind) {
  const bool to_host = !is_device_pointer(to);
  const bool from_host = !is_device_pointer(from);
  bool is_captured;
  {
    const Lock lock(state().mutex);
    const std::shared_ptr<Stream> found = find_stream(stream);
    is_captured = found != nullptr && found->capture != nullptr;
  }
  const auto first = reinterpret_cast<std::uintptr_t>(from);
  const auto is_there = [&] { return exists_in_process({first, first + bytes}); };
  if (!is_captured && from_host && !to_host && !is_pinned(from) && is_there()) {
    const auto* bytes_from = static_cast<const char*>(from);
    const auto staged = std::make_shared<std::vector<char>>(bytes_from, bytes_from + bytes);
    Footprint footprint;
    footprint.add(Touch::kCopyWrite, reinterpret_cast<std::uintptr_t>(to), bytes,
                  target_side(kind));
    const auto unstage = [to, staged] {
      std::memcpy(to, staged->data(), staged->size());
      copied_to(to, staged->size());
    };
    return enqueue_work(stream, CallWork{unstage, copy_kind(to, from), std::move(footprint)});
  }
  TaskPtr task = enqueue_work(stream, CopyWork{to, from, bytes, kind});
  if (to_host && (from_host || !is_pinned(to))) wait_for(task);
  return task;
}

}  // namespace simt

using simt::result;

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data) {
  SIMT_API_CALL;
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (function == nullptr) return result(cudaErrorInvalidValue);
  if (const cudaError_t error = simt::stream_error(stream)) return result(error);
  simt::enqueue_work(stream, simt::HostWork{{function, user_data}});
  return cudaSuccess;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void* user_data, unsigned int flags) {
  SIMT_API_CALL;
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (callback == nullptr || flags != 0) return result(cudaErrorInvalidValue);
  if (const cudaError_t error = simt::stream_error(stream)) return result(error);
  if (const cudaError_t error = simt::not_in_capture(stream)) return result(error);
  const auto run = [=] {
    const cudaError_t status = simt::device_error();
    simt::call_host_function(reinterpret_cast<const void*>(callback),
                             [=] { callback(stream, status, user_data); });
  };
  simt::enqueue_work(stream, simt::CallWork{run, simt::OperationKind::kHostFunction, {}});
  return cudaSuccess;
}
