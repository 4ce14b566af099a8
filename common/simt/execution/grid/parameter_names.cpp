#include "execution/grid/parameter_names.h"

#include <algorithm>
#include <string_view>

#include "base/symbol_table.h"
#include "execution/grid/probe.h"
#include "memory/allocations.h"

namespace simt {
namespace {

/// The names of the kernel's parameters as the translator has left them: "in,out,n".
std::string_view names_of(const ProgramSymbol* kernel) {
  for (const LocalObject& object : local_objects("simt_parameters")) {
    if (object.function == kernel) return static_cast<const char*>(object.address);
  }
  return {};
}

std::string_view name_at(std::string_view names, std::size_t position) {
  for (; position > 0 && !names.empty(); --position) {
    names.remove_prefix(std::min(names.find(','), names.size() - 1) + 1);
  }
  return names.substr(0, names.find(','));
}

struct Search {
  std::uintptr_t begin, end;
  std::string_view names;
  std::string_view found;
};

void look_for_name(void* context, const volatile void* pointer, Elements, std::size_t position) {
  auto& search = *static_cast<Search*>(context);
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const bool is_there = address >= search.begin && address < search.end;
  if (is_there && search.found.empty()) search.found = name_at(search.names, position);
}

}  // namespace

std::string parameter_note(const Grid& grid, std::uintptr_t begin, std::uintptr_t end) {
  const KernelCall* call = grid.call.get();
  Search search{begin, end, names_of(function_at(kernel_of(call))), {}};
  call->visit_pointers(call, &look_for_name, &search);
  return search.found.empty() ? "" : " (parameter " + std::string(search.found) + ")";
}

std::vector<NamedMemory> named_memory(const Grid& grid) {
  struct Found {
    std::string_view names;
    std::vector<NamedMemory> memory;
  } found;
  const KernelCall* call = grid.call.get();
  found.names = names_of(function_at(kernel_of(call)));
  const auto add = [](void* context, const volatile void* pointer, Elements, std::size_t position) {
    auto& to = *static_cast<Found*>(context);
    const auto allocation = find_allocation(const_cast<const void*>(pointer));
    if (!allocation) return;
    to.memory.push_back({std::string(name_at(to.names, position)),
                         reinterpret_cast<std::uintptr_t>(pointer),
                         allocation->address + allocation->bytes});
  };
  call->visit_pointers(call, add, &found);
  return found.memory;
}

}  // namespace simt
