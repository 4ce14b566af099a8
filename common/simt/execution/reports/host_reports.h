/// @file
/// @ingroup simt_execution
/// Errors of host code: they end the process, since there is no kernel to stop.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt {

[[noreturn]] void called_from_host(const char* function);
[[noreturn]] void host_dereferenced_device_memory(const void* pc);
/// Reads or writes a `__device__` or `__constant__` variable by its name.
[[noreturn]] void host_used_device_variable(std::uintptr_t address, const void* pc);
/// free() or delete of memory that is not the host's.
[[noreturn]] void host_released_device_memory(const void* pointer, const char* function,
                                              const void* pc);
[[noreturn]] void host_left_allocation(std::uintptr_t address, const void* pc);
/// Host code has left a `__managed__` variable.
[[noreturn]] void host_left_variable(std::uintptr_t address, std::size_t bytes, const void* pc);

}  // namespace simt
