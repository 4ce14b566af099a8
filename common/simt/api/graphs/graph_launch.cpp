// Launches of executable graphs.
#include <algorithm>
#include <set>

#include "api/graphs/exec.h"
#include "api/streams/stream.h"
#include "api/work/graph_memory.h"
#include "base/api_call.h"
#include "base/error.h"
#include "base/settings.h"
#include "memory/allocations.h"
#include "memory/graph_allocations.h"
#include "memory/written.h"

namespace simt {
namespace {

using Memory = std::shared_ptr<GraphMemory>;

/// What a graph's launch does with memory.
struct MemoryOfLaunch {
  std::vector<Memory> left;      ///< allocated, and left to others to free
  std::vector<Memory> released;  ///< of other graphs
};

MemoryOfLaunch memory_of(const Exec& exec) {
  MemoryOfLaunch memory;
  std::set<Memory> allocated, released;
  for (const Step& step : exec.steps) {
    if (const auto* work = std::get_if<AllocateWork>(&step.work)) allocated.insert(work->memory);
    if (const auto* work = std::get_if<ReleaseWork>(&step.work)) released.insert(work->memory);
  }
  std::set_difference(allocated.begin(), allocated.end(), released.begin(), released.end(),
                      std::back_inserter(memory.left));
  std::set_difference(released.begin(), released.end(), allocated.begin(), allocated.end(),
                      std::back_inserter(memory.released));
  return memory;
}

/// Memory that an earlier launch has left allocated cannot be allocated again; memory that is not allocated cannot be
/// freed.
cudaError_t prepare(const Exec& exec, const MemoryOfLaunch& memory, Stream& stream) {
  const bool frees = (exec.flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
  const auto is_there = [](const Memory& m) { return is_kept_after_launch(m->address()); };
  if (!std::all_of(memory.released.begin(), memory.released.end(), is_there)) {
    return cudaErrorInvalidValue;
  }
  if (!frees && std::any_of(memory.left.begin(), memory.left.end(), is_there)) {
    return cudaErrorInvalidValue;
  }
  const CallSite& call = ApiCall::current();
  for (const Memory& m : memory.left) {
    if (is_there(m)) {
      begin_release(m->address(), call.site);
      stream.last = submit_work(ReleaseWork{m}, {stream.name(), call, {}}, stream.priority,
                                dependencies_of(stream));
      graph_memory_pool().release(m->address(), operation_of(stream.last));
    }
    keep_after_launch(m->address());
  }
  for (const Memory& m : memory.released) begin_release(m->address(), call.site);
  return cudaSuccess;
}

/// The addresses of what steps before this one free.
std::vector<const void*> freed_before(const std::vector<Step>& steps, std::size_t step) {
  std::vector<const void*> freed;
  std::vector<std::size_t> left = steps[step].after;
  std::set<std::size_t> seen;
  while (!left.empty()) {
    const std::size_t earlier = left.back();
    left.pop_back();
    if (!seen.insert(earlier).second) continue;
    if (const auto* work = std::get_if<ReleaseWork>(&steps[earlier].work)) {
      freed.push_back(work->memory->address());
    }
    left.insert(left.end(), steps[earlier].after.begin(), steps[earlier].after.end());
  }
  return freed;
}

/// What the launch takes from the device.
void enter_into_books(const Exec& exec, const TaskPtr& begin, const TaskPtr& end) {
  GraphMemoryPool::Launch launch(graph_memory_pool(), operation_of(begin));
  for (std::size_t i = 0; i < exec.steps.size(); ++i) {
    const Work& work = exec.steps[i].work;
    if (const auto* made = std::get_if<AllocateWork>(&work)) {
      launch.allocate(*made->memory, freed_before(exec.steps, i));
    } else if (const auto* freed = std::get_if<ReleaseWork>(&work)) {
      launch.release(freed->memory->address());
    }
  }
  launch.end(operation_of(end));
}

/// The values of conditions as a launch begins with them.
TaskPtr begin_conditions(const Exec& exec, const Place& place, int priority, const TaskPtr& begin) {
  if (exec.conditions.empty()) return begin;
  Footprint footprint;
  for (const auto& condition : exec.conditions) {
    footprint.add(Touch::kCopyWrite, reinterpret_cast<std::uintptr_t>(condition->value),
                  sizeof(unsigned));
  }
  const auto set = [conditions = exec.conditions] {
    for (const auto& condition : conditions) {
      const auto address = reinterpret_cast<std::uintptr_t>(condition->value);
      *condition->value = condition->at_launch.value_or(0);
      if (condition->at_launch) {
        mark_written(address, sizeof(unsigned));
      } else if (settings().check_init != InitCheck::kOff) {
        mark_bytes_unwritten(address, sizeof(unsigned));
      }
    }
  };
  return submit_work(CallWork{set, OperationKind::kFill, std::move(footprint)}, place, priority,
                     {begin});
}

TaskPtr launch_graph(Exec& exec, Stream& stream) {
  std::vector<TaskPtr> before = dependencies_of(stream);
  before.push_back(exec.last);
  Place place = {stream.name(), ApiCall::current(), ApiCall::current()};
  if (!exec.conditions.empty()) {
    auto conditions = std::make_shared<Conditions>();
    for (const auto& condition : exec.conditions) {
      conditions->emplace(condition->handle, condition->value);
    }
    place.conditions = std::move(conditions);
  }
  const TaskPtr begin = submit_work(EmptyWork{}, place, stream.priority, std::move(before));
  const TaskPtr begun = begin_conditions(exec, place, stream.priority, begin);
  const bool own_priority = (exec.flags & cudaGraphInstantiateFlagUseNodePriority) != 0;
  std::vector<TaskPtr> ends = launch_steps(exec.steps, begun, place, stream.priority, own_priority);
  ends.push_back(begun);
  exec.last = submit_work(EmptyWork{}, place, stream.priority, std::move(ends));
  enter_into_books(exec, begin, exec.last);
  return exec.last;
}

}  // namespace

std::vector<TaskPtr> launch_steps(const std::vector<Step>& steps, const TaskPtr& begin, Place place,
                                  int priority, bool with_own_priority) {
  std::vector<TaskPtr> tasks, ends;
  for (const Step& step : steps) {
    std::vector<TaskPtr> after;
    if (begin != nullptr) after.push_back(begin);
    for (const std::size_t earlier : step.after) after.push_back(tasks[earlier]);
    place.call = step.call;
    tasks.push_back(submit_work(step.is_enabled ? step.work : Work(EmptyWork{}), place,
                                with_own_priority ? step.priority : priority, std::move(after)));
    if (step.is_last) ends.push_back(tasks.back());
  }
  return ends;
}

}  // namespace simt

using simt::Lock;
using simt::result;
using simt::state;

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  if (const cudaError_t error = simt::stream_error(stream)) return result(error);
  const Lock lock(state().mutex);
  return result(state().execs.find(exec) != nullptr ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t stream_handle) {
  SIMT_API_CALL;
  if (const cudaError_t error = simt::stream_error(stream_handle)) return result(error);
  if (const cudaError_t error = simt::not_in_capture(stream_handle)) return result(error);
  const Lock lock(state().mutex);
  const auto exec = state().execs.find(handle);
  if (exec == nullptr) return result(cudaErrorInvalidValue);
  const auto stream = simt::find_stream(stream_handle);
  const auto memory = simt::memory_of(*exec);
  const simt::OnDevice on(stream->device);
  if (const cudaError_t error = simt::prepare(*exec, memory, *stream)) return result(error);
  stream->last = simt::launch_graph(*exec, *stream);
  return cudaSuccess;
}
