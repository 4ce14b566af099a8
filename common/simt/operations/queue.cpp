#include "operations/queue.h"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <list>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "base/device.h"
#include "base/error.h"
#include "base/process.h"
#include "base/worker.h"
#include "operations/stream_order.h"
#include "operations/timeline.h"

namespace simt {

struct Task {
  std::function<void()> work;
  TaskKind kind;
  int priority;
  int device = current_device_number();
  OperationPtr operation;
  std::uint64_t sequence;
  std::size_t waits_for = 0;        ///< unfinished tasks before it
  std::vector<TaskPtr> dependents;  ///< tasks after it
  bool finished = false;
};

namespace {

/// More than CUDA runs kernels at a time; beyond that, work waits.
constexpr unsigned kMostThreads = 256;

struct GoesFirst {
  bool operator()(const TaskPtr& a, const TaskPtr& b) const {
    return std::pair(a->priority, a->sequence) < std::pair(b->priority, b->sequence);
  }
};
using ReadyTasks = std::set<TaskPtr, GoesFirst>;

struct CallsAtEnd {
  std::vector<void (*)()> all;
};
std::vector<void (*)()>& calls_at_end() { return process().part<CallsAtEnd>().all; }

class Queue {
 public:
  Queue() {
    // The device must be idle before the program's static objects go away.
    std::atexit([] {
      for (int device = 0; device < device_count(); ++device) {
        const OnDevice on(device);
        simt::drain();
      }
      write_timeline();
      for (const auto& call : calls_at_end()) call();
    });
  }

  TaskPtr submit(std::function<void()> work, TaskKind kind, int priority,
                 const std::vector<TaskPtr>& after, OperationPtr operation) {
    auto task = std::make_shared<Task>();
    task->work = std::move(work);
    task->operation = std::move(operation);
    task->kind = kind;
    task->priority = priority;
    std::unique_lock lock(mutex_);
    task->sequence = ++submitted_;
    unfinished_[task->device].insert(task->sequence);
    for (const TaskPtr& earlier : after) {
      if (earlier == nullptr || earlier->finished) continue;
      earlier->dependents.push_back(task);
      ++task->waits_for;
    }
    if (task->waits_for == 0) {
      std::vector<TaskPtr> markers;
      make_ready(task, markers);
      finish_markers(markers, lock);
      wake_threads(0);
    }
    return task;
  }

  TaskPtr submit_held(OperationPtr operation) {
    auto task = std::make_shared<Task>();
    task->operation = std::move(operation);
    task->kind = TaskKind::kMarker;
    task->waits_for = 1;
    const std::lock_guard lock(mutex_);
    task->sequence = ++submitted_;
    unfinished_[task->device].insert(task->sequence);
    return task;
  }

  void complete_held(const TaskPtr& task) {
    std::unique_lock lock(mutex_);
    std::vector<TaskPtr> markers;
    make_ready(task, markers);
    finish_markers(markers, lock);
    wake_threads(0);
  }

  bool finished(const TaskPtr& task) {
    const std::lock_guard lock(mutex_);
    return task->finished;
  }

  void wait_for(const TaskPtr& task) {
    std::unique_lock lock(mutex_);
    wait_until([&] { return task->finished; }, lock);
  }

  void drain() {
    std::unique_lock lock(mutex_);
    const std::uint64_t last = submitted_;
    const auto& unfinished = unfinished_[current_device_number()];
    wait_until([&] { return unfinished.empty() || *unfinished.begin() > last; }, lock);
  }

  Activity activity() {
    const std::lock_guard lock(mutex_);
    const auto waiting = std::count_if(waiting_calls_.begin(), waiting_calls_.end(),
                                       [](const auto* is_over) { return !(*is_over)(); });
    return {in_progress_, static_cast<unsigned>(waiting)};
  }

 private:
  /// Of a thread of the host.
  void wait_until(const std::function<bool()>& is_over, std::unique_lock<std::mutex>& lock) {
    const auto call = waiting_calls_.insert(waiting_calls_.end(), &is_over);
    finished_.wait(lock, is_over);
    waiting_calls_.erase(call);
  }

  void make_ready(const TaskPtr& task, std::vector<TaskPtr>& markers) {
    ++in_progress_;
    if (task->kind == TaskKind::kMarker) {
      markers.push_back(task);
    } else {
      (task->kind == TaskKind::kKernel ? kernels_ : copies_).insert(task);
    }
  }

  void finish(const TaskPtr& task, std::vector<TaskPtr>& markers) {
    task->finished = true;
    --in_progress_;
    unfinished_[task->device].erase(task->sequence);
    for (const TaskPtr& dependent : std::exchange(task->dependents, {})) {
      if (--dependent->waits_for == 0) make_ready(dependent, markers);
    }
    finished_.notify_all();
  }

  void finish_markers(std::vector<TaskPtr>& markers, std::unique_lock<std::mutex>& lock) {
    while (!markers.empty()) {
      const TaskPtr marker = std::move(markers.back());
      markers.pop_back();
      run(marker, lock);
      finish(marker, markers);
    }
  }

  void run(const TaskPtr& task, std::unique_lock<std::mutex>& lock) {
    lock.unlock();
    {
      const OnDevice on(task->device);
      if (task->work != nullptr) task->work();
      task->work = nullptr;
    }
    lock.lock();
  }

  bool kernel_may_start() const {
    return !kernels_.empty() && running_kernels_ < kConcurrentKernels;
  }

  /// The next task that can start, or null.
  TaskPtr take() {
    ReadyTasks* from = copies_.empty() ? nullptr : &copies_;
    if (kernel_may_start() &&
        (from == nullptr || GoesFirst()(*kernels_.begin(), *copies_.begin()))) {
      from = &kernels_;
    }
    if (from == nullptr) return nullptr;
    TaskPtr task = *from->begin();
    from->erase(from->begin());
    return task;
  }

  /// As many threads as there are tasks that can start. @param looking callers that will take one themselves.
  void wake_threads(std::size_t looking) {
    std::size_t startable = copies_.size();
    if (kernel_may_start()) {
      startable += std::min<std::size_t>(kernels_.size(), kConcurrentKernels - running_kernels_);
    }
    while (startable > woken_ + looking && (idle_ > 0 || threads_ < kMostThreads)) {
      ++woken_;
      if (idle_ > 0) {
        --idle_;
        work_.notify_one();
      } else {
        ++threads_;
        std::thread([this] { serve(); }).detach();
      }
    }
  }

  [[noreturn]] void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      work_.wait(lock, [&] { return woken_ > 0; });
      --woken_;
      while (const TaskPtr task = take()) {
        const bool is_kernel = task->kind == TaskKind::kKernel;
        running_kernels_ += is_kernel;
        run(task, lock);
        running_kernels_ -= is_kernel;
        std::vector<TaskPtr> markers;
        finish(task, markers);
        wake_threads(1);
        finish_markers(markers, lock);
        wake_threads(1);
      }
      ++idle_;
    }
  }

  std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable finished_;
  ReadyTasks kernels_;
  ReadyTasks copies_;
  std::set<std::uint64_t> unfinished_[kMostDevices];
  std::uint64_t submitted_ = 0;
  std::list<const std::function<bool()>*> waiting_calls_;  ///< whether they are over
  unsigned in_progress_ = 0;  ///< tasks that run, or wait for nothing else
  unsigned running_kernels_ = 0;
  unsigned threads_ = 0;
  std::size_t idle_ = 0;   ///< threads that wait and were not woken
  std::size_t woken_ = 0;  ///< threads that were woken or made and have not looked for work yet
};

Queue& queue() { return process().part<Queue>(); }

/// A kernel that waits for the device waits for itself.
void host_only() {
  RunningKernel* const kernel = worker().running_kernel;
  if (kernel == nullptr) return;
  const CallSite& call = ApiCall::current();
  kernel->refuse_host_function(call.function, call.site);
}

}  // namespace

TaskPtr submit(std::function<void()> work, TaskKind kind, int priority,
               const std::vector<TaskPtr>& after, OperationPtr operation) {
  host_only();
  return queue().submit(std::move(work), kind, priority, after, std::move(operation));
}
TaskPtr submit_held(OperationPtr operation) { return queue().submit_held(std::move(operation)); }
void complete_held(const TaskPtr& task) { queue().complete_held(task); }
Activity activity() { return queue().activity(); }
void call_at_end(void (*call)()) { calls_at_end().push_back(call); }
const OperationPtr& operation_of(const TaskPtr& task) { return task->operation; }
bool finished(const TaskPtr& task) { return task == nullptr || queue().finished(task); }
void wait_for(const TaskPtr& task) {
  host_only();
  if (task == nullptr) return;
  queue().wait_for(task);
  stream_order().host_has_waited_for(task->operation);
}
void drain() {
  host_only();
  // A host function would wait for itself; the call that wanted to is refused.
  if (in_host_function()) return;
  const VectorClock issued = stream_order().issued_so_far();
  queue().drain();
  stream_order().host_has_waited_for(issued);
}

}  // namespace simt
