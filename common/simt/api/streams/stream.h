/// @file
/// @ingroup simt_api
/// What the rest of the runtime asks of streams.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "api/work/work.h"
#include "driver_types.h"

namespace simt {

struct Stream;

/// Why no work can go into this stream: the device's error, an unknown stream, or a rule of stream
/// capture, whose breach invalidates the capture.
cudaError_t stream_error(cudaStream_t stream);
/// Why a call that stream capture may forbid (cudaMalloc, …) is refused: the device's error, or a
/// capture, which is then invalid.
cudaError_t unsafe_call_error();
/// The same of a launch, or of an event of `device`: the stream has to be one of that device.
cudaError_t stream_error(cudaStream_t stream, int device);
/// What cudaDeviceSynchronize does.
cudaError_t synchronize_device();

/// For work that cannot be captured: refuses it, and invalidates the capture, if there is one.
cudaError_t not_in_capture(cudaStream_t stream);

/// Puts work into a stream, or into the graph that the stream is being captured into: null then.
TaskPtr enqueue_work(cudaStream_t stream, Work work);
/// A copy in the default stream; between two devices it is in the default streams of both.
TaskPtr enqueue_in_default_streams(const CopyWork& copy);
/// A copy as cudaMemcpyAsync makes it: pageable memory is read, or written, before this returns.
TaskPtr enqueue_copy(cudaStream_t stream, void* to, const void* from, std::size_t bytes,
                     cudaMemcpyKind kind);

// These need the lock of the state.

/// The default stream of a device.
const std::shared_ptr<Stream>& legacy_stream(int device);
/// The stream behind a handle, also a default one; null if there is none.
std::shared_ptr<Stream> find_stream(cudaStream_t handle);
/// What new work in the stream has to wait for.
std::vector<TaskPtr> dependencies_of(const Stream& stream);
/// The last work that the host waits for when it waits for the stream.
std::vector<TaskPtr> work_of(const Stream& stream);

}  // namespace simt
