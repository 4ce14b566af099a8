#include "stream.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>

#include "cuda_runtime_api.h"
#include "error.h"
#include "print.h"
#include "queue.h"

struct CUstream_st {
  std::atomic<simt::Ticket> last{0};  ///< its latest work
};

struct CUevent_st {
  bool timing;
  simt::Ticket recorded = 0;  ///< 0: never recorded
  std::chrono::steady_clock::time_point time;
};

namespace simt {
namespace {

std::mutex mutex;
std::set<cudaStream_t>& streams() {
  static auto* instance = new std::set<cudaStream_t>;
  return *instance;
}
std::set<cudaEvent_t>& events() {
  static auto* instance = new std::set<cudaEvent_t>;
  return *instance;
}

CUstream_st default_stream;

CUstream_st& stream_of(cudaStream_t stream) {
  const bool is_default =
      stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
  return is_default ? default_stream : *stream;
}

bool exists(cudaEvent_t event) {
  const std::lock_guard lock(mutex);
  return events().count(event) > 0;
}

}  // namespace

cudaError_t stream_error(cudaStream_t stream) {
  if (&stream_of(stream) == &default_stream) return cudaSuccess;
  const std::lock_guard lock(mutex);
  return streams().count(stream) > 0 ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

void submit_to(cudaStream_t stream, std::function<void()> work) {
  stream_of(stream).last = submit(std::move(work));
}

}  // namespace simt

using simt::result;

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (stream == nullptr || flags > cudaStreamNonBlocking) return result(cudaErrorInvalidValue);
  *stream = new CUstream_st;
  const std::lock_guard lock(simt::mutex);
  simt::streams().insert(*stream);
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const std::lock_guard lock(simt::mutex);
  if (simt::streams().erase(stream) == 0) return result(cudaErrorInvalidResourceHandle);
  delete stream;  // what it has queued does not need it
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (const cudaError_t error = simt::stream_error(stream)) return result(error);
  simt::wait_for(simt::stream_of(stream).last);
  simt::flush_output();
  return result(simt::device_error());
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  if (const cudaError_t error = simt::stream_error(stream)) return result(error);
  if (!simt::finished(simt::stream_of(stream).last)) return cudaErrorNotReady;
  return result(simt::device_error());
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (event == nullptr || flags > (cudaEventBlockingSync | cudaEventDisableTiming)) {
    return result(cudaErrorInvalidValue);
  }
  *event = new CUevent_st{(flags & cudaEventDisableTiming) == 0, 0, {}};
  const std::lock_guard lock(simt::mutex);
  simt::events().insert(*event);
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (!simt::exists(event)) return result(cudaErrorInvalidResourceHandle);
  simt::wait_for(event->recorded);
  const std::lock_guard lock(simt::mutex);
  simt::events().erase(event);
  delete event;
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (!simt::exists(event)) return result(cudaErrorInvalidResourceHandle);
  if (const cudaError_t error = simt::stream_error(stream)) return result(error);
  event->recorded = simt::submit([event] { event->time = std::chrono::steady_clock::now(); });
  simt::stream_of(stream).last = event->recorded;
  return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (!simt::exists(event)) return result(cudaErrorInvalidResourceHandle);
  simt::wait_for(event->recorded);
  simt::flush_output();
  return result(simt::device_error());
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  if (!simt::exists(event)) return result(cudaErrorInvalidResourceHandle);
  if (!simt::finished(event->recorded)) return cudaErrorNotReady;
  return result(simt::device_error());
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  if (milliseconds == nullptr) return result(cudaErrorInvalidValue);
  if (!simt::exists(start) || !simt::exists(end)) return result(cudaErrorInvalidResourceHandle);
  if (!start->timing || !end->timing || start->recorded == 0 || end->recorded == 0) {
    return result(cudaErrorInvalidResourceHandle);
  }
  if (!simt::finished(start->recorded) || !simt::finished(end->recorded)) return cudaErrorNotReady;
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
  return result(simt::device_error());
}
