// Work of streams and graphs on its way to the device's queue.
#include "api/work/work.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "api/work/graph_memory.h"
#include "api/work/state.h"
#include "base/address_map.h"
#include "base/device.h"
#include "base/error.h"
#include "base/failed_calls.h"
#include "execution/grid/occupancy.h"
#include "execution/grid/probe.h"
#include "execution/run_grid.h"
#include "memory/accessibility.h"
#include "memory/allocations.h"
#include "memory/graph_allocations.h"
#include "memory/peers.h"
#include "memory/unwritten_copies.h"
#include "memory/written.h"
#include "operations/host_accesses.h"
#include "operations/host_functions.h"
#include "operations/stream_order.h"
#include "operations/stream_reports.h"
#include "operations/timeline.h"

namespace simt {
namespace {

void fill(const cudaMemsetParams& p) {
  auto* row = static_cast<char*>(p.dst);
  for (std::size_t y = 0; y < p.height; ++y, row += p.pitch) {
    copied_to(row, p.width * p.elementSize);
    if (p.elementSize == 1) {
      std::memset(row, static_cast<int>(p.value), p.width);
      continue;
    }
    for (std::size_t x = 0; x < p.width; ++x) {
      std::memcpy(row + x * p.elementSize, &p.value, p.elementSize);  // little-endian, as a GPU
    }
  }
}

void call_host(const cudaHostNodeParams& p) {
  if (device_error() != cudaSuccess) return;  // as CUDA has it
  call_host_function(reinterpret_cast<const void*>(p.fn), [&p] { p.fn(p.userData); });
}

std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

Footprint footprint_of(const cudaMemsetParams& p) {
  std::vector<Range> rows;
  const std::uintptr_t first = address_of(p.dst);
  for (std::size_t y = 0; y < p.height; ++y) {
    rows.push_back({first + y * p.pitch, first + y * p.pitch + p.width * p.elementSize});
  }
  Footprint footprint;
  footprint.add(Touch::kCopyWrite, nullptr, std::move(rows));
  return footprint;
}

Footprint footprint_of(const GraphMemory& memory, Touch touch) {
  Footprint footprint;
  footprint.add(touch, address_of(memory.address()), memory.bytes());
  return footprint;
}

/// The parts that are outside of the model's memory: they may be gone when the copy runs.
std::vector<FootprintPart> host_parts(const Footprint& footprint) {
  std::vector<FootprintPart> parts;
  for (const FootprintPart& part : footprint.parts) {
    if (part.ranges.front().begin - kGlobalBase >= kMapBytes) parts.push_back(part);
  }
  return parts;
}

/// Memory of a graph that an operation uses and that is not there when its turn comes; 0 if all is.
std::uintptr_t absent_graph_memory(const Footprint& footprint) {
  for (const FootprintPart& part : footprint.parts) {
    if (part.touch != Touch::kCopyRead && part.touch != Touch::kCopyWrite) continue;
    for (const Range& range : part.ranges) {
      if (is_absent_graph_memory(range.begin)) return range.begin;
    }
  }
  return 0;
}

/// That the kernel can fill.
int multiprocessors_of(const KernelWork& work) {
  const LaunchConfig& config = work.config;
  const dim3 &grid = config.grid, &block = config.block;
  const void* const kernel = config.kernel != nullptr ? config.kernel : kernel_of(work.call.get());
  const int each = resident_blocks(kernel, block.x * block.y * block.z, config.shared_bytes);
  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  const auto wanted = (blocks - 1) / static_cast<std::uint64_t>(std::max(each, 1)) + 1;
  const int all = device_attribute(cudaDevAttrMultiProcessorCount);
  return static_cast<int>(std::min(wanted, static_cast<std::uint64_t>(all)));
}

/// Gives work its place in the order of streams, and to the queue.
struct Submitter {
  const Place& place;
  int priority;
  std::vector<TaskPtr> after;

  TaskPtr operator()(const KernelWork& work) const {
    LaunchConfig config = work.config;
    if (!config.priority_is_set) config.priority = priority;
    const OperationPtr operation = make(OperationKind::kKernel);
    if (timelines_are_recorded()) operation->multiprocessors = multiprocessors_of(work);
    operation->launch = config;
    operation->may_start_early = work.may_start_early;
    if (work.may_start_early) operation->primary = primary();
    stream_order().issue(operation, after);
    return queue(operation, launch_work(config, work.call, operation), TaskKind::kKernel,
                 config.priority);
  }
  TaskPtr operator()(const CopyWork& work) const {
    Footprint footprint;
    footprint.add(Touch::kCopyRead, address_of(work.from), work.bytes, source_side(work.kind));
    footprint.add(Touch::kCopyWrite, address_of(work.to), work.bytes, target_side(work.kind));
    return copy(copy_kind(work.to, work.from), std::move(footprint), [work, call = place.call] {
      std::memmove(work.to, work.from, work.bytes);
      copied_to(work.to, work.bytes);
      count_peer_copy(work.to, work.from, work.bytes);
      record_copy(work.to, work.from, work.bytes, call);
    });
  }
  TaskPtr operator()(const FillWork& work) const {
    return copy(OperationKind::kFill, footprint_of(work.parameters),
                [work] { fill(work.parameters); });
  }
  TaskPtr operator()(const HostWork& work) const {
    return host_function([work] { call_host(work.parameters); }, work.parameters.userData);
  }
  TaskPtr operator()(const EmptyWork&) const { return marker(OperationKind::kMarker); }
  TaskPtr operator()(const RecordWork& work) const {
    auto record = std::make_shared<Record>();
    record->task = marker(OperationKind::kRecord,
                          [record] { record->time = std::chrono::steady_clock::now(); });
    work.event->record = record;
    work.event->capture = nullptr;
    return record->task;
  }
  TaskPtr operator()(const WaitWork& work) {
    if (work.event->record != nullptr) after.push_back(work.event->record->task);
    return marker(OperationKind::kWait);
  }
  TaskPtr operator()(const GraphWork&) const { return marker(OperationKind::kMarker); }
  TaskPtr operator()(const AllocateWork& work) const {
    return copy(OperationKind::kAllocation, footprint_of(*work.memory, Touch::kAllocate),
                [memory = work.memory] { commit(memory->address()); });
  }
  TaskPtr operator()(const ReleaseWork& work) const {
    return copy(OperationKind::kRelease, footprint_of(*work.memory, Touch::kRelease),
                [memory = work.memory, site = place.call.site] {
                  finish_release_in_graph(memory->address(), site);
                });
  }
  TaskPtr operator()(const ConditionWork& work) const {
    const OperationPtr operation = make(OperationKind::kCondition);
    if (accesses_are_recorded()) {
      const std::uintptr_t value = address_of(work.condition->value);
      operation->footprint.add(Touch::kCopyRead, value, sizeof(unsigned));
    }
    stream_order().issue(operation, after);
    return submit_condition(work, operation, priority, after);
  }
  TaskPtr operator()(const CallWork& work) const {
    if (work.kind == OperationKind::kHostFunction) return host_function(work.call, nullptr);
    return copy(work.kind, work.footprint, work.call);
  }

 private:
  /// The kernel of the same stream that the work directly follows, or null. After anything else,
  /// and after a join of branches, a kernel does not start early.
  OperationPtr primary() const {
    OperationPtr found;
    for (const TaskPtr& task : after) {
      if (task == nullptr || operation_of(task)->kind != OperationKind::kKernel) continue;
      if (found != nullptr || operation_of(task)->place.stream.id != place.stream.id)
        return nullptr;
      found = operation_of(task);
    }
    return found;
  }
  OperationPtr make(OperationKind kind) const {
    auto operation = std::make_shared<Operation>();
    operation->kind = kind;
    operation->place = place;
    return operation;
  }
  TaskPtr queue(const OperationPtr& operation, std::function<void()> work, TaskKind kind,
                int with_priority) const {
    return submit(
        [operation, work = std::move(work)] {
          work();
          stream_order().complete(operation);
        },
        kind, with_priority, after, operation);
  }
  TaskPtr copy(OperationKind kind, Footprint footprint, std::function<void()> work) const {
    const OperationPtr operation = make(kind);
    if (auto parts = host_parts(footprint); !parts.empty()) {
      work = [operation, parts = std::move(parts), work = std::move(work)] {
        for (const FootprintPart& part : parts) {
          if (!std::all_of(part.ranges.begin(), part.ranges.end(), exists_in_process)) {
            return kernel_failed({cudaErrorIllegalAddress, lost_memory_text(operation, part)});
          }
        }
        work();
      };
    }
    if (has_graph_memory()) {
      work = [operation, footprint, work = std::move(work)] {
        const std::uintptr_t absent = absent_graph_memory(footprint);
        if (absent == 0) return work();
        kernel_failed({cudaErrorIllegalAddress, absent_memory_text(operation, absent)});
      };
    }
    if (kind != OperationKind::kAllocation && kind != OperationKind::kRelease) {
      work = [operation, work = std::move(work)] {
        // Behind a stopped kernel, a GPU copies nothing.
        if (device_error() == cudaSuccess) return work();
        record_lost_call(operation->place.call, operation->place.stream.is_default());
      };
    }
    if (accesses_are_recorded()) operation->footprint = std::move(footprint);
    stream_order().issue(operation, after);
    return queue(operation, std::move(work), TaskKind::kCopy, priority);
  }
  TaskPtr host_function(std::function<void()> function, const void* user_data) const {
    const OperationPtr operation = make(OperationKind::kHostFunction);
    stream_order().issue(operation, after);
    const auto work = [operation, user_data, function = std::move(function)] {
      const RunningHostFunction running(user_data);
      const HostFunctionRun in(operation);
      function();
    };
    return queue(operation, work, TaskKind::kCopy, priority);
  }
  TaskPtr marker(OperationKind kind, std::function<void()> work = nullptr) const {
    const OperationPtr operation = make(kind);
    stream_order().issue(operation, after);
    return submit(std::move(work), TaskKind::kMarker, priority, after, operation);
  }
};

}  // namespace

bool exists_in_process(Range range) {
  constexpr std::size_t kPagesAtOnce = 4096;
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  unsigned char resident[kPagesAtOnce];
  for (std::uintptr_t at = range.begin / page * page; at < range.end; at += kPagesAtOnce * page) {
    const std::size_t bytes = std::min<std::size_t>(range.end - at, kPagesAtOnce * page);
    if (mincore(reinterpret_cast<void*>(at), bytes, resident) != 0 && errno == ENOMEM) return false;
  }
  return true;
}

OperationKind copy_kind(const void* to, const void* from) {
  if (is_device_pointer(to)) {
    return is_device_pointer(from) ? OperationKind::kCopyInside : OperationKind::kCopyToDevice;
  }
  return is_device_pointer(from) ? OperationKind::kCopyToHost : OperationKind::kCopyOnHost;
}

Side source_side(cudaMemcpyKind kind) {
  if (kind == cudaMemcpyDefault) return Side::kHome;
  return kind == cudaMemcpyHostToHost || kind == cudaMemcpyHostToDevice ? Side::kHost
                                                                        : Side::kDevice;
}
Side target_side(cudaMemcpyKind kind) {
  if (kind == cudaMemcpyDefault) return Side::kHome;
  return kind == cudaMemcpyHostToHost || kind == cudaMemcpyDeviceToHost ? Side::kHost
                                                                        : Side::kDevice;
}

TaskPtr submit_work(const Work& work, const Place& place, int priority,
                    std::vector<TaskPtr> after) {
  return std::visit(Submitter{place, priority, std::move(after)}, work);
}

std::shared_ptr<const KernelCall> share(const KernelCall* call) {
  return {call, [](const KernelCall* c) { c->destroy(c); }};
}

}  // namespace simt
