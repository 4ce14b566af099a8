/// @file
/// @ingroup tutorial
#pragma once

#include <algorithm>
#include <future>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include "tutorial/gate.cuh"
#include "tutorial/host_call.cuh"

#if __has_include(<simt_activity.h>)
#include <simt_activity.h>
#endif

namespace tutorial {

inline std::mutex mutex_of_gates;
inline std::set<const void*> closed_gates;

using Opened = std::future<void>;

inline void wait_for_gate(void* opened) {
  std::unique_ptr<Opened>(static_cast<Opened*>(opened))->wait();
}

}  // namespace tutorial

struct Gate::Lock {
  ~Lock() { forget(); }

  void forget() {
    const std::lock_guard lock(tutorial::mutex_of_gates);
    tutorial::closed_gates.erase(key);
  }

  std::promise<void> promise;
  const void* key = nullptr;  // what its host function gets
};

TUTORIAL_INLINE Gate::Gate(cudaStream_t stream) : lock_(new Lock) {
  auto opened = std::make_unique<tutorial::Opened>(lock_->promise.get_future());
  lock_->key = opened.get();
  {
    const std::lock_guard lock(tutorial::mutex_of_gates);
    tutorial::closed_gates.insert(lock_->key);
  }
  CHECK(cudaLaunchHostFunc(stream, tutorial::wait_for_gate, opened.get()));
  opened.release();  // now the host function's
}

TUTORIAL_INLINE Gate::~Gate() { delete lock_; }

TUTORIAL_INLINE Gate::Gate(Gate&& other) noexcept : lock_(std::exchange(other.lock_, nullptr)) {}

TUTORIAL_INLINE Gate& Gate::operator=(Gate&& other) noexcept {
  std::swap(lock_, other.lock_);
  return *this;
}

TUTORIAL_INLINE void Gate::open() {
  lock_->forget();
  lock_->promise.set_value();
}

TUTORIAL_INLINE bool Gate::hold_up_everything() {
#if __has_include(<simt_activity.h>)
  const int calls = HostCall::running();  // first: one that returns later has issued what it had to
  const std::lock_guard lock(tutorial::mutex_of_gates);  // those that wait do so until the end
  const long long waiting = std::count_if(tutorial::closed_gates.begin(),
                                          tutorial::closed_gates.end(), simt::runs_host_function);
  const simt::Activity now = simt::activity();
  return waiting > 0 && waiting == now.running && static_cast<int>(now.waiting_calls) >= calls;
#else
  return false;
#endif
}
