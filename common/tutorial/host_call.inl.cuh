/// @file
/// @ingroup tutorial
#pragma once

#include <atomic>
#include <future>
#include <utility>

#include "tutorial/host_call.cuh"

namespace tutorial {

inline std::atomic<const char*> call_in_progress = nullptr;
inline std::atomic<int> running_host_calls = 0;

}  // namespace tutorial

TUTORIAL_INLINE CallInProgress::CallInProgress(const char* name) {
  tutorial::call_in_progress = name;
}

TUTORIAL_INLINE CallInProgress::~CallInProgress() { tutorial::call_in_progress = nullptr; }

TUTORIAL_INLINE std::string CallInProgress::name() {
  const char* const name = tutorial::call_in_progress;
  return name == nullptr ? "" : name;
}

struct HostCall::Thread {
  struct Running {
    std::atomic<bool>& has_returned;
    ~Running() {
      has_returned = true;
      --tutorial::running_host_calls;
    }
  };

  explicit Thread(std::function<void()> function)
      : returned((++tutorial::running_host_calls,
                  std::async(std::launch::async, [this, f = std::move(function)] {
                    const Running until_it_ends{has_returned};
                    f();
                  }))) {}

  std::atomic<bool> has_returned = false;
  std::future<void> returned;  // its destructor waits
};

TUTORIAL_INLINE HostCall::HostCall(std::function<void()> function)
    : thread_(new Thread(std::move(function))) {}

TUTORIAL_INLINE HostCall::~HostCall() { delete thread_; }

TUTORIAL_INLINE bool HostCall::has_returned() const { return thread_->has_returned; }

TUTORIAL_INLINE void HostCall::get() { thread_->returned.get(); }

TUTORIAL_INLINE int HostCall::running() { return tutorial::running_host_calls; }
