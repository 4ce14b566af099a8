// Streams: what they have to wait for, and the calls that make, ask and destroy them.
#include "api/streams/stream.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <thread>

#include "api/streams/capture.h"
#include "base/api_call.h"
#include "base/device.h"
#include "base/double_release.h"
#include "base/error.h"
#include "base/process.h"
#include "base/refusals.h"
#include "execution/device_code/hooks.h"
#include "execution/device_code/print.h"
#include "execution/grid/grid.h"
#include "execution/threads/running_thread.h"

namespace simt {
namespace {

constexpr int kGreatestPriority = -5;

/// Of a device.
struct DefaultStreams {
  const std::shared_ptr<Stream> legacy = std::make_shared<Stream>();
  std::vector<std::shared_ptr<Stream>> per_thread;  ///< cudaStreamPerThread
  TaskPtr orphan;  ///< after all work of blocking streams that are gone

  explicit DefaultStreams(const Owner& device) {
    legacy->is_legacy = true;
    legacy->device = device.number;
    legacy->id = device.number == 0 ? 1 : ++state().last_stream_id;
  }
};
DefaultStreams& default_streams(int device) {
  return process().device(device).part<DefaultStreams>();
}

/// A blocking stream is destroyed; its queued work goes on.
void forget(Stream& stream) {
  leave_capture(stream);
  if (!stream.is_blocking() || stream.last == nullptr) return;
  TaskPtr& orphan = default_streams(stream.device).orphan;
  orphan = submit_work(EmptyWork{}, {}, 0, {orphan, stream.last});
}

/// The default stream of a host thread on a device, which goes away with the thread.
struct ThreadStream {
  std::shared_ptr<Stream> stream = std::make_shared<Stream>();
  ThreadStream() {
    stream->id = ++state().last_stream_id;
    default_streams(stream->device).per_thread.push_back(stream);
  }
  ~ThreadStream() {
    const Lock lock(state().mutex);
    forget(*stream);
    auto& all = default_streams(stream->device).per_thread;
    all.erase(std::find(all.begin(), all.end(), stream));
  }
};

const std::shared_ptr<Stream>& thread_stream() {
  thread_local std::array<std::optional<ThreadStream>, kMostDevices> own;
  auto& here = own[static_cast<std::size_t>(current_device_number())];
  if (!here) here.emplace();
  return here->stream;
}

template <class Function>
void for_each_blocking(int device, const Function& function) {
  for (const auto& [handle, stream] : state().streams.all()) {
    if (stream->is_blocking() && stream->device == device) function(*stream);
  }
  for (const auto& stream : default_streams(device).per_thread) function(*stream);
}

}  // namespace

const std::shared_ptr<Stream>& legacy_stream(int device) { return default_streams(device).legacy; }

std::shared_ptr<Stream> find_stream(cudaStream_t handle) {
  if (handle == cudaStreamPerThread || (handle == nullptr && state().null_is_per_thread)) {
    return thread_stream();
  }
  if (handle == nullptr || handle == cudaStreamLegacy)
    return legacy_stream(current_device_number());
  return state().streams.find(handle);
}

std::vector<TaskPtr> work_of(const Stream& stream) {
  std::vector<TaskPtr> tasks{stream.last};
  if (stream.is_legacy) {
    for_each_blocking(stream.device, [&](const Stream& other) { tasks.push_back(other.last); });
    tasks.push_back(default_streams(stream.device).orphan);
  }
  return tasks;
}

std::vector<TaskPtr> dependencies_of(const Stream& stream) {
  std::vector<TaskPtr> tasks = work_of(stream);
  if (stream.is_blocking()) tasks.push_back(legacy_stream(stream.device)->last);
  return tasks;
}

int use_per_thread_default_stream() {
  state().null_is_per_thread = true;
  return 0;
}

cudaError_t stream_error(cudaStream_t handle) {
  if (const cudaError_t error = device_error()) return error;
  const Lock lock(state().mutex);
  const std::shared_ptr<Stream> stream = find_stream(handle);
  return stream == nullptr ? cudaErrorInvalidResourceHandle : capture_error(*stream);
}

cudaError_t stream_error(cudaStream_t handle, int device) {
  if (const cudaError_t error = stream_error(handle)) return error;
  const Lock lock(state().mutex);
  const int own = find_stream(handle)->device;
  if (own == device) return cudaSuccess;
  return because(cudaErrorInvalidResourceHandle,
                 "the stream belongs to device " + std::to_string(own) +
                     ", and this is for device " + std::to_string(device) +
                     ": call cudaSetDevice first");
}

cudaError_t synchronize_device() {
  if (const cudaError_t error = device_wait_error()) return result(error);
  drain();
  flush_output();
  return result(device_error());
}

namespace {

cudaError_t create_stream(cudaStream_t* handle, unsigned flags, int priority, const void* site) {
  if (const cudaError_t error = device_error()) return error;
  if (handle == nullptr || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
  auto stream = std::make_shared<Stream>();
  stream->flags = flags;
  stream->site = site;
  stream->priority = std::clamp(priority, kGreatestPriority, 0);
  const Lock lock(state().mutex);
  stream->id = ++state().last_stream_id;
  *handle = state().streams.add(std::move(stream));
  if (is_in_kernel()) running_grid().add_stream(*handle);
  return cudaSuccess;
}

/// Whether the host may wait for the stream, or ask whether it is done.
cudaError_t wait_error(const std::shared_ptr<Stream>& stream) {
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (stream->capture != nullptr) {
    invalidate(*stream->capture);
    return cudaErrorStreamCaptureUnsupported;
  }
  if (const cudaError_t error = capture_error(*stream)) return error;
  return unsafe_call_error();
}

/// `ask(stream)`, if there is such a stream and a place for the answer.
template <class Value, class Ask>
cudaError_t answer(cudaStream_t handle, Value* value, const Ask& ask) {
  if (const cudaError_t error = device_error()) return result(error);
  if (value == nullptr) return result(cudaErrorInvalidValue);
  const Lock lock(state().mutex);
  const std::shared_ptr<Stream> stream = find_stream(handle);
  if (stream == nullptr) return result(cudaErrorInvalidResourceHandle);
  *value = ask(*stream);
  return cudaSuccess;
}

}  // namespace
}  // namespace simt

using simt::Lock;
using simt::result;
using simt::state;

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return result(simt::create_stream(stream, cudaStreamDefault, 0, __builtin_return_address(0)));
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  simt::record_result(stream, sizeof(cudaStream_t), __builtin_return_address(0),
                      __builtin_dwarf_cfa());
  return result(simt::create_stream(stream, flags, 0, __builtin_return_address(0)));
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  return result(simt::create_stream(stream, flags, priority, __builtin_return_address(0)));
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = simt::kGreatestPriority;
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto stream = state().streams.find(handle);
  if (stream == nullptr && !simt::is_in_kernel()) {
    SIMT_API_CALL;
    result(cudaErrorInvalidResourceHandle);
    simt::check_double_release("a stream that was destroyed", handle, __builtin_return_address(0));
    return cudaErrorInvalidResourceHandle;
  }
  if (stream == nullptr) return result(cudaErrorInvalidResourceHandle);
  simt::record_release(handle, __builtin_return_address(0));
  simt::forget(*stream);
  state().streams.remove(handle);
  if (simt::is_in_kernel()) simt::running_grid().remove_stream(handle);
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  SIMT_API_CALL;
  if (const cudaError_t error = simt::device_error()) return result(error);
  std::vector<simt::TaskPtr> tasks;
  {
    const Lock lock(state().mutex);
    const auto stream = simt::find_stream(handle);
    if (const cudaError_t error = simt::wait_error(stream)) return result(error);
    tasks = simt::work_of(*stream);
  }
  for (const simt::TaskPtr& task : tasks) simt::wait_for(task);
  simt::flush_output();
  return result(simt::device_error());
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
  SIMT_API_CALL;
  std::this_thread::yield();  // as in cudaEventQuery
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto stream = simt::find_stream(handle);
  if (const cudaError_t error = simt::wait_error(stream)) return result(error);
  const std::vector<simt::TaskPtr> tasks = simt::work_of(*stream);
  for (const simt::TaskPtr& task : tasks) {
    if (!simt::finished(task)) return cudaErrorNotReady;
  }
  for (const simt::TaskPtr& task : tasks) simt::wait_for(task);  // now the host knows
  return result(simt::device_error());
}

cudaError_t cudaStreamGetPriority(cudaStream_t handle, int* priority) {
  return simt::answer(handle, priority, [](const simt::Stream& s) { return s.priority; });
}
cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned int* flags) {
  return simt::answer(handle, flags, [](const simt::Stream& s) { return s.flags; });
}
cudaError_t cudaStreamGetId(cudaStream_t handle, unsigned long long* id) {
  return simt::answer(handle, id, [](const simt::Stream& s) { return s.id; });
}
cudaError_t cudaStreamGetDevice(cudaStream_t handle, int* device) {
  return simt::answer(handle, device, [](const simt::Stream& s) { return s.device; });
}
