/// @file
/// @ingroup tutorial
/// For the check of an exercise with clusters that says "an error ends the program, by CHECK".
#pragma once

#include <string>
#include <vector>

#include "tutorial/checked_calls.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/watched_clusters.cuh"

/// Fails unless CHECK notices an error of each call that the function makes; cudaLaunchKernelEx returns its own. For
/// the end of a check: the device's memory and streams are lost.
/// @param function allocates what the learner's needs, and calls that
template <class Function>
void require_check_of_each_call(Exercise& exercise, const Function& function) {
  if (exercise.failed()) return;
  calls::forget();
  function();
  calls::let_each_fail(
      exercise, std::vector<std::string>(calls::made), [&](const std::string& name) {
        calls::forget();
        exercise.begin(name);
        exercise.require(
            tutorial::ends_by_check(function),
            "no CHECK has noticed its error, and the program goes on: what does the call "
            "return, and what stands around it?");
      });
}
