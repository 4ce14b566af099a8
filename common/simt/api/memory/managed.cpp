// Managed memory: allocated, and hints about it. Its bytes stay where they are; the page model tracks where its pages
// would be.
#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>

#include "api/streams/stream.h"
#include "base/address_map.h"
#include "base/api_call.h"
#include "base/device.h"
#include "base/error.h"
#include "base/process.h"
#include "cuda_runtime_api.h"
#include "memory/accessibility.h"
#include "memory/allocations.h"
#include "memory/pages.h"
#include "operations/stream_order.h"

namespace simt {
namespace {

struct Location {
  int type = cudaMemLocationTypeInvalid;
  int id = cudaInvalidDeviceId;
  bool operator==(const Location& other) const { return type == other.type && id == other.id; }
};

/// What the program has said about a page.
struct Hints {
  bool read_mostly = false;
  unsigned accessed_by_devices = 0;  ///< a bit for each
  bool accessed_by_host = false;
  Location preferred, prefetched;
};

constexpr std::uintptr_t kPage = 4096;

/// What hints are kept for; the page model has larger pages.
struct HintPages {
  std::uintptr_t first, end;
};

struct AllHints {
  std::mutex mutex;
  std::map<std::uintptr_t, Hints> from{{0, Hints()}};  ///< from the key up to the next one
};
AllHints& all_hints() { return process().part<AllHints>(); }
std::map<std::uintptr_t, Hints>& hints() { return all_hints().from; }

/// Makes `address` a place where hints begin.
std::map<std::uintptr_t, Hints>::iterator split(std::uintptr_t address) {
  const auto before = std::prev(hints().upper_bound(address));
  if (before->first == address) return before;
  return hints().emplace(address, before->second).first;
}

template <class Change>
void change_hints(const HintPages& pages, const Change& change) {
  const std::lock_guard lock(all_hints().mutex);
  const auto first = split(pages.first);
  const auto end = split(pages.end);
  for (auto it = first; it != end; ++it) change(it->second);
}

/// What all pages agree on; `otherwise` if they differ.
template <class T, class Get>
T common_hint(const HintPages& pages, const Get& get, T otherwise) {
  const std::lock_guard lock(all_hints().mutex);
  auto it = std::prev(hints().upper_bound(pages.first));
  const T value = get(it->second);
  while (++it != hints().end() && it->first < pages.end) {
    if (!(get(it->second) == value)) return otherwise;
  }
  return value;
}

bool is_managed(const void* pointer, std::size_t bytes) {
  return accessibility_of(pointer, bytes) == Accessibility::kBoth && !is_pinned(pointer);
}

cudaError_t find_pages(const void* pointer, std::size_t bytes, HintPages* pages) {
  if (bytes == 0 || !is_managed(pointer, bytes)) return cudaErrorInvalidValue;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  *pages = {address / kPage * kPage, (address + bytes + kPage - 1) / kPage * kPage};
  return cudaSuccess;
}

cudaError_t location_error(const cudaMemLocation& location) {
  switch (location.type) {
    case cudaMemLocationTypeDevice:
      return is_device(location.id) ? cudaSuccess : cudaErrorInvalidDevice;
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNumaCurrent:
      return cudaSuccess;
    case cudaMemLocationTypeHostNuma:  // the model has one node
      return location.id == 0 ? cudaSuccess : cudaErrorInvalidDevice;
    case cudaMemLocationTypeInvalid:
      break;
  }
  return cudaErrorInvalidValue;
}

/// As an attribute shows it.
Location location_of(const cudaMemLocation& location) {
  switch (location.type) {
    case cudaMemLocationTypeDevice:
    case cudaMemLocationTypeHostNuma:
      return {location.type, location.id};
    case cudaMemLocationTypeHostNumaCurrent:
      return {cudaMemLocationTypeHostNuma, 0};
    default:
      return {location.type, cudaCpuDeviceId};
  }
}

/// A location by the one number that it had before there were types.
int device_number(const Location& location) {
  return location.type == cudaMemLocationTypeHostNuma ? cudaCpuDeviceId : location.id;
}

/// The devices that were named, and cudaInvalidDeviceId for the rest of the array.
void list_accessors(const HintPages& pages, int* list, std::size_t count) {
  std::size_t next = 0;
  if (next < count && common_hint(
                          pages, [](const Hints& h) { return h.accessed_by_host; }, false)) {
    list[next++] = cudaCpuDeviceId;
  }
  const unsigned devices = common_hint(
      pages, [](const Hints& h) { return h.accessed_by_devices; }, 0u);
  for (int device = 0; device < device_count() && next < count; ++device) {
    if ((devices >> device & 1) != 0) list[next++] = device;
  }
  std::fill(list + next, list + count, cudaInvalidDeviceId);
}

cudaError_t range_attribute(int* data, std::size_t data_bytes, cudaMemRangeAttribute attribute,
                            const HintPages& pages) {
  const auto preferred = [&] {
    return common_hint(
        pages, [](const Hints& h) { return h.preferred; }, Location());
  };
  const auto prefetched = [&] {
    return common_hint(
        pages, [](const Hints& h) { return h.prefetched; }, Location());
  };
  if (attribute == cudaMemRangeAttributeAccessedBy) {
    if (data_bytes == 0 || data_bytes % sizeof(int) != 0) return cudaErrorInvalidValue;
    list_accessors(pages, data, data_bytes / sizeof(int));
    return cudaSuccess;
  }
  if (data_bytes != sizeof(int)) return cudaErrorInvalidValue;
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
      *data = common_hint(
          pages, [](const Hints& h) { return h.read_mostly; }, false);
      return cudaSuccess;
    case cudaMemRangeAttributePreferredLocation:
      *data = device_number(preferred());
      return cudaSuccess;
    case cudaMemRangeAttributePreferredLocationType:
      *data = preferred().type;
      return cudaSuccess;
    case cudaMemRangeAttributePreferredLocationId:
      *data = preferred().id;
      return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocation:
      *data = device_number(prefetched());
      return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocationType:
      *data = prefetched().type;
      return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocationId:
      *data = prefetched().id;
      return cudaSuccess;
    default:
      return cudaErrorInvalidValue;
  }
}

}  // namespace
}  // namespace simt

using simt::Hints;
using simt::result;

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned int flags) {
  if (const cudaError_t error = simt::unsafe_call_error()) return result(error);
  if (pointer == nullptr || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)) {
    return result(cudaErrorInvalidValue);
  }
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  *pointer = simt::allocate(bytes, __builtin_return_address(0), simt::Heap::kManaged, flags);
  simt::HintPages pages;
  if (simt::find_pages(*pointer, bytes, &pages) != cudaSuccess) {
    return result(cudaErrorMemoryAllocation);
  }
  simt::add_managed_allocation(*pointer, bytes, __builtin_return_address(0));
  simt::change_hints(pages, [](Hints& h) { h = {}; });  // of what was there before
  return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream) {
  SIMT_API_CALL;
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (const cudaError_t error = simt::stream_error(stream)) return result(error);
  simt::HintPages pages;
  if (const cudaError_t error = simt::find_pages(pointer, bytes, &pages)) return result(error);
  if (flags != 0) return result(cudaErrorInvalidValue);
  if (const cudaError_t error = simt::location_error(location)) return result(error);
  if (const cudaError_t error = simt::not_in_capture(stream)) return result(error);
  simt::change_hints(pages, [&](Hints& h) { h.prefetched = simt::location_of(location); });
  const bool is_device = location.type == cudaMemLocationTypeDevice;
  const auto kind =
      is_device ? simt::OperationKind::kPrefetchToDevice : simt::OperationKind::kPrefetchToHost;
  simt::Footprint footprint;
  footprint.add(simt::Touch::kPrefetch, reinterpret_cast<std::uintptr_t>(pointer), bytes,
                is_device ? simt::Side::kDevice : simt::Side::kHost);
  if (is_device) footprint.parts.back().to_device = location.id;
  simt::enqueue_work(stream, simt::CallWork{[] {}, kind, std::move(footprint)});
  return cudaSuccess;
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  simt::HintPages pages;
  if (const cudaError_t error = simt::find_pages(pointer, bytes, &pages)) return result(error);
  const bool has_location = advice == cudaMemAdviseSetPreferredLocation ||
                            advice == cudaMemAdviseSetAccessedBy ||
                            advice == cudaMemAdviseUnsetAccessedBy;
  if (has_location) {
    if (const cudaError_t error = simt::location_error(location)) return result(error);
  }
  simt::stream_order().advise({reinterpret_cast<std::uintptr_t>(pointer), bytes, advice,
                               location.type == cudaMemLocationTypeDevice});
  const auto set_accessed_by = [&](bool is_set) {
    simt::change_hints(pages, [&](Hints& h) {
      if (location.type != cudaMemLocationTypeDevice) {
        h.accessed_by_host = is_set;
      } else {
        const unsigned bit = 1u << location.id;
        h.accessed_by_devices = is_set ? h.accessed_by_devices | bit : h.accessed_by_devices & ~bit;
      }
    });
    return cudaSuccess;
  };
  switch (advice) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
      simt::change_hints(pages,
                         [&](Hints& h) { h.read_mostly = advice == cudaMemAdviseSetReadMostly; });
      return cudaSuccess;
    case cudaMemAdviseSetPreferredLocation:
      simt::change_hints(pages, [&](Hints& h) { h.preferred = simt::location_of(location); });
      return cudaSuccess;
    case cudaMemAdviseUnsetPreferredLocation:
      simt::change_hints(pages, [&](Hints& h) { h.preferred = {}; });
      return cudaSuccess;
    case cudaMemAdviseSetAccessedBy:
      return set_accessed_by(true);
    case cudaMemAdviseUnsetAccessedBy:
      return set_accessed_by(false);
  }
  return result(cudaErrorInvalidValue);
}

cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t data_bytes,
                                     cudaMemRangeAttribute attribute, const void* pointer,
                                     std::size_t bytes) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  simt::HintPages pages;
  if (data == nullptr) return result(cudaErrorInvalidValue);
  if (const cudaError_t error = simt::find_pages(pointer, bytes, &pages)) return result(error);
  return result(simt::range_attribute(static_cast<int*>(data), data_bytes, attribute, pages));
}

cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* data_bytes,
                                      cudaMemRangeAttribute* attributes, std::size_t count,
                                      const void* pointer, std::size_t bytes) {
  if (data == nullptr || data_bytes == nullptr || attributes == nullptr || count == 0) {
    return result(cudaErrorInvalidValue);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (const cudaError_t error =
            cudaMemRangeGetAttribute(data[i], data_bytes[i], attributes[i], pointer, bytes)) {
      return error;
    }
  }
  return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t bytes,
                                     unsigned int flags) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (const cudaError_t error = simt::stream_error(stream)) return result(error);
  const bool is_single = flags == cudaMemAttachSingle;
  if (!is_single && flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) {
    return result(cudaErrorInvalidValue);
  }
  const bool is_default = stream == nullptr || stream == cudaStreamLegacy;
  if ((is_single && is_default) || !simt::is_managed(pointer, bytes > 0 ? bytes : 1)) {
    return result(cudaErrorInvalidValue);
  }
  // An allocation is attached as a whole.
  const auto allocation = simt::find_allocation(pointer);
  if (allocation && (reinterpret_cast<std::uintptr_t>(pointer) != allocation->address ||
                     (bytes != 0 && bytes != allocation->bytes))) {
    return result(cudaErrorInvalidValue);
  }
  return result(simt::not_in_capture(stream));
}
