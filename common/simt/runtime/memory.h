/// @file
/// Device memory, and what a kernel did wrong with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "driver_types.h"

#include "../analysis/event.h"

namespace simt {

/// Reserves the address map, the first time it is called.
void reserve_address_map();

/// Device memory of `bytes`, 512-byte aligned; null if the device has not that much left.
void* allocate(std::size_t bytes, const void* site);
/// False if `pointer` is no live allocation.
bool release(void* pointer, const void* site);
void release_all();
std::size_t allocated_bytes();
/// Calls `visit` with the size of each live allocation and where it was made.
void for_each_allocation(const std::function<void(std::size_t bytes, const void* site)>& visit);
/// Whether [pointer, pointer + bytes) is device memory: one live allocation or a device variable.
bool is_device_range(const void* pointer, std::size_t bytes);
bool is_device_pointer(const void* pointer);
/// Whether the kind of copy fits what the pointers are, and both ranges are one allocation.
bool copy_is_valid(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
/// Whether this is page-locked memory of the host.
bool is_pinned(const void* pointer);

/// Notes that [address, address + bytes) of device memory has been written; other memory is let be.
void mark_written(const void* address, std::size_t bytes);
void mark_written(std::uintptr_t address, std::size_t bytes);
/// Whether no word of an access, which must be valid, has been written.
bool nobody_has_written(std::uintptr_t address, unsigned bytes);
/// "byte 12 of the 4096 bytes that were allocated at x.cu:7"
std::string global_position(std::uintptr_t address);

/// Where an invalid address lies, seen from the allocations around it. @param advice receives what
/// to do instead, where that is clear.
std::string describe_global(std::uintptr_t address, std::string* advice);

/// Memory of the program itself that kernels may use.
enum class StaticMemory { kNone, kDevice, kConstant, kReadOnly };
StaticMemory classify_static(std::uintptr_t address);

// Each stops the running kernel with a report.
[[noreturn]] void report_invalid_global(std::uintptr_t address, Access access, const void* pc);
[[noreturn]] void report_invalid_shared(std::uintptr_t address, Access access, const void* pc);
[[noreturn]] void report_misaligned(std::uintptr_t address, Access access, const void* pc);
[[noreturn]] void report_constant_write(std::uintptr_t address, Access access, const void* pc);
[[noreturn]] void report_host_pointer(std::uintptr_t address, Access access, const void* pc);
[[noreturn]] void report_stack_overflow(const void* pc);
/// Ends the process: host code has no kernel to stop.
[[noreturn]] void host_dereferenced_device_memory(std::uintptr_t address, const void* pc);

}  // namespace simt
