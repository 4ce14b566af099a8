#include "base/static_memory.h"

#include <algorithm>
#include <mutex>
#include <string_view>
#include <vector>

#include "base/address_map.h"
#include "base/symbol_table.h"

// The sections that the translator puts device variables into. The library is linked behind the program, so
// the gap that ends each section is its last piece.
extern "C" {
#define SIMT_SECTION(name)      \
  extern char __start_##name[]; \
  [[gnu::section(#name), gnu::used]] alignas(256) char simt_end_of_##name[1024] = {};
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

constexpr std::string_view kGapName = "simt_end_of_";

/// @param pointer into a section. Two of them may be the same, what the compiler would deny.
std::uintptr_t address_of(const char* pointer) {
  asm("" : "+r"(pointer));
  return reinterpret_cast<std::uintptr_t>(pointer);
}

bool between(std::uintptr_t address, const char* start, const char* stop) {
  return address >= address_of(start) && address < address_of(stop);
}

struct KnownAddresses {
  std::mutex mutex;
  std::vector<std::pair<const char*, const char*>> ranges;
};

KnownAddresses& known_addresses() {
  static KnownAddresses known;
  return known;
}

/// How many bytes of every granule belong to a variable, which begins with a granule of its own.
class VariableExtents {
 public:
  VariableExtents() {
    for (const auto& [start, stop] : sections_of_variables()) {
      begin_ = std::min(begin_, start / kGranule * kGranule);
      end_ = std::max(end_, stop);
    }
    if (begin_ >= end_) return;
    valid_.resize((end_ - begin_ + kGranule - 1) / kGranule);
    for (const Symbol& variable : variables()) {
      if (is_gap(variable.name)) continue;
      if (variable.start < begin_ || variable.start >= end_ || variable.start % kGranule != 0)
        continue;
      is_known_ |= variable.end > variable.start;
      for (std::uintptr_t at = variable.start; at < std::min(variable.end, end_); at += kGranule) {
        std::uint16_t& valid = valid_[(at - begin_) / kGranule];
        const std::size_t bytes = std::min<std::size_t>(variable.end - at, kGranule);
        valid = std::max(valid, static_cast<std::uint16_t>(bytes));
      }
    }
  }

  bool holds(std::uintptr_t address, std::size_t bytes) const {
    if (!is_known_ || address - begin_ >= end_ - begin_) return !is_known_;
    std::size_t granule = (address - begin_) / kGranule;
    std::size_t offset = address % kGranule;
    for (; offset + bytes > kGranule; offset = 0) {
      if (valid_[granule] < kGranule || ++granule == valid_.size()) return false;
      bytes -= kGranule - offset;
    }
    return offset + bytes <= valid_[granule];
  }

 private:
  std::uintptr_t begin_ = ~std::uintptr_t{0}, end_ = 0;
  std::vector<std::uint16_t> valid_;
  bool is_known_ = false;  ///< false where the program has no symbol table
};

}  // namespace

std::vector<std::pair<std::uintptr_t, std::uintptr_t>> sections_of_variables() {
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> sections;
  const auto add = [&](const char* start, const char* stop) {
    if (address_of(start) == address_of(stop)) return;
    sections.emplace_back(address_of(start), address_of(stop));
  };
  add(__start_simt_device, simt_end_of_simt_device);
  add(__start_simt_device_const, simt_end_of_simt_device_const);
  add(__start_simt_managed, simt_end_of_simt_managed);
  add(__start_simt_constant, simt_end_of_simt_constant);
  add(__start_simt_constant_const, simt_end_of_simt_constant_const);
  return sections;
}

bool is_in_variable(std::uintptr_t address, std::size_t bytes) {
  static const auto* extents = new VariableExtents;
  return extents->holds(address, bytes);
}

StaticMemory classify_static(std::uintptr_t address) {
  if (between(address, __start_simt_device, simt_end_of_simt_device) ||
      between(address, __start_simt_device_const, simt_end_of_simt_device_const)) {
    return StaticMemory::kDevice;
  }
  if (between(address, __start_simt_managed, simt_end_of_simt_managed))
    return StaticMemory::kManaged;
  if (between(address, __start_simt_constant, simt_end_of_simt_constant) ||
      between(address, __start_simt_constant_const, simt_end_of_simt_constant_const)) {
    return StaticMemory::kConstant;
  }
  if (between(address, __executable_start, __data_start)) return StaticMemory::kReadOnly;
  return StaticMemory::kNone;
}

bool is_gap(std::string_view variable) { return variable.starts_with(kGapName); }

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
  return between(address, __start_simt_device, simt_end_of_simt_device) ||
         between(address, __start_simt_constant, simt_end_of_simt_constant);
}

std::optional<std::pair<std::uintptr_t, std::uintptr_t>> variables_to_watch() {
  std::uintptr_t low = ~std::uintptr_t{0}, high = 0;
  const auto add = [&](const char* start, const char* stop) {
    if (address_of(start) == address_of(stop)) return;
    low = std::min(low, address_of(start));
    high = std::max(high, address_of(stop));
  };
  add(__start_simt_device, simt_end_of_simt_device);
  add(__start_simt_constant, simt_end_of_simt_constant);
  add(__start_simt_managed, simt_end_of_simt_managed);
  if (high == 0) return std::nullopt;
  return std::pair(low, high);
}

std::optional<std::pair<std::uintptr_t, std::uintptr_t>> managed_variables() {
  const std::uintptr_t begin = address_of(__start_simt_managed);
  const std::uintptr_t end = address_of(simt_end_of_simt_managed);
  if (begin == end) return std::nullopt;
  return std::pair(begin, end);
}

}  // namespace simt
