#include "memory/elements.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "base/process.h"
#include "memory/allocations.h"
#include "memory/registered.h"

namespace simt {
namespace {

void add_argument(void* context, const volatile void* pointer, Elements elements, std::size_t) {
  auto& ranges = *static_cast<std::vector<ElementRange>*>(context);
  if (elements.bytes == 0) return;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (const auto range = allocated_range(address)) {
    ranges.push_back({range->begin, range->end, elements});
  } else if (const auto host = registered_at(address, 1)) {
    ranges.push_back({host->address, host->address + host->bytes, elements});
  }
}

/// Written before main, by initialisers.
struct DeclaredVariables {
  std::vector<ElementRange> ranges;
};
std::vector<ElementRange>& variables() { return process().part<DeclaredVariables>().ranges; }

}  // namespace

void declare_elements(const volatile void* begin, std::size_t bytes, Elements elements) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  variables().push_back({address, address + bytes, elements});
}

std::vector<ElementRange> declared_ranges(const KernelCall* call) {
  std::vector<ElementRange> ranges;
  call->visit_pointers(call, &add_argument, &ranges);
  add_declared_ranges(ranges);
  ranges.insert(ranges.end(), variables().begin(), variables().end());
  const bool any = std::any_of(ranges.begin(), ranges.end(), [](const ElementRange& range) {
    return range.elements.are_structs();
  });
  if (!any) ranges.clear();
  return ranges;
}

Elements declared_at(const KernelCall* call, std::uintptr_t address) {
  const std::optional<ElementRange> range = allocated_range(address);
  if (!range) return {};
  struct Search {
    ElementRange range;
    Elements found;
  } search{*range, {}};
  const auto look = [](void* context, const volatile void* pointer, Elements elements,
                       std::size_t) {
    Search& to = *static_cast<Search*>(context);
    const auto at = reinterpret_cast<std::uintptr_t>(pointer);
    const bool is_inside = at - to.range.begin < to.range.end - to.range.begin;
    if (is_inside && to.found.bytes == 0) to.found = elements;
  };
  call->visit_pointers(call, look, &search);
  return search.found.bytes > 0 ? search.found : range->elements;
}

unsigned piece_of(Elements elements, std::uintptr_t address, std::size_t bytes, unsigned most) {
  // A smaller element says nothing of a wider access: the pointer was cast.
  if (elements.are_structs() && bytes <= elements.bytes) most = elements.alignment;
  const std::uintptr_t possible = address | bytes | 16;
  return std::min<unsigned>(most, 1u << std::countr_zero(possible));
}

}  // namespace simt
