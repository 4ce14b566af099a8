#include "execution/threads/shared_layout.h"

#include <algorithm>

#include "base/address_map.h"
#include "base/numbers.h"

namespace simt {
namespace {

/// Bytes that belong to nothing, between any two arrays.
constexpr std::size_t kRedzone = 128;
/// Bank 0 starts here; every array does, so that conflicts do not depend on what is declared
/// before it.
constexpr std::size_t kArrayAlignment = 128;

}  // namespace

SharedLayout::SharedLayout(std::size_t dynamic_bytes) {
  arrays_.reserve(64);
  arrays_.push_back({nullptr, "dynamic shared memory", 0, dynamic_bytes, {}});
  used_ = round_up(dynamic_bytes + kRedzone, kArrayAlignment);
}

const SharedArray* SharedLayout::find(const void* key) const {
  for (const SharedArray& array : arrays_) {
    if (array.key == key) return &array;
  }
  return nullptr;
}

const SharedArray& SharedLayout::add(const void* key, const char* name, std::size_t bytes,
                                     std::size_t alignment, Elements elements) {
  const std::size_t offset = round_up(used_, std::max(alignment, kArrayAlignment));
  used_ = offset + bytes + kRedzone;
  static_bytes_ += bytes;
  arrays_.push_back({key, name, offset, bytes, elements});
  has_structs_ |= elements.are_structs();
  return arrays_.back();
}

void SharedLayout::declare_dynamic(Elements elements) {
  if (elements.are_structs() || !arrays_[0].elements.are_structs()) arrays_[0].elements = elements;
  has_structs_ |= elements.are_structs();
}

Elements SharedLayout::elements_at(std::size_t offset) const {
  for (const SharedArray& array : arrays_) {
    if (offset - array.offset < array.bytes) return array.elements;
  }
  return {};
}

/// "byte 12 of tile", for an address inside of an array.
std::string SharedLayout::position_text(std::uintptr_t address) const {
  const std::uintptr_t offset = (address - kSharedBase) % kSharedWindow;
  for (const SharedArray& array : arrays_) {
    if (offset - array.offset < array.bytes) {
      return "byte " + std::to_string(offset - array.offset) + " of " + array.name;
    }
  }
  return "shared memory";
}

/// "4 bytes past the end of tile (4096 bytes)"
std::string SharedLayout::distance_text(std::uintptr_t address) const {
  const SharedArray* nearest = nullptr;
  std::size_t distance = ~std::size_t{0};
  bool before = false;
  const std::size_t offset = (address - kSharedBase) % kSharedWindow;
  for (const SharedArray& array : arrays_) {
    if (array.bytes == 0) continue;
    const std::size_t end = array.offset + array.bytes;
    const bool below = offset < array.offset;
    const std::size_t d = below ? array.offset - offset : offset - end;
    if (!below && offset < end) return std::string("the end of ") + array.name;
    if (d < distance) {
      distance = d;
      nearest = &array;
      before = below;
    }
  }
  if (nearest == nullptr) return "outside of the block's shared memory: this launch has none";
  return std::to_string(distance) +
         (before ? " bytes before the start of " : " bytes past the end of ") + nearest->name +
         " (" + std::to_string(nearest->bytes) + " bytes)";
}

}  // namespace simt
