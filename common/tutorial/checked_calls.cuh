/// @file
/// @ingroup tutorial
/// For the check of an exercise that says "put CHECK around each call": lets each of them fail, and sees whether
/// CHECK has noticed.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#ifdef __wasm__
#include <thread>
#else
#include <csetjmp>
#endif
#include <string>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/watched_calls.cuh"

namespace tutorial {

#ifdef __wasm__  // which has no longjmp(): the function runs in a thread, and that is left
extern "C" [[noreturn]] void simt_end_host_thread();

template <class Function>
bool is_left(const Function& function) {
  static bool has_ended, is_left;
  has_ended = is_left = false;
  const NoticedError before = on_noticed_error([] {
    has_ended = is_left = true;
    simt_end_host_thread();
  });
  std::thread thread([&] {
    function();
    has_ended = true;
  });
  while (!has_ended) std::this_thread::yield();
  thread.join();
  on_noticed_error(before);
  return is_left;
}
#else
inline std::jmp_buf end_of_function;

template <class Function>
bool is_left(const Function& function) {
  static bool is_left;
  static NoticedError before;
  before = on_noticed_error([] { std::longjmp(end_of_function, 1); });
  is_left = setjmp(end_of_function) != 0;
  if (!is_left) function();
  on_noticed_error(before);
  return is_left;
}
#endif

/// Whether CHECK or CHECK_LAST() ends the function, even in a destructor, which must not throw. What it has allocated
/// is gone afterwards, like all else that is on the device.
template <class Function>
bool ends_by_check(const Function& function) {
  const bool has_ended = is_left(function);
  (void)cudaDeviceReset();
  (void)cudaGetLastError();
  return has_ended;
}

}  // namespace tutorial

/// Fails unless CHECK stands around each call that the function makes, frees too, and CHECK_LAST() behind its first
/// launch by <<<>>>; cudaLaunchKernelEx is a call (watched_clusters.cuh). For the end of a check: the device's memory
/// and streams are lost.
/// @param function calls the learner's, which makes at least one call
template <class Function>
void require_check_around_each_call(Exercise& exercise, const Function& function) {
  if (exercise.failed()) return;
  calls::forget();
  function();
  const auto expect_check = [&](const std::string& what) {
    calls::forget();
    exercise.begin(what);
    exercise.require(tutorial::ends_by_check(function),
                     "no CHECK has noticed its error: it has to stand around each CUDA call, and "
                     "CHECK_LAST() after each <<<>>>");
  };
  const std::vector<std::string> made = calls::made;
  calls::let_each_fail(exercise, made, expect_check);
  calls::forget();
  function();
  for (const int last = calls::released; calls::failing_release < last && !exercise.failed();) {
    ++calls::failing_release;
    expect_check("if free " + std::to_string(calls::failing_release) + " returns an error");
  }
  calls::failing_release = 0;
  const bool launch_is_call =
      std::find(made.begin(), made.end(), "cudaLaunchKernelEx") != made.end();
  if (exercise.failed() || launch_is_call) return;
  calls::refused_launch = true;
  expect_check("if the first launch is refused");
  calls::refused_launch = false;
}
