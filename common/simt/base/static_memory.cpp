#include "base/static_memory.h"

#include <algorithm>
#include <mutex>
#include <string_view>
#include <vector>

#include "base/address_map.h"
#include "base/process.h"
#include "base/program_sections.h"
#include "base/symbol_table.h"

namespace simt {
namespace {

constexpr std::string_view kGapName = "simt_end_of_";

std::uintptr_t address_of(const char* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

bool is_in(const Section<char>& section, std::uintptr_t address) {
  return address >= address_of(section.start) && address < address_of(section.stop);
}

const ProgramSections& sections = simt_program_sections;

struct KnownAddresses {
  std::mutex mutex;
  std::vector<std::pair<const char*, const char*>> ranges;
};

KnownAddresses& known_addresses() { return process().part<KnownAddresses>(); }

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
    for (const ProgramSymbol& variable : variables()) {
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
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> found;
  for (const Section<char>& section : {sections.device, sections.device_const, sections.managed,
                                       sections.constant, sections.constant_const}) {
    if (section.start == section.stop) continue;
    found.emplace_back(address_of(section.start), address_of(section.stop));
  }
  return found;
}

bool begins_variable(std::uintptr_t address) {
  const ProgramSymbol* const variable = variable_at(reinterpret_cast<const void*>(address));
  return variable == nullptr || variable->start == address;
}

bool is_in_variable(std::uintptr_t address, std::size_t bytes) {
  return process().part<VariableExtents>().holds(address, bytes);
}

StaticMemory classify_static(std::uintptr_t address) {
  if (is_in(sections.device, address) || is_in(sections.device_const, address)) {
    return StaticMemory::kDevice;
  }
  if (is_in(sections.managed, address)) return StaticMemory::kManaged;
  if (is_in(sections.constant, address) || is_in(sections.constant_const, address)) {
    return StaticMemory::kConstant;
  }
  if (is_in(sections.read_only, address)) return StaticMemory::kReadOnly;
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

void record_symbol_address(const void* symbol, std::size_t bytes) {
  if (!is_symbol(symbol)) return;
  KnownAddresses& known = known_addresses();
  const std::lock_guard lock(known.mutex);
  const char* const begin = static_cast<const char*>(symbol);
  known.ranges.push_back({begin, begin + bytes});
}

bool is_device_variable(std::uintptr_t address) {
  return is_in(sections.device, address) || is_in(sections.constant, address);
}

std::optional<std::pair<std::uintptr_t, std::uintptr_t>> variables_to_watch() {
  std::uintptr_t low = ~std::uintptr_t{0}, high = 0;
  for (const Section<char>& section : {sections.device, sections.constant, sections.managed}) {
    if (section.start == section.stop) continue;
    low = std::min(low, address_of(section.start));
    high = std::max(high, address_of(section.stop));
  }
  if (high == 0) return std::nullopt;
  return std::pair(low, high);
}

std::optional<std::pair<std::uintptr_t, std::uintptr_t>> managed_variables() {
  const auto& [start, stop] = sections.managed;
  if (start == stop) return std::nullopt;
  return std::pair(address_of(start), address_of(stop));
}

}  // namespace simt
