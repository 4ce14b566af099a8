/// @file
/// @ingroup tutorial
/// A function of the host, such as a learner's, that runs beside the check while a Gate is closed.
#pragma once

#include <atomic>
#include <future>
#include <utility>

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
