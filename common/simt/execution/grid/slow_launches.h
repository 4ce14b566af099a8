/// @file
/// @ingroup simt_execution
/// Tells when a program's launches take long: one line on stderr, with what can be done about it.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "simt/launch.h"

namespace simt {

struct Grid;

/// What is known of a launch while it runs.
struct LaunchState {
  const LaunchConfig& config;
  std::uint64_t number;  ///< among the launches of the program, from 1
  double begin;          ///< in seconds, of the same clock as `now`
  std::uint64_t blocks_done, blocks;
};

/// Decides when there is something to say, and what. Two things are worth a line: a launch that has run for the limit,
/// once for each line of code, and launches that have run for three times as long all together, once.
class SlowLaunches {
 public:
  /// @param limit seconds that a launch may take without a word
  explicit SlowLaunches(double limit) : limit_(limit) {}

  void begin(const LaunchState& launch);
  /// @return the line to print, with its end; empty: none
  std::string look(const LaunchState& launch, double now);
  void end(const LaunchState& launch, double now);

 private:
  /// The launches of one line of code.
  struct Line {
    LaunchConfig config{};  ///< of the first one
    std::uint64_t launches = 0;
    double seconds = 0;  ///< of those that have ended
    bool is_told = false;
  };
  using Place = std::pair<const void*, int>;  ///< file or site, and line
  static Place place_of(const LaunchConfig& config);
  std::string text_of_launch(const LaunchState& launch, const Line& line, double now) const;
  std::string text_of_all(const LaunchState& launch, double total, double now) const;

  const double limit_;
  std::mutex mutex_;
  std::map<Place, Line> lines_;
  int running_ = 0;
  double busy_since_ = 0;  ///< while any runs
  double busy_ = 0;        ///< seconds before, in which any ran
  bool all_are_told_ = false;
  std::uint64_t last_told_ = 0;  ///< number of the launch that was told last
};

/// Watches one launch of the host from its begin to its end, for the process.
class SlowLaunchWatch {
 public:
  SlowLaunchWatch(const Grid& grid, std::uint64_t number);
  ~SlowLaunchWatch();
  SlowLaunchWatch(const SlowLaunchWatch&) = delete;
  SlowLaunchWatch& operator=(const SlowLaunchWatch&) = delete;

  /// Time until the next call of `look`.
  std::chrono::duration<double> pause() const;
  /// Prints the line, if it is time for one.
  void look() const;

 private:
  LaunchState state() const;

  const Grid& grid_;
  const std::uint64_t number_;
  const double begin_;
};

}  // namespace simt
