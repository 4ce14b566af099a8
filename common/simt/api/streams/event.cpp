// Events: points in streams that other streams and the host can wait for.
#include <thread>
#include <utility>

#include "api/streams/capture.h"
#include "api/streams/stream.h"
#include "base/api_call.h"
#include "base/double_release.h"
#include "base/error.h"
#include "base/worker.h"
#include "execution/device_code/print.h"
#include "operations/stream_order.h"

namespace simt {
namespace {

/// The event, if the host may wait for it or ask about it now.
cudaError_t find_event(cudaEvent_t handle, std::shared_ptr<StreamEvent>& event) {
  if (const cudaError_t error = device_error()) return error;
  event = state().events.find(handle);
  if (event == nullptr) return cudaErrorInvalidResourceHandle;
  if (event->capture != nullptr) {
    invalidate(*event->capture);
    return cudaErrorCapturedEvent;
  }
  return cudaSuccess;
}

/// Whether the host may read the event's time. If the program has not waited for the event, it hears once that it may
/// not yet: on a GPU it would, however soon a small kernel is done here.
bool has_time(Record& record) {
  if (!finished(record.task)) return false;
  if (stream_order().happens_before_host(*operation_of(record.task))) return true;
  return std::exchange(record.was_asked_for_early, true);
}

}  // namespace
}  // namespace simt

using simt::Lock;
using simt::result;
using simt::state;

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* handle, unsigned int flags) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const unsigned all = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  const bool shared_with_timing =
      (flags & cudaEventInterprocess) != 0 && (flags & cudaEventDisableTiming) == 0;
  if (handle == nullptr || (flags & ~all) != 0 || shared_with_timing) {
    return result(cudaErrorInvalidValue);
  }
  auto event = std::make_shared<simt::StreamEvent>();
  event->flags = flags;
  const Lock lock(state().mutex);
  *handle = state().events.add(std::move(event));
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  if (state().events.remove(event)) {
    simt::record_release(event, __builtin_return_address(0));
    return cudaSuccess;
  }
  result(cudaErrorInvalidResourceHandle);
  if (simt::worker().running_kernel != nullptr) return cudaErrorInvalidResourceHandle;
  SIMT_API_CALL;
  simt::check_double_release("an event that was destroyed", event, __builtin_return_address(0));
  return cudaErrorInvalidResourceHandle;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  SIMT_API_CALL;
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t handle, cudaStream_t stream_handle,
                                     unsigned int flags) {
  SIMT_API_CALL;
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto event = state().events.find(handle);
  if (event == nullptr) return result(cudaErrorInvalidResourceHandle);
  if (flags > cudaEventRecordExternal) return result(cudaErrorInvalidValue);
  if (const cudaError_t error = simt::stream_error(stream_handle, event->device)) {
    return result(error);
  }
  const auto stream = simt::find_stream(stream_handle);
  if (stream->capture == nullptr) {
    if (flags == cudaEventRecordExternal) return result(cudaErrorIllegalState);
    simt::enqueue_work(stream_handle, simt::RecordWork{event});
  } else if (flags == cudaEventRecordExternal) {
    simt::capture_node(*stream, simt::RecordWork{event});
  } else {
    simt::capture_record(*stream, *event);
  }
  return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream_handle, cudaEvent_t handle,
                                unsigned int flags) {
  SIMT_API_CALL;
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto event = state().events.find(handle);
  if (event == nullptr) return result(cudaErrorInvalidResourceHandle);
  if (flags > cudaEventWaitExternal) return result(cudaErrorInvalidValue);
  const auto stream = simt::find_stream(stream_handle);
  if (stream == nullptr) return result(cudaErrorInvalidResourceHandle);
  if (stream->capture != nullptr && stream->capture->is_invalid) {
    return result(cudaErrorStreamCaptureInvalidated);
  }
  if (flags == cudaEventWaitExternal) {
    if (stream->capture == nullptr) return result(cudaErrorIllegalState);
    simt::capture_node(*stream, simt::WaitWork{event});
    return cudaSuccess;
  }
  if (stream->capture != nullptr || event->capture != nullptr) {
    return result(simt::capture_wait(stream, *event));
  }
  if (const cudaError_t error = simt::capture_error(*stream)) return result(error);
  simt::enqueue_work(stream_handle, simt::WaitWork{event});
  return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  SIMT_API_CALL;
  simt::TaskPtr task;
  {
    const Lock lock(state().mutex);
    std::shared_ptr<simt::StreamEvent> event;
    if (const cudaError_t error = simt::find_event(handle, event)) return result(error);
    if (const cudaError_t error = simt::unsafe_call_error()) return result(error);
    if (event->record != nullptr) task = event->record->task;
  }
  simt::wait_for(task);
  simt::flush_output();
  return result(simt::device_error());
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
  SIMT_API_CALL;
  std::this_thread::yield();  // in a browser the work that is asked for would never go on
  const Lock lock(state().mutex);
  std::shared_ptr<simt::StreamEvent> event;
  if (const cudaError_t error = simt::find_event(handle, event)) return result(error);
  if (const cudaError_t error = simt::unsafe_call_error()) return result(error);
  if (event->record == nullptr) return result(simt::device_error());
  if (!simt::finished(event->record->task)) return cudaErrorNotReady;
  simt::wait_for(event->record->task);  // now the host knows
  return result(simt::device_error());
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  SIMT_API_CALL;
  if (milliseconds == nullptr) return result(cudaErrorInvalidValue);
  const Lock lock(state().mutex);
  std::shared_ptr<simt::StreamEvent> first, last;
  if (const cudaError_t error = simt::find_event(start, first)) return result(error);
  if (const cudaError_t error = simt::find_event(end, last)) return result(error);
  if (((first->flags | last->flags) & cudaEventDisableTiming) != 0 || first->record == nullptr ||
      last->record == nullptr || first->device != last->device) {
    return result(cudaErrorInvalidResourceHandle);
  }
  if (!simt::has_time(*last->record) || !simt::has_time(*first->record)) return cudaErrorNotReady;
  simt::wait_for(first->record->task);  // now the host knows
  simt::wait_for(last->record->task);
  *milliseconds =
      std::chrono::duration<float, std::milli>(last->record->time - first->record->time).count();
  return result(simt::device_error());
}
