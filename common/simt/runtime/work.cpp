// Work of streams and graphs on its way to the device's queue.
#include "work.h"

#include <cstring>
#include <utility>

#include "error.h"
#include "launch.h"
#include "memory.h"
#include "stream.h"
#include "stream_state.h"

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

struct Starter {
  int priority;
  std::vector<TaskPtr> after;

  TaskPtr operator()(const KernelWork& work) const {
    LaunchConfig config = work.config;
    if (!config.priority_is_set) config.priority = priority;
    return submit(launch_work(config, work.call), TaskKind::kKernel, config.priority, after);
  }
  TaskPtr operator()(const CopyWork& work) const {
    return copy([work] {
      std::memmove(work.to, work.from, work.bytes);
      copied_to(work.to, work.bytes);
    });
  }
  TaskPtr operator()(const FillWork& work) const {
    return copy([work] { fill(work.parameters); });
  }
  TaskPtr operator()(const HostWork& work) const {
    return copy([work] { call_host(work.parameters); });
  }
  TaskPtr operator()(const EmptyWork&) const { return marker(); }
  TaskPtr operator()(const RecordWork& work) const {
    record_event(work.event, priority, after);
    return work.event->record->task;
  }
  TaskPtr operator()(const WaitWork& work) {
    if (work.event->record != nullptr) after.push_back(work.event->record->task);
    return marker();
  }
  TaskPtr operator()(const GraphWork&) const { return marker(); }
  TaskPtr operator()(const std::function<void()>& work) const { return copy(work); }

  TaskPtr copy(std::function<void()> work) const {
    return submit(std::move(work), TaskKind::kCopy, priority, after);
  }
  TaskPtr marker() const { return submit(nullptr, TaskKind::kMarker, priority, after); }
};

}  // namespace

TaskPtr start(const Work& work, int priority, std::vector<TaskPtr> after) {
  return std::visit(Starter{priority, std::move(after)}, work);
}

void record_event(const std::shared_ptr<StreamEvent>& event, int priority,
                  std::vector<TaskPtr> after) {
  auto record = std::make_shared<Record>();
  record->task = submit([record] { record->time = std::chrono::steady_clock::now(); },
                        TaskKind::kMarker, priority, after);
  event->record = std::move(record);
  event->capture = nullptr;
}

std::shared_ptr<const KernelCall> share(const KernelCall* call) {
  return {call, [](const KernelCall* c) { c->destroy(c); }};
}

TaskPtr submit_copy(cudaStream_t stream, void* to, const void* from, std::size_t bytes) {
  const bool to_host = !is_device_pointer(to);
  const bool from_host = !is_device_pointer(from);
  bool is_captured;
  {
    const Lock lock(state().mutex);
    const std::shared_ptr<Stream> found = find_stream(stream);
    is_captured = found != nullptr && found->capture != nullptr;
  }
  if (!is_captured && from_host && !to_host && !is_pinned(from)) {
    const auto* bytes_from = static_cast<const char*>(from);
    const auto staged = std::make_shared<std::vector<char>>(bytes_from, bytes_from + bytes);
    return submit_to(stream, [to, staged] {
      std::memcpy(to, staged->data(), staged->size());
      copied_to(to, staged->size());
    });
  }
  const TaskPtr task = submit_to(stream, CopyWork{to, from, bytes});
  if (to_host && (from_host || !is_pinned(to))) wait_for(task);
  return task;
}

}  // namespace simt

using simt::result;

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (function == nullptr) return result(cudaErrorInvalidValue);
  if (const cudaError_t error = simt::stream_error(stream)) return result(error);
  simt::submit_to(stream, simt::HostWork{{function, user_data}});
  return cudaSuccess;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void* user_data, unsigned int flags) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  if (callback == nullptr || flags != 0) return result(cudaErrorInvalidValue);
  if (const cudaError_t error = simt::stream_error(stream)) return result(error);
  if (const cudaError_t error = simt::not_in_capture(stream)) return result(error);
  simt::submit_to(stream, [=] {
    const cudaError_t status = simt::device_error();
    simt::call_host_function(reinterpret_cast<const void*>(callback),
                             [=] { callback(stream, status, user_data); });
  });
  return cudaSuccess;
}
