/// @file
/// @ingroup tutorial
#pragma once

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "tutorial/endless_launches.cuh"
#include "tutorial/launches.cuh"

struct EndlessLaunches::Watch {
  Watch(Exercise& exercise, long long at_most)
      : thread([this, &exercise, at_most] {
          while (!is_over) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            if (tutorial::launches_so_far() <= at_most) continue;
            exercise.open(true);
            exercise.require(false, "kernels have launched more than " + std::to_string(at_most) +
                                        " grids, and go on: when does a kernel launch nothing?");
            std::_Exit(exercise.verdict());
          }
        }) {}
  ~Watch() {
    is_over = true;
    thread.join();
  }

  std::atomic<bool> is_over = false;
  std::thread thread;
};

TUTORIAL_INLINE EndlessLaunches::EndlessLaunches(Exercise& exercise, long long at_most)
    : watch_(new Watch(exercise, at_most)) {}

TUTORIAL_INLINE EndlessLaunches::~EndlessLaunches() { delete watch_; }
