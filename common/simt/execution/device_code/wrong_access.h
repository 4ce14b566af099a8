/// @file
/// @ingroup simt_execution
/// Each stops the running kernel (or may stop it) with a report of the access that is about to happen.
#pragma once

#include <cstdint>

#include "base/trace_event.h"
#include "memory/registered.h"

namespace simt {

[[noreturn]] void fail_invalid_global(std::uintptr_t address, Access access, const void* pc);
/// Returns where the memory is valid all the same: an asynchronous copy has filled it.
void check_invalid_shared(std::uintptr_t address, Access access, const void* pc);
[[noreturn]] void fail_not_mapped(std::uintptr_t address, Access access, const void* pc);
[[noreturn]] void fail_misaligned(std::uintptr_t address, Access access, const void* pc);
/// @param type of what is accessed, as the compiler writes it: "'Cell'"
[[noreturn]] void fail_misaligned_type(std::uintptr_t address, Op op, const char* type,
                                       unsigned alignment, const void* pc);
[[noreturn]] void fail_constant_write(std::uintptr_t address, Access access, const void* pc);
[[noreturn]] void fail_outside_variable(std::uintptr_t address, Access access, const void* pc);
[[noreturn]] void fail_host_pointer(std::uintptr_t address, Access access, const void* pc);
[[noreturn]] void fail_read_only_write(std::uintptr_t address, Access access, const void* pc,
                                       const RegisteredRange& range);
/// A kernel calls a virtual function of an object that host code has made.
[[noreturn]] void fail_virtual_call(std::uintptr_t object, const void* pc);
[[noreturn]] void fail_stack_overflow(const void* pc);

}  // namespace simt
