// Times that can be compared: all variants in turn, many times, cold and hot.
#pragma once

#include <chrono>
#include <functional>
#include <thread>
#include <utility>

#include "tutorial.cuh"

struct Variant {
  std::string name;
  std::function<void()> launch;
};

// The milliseconds of each variant's launches, in `rounds` rounds of all variants: A B C, A B C, … Cold: a launch begins
// after a pause. Hot: it begins when the one before has ended, and the first rounds, which heat the GPU, do not count.
inline std::vector<std::vector<double>> interleaved(const std::vector<Variant>& variants,
                                                    int rounds, bool hot) {
  const int heating = hot ? rounds : 1, count = static_cast<int>(variants.size());
  std::vector<std::pair<cudaEvent_t, cudaEvent_t>> events((heating + rounds) * count);
  for (auto& [start, stop] : events) {
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
  }
  for (size_t i = 0; i < events.size(); ++i) {
    if (!hot) {
      CHECK(cudaDeviceSynchronize());
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      tutorial::keep_busy();
    }
    CHECK(cudaEventRecord(events[i].first));
    variants[i % count].launch();
    CHECK(cudaEventRecord(events[i].second));
  }
  CHECK(cudaDeviceSynchronize());
  std::vector<std::vector<double>> times(count);
  for (size_t i = 0; i < events.size(); ++i) {
    float milliseconds = 0;
    CHECK(cudaEventElapsedTime(&milliseconds, events[i].first, events[i].second));
    if (i >= static_cast<size_t>(heating) * count) times[i % count].push_back(milliseconds);
    CHECK(cudaEventDestroy(events[i].first));
    CHECK(cudaEventDestroy(events[i].second));
  }
  return times;
}

// A row for each variant: its median, and the median of its ratio to the first variant's time in the same round, with
// what the ratios lie between.
inline void print_interleaved(const std::vector<Variant>& variants, int rounds) {
  const auto ratio_to = [](const std::vector<double>& first, const std::vector<double>& times) {
    std::vector<double> ratios;
    for (size_t i = 0; i < times.size(); ++i) ratios.push_back(first[i] / times[i]);
    std::sort(ratios.begin(), ratios.end());
    return figure("%.3f", median(ratios)) + figure(" (%.3f", ratios.front()) +
           figure("–%.3f)", ratios.back());
  };
  const auto cold = interleaved(variants, rounds, false), hot = interleaved(variants, rounds, true);
  const std::string peer = "× " + variants.front().name;
  Table table({std::to_string(rounds) + " interleaved rounds", timed("cold, ms"),
               timed("cold, " + peer), timed("hot, ms"), timed("hot, " + peer)});
  for (size_t v = 0; v < variants.size(); ++v) {
    table.add({variants[v].name, figure("%.3f", median(cold[v])), ratio_to(cold[0], cold[v]),
               figure("%.3f", median(hot[v])), ratio_to(hot[0], hot[v])});
  }
  table.print();
}
