// What stream capture does not allow meanwhile.
#include <algorithm>

#include "api/streams/capture.h"
#include "api/streams/stream.h"
#include "base/error.h"
#include "base/host_thread.h"

namespace simt {
namespace {

/// Whether the capture forbids this thread calls that may be unsafe.
bool forbids_unsafe_calls(const Capture& capture) {
  const cudaStreamCaptureMode own_mode = host_thread().capture_mode;
  if (own_mode == cudaStreamCaptureModeRelaxed) return false;
  if (capture.thread == std::this_thread::get_id()) {
    return capture.mode != cudaStreamCaptureModeRelaxed;
  }
  return capture.mode == cudaStreamCaptureModeGlobal && own_mode == cudaStreamCaptureModeGlobal;
}

/// Invalidates the captures that `concerns` picks.
template <class Concerns>
cudaError_t forbid(cudaError_t error, const Concerns& concerns) {
  bool found = false;
  for (const auto& capture : state().captures) {
    if (!concerns(*capture)) continue;
    invalidate(*capture);
    found = true;
  }
  return found ? error : cudaSuccess;
}

}  // namespace

bool is_mode(cudaStreamCaptureMode mode) {
  return mode >= cudaStreamCaptureModeGlobal && mode <= cudaStreamCaptureModeRelaxed;
}

bool has_blocking_stream(const Capture& capture) {
  return std::any_of(capture.streams.begin(), capture.streams.end(),
                     [](const auto& stream) { return stream->is_blocking(); });
}

void invalidate(Capture& capture) { capture.is_invalid = true; }

cudaError_t unsafe_call_error() {
  if (const cudaError_t error = device_error()) return error;
  const Lock lock(state().mutex);
  return forbid(cudaErrorStreamCaptureUnsupported, forbids_unsafe_calls);
}

cudaError_t device_wait_error() {
  if (const cudaError_t error = device_error()) return error;
  const Lock lock(state().mutex);
  return forbid(cudaErrorStreamCaptureUnsupported, [](const Capture&) { return true; });
}

cudaError_t capture_error(Stream& stream) {
  if (stream.capture != nullptr && stream.capture->is_invalid) {
    return cudaErrorStreamCaptureInvalidated;
  }
  if (!stream.is_legacy) return cudaSuccess;
  return forbid(cudaErrorStreamCaptureImplicit, has_blocking_stream);
}

cudaError_t not_in_capture(cudaStream_t handle) {
  const Lock lock(state().mutex);
  const std::shared_ptr<Stream> stream = find_stream(handle);
  if (stream == nullptr || stream->capture == nullptr) return cudaSuccess;
  invalidate(*stream->capture);
  return cudaErrorStreamCaptureUnsupported;
}

}  // namespace simt

using simt::result;

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  if (mode == nullptr || !simt::is_mode(*mode)) return result(cudaErrorInvalidValue);
  std::swap(simt::host_thread().capture_mode, *mode);
  return cudaSuccess;
}
