/// @file
/// @ingroup simt_operations
/// The work of all devices: tasks that start when what they depend on has finished, each on an OS thread
/// of its own, so that a task that waits for another never blocks it.
#pragma once

#include "simt_activity.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace simt {

/// What a task needs of the device.
enum class TaskKind {
  kMarker,  ///< nothing: it takes no time
  kCopy,    ///< copies, fills and host functions
  kKernel,  ///< at most kConcurrentKernels run at a time, by priority
};

/// Launches that run at the same time; the others wait.
inline constexpr unsigned kConcurrentKernels = 128;

struct Operation;
struct Task;
/// Null stands for work that has finished.
using TaskPtr = std::shared_ptr<Task>;

/// @param priority lower numbers go first, where tasks have to wait for the device.
/// @param operation for `operation_of`; it must have been issued
TaskPtr submit(std::function<void()> work, TaskKind kind, int priority,
               const std::vector<TaskPtr>& after, std::shared_ptr<Operation> operation = nullptr);
/// A task that is finished as soon as `complete_held` is called.
TaskPtr submit_held(std::shared_ptr<Operation> operation);
void complete_held(const TaskPtr& task);
/// What the task is; null if that was not said.
const std::shared_ptr<Operation>& operation_of(const TaskPtr& task);
bool finished(const TaskPtr& task);
/// The host waits, and knows from now on that the work is done.
void wait_for(const TaskPtr& task);
/// Waits for everything that was submitted to the current device before.
void drain();
/// To be called when the program ends and the device is idle.
void call_at_end(void (*call)());

}  // namespace simt
