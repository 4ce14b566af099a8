// Memory in rows and slices: allocated, copied and set.
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "api/memory/copy_region.h"
#include "api/streams/stream.h"
#include "base/api_call.h"
#include "base/error.h"
#include "base/refusals.h"
#include "base/static_memory.h"
#include "cuda_runtime_api.h"
#include "execution/device_code/print.h"
#include "memory/allocations.h"
#include "memory/copy_refusals.h"
#include "memory/peers.h"
#include "memory/unwritten_copies.h"
#include "memory/written.h"

namespace simt {
namespace {

constexpr std::size_t kPitchAlignment = 512;
constexpr std::size_t kMaxPitch = 0x7fffffff;

cudaError_t allocate_pitched(cudaPitchedPtr* pitched, const cudaExtent& extent, const void* site) {
  if (const cudaError_t error = unsafe_call_error()) return error;
  const std::size_t pitch =
      (extent.width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
  *pitched = {nullptr, pitch, extent.width, extent.height};
  std::size_t bytes;
  if (pitch < extent.width || __builtin_mul_overflow(pitch, extent.height, &bytes) ||
      __builtin_mul_overflow(bytes, extent.depth, &bytes)) {
    return cudaErrorMemoryAllocation;
  }
  if (bytes == 0) return cudaSuccess;
  pitched->ptr = allocate(bytes, site);
  return pitched->ptr != nullptr ? cudaSuccess : cudaErrorMemoryAllocation;
}

/// The region's bytes.
std::vector<Range> ranges_of(const CopySide& side, const CopyRegion& region) {
  std::vector<Range> ranges;
  const auto first = reinterpret_cast<std::uintptr_t>(side.first);
  for (std::size_t z = 0; z < region.slices; ++z) {
    for (std::size_t y = 0; y < region.rows; ++y) {
      const std::uintptr_t begin = first + z * side.slice_bytes + y * side.row_bytes;
      if (!ranges.empty() && ranges.back().end == begin) {
        ranges.back().end += region.bytes;
      } else {
        ranges.push_back({begin, begin + region.bytes});
      }
    }
  }
  return ranges;
}

/// All of the side, for what a refusal says.
CopyEnd end_of(const CopySide& side, const CopyRegion& region) {
  const std::size_t last =
      (region.slices - 1) * side.slice_bytes + (region.rows - 1) * side.row_bytes;
  return {side.first, last + region.bytes, side.accessibility};
}

/// @param a ascending, like `b`
bool have_bytes_in_common(const std::vector<Range>& a, const std::vector<Range>& b) {
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    if (x->begin < y->end && y->begin < x->end) return true;
    x->end <= y->end ? ++x : ++y;
  }
  return false;
}

}  // namespace

cudaError_t make_region_work(const CopySide& to, const CopySide& from, const CopyRegion& region,
                             cudaMemcpyKind kind, CallWork* work) {
  if (!kind_fits(kind, to.accessibility, from.accessibility)) {
    return because(cudaErrorInvalidValue,
                   copy_refusal(kind, end_of(to, region), end_of(from, region)));
  }
  const auto copy = [=, call = ApiCall::current()] {
    for (std::size_t z = 0; z < region.slices; ++z) {
      for (std::size_t y = 0; y < region.rows; ++y) {
        char* const row = to.first + z * to.slice_bytes + y * to.row_bytes;
        const char* const source = from.first + z * from.slice_bytes + y * from.row_bytes;
        std::memmove(row, source, region.bytes);
        copied_to(row, region.bytes);
        count_peer_copy(row, source, region.bytes);
        record_copy(row, source, region.bytes, call);
      }
    }
  };
  std::vector<Range> sources = ranges_of(from, region), targets = ranges_of(to, region);
  if (from.first != to.first && have_bytes_in_common(sources, targets)) warn_of_overlap();
  Footprint footprint;
  footprint.add(Touch::kCopyRead, nullptr, std::move(sources), source_side(kind));
  footprint.add(Touch::kCopyWrite, nullptr, std::move(targets), target_side(kind));
  *work = CallWork{copy, copy_kind(to.first, from.first), std::move(footprint)};
  return cudaSuccess;
}

namespace {

/// Queues the copy. @param task receives it.
cudaError_t queue_copy(const CopySide& to, const CopySide& from, const CopyRegion& region,
                       cudaMemcpyKind kind, cudaStream_t stream, TaskPtr* task) {
  if (const cudaError_t error = device_error()) return error;
  if (const cudaError_t error = stream_error(stream)) return error;
  if (region.is_empty()) return cudaSuccess;
  CallWork work;
  if (const cudaError_t error = make_region_work(to, from, region, kind, &work)) return error;
  *task = enqueue_work(stream, std::move(work));
  return cudaSuccess;
}

/// Queues the work. @param task receives it.
cudaError_t queue_set(const CopySide& to, int value, const CopyRegion& region, cudaStream_t stream,
                      TaskPtr* task) {
  if (const cudaError_t error = device_error()) return error;
  if (const cudaError_t error = stream_error(stream)) return error;
  if (region.is_empty()) return cudaSuccess;
  if (to.accessibility != Accessibility::kDevice && to.accessibility != Accessibility::kBoth) {
    return because(cudaErrorInvalidValue, set_refusal(end_of(to, region)));
  }
  if (region.slices == 1) {
    const auto byte = static_cast<unsigned char>(value);
    *task = enqueue_work(stream,
                         FillWork{{to.first, to.row_bytes, byte, 1, region.bytes, region.rows}});
    return cudaSuccess;
  }
  const auto fill = [=] {
    for (std::size_t z = 0; z < region.slices; ++z) {
      for (std::size_t y = 0; y < region.rows; ++y) {
        char* const row = to.first + z * to.slice_bytes + y * to.row_bytes;
        std::memset(row, value, region.bytes);
        copied_to(row, region.bytes);
      }
    }
  };
  Footprint footprint;
  footprint.add(Touch::kCopyWrite, nullptr, ranges_of(to, region));
  *task = enqueue_work(stream, CallWork{fill, OperationKind::kFill, std::move(footprint)});
  return cudaSuccess;
}

cudaError_t set_region(const CopySide& to, int value, const CopyRegion& region, cudaStream_t stream,
                       bool synchronous) {
  TaskPtr task;
  const cudaError_t error = queue_set(to, value, region, stream, &task);
  // The host may use its own memory at once; device memory only through copies.
  if (synchronous && to.accessibility == Accessibility::kBoth) wait_for(task);
  return result(error);
}

/// What cudaMemset3D sets.
cudaError_t target_of(const cudaPitchedPtr& pitched, const CopyRegion& region, CopySide* side) {
  if (region.bytes > pitched.pitch || (region.slices > 1 && region.rows > pitched.ysize)) {
    return cudaErrorInvalidValue;
  }
  *side = linear_side(pitched.ptr, pitched.pitch, pitched.ysize, region);
  return cudaSuccess;
}

cudaError_t pitch_error(std::size_t to_pitch, std::size_t from_pitch, std::size_t width) {
  if (width > to_pitch || width > from_pitch) {
    return because(cudaErrorInvalidPitchValue, "rows of " + std::to_string(width) +
                                                   " bytes begin " +
                                                   std::to_string(std::min(to_pitch, from_pitch)) +
                                                   " bytes apart; width and pitch are in bytes");
  }
  return to_pitch <= kMaxPitch && from_pitch <= kMaxPitch ? cudaSuccess
                                                          : cudaErrorInvalidPitchValue;
}

}  // namespace

CopySide linear_side(const void* first, std::size_t pitch, std::size_t rows,
                     const CopyRegion& region) {
  CopySide side = {static_cast<char*>(const_cast<void*>(first)), pitch, pitch * rows,
                   Accessibility::kNone};
  if (region.is_empty()) return side;
  std::size_t slices, before;  // what lies before the last row
  const bool too_large = __builtin_mul_overflow(region.slices - 1, side.slice_bytes, &slices) ||
                         __builtin_mul_overflow(region.rows - 1, pitch, &before) ||
                         __builtin_add_overflow(before, slices, &before) ||
                         __builtin_add_overflow(before, region.bytes, &before);
  if (!too_large && !is_symbol(first)) side.accessibility = accessibility_of(first, before);
  return side;
}

cudaError_t copy_region(const CopySide& to, const CopySide& from, const CopyRegion& region,
                        cudaMemcpyKind kind, cudaStream_t stream, bool synchronous) {
  TaskPtr task;
  if (const cudaError_t error = queue_copy(to, from, region, kind, stream, &task)) {
    return result(error);
  }
  const bool is_inside =
      to.accessibility == Accessibility::kDevice && from.accessibility == Accessibility::kDevice;
  // Pageable memory is the program's own again when the call returns.
  synchronous &= !is_inside;
  if (synchronous || to.accessibility == Accessibility::kHost ||
      from.accessibility == Accessibility::kHost)
    wait_for(task);
  if (!synchronous) return cudaSuccess;
  flush_output();
  return result(device_error());
}

namespace {

// What a call and its asynchronous form have in common.

cudaError_t copy_2d(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                    const CopyRegion& region, cudaMemcpyKind kind, cudaStream_t stream,
                    bool synchronous) {
  if (const cudaError_t error = pitch_error(to_pitch, from_pitch, region.bytes)) {
    return result(error);
  }
  return copy_region(linear_side(to, to_pitch, region.rows, region),
                     linear_side(from, from_pitch, region.rows, region), region, kind, stream,
                     synchronous);
}

cudaError_t set_2d(void* pointer, std::size_t pitch, int value, const CopyRegion& region,
                   cudaStream_t stream, bool synchronous) {
  if (region.rows > 1 && region.bytes > pitch) return result(cudaErrorInvalidValue);
  return set_region(linear_side(pointer, pitch, region.rows, region), value, region, stream,
                    synchronous);
}

cudaError_t set_3d(const cudaPitchedPtr& pitched, int value, const cudaExtent& extent,
                   cudaStream_t stream, bool synchronous) {
  const CopyRegion region = {extent.width, extent.height, extent.depth};
  CopySide to;
  if (const cudaError_t error = target_of(pitched, region, &to)) return result(error);
  return set_region(to, value, region, stream, synchronous);
}

}  // namespace

}  // namespace simt

using simt::result;

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
  if (pointer == nullptr || pitch == nullptr) return result(cudaErrorInvalidValue);
  cudaPitchedPtr pitched;
  const cudaError_t error =
      simt::allocate_pitched(&pitched, {width, height, 1}, __builtin_return_address(0));
  if (error != cudaSuccess) return result(error);
  *pointer = pitched.ptr;
  *pitch = pitched.pitch;
  return cudaSuccess;
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  if (pitched == nullptr) return result(cudaErrorInvalidValue);
  cudaPitchedPtr made;
  const cudaError_t error = simt::allocate_pitched(&made, extent, __builtin_return_address(0));
  if (error == cudaSuccess) *pitched = made;
  return result(error);
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  SIMT_API_CALL;
  return simt::copy_2d(to, to_pitch, from, from_pitch, {width, height, 1}, kind, nullptr, true);
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::copy_2d(to, to_pitch, from, from_pitch, {width, height, 1}, kind, stream, false);
}

cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
  SIMT_API_CALL;
  return simt::set_2d(pointer, pitch, value, {width, height, 1}, nullptr, true);
}

cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::set_2d(pointer, pitch, value, {width, height, 1}, stream, false);
}

cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) {
  SIMT_API_CALL;
  return simt::set_3d(pitched, value, extent, nullptr, true);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent,
                              cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::set_3d(pitched, value, extent, stream, false);
}
