/// @file
/// @ingroup simt_memory
/// Where an address lies, seen from the allocations around it, for reports.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace simt {

/// What a report adds to an allocation at [begin, end), such as its name; may be empty.
using AllocationLabel = std::function<std::string(std::uintptr_t begin, std::uintptr_t end)>;

/// "byte 12 of the 4096 bytes that were allocated at x.cu:7"
std::string global_position(std::uintptr_t address, const AllocationLabel& label = {});

/// Where an invalid address lies, in words.
struct Whereabouts {
  const char* memory;  ///< "global memory", or the part of it that is the host's, too
  std::string where;   ///< "4 bytes past the end of …"
};
/// Where an invalid address lies, seen from the allocations around it. @param advice receives what
/// to do instead, where that is clear.
Whereabouts describe_global(std::uintptr_t address, std::string* advice,
                            const AllocationLabel& label = {});

/// What an address is that no kernel can release: "inside the 16 bytes that …", "memory of the host".
std::string describe_unreleasable(const void* pointer);

}  // namespace simt
