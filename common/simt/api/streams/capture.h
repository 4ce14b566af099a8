/// @file
/// @ingroup simt_api
/// Capture of streams into graphs. They need the lock of the state, unless they say that they take it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "api/work/state.h"

namespace simt {

// capture_rules.cpp
bool is_mode(cudaStreamCaptureMode mode);
/// Whether the legacy stream would have to wait for the capture.
bool has_blocking_stream(const Capture& capture);
void invalidate(Capture& capture);
/// Why work in the stream is refused by a capture; success if it is not.
cudaError_t capture_error(Stream& stream);
/// Why a call that waits for the whole device is refused: the device's error, or a capture. Takes the lock.
cudaError_t device_wait_error();

// capture.cpp
/// A stream that goes away ends the capture that began in it.
void leave_capture(Stream& stream);
/// Adds a node to the graph that the stream is captured into.
Node* capture_node(Stream& stream, Work work);
/// The part of cudaStreamWaitEvent and cudaEventRecord that captures.
cudaError_t capture_wait(const std::shared_ptr<Stream>& stream, StreamEvent& event);
void capture_record(Stream& stream, StreamEvent& event);

// capture_memory.cpp. They take the lock; nothing, if the stream is not captured.
/// Adds a node that allocates `bytes`, and gives their address.
std::optional<cudaError_t> capture_allocation(cudaStream_t stream, std::size_t bytes,
                                              const void* site, void** pointer);
/// Adds a node that frees memory of a graph.
std::optional<cudaError_t> capture_release(cudaStream_t stream, void* pointer);

}  // namespace simt
