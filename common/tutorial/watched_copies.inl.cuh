/// @file
/// @ingroup tutorial
#pragma once

#include "tutorial/watched_copies.cuh"

namespace calls {

/// @param call copies to, from, and as many bytes: what the answer has passed, or changed memory of the host
template <class Call>
cudaError_t watch_bytes(const char* name, const Call& call, void* to, const void* from,
                        std::size_t bytes, cudaStream_t stream) {
  const bool sends = is_on_device(to) && !is_on_device(from);
  const bool brings = !is_on_device(to) && is_on_device(from);
  Bytes changed;
  if (sends && change.array != nullptr && !has_changed) {
    // The whole array, wherever it is, or a part of it.
    const std::size_t place = bytes == change.bytes
                                  ? change.place
                                  : reinterpret_cast<std::uintptr_t>(change.array) + change.place -
                                        reinterpret_cast<std::uintptr_t>(from);
    if (place < bytes) {
      changed.assign(static_cast<const unsigned char*>(from),
                     static_cast<const unsigned char*>(from) + bytes);
      std::copy(change.element.begin(), change.element.end(), changed.begin() + place);
    }
  }
  const cudaError_t error =
      attempt(name, [&] { return call(to, changed.empty() ? from : changed.data(), bytes); });
  if (error != cudaSuccess) return error;
  cudaStreamSynchronize(stream);  // an asynchronous copy, too, is looked at now
  has_changed |= !changed.empty();
  const auto* const host = static_cast<const unsigned char*>(sends ? from : to);
  if (sends && loads_of != nullptr &&
      reinterpret_cast<std::uintptr_t>(from) - reinterpret_cast<std::uintptr_t>(loads_of) <
          loads_of_bytes) {
    watch_loads(to, bytes);
    arrived.push_back({to, bytes});
  }
  if (sends) sent.insert(sent.end(), host, host + bytes);
  if (brings) brought.insert(brought.end(), host, host + bytes);
  return error;
}

[[gnu::used]] inline cudaError_t watch_copy(const char* name, Copy call, void* to, const void* from,
                                            std::size_t bytes, cudaMemcpyKind kind) {
  const auto copy = [&](auto... what) { return call(what..., kind); };
  return watch_bytes(name, copy, to, from, bytes, nullptr);
}

[[gnu::used]] inline cudaError_t watch_copy(const char* name, CopyInStream call, void* to,
                                            const void* from, std::size_t bytes,
                                            cudaMemcpyKind kind, cudaStream_t stream) {
  const auto copy = [&](auto... what) { return call(what..., kind, stream); };
  return watch_bytes(name, copy, to, from, bytes, stream);
}

[[gnu::used]] inline cudaError_t watch_copy_2d(Copy2d call, void* to, std::size_t to_pitch,
                                               const void* from, std::size_t from_pitch,
                                               std::size_t width, std::size_t rows,
                                               cudaMemcpyKind kind) {
  const cudaError_t error = attempt(
      "cudaMemcpy2D", [&] { return call(to, to_pitch, from, from_pitch, width, rows, kind); });
  if (error != cudaSuccess || is_on_device(to) == is_on_device(from)) return error;
  const bool sends = is_on_device(to);
  const auto* row = static_cast<const unsigned char*>(sends ? from : to);
  Bytes& all = sends ? sent : brought;
  for (std::size_t y = 0; y < rows; ++y, row += sends ? from_pitch : to_pitch) {
    all.insert(all.end(), row, row + width);
  }
  return error;
}

}  // namespace calls
