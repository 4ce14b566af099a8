/// @file
/// @ingroup simt_base
/// The program's own variables that kernels use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace simt {

/// Memory of the program itself that kernels may use.
enum class StaticMemory { kNone, kDevice, kManaged, kConstant, kReadOnly };
StaticMemory classify_static(std::uintptr_t address);
/// Whether [address, address + bytes), which is in memory of kernels' variables, is in one of them: between
/// them there are gaps.
bool is_in_variable(std::uintptr_t address, std::size_t bytes);
/// Whether a variable begins there, as far as the program has a symbol table.
bool begins_variable(std::uintptr_t address);
/// Whether the symbol of this name is the gap at the end of a section.
bool is_gap(std::string_view variable);
/// From where to where such variables lie.
std::vector<std::pair<std::uintptr_t, std::uintptr_t>> sections_of_variables();
/// Whether a pointer of the host's is the name of a `__device__` or `__constant__` variable. Here that is
/// its address, too; with CUDA it is another one, which cudaGetSymbolAddress returns. So this is true until the
/// program has asked for it.
bool is_symbol(const void* pointer);
/// The program knows the address of this variable from now on.
void record_symbol_address(const void* symbol, std::size_t bytes);
/// Whether this belongs to a `__device__` or `__constant__` variable that is not const: host code has no
/// business there.
bool is_device_variable(std::uintptr_t address);
/// From the first to the last of the variables that host code shares with the device, or must leave
/// alone; nothing if there are none. Other variables may lie between.
std::optional<std::pair<std::uintptr_t, std::uintptr_t>> variables_to_watch();
/// Where the `__managed__` variables are; nothing if there are none.
std::optional<std::pair<std::uintptr_t, std::uintptr_t>> managed_variables();

}  // namespace simt
