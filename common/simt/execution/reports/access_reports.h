/// @file
/// @ingroup simt_execution
/// Reports about invalid accesses to memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/trace_event.h"
#include "execution/grid/grid.h"
#include "execution/reports/report.h"
#include "memory/registered.h"

namespace simt {

/// An invalid access.
struct WrongAccess {
  std::uintptr_t address;
  Access access;
  const void* pc;
  ThreadPlace by;
};

/// @param grid whose kernel it is: it may also use the memory too late, or too early
KernelError invalid_global_report(const WrongAccess& wrong, const Grid& grid);
/// @param where the address lies, in words
KernelError invalid_shared_report(const WrongAccess& wrong, const std::string& where);
/// Shared memory of another block, by an address that was not mapped. @param owner its rank
KernelError not_mapped_report(const WrongAccess& wrong, const std::string& where, unsigned owner);
KernelError misaligned_report(const WrongAccess& wrong);
/// @param type as the compiler writes it: "'Cell'"
KernelError misaligned_type_report(const WrongAccess& wrong, std::string_view type,
                                   unsigned alignment);
KernelError constant_write_report(const WrongAccess& wrong);
KernelError null_pointer_report(const WrongAccess& wrong);
/// Another thread's local variable. @param is_child whether the kernel was launched by one
KernelError foreign_local_report(const WrongAccess& wrong, bool is_child);
/// Next to a variable that kernels use, or in memory of the host.
KernelError outside_variable_report(const WrongAccess& wrong);
KernelError host_memory_report(const WrongAccess& wrong);
KernelError read_only_write_report(const WrongAccess& wrong, const RegisteredRange& range);
/// @param array its type, as the compiler writes it: "'int [8]'"
KernelError index_report(std::int64_t index, const char* array, const void* pc,
                         const ThreadPlace& by);
KernelError virtual_call_report(std::uintptr_t object, const void* pc, const ThreadPlace& by);
KernelError stack_overflow_report(const void* pc, const ThreadPlace& by);

}  // namespace simt
