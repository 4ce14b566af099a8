/// @file
/// @ingroup simt_operations
/// The host functions that run.
#pragma once

namespace simt {

/// While it lives, the host function that was given `user_data` runs; see `runs_host_function`.
class RunningHostFunction {
 public:
  explicit RunningHostFunction(const void* user_data);
  ~RunningHostFunction();
  RunningHostFunction(const RunningHostFunction&) = delete;
  RunningHostFunction& operator=(const RunningHostFunction&) = delete;

 private:
  const void* const user_data_;
};

}  // namespace simt
