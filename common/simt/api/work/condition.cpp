// Nodes with a condition while they run: their bodies are submitted as the condition says.
#include <atomic>
#include <chrono>

#include "api/work/state.h"
#include "base/error.h"
#include "base/settings.h"
#include "base/warning.h"
#include "execution/grid/launch_order.h"
#include "memory/graph_allocations.h"
#include "memory/written.h"
#include "operations/stream_order.h"
#include "operations/stream_reports.h"

namespace simt {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// A node in one launch. It goes on when its body is done, so no OS thread waits for that.
class ConditionRun : public std::enable_shared_from_this<ConditionRun> {
 public:
  ConditionRun(const ConditionWork& work, const OperationPtr& operation, int priority)
      : work_(work), operation_(operation), priority_(priority), place_(operation->place) {
    is_outermost_ = place_.inside == nullptr;
    if (!is_outermost_) return;
    place_.inside = operation;
    place_.launch_number = next_launch_number();
  }

  TaskPtr begin(const std::vector<TaskPtr>& after) {
    end_ = submit_held(operation_);
    go_on_behind(after);
    return end_;
  }

 private:
  void go_on_behind(const std::vector<TaskPtr>& after) {
    submit([self = shared_from_this()] { self->go_on(); }, TaskKind::kCopy, priority_, after);
  }

  void go_on() {
    if (rounds_ == 0) start_ = SteadyClock::now();
    const bool may_run = rounds_ == 0 || work_.type == cudaGraphCondTypeWhile;
    if (device_error() != cudaSuccess || !may_run) return end();
    const std::size_t body = body_to_run();
    if (body >= work_.bodies.size()) return end();
    const std::chrono::duration<double> time = SteadyClock::now() - start_;
    const double limit = settings().timeout_seconds;
    if (rounds_ > 0 && time.count() > limit) {
      kernel_failed({cudaErrorLaunchTimeout, endless_loop_text(operation_, limit, rounds_)});
      return end();
    }
    ++rounds_;
    end_run();
    run_ = place_.body = std::make_shared<BodyRun>();
    std::vector<TaskPtr> ends;
    {
      const Lock lock(state().mutex);
      ends = work_.launch(body, place_, priority_);
    }
    go_on_behind(ends);
  }

  /// All of it is done. (It and its operations keep each other alive.)
  void end_run() {
    if (run_ != nullptr) run_->done.clear();
  }

  /// A number beyond the bodies if none runs.
  std::size_t body_to_run() const {
    check_value();
    const unsigned value = *work_.condition->value;
    if (work_.type == cudaGraphCondTypeSwitch) return value;
    return value != 0 ? 0 : work_.type == cudaGraphCondTypeIf ? 1 : work_.bodies.size();
  }

  /// Whether anybody has set it in this launch.
  void check_value() const {
    const auto address = reinterpret_cast<std::uintptr_t>(work_.condition->value);
    if (settings().check_init == InitCheck::kOff || written_part(address, sizeof(unsigned)).some) {
      return;
    }
    std::string text = unset_condition_text(operation_);
    if (settings().check_init == InitCheck::kStop) {
      kernel_failed({cudaErrorLaunchFailure, "simt: " + text});
    } else {
      warn_once("unset condition", operation_->place.call.site, [&] { return text; });
    }
  }

  void end() {
    end_run();
    if (is_outermost_) report_in_order(place_.launch_number, nullptr);
    stream_order().complete(operation_);
    const TaskPtr end = std::move(end_);
    complete_held(end);
  }

  const ConditionWork work_;
  const OperationPtr operation_;
  const int priority_;
  Place place_;                   ///< of what is in the bodies
  std::shared_ptr<BodyRun> run_;  ///< the last one
  bool is_outermost_;
  TaskPtr end_;
  std::uint64_t rounds_ = 0;
  SteadyClock::time_point start_;
};

}  // namespace

Condition::~Condition() { retire_graph_memory(value); }

TaskPtr submit_condition(const ConditionWork& work, const OperationPtr& operation, int priority,
                         const std::vector<TaskPtr>& after) {
  return std::make_shared<ConditionRun>(work, operation, priority)->begin(after);
}

}  // namespace simt
