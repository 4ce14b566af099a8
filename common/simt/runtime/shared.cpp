#include <cstring>

#include "address_map.h"
#include "device.h"
#include "worker.h"

namespace simt {
namespace {

/// Bytes that belong to nothing, between any two arrays.
constexpr std::size_t kRedzone = 128;
/// Bank 0 starts here; every array does, so that conflicts do not depend on what is declared
/// before it.
constexpr std::size_t kArrayAlignment = 128;

void set_valid(std::uintptr_t address, std::size_t bytes, bool valid) {
  for (std::size_t i = 0; i < bytes; i += 4) {
    const std::size_t left = bytes - i;
    shared_shadow(address + i) = valid ? static_cast<std::uint8_t>(left < 4 ? left : 4) : 0;
  }
}

}  // namespace

/// The layout of a block's shared memory is found by its first block and kept for the launch.
void Worker::begin_shared() {
  shared_arrays_.clear();
  shared_arrays_.reserve(64);
  static_shared_bytes_ = 0;
  shared_used_ = 0;
  const std::size_t dynamic = grid_->config.shared_bytes;
  shared_arrays_.push_back({nullptr, "dynamic shared memory", shared_base_, dynamic});
  set_valid(shared_base_, dynamic, true);
  shared_used_ = (dynamic + kRedzone + kArrayAlignment - 1) / kArrayAlignment * kArrayAlignment;
}

void Worker::end_shared() {
  for (const SharedArray& array : shared_arrays_) set_valid(array.address, array.bytes, false);
}

void* Worker::shared_array(const void* key, const char* name, std::size_t bytes,
                           std::size_t alignment, const void* site) {
  for (const SharedArray& array : shared_arrays_) {
    if (array.key == key) return reinterpret_cast<void*>(array.address);
  }
  Event* const cursor = recorder.cursor;
  recorder.cursor = nullptr;
  if (alignment < kArrayAlignment) alignment = kArrayAlignment;
  static_shared_bytes_ += bytes;
  if (static_shared_bytes_ > kStaticSharedLimit) {
    recorder.cursor = cursor;
    report_static_shared(name, bytes, site);
  }
  const std::uintptr_t address =
      (shared_base_ + shared_used_ + alignment - 1) / alignment * alignment;
  shared_used_ = address - shared_base_ + bytes + kRedzone;
  shared_arrays_.push_back({key, name, address, bytes});
  set_valid(address, bytes, true);
  recorder.cursor = cursor;
  return reinterpret_cast<void*>(address);
}

void* Worker::dynamic_shared() { return reinterpret_cast<void*>(shared_base_); }

void Worker::check_shared(std::uintptr_t address, unsigned bytes, Op op, const void* site) {
  if (!settings_.check_shared) return;
  if (shared_check_.last_write_races() ||
      shared_check_.access(address, bytes, op, current_, site)) {
    report_race();
  }
}

/// "byte 12 of tile", for an address inside of an array.
std::string Worker::shared_position(std::uintptr_t address) const {
  for (const SharedArray& array : shared_arrays_) {
    if (address - array.address < array.bytes) {
      return "byte " + std::to_string(address - array.address) + " of " + array.name;
    }
  }
  return "shared memory";
}

/// "4 bytes past the end of tile (4096 bytes)"
std::string Worker::describe_shared(std::uintptr_t address) const {
  const SharedArray* nearest = nullptr;
  std::size_t distance = ~std::size_t{0};
  bool before = false;
  for (const SharedArray& array : shared_arrays_) {
    if (array.bytes == 0) continue;
    const std::uintptr_t end = array.address + array.bytes;
    const bool below = address < array.address;
    const std::size_t d = below ? array.address - address : address - end;
    if (!below && address < end) return std::string("the end of ") + array.name;
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

void* shared(const void* key, const char* name, std::size_t bytes, std::size_t alignment) {
  return device_code("__shared__ memory")
      .shared_array(key, name, bytes, alignment, __builtin_return_address(0));
}

void* shared_dynamic(const char*, std::size_t) {
  return device_code("__shared__ memory").dynamic_shared();
}

}  // namespace simt
