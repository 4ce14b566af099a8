/// @file
/// @ingroup simt_operations
/// Finds operations of streams, and host code, that use the same bytes although nothing orders them.
///
/// What counts is the order that the program has asked for: by streams, events, graphs and by waiting.
/// Two operations without an order are compared when both are done, so it does not matter which of
/// them the CPU backend has run first. Of all races the first in the order of issue is reported, as soon as
/// none can come before it any more.
///
/// What one thread of the host has waited for, all have. All that host code does between two calls of the
/// runtime that begin or order something is an operation, too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "memory/pages.h"
#include "operations/operation.h"
#include "operations/queue.h"

namespace simt {

/// Gives an operation that is about to be queued its vector clock: it happens after `after`, and after what the host
/// has done and waited for.
void issue(const OperationPtr& operation, const std::vector<TaskPtr>& after);
/// The operation is done, and its footprint known.
void complete(const OperationPtr& operation);
/// The host has waited for the operation, or found out that it is done. Null: for none.
void host_has_waited_for(const OperationPtr& operation);
void host_has_waited_for(const VectorClock& clock);
/// Whether the host has waited for the operation, or for one that happens after it.
bool happens_before_host(const Operation& operation);
/// The clock that is after all that has been issued.
VectorClock issued_so_far();

/// Whether the accesses of operations are recorded: for this, for a timeline, or for the pages of managed
/// memory.
bool accesses_are_recorded();

/// An access of host code that is in no host function; others call `record_host_access`.
void record_host_code_access(std::uint64_t key, std::uintptr_t address, std::size_t bytes);
/// Advice about pages, after what has been issued.
void advise_in_order(const PageAdvice& advice);

/// The running kernel is about to free memory of the heap of kernels.
void record_heap_release(const OperationPtr& kernel, std::uintptr_t address, std::size_t bytes,
                         const void* pc);
/// If nothing orders the running `kernel` and the operation that has allocated or freed the memory
/// in the order of a stream, or on the heap of kernels, the report of it; else nothing.
std::string memory_race(const OperationPtr& kernel, std::uintptr_t address, Touch touch,
                        const void* pc);

}  // namespace simt
