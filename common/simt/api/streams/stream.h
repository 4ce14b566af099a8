/// @file
/// @ingroup simt_api
/// What the rest of the runtime asks of streams.
#pragma once

#include <functional>

#include "api/streams/work.h"
#include "driver_types.h"

namespace simt {

/// Why no work can go into this stream: the device's error, an unknown stream, or a rule of stream
/// capture, whose breach invalidates the capture.
cudaError_t stream_error(cudaStream_t stream);
/// Why a call that stream capture may forbid (cudaMalloc, …) is refused: the device's error, or a
/// capture, which is then invalid.
cudaError_t unsafe_call_error();
/// The same for a call that waits for the whole device.
cudaError_t device_wait_error();

/// Waits for everything issued so far. Why a call that does so is refused: also the failure of a
/// kernel that came before.
cudaError_t synchronized_error();

/// What a call that frees memory returns for a pointer that is none to free: with a warning if it was.
cudaError_t not_released(const void* pointer, const void* site);

/// For work that cannot be captured: refuses it, and invalidates the capture, if there is one.
cudaError_t not_in_capture(cudaStream_t stream);

/// Puts work into a stream, or into the graph that the stream is being captured into: null then.
TaskPtr enqueue_work(cudaStream_t stream, Work work);
/// A copy as cudaMemcpyAsync makes it: pageable memory is read, or written, before this returns.
TaskPtr enqueue_copy(cudaStream_t stream, void* to, const void* from, std::size_t bytes,
                     cudaMemcpyKind kind);
/// What cudaMemcpy and cudaMemcpyAsync do. @param is_valid what is known of the two ranges
cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, bool is_valid);
cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                 cudaStream_t stream, bool is_valid);

}  // namespace simt
