/// @file
/// @ingroup tutorial
/// For the check of an exercise that says "put CHECK around each call": lets each of them fail, and sees whether
/// CHECK has noticed.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <csetjmp>
#include <string>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/watched_calls.cuh"

namespace tutorial {

inline std::jmp_buf end_of_function;

/// Whether CHECK or CHECK_LAST() ends the function, even in a destructor, which must not throw. What it has allocated is
/// gone afterwards, like all else that is on the device.
template <class Function>
bool ends_by_check(const Function& function) {
  static bool has_ended;
  static NoticedError before;
  before = on_noticed_error([] { std::longjmp(end_of_function, 1); });
  has_ended = setjmp(end_of_function) != 0;
  if (!has_ended) function();
  on_noticed_error(before);
  (void)cudaDeviceReset();
  (void)cudaGetLastError();
  return has_ended;
}

}  // namespace tutorial

/// Fails unless CHECK stands around each call that the function makes, frees too, and CHECK_LAST() behind its first launch
/// by <<<>>>; cudaLaunchKernelEx is a call (watched_clusters.cuh). For the end of a check: the device's memory and
/// streams are lost.
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
