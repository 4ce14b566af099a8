/// @file
/// @ingroup tutorial
/// A function of the host, such as a learner's, that runs beside the check while a Gate is closed.
#pragma once

#include <atomic>
#include <future>
#include <string>
#include <utility>

/// The call of CUDA that a learner's function is in, as far as watched_calls.cuh sees it.
class CallInProgress {
 public:
  explicit CallInProgress(const char* name) { name_ = name; }
  ~CallInProgress() { name_ = nullptr; }
  CallInProgress(const CallInProgress&) = delete;
  CallInProgress& operator=(const CallInProgress&) = delete;

  /// "cudaFree", or an empty string.
  static std::string name() {
    const char* const name = name_;
    return name == nullptr ? "" : name;
  }

 private:
  inline static std::atomic<const char*> name_ = nullptr;
};

/// Calls a function in a thread of its own.
class HostCall {
 public:
  template <class Function>
  explicit HostCall(Function function)
      : returned_((++running_, std::async(std::launch::async, [this, f = std::move(function)] {
          const Running until_it_ends{*this};
          f();
        }))) {}
  HostCall(const HostCall&) = delete;
  HostCall& operator=(const HostCall&) = delete;

  bool has_returned() const { return has_returned_; }
  /// Waits until it has returned.
  void get() { returned_.get(); }

  /// How many such functions have not returned.
  static int running() { return running_; }

 private:
  struct Running {
    HostCall& call;
    ~Running() {
      call.has_returned_ = true;
      --running_;
    }
  };

  inline static std::atomic<int> running_ = 0;
  std::atomic<bool> has_returned_ = false;
  std::future<void> returned_;  // its destructor waits
};
