/// @file
/// @ingroup tutorial
/// A function of the host, such as a learner's, that runs beside the check while a Gate is closed.
#pragma once

#include <functional>
#include <string>

#include "tutorial/check.cuh"

/// The call of CUDA that a learner's function is in, as far as watched_calls.cuh sees it.
class CallInProgress {
 public:
  explicit CallInProgress(const char* name);
  ~CallInProgress();
  CallInProgress(const CallInProgress&) = delete;
  CallInProgress& operator=(const CallInProgress&) = delete;

  /// "cudaFree", or an empty string.
  static std::string name();
};

/// Calls a function in a thread of its own.
class HostCall {
 public:
  explicit HostCall(std::function<void()> function);
  ~HostCall();  ///< waits
  HostCall(const HostCall&) = delete;
  HostCall& operator=(const HostCall&) = delete;

  bool has_returned() const;
  /// Waits until it has returned.
  void get();

  /// How many such functions have not returned.
  static int running();

 private:
  struct Thread;
  Thread* thread_;
};

#ifndef TUTORIAL_COMPILED
#include "tutorial/host_call.inl.cuh"
#endif
