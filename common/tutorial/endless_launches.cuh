/// @file
/// @ingroup tutorial
/// For the check of an exercise whose kernels launch what comes next: one that always launches never ends.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "tutorial/exercise.cuh"
#include "tutorial/launches.cuh"

/// As long as it lives, kernels may launch `at_most` grids, counted from the last record_launches(); with one more the
/// program ends with a verdict. Only on the CPU backend: on a GPU, Exercise::run() gives up.
class EndlessLaunches {
 public:
  EndlessLaunches(Exercise& exercise, long long at_most)
      : watch_([this, &exercise, at_most] {
          while (!is_over_) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            if (tutorial::launches_so_far() <= at_most) continue;
            exercise.open(true);
            exercise.require(false, "kernels have launched more than " + std::to_string(at_most) +
                                        " grids, and go on: when does a kernel launch nothing?");
            std::_Exit(exercise.verdict());
          }
        }) {}
  ~EndlessLaunches() {
    is_over_ = true;
    watch_.join();
  }
  EndlessLaunches(const EndlessLaunches&) = delete;
  EndlessLaunches& operator=(const EndlessLaunches&) = delete;

 private:
  std::atomic<bool> is_over_ = false;
  std::thread watch_;
};
