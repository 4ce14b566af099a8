#include "base/static_memory.h"

#include <algorithm>
#include <mutex>
#include <vector>

// The sections that the translator puts device variables into; absent ones are null.
extern "C" {
#define SIMT_SECTION(name)                            \
  extern char __start_##name[] __attribute__((weak)); \
  extern char __stop_##name[] __attribute__((weak));
SIMT_SECTION(simt_device)
SIMT_SECTION(simt_device_const)
SIMT_SECTION(simt_managed)
SIMT_SECTION(simt_constant)
SIMT_SECTION(simt_constant_const)
#undef SIMT_SECTION
extern char __executable_start[];
extern char __etext[];
extern char __data_start[] __attribute__((weak));
}

namespace simt {
namespace {

bool between(std::uintptr_t address, const char* start, const char* stop) {
  return address >= reinterpret_cast<std::uintptr_t>(start) &&
         address < reinterpret_cast<std::uintptr_t>(stop);
}

struct KnownAddresses {
  std::mutex mutex;
  std::vector<std::pair<const char*, const char*>> ranges;
};

KnownAddresses& known_addresses() {
  static KnownAddresses known;
  return known;
}

}  // namespace

StaticMemory classify_static(std::uintptr_t address) {
  if (between(address, __start_simt_device, __stop_simt_device) ||
      between(address, __start_simt_device_const, __stop_simt_device_const)) {
    return StaticMemory::kDevice;
  }
  if (between(address, __start_simt_managed, __stop_simt_managed)) return StaticMemory::kManaged;
  if (between(address, __start_simt_constant, __stop_simt_constant) ||
      between(address, __start_simt_constant_const, __stop_simt_constant_const)) {
    return StaticMemory::kConstant;
  }
  if (between(address, __executable_start, __data_start)) return StaticMemory::kReadOnly;
  return StaticMemory::kNone;
}

bool is_symbol(const void* pointer) {
  const StaticMemory memory = classify_static(reinterpret_cast<std::uintptr_t>(pointer));
  if (memory != StaticMemory::kDevice && memory != StaticMemory::kConstant) return false;
  KnownAddresses& known = known_addresses();
  const std::lock_guard lock(known.mutex);
  for (const auto& [begin, end] : known.ranges) {
    if (pointer >= begin && pointer < end) return false;
  }
  return true;
}

void note_symbol_address(const void* symbol, std::size_t bytes) {
  if (!is_symbol(symbol)) return;
  KnownAddresses& known = known_addresses();
  const std::lock_guard lock(known.mutex);
  const char* const begin = static_cast<const char*>(symbol);
  known.ranges.push_back({begin, begin + bytes});
}

bool is_device_variable(std::uintptr_t address) {
  return between(address, __start_simt_device, __stop_simt_device) ||
         between(address, __start_simt_constant, __stop_simt_constant);
}

std::optional<std::pair<std::uintptr_t, std::uintptr_t>> variables_to_watch() {
  std::uintptr_t low = ~std::uintptr_t{0}, high = 0;
  const auto add = [&](const char* start, const char* stop) {
    if (start == stop) return;
    low = std::min(low, reinterpret_cast<std::uintptr_t>(start));
    high = std::max(high, reinterpret_cast<std::uintptr_t>(stop));
  };
  add(__start_simt_device, __stop_simt_device);
  add(__start_simt_constant, __stop_simt_constant);
  add(__start_simt_managed, __stop_simt_managed);
  if (high == 0) return std::nullopt;
  return std::pair(low, high);
}

std::optional<std::pair<std::uintptr_t, std::uintptr_t>> managed_variables() {
  if (&__start_simt_managed[0] == &__stop_simt_managed[0]) return std::nullopt;
  return std::pair(reinterpret_cast<std::uintptr_t>(__start_simt_managed),
                   reinterpret_cast<std::uintptr_t>(__stop_simt_managed));
}

}  // namespace simt
