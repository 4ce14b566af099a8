/// @file
/// @ingroup tutorial
/// For the check of an exercise whose answer copies to the device and back by itself: included in front of
/// SUBMISSION, it knows what the copies have brought there and back. So the check sees whether the result
/// comes from a kernel, or from the host while a kernel merely touches the memory.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "tutorial/watched_calls.cuh"
#include "tutorial/writers.cuh"

namespace calls {

using Bytes = std::vector<unsigned char>;

inline Bytes sent, brought;  ///< by all copies to the device, and from it, one behind the other

/// An element of the host that arrives on the device as another one.
struct Change {
  const void* array = nullptr;
  std::size_t bytes = 0, place = 0;  ///< of the array, and where in it the element is
  Bytes element;
};
inline Change change;
inline bool has_changed = false;

/// Where copies have brought parts of an array whose loads are watched.
struct Arrived {
  const void* memory;
  std::size_t bytes;
};
inline std::vector<Arrived> arrived;
inline const void* loads_of = nullptr;  ///< the array
inline std::size_t loads_of_bytes = 0;

/// From here to forget_copies(), kernels' loads are watched where copies bring parts of the array: loads_are_shared().
template <class Array>
void watch_loads_of(const Array& array) {
  loads_of = array.data();
  loads_of_bytes = array.size() * sizeof(*array.data());
}

/// No warp of a kernel may have loaded more than its share of what has arrived. Where each element is loaded k times on
/// average, a warp may load k times as much, and a quarter more: not all of them are loaded equally often.
/// @param share of one time
template <class T, class Exercise>
void loads_are_shared(Exercise& exercise, LoadShare share) {
  for (const Arrived& part : arrived) {
    LoadShare times = share;
    const double loads = loads_per_element(part.memory, sizeof(T), part.bytes / sizeof(T));
    if (loads > 1) {
      times.per_warp_at_most =
          std::llround(1.25 * loads * static_cast<double>(share.per_warp_at_most));
    }
    exercise.judge_loads(part.memory, sizeof(T), times);
  }
}

/// Forgets all copies before the next call of the answer.
inline void forget_copies() {
  sent.clear();
  brought.clear();
  change = {};
  has_changed = false;
  for (const Arrived& part : arrived) stop_watching_loads(part.memory);
  arrived.clear();
  loads_of = nullptr;
}

/// From here to forget_copies(), the first copy of array[k] to the device brings `other` there: the result
/// shows whether the device has computed it, or the host. has_changed tells whether there was such a copy.
/// @param array a vector, a HostArray
template <class Array, class T>
void change_element(const Array& array, std::size_t k, const T& other) {
  static_assert(sizeof(*array.data()) == sizeof(T));
  const auto* bytes = reinterpret_cast<const unsigned char*>(&other);
  change = {array.data(), array.size() * sizeof(T), k * sizeof(T), Bytes(bytes, bytes + sizeof(T))};
}

inline bool is_on_device(const void* pointer) {
  cudaPointerAttributes attributes = {};
  return cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess &&
         attributes.type == cudaMemoryTypeDevice;
}

/// CUDA's function, called in the answer's line.
using Copy = cudaError_t (*)(void* to, const void* from, std::size_t bytes, cudaMemcpyKind);
using CopyInStream = cudaError_t (*)(void* to, const void* from, std::size_t bytes, cudaMemcpyKind,
                                     cudaStream_t);
using Copy2d = cudaError_t (*)(void* to, std::size_t to_pitch, const void* from,
                               std::size_t from_pitch, std::size_t width, std::size_t rows,
                               cudaMemcpyKind);

cudaError_t watch_copy(const char* name, Copy call, void* to, const void* from, std::size_t bytes,
                       cudaMemcpyKind kind);
cudaError_t watch_copy(const char* name, CopyInStream call, void* to, const void* from,
                       std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream);
/// Row by row, as they lie on the host.
cudaError_t watch_copy_2d(Copy2d call, void* to, std::size_t to_pitch, const void* from,
                          std::size_t from_pitch, std::size_t width, std::size_t rows,
                          cudaMemcpyKind kind);

/// Whether these elements are among the bytes, one behind the other.
template <class T>
bool holds(const Bytes& bytes, const T* elements, std::size_t count) {
  const auto* const wanted = reinterpret_cast<const unsigned char*>(elements);
  return std::search(bytes.begin(), bytes.end(), wanted, wanted + count * sizeof(T)) != bytes.end();
}

/// Why a kernel cannot have made all of `after` from `before`, two arrays of the host, or an empty string: the
/// device did not get the one, or has not given back the other. Memory that both can reach needs no copies.
/// @param whose what the arrays hold: "the text"
template <class T>
std::string not_from_a_kernel(const T* before, const T* after, std::size_t count,
                              const std::string& whose) {
  const bool is_shared = std::any_of(made.begin(), made.end(), [](const std::string& name) {
    return name == "cudaMallocManaged" || name == "cudaHostAlloc" || name == "cudaMallocHost" ||
           name == "cudaHostRegister";
  });
  if (!(is_shared && sent.empty()) && !holds(sent, before, count)) {
    return "no copy has brought " + whose +
           " to the device as the check has passed it: a kernel "
           "has to do the work on it, not the host";
  }
  if (!(is_shared && brought.empty()) && !holds(brought, after, count)) {
    return "what the copies have brought back from the device is not yet the result: a kernel has "
           "to do all of the work on " +
           whose + ", not the host";
  }
  return "";
}

}  // namespace calls

#ifndef TUTORIAL_APART
#include "tutorial/watched_copies.inl.cuh"
#endif

#undef cudaMemcpy
#undef cudaMemcpyAsync
#define cudaMemcpy(...) \
  calls::watch_copy(    \
      "cudaMemcpy", [](auto... a) { return cudaMemcpy(a...); }, __VA_ARGS__)
#define cudaMemcpyAsync(...) \
  calls::watch_copy(         \
      "cudaMemcpyAsync", [](auto... a) { return cudaMemcpyAsync(a...); }, __VA_ARGS__)
#define cudaMemcpy2D(...) \
  calls::watch_copy_2d([](auto... a) { return cudaMemcpy2D(a...); }, __VA_ARGS__)
