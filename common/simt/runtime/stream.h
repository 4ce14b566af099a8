/// @file
/// Streams, as far as one queue for all of them goes.
#pragma once

#include <functional>

#include "driver_types.h"

namespace simt {

/// cudaSuccess if the stream exists.
cudaError_t stream_error(cudaStream_t stream);
/// Queues work behind everything that was issued before.
void submit_to(cudaStream_t stream, std::function<void()> work);

}  // namespace simt
