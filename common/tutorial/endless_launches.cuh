/// @file
/// @ingroup tutorial
/// For the check of an exercise whose kernels launch what comes next: one that always launches never ends.
#pragma once

#include "tutorial/exercise.cuh"

/// As long as it lives, kernels may launch `at_most` grids, counted from the last record_launches(); with one more the
/// program ends with a verdict. Only on the CPU backend: on a GPU, Exercise::run() gives up.
class EndlessLaunches {
 public:
  EndlessLaunches(Exercise& exercise, long long at_most);
  ~EndlessLaunches();
  EndlessLaunches(const EndlessLaunches&) = delete;
  EndlessLaunches& operator=(const EndlessLaunches&) = delete;

 private:
  struct Watch;
  Watch* watch_;
};

#ifndef TUTORIAL_COMPILED
#include "tutorial/endless_launches.inl.cuh"
#endif
