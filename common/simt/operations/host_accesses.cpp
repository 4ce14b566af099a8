#include "operations/host_accesses.h"

#include <utility>

#include "base/host_thread.h"
#include "base/process.h"
#include "base/static_memory.h"
#include "base/trace_event.h"
#include "memory/pages.h"
#include "operations/stream_order.h"
#include "races/cas_reads.h"

namespace simt {

HostWatch host_watch;

namespace {

/// What a thread has for itself. This room has it, since base/ knows none of it.
struct ThreadAccesses {
  HostFunctionRun* function = nullptr;
  RecentReads recent_reads;
};
thread_local ThreadAccesses own;

/// Of host code, and of host functions.
CasReads& cas_reads() { return process().part<CasReads>(); }

/// Host code uses variables before anything is issued, too.
[[gnu::constructor(101)]] void watch_variables() {
  const auto variables = variables_to_watch();
  if (!variables) return;
  host_watch.low = variables->first;
  host_watch.bytes = variables->second - variables->first;
}

}  // namespace

HostFunctionRun::HostFunctionRun(const OperationPtr& operation) : operation_(operation) {
  own.function = this;
}
HostFunctionRun::~HostFunctionRun() {
  const InRuntime in_runtime;
  own.function = nullptr;
  operation_->footprint = accesses_.finish();
  operation_->footprint.mark_checked_reads(cas_reads());
}

void HostFunctionRun::signal() {
  if (!std::exchange(has_signalled_, true)) stream_order().host_has_waited_for(operation_->clock);
}

void host_signals() {
  if (own.function != nullptr && !is_in_runtime()) own.function->signal();
}

void host_uses_pages(std::uintptr_t address, std::size_t bytes, bool writes) {
  if (is_in_runtime()) return;
  const InRuntime in_runtime;
  const Touch touch = writes ? Touch::kWrite : Touch::kRead;
  use_pages({{page_at(address), page_at(address + bytes - 1), touch, Side::kHost}});
}

void record_host_access(std::uint64_t key, std::uintptr_t address, std::size_t bytes) {
  if (is_in_runtime() || !accesses_are_recorded()) return;
  if (touch_of_site(key) == Touch::kRead) own.recent_reads.add(address, bytes, pc_of(key));
  if (own.function == nullptr) return stream_order().record_host_code_access(key, address, bytes);
  const InRuntime in_runtime;
  own.function->record(key, address, bytes);
}

void record_host_cas(std::uintptr_t address, std::size_t bytes) {
  if (is_in_runtime() || !host_watch.active.load(std::memory_order_relaxed)) return;
  own.recent_reads.record_cas(address, bytes, cas_reads());
}

}  // namespace simt
