#include "execution/grid/slow_launches.h"

#include <algorithm>
#include <cstdio>

#include "base/process.h"
#include "base/settings.h"
#include "base/symbols.h"
#include "execution/grid/grid.h"

namespace simt {
namespace {

/// All launches together may take so many times as long as one.
constexpr double kAllFactor = 3;
/// Looks until a launch has reached the limit.
constexpr double kLooks = 10;

/// "0.14 s", "70 s", "12 min", "3 h"
std::string time_text(double seconds) {
  char text[32];
  if (seconds < 9.5) {
    std::snprintf(text, sizeof text, "%.2g s", seconds);
  } else if (seconds < 120) {
    std::snprintf(text, sizeof text, "%.0f s", seconds);
  } else if (seconds < 7200) {
    std::snprintf(text, sizeof text, "%.0f min", seconds / 60);
  } else {
    std::snprintf(text, sizeof text, "%.0f h", seconds / 3600);
  }
  return text;
}

/// "130 of 1024 blocks are done, about 70 s to go"
std::string progress_text(const LaunchState& launch, double now) {
  const std::uint64_t done = launch.blocks_done, blocks = launch.blocks;
  if (done == blocks) return "all blocks are done, but not the grids that they have launched";
  std::string text = std::to_string(done) + " of " + std::to_string(blocks) +
                     (blocks == 1 ? " block is done" : " blocks are done");
  if (done > 0) {
    const double left =
        (now - launch.begin) / static_cast<double>(done) * static_cast<double>(blocks - done);
    text += ", about " + time_text(left) + " to go";
  }
  return text;
}

constexpr const char* kSmaller =
    "The CPU backend checks and counts every access: choose a smaller size, for which the counters "
    "tell the same";
/// While no block has ended.
constexpr const char* kEndless = ". A loop that waits in vain is reported later, see SIMT_TIMEOUT";
constexpr const char* kFewer =
    "Repeats are for timing, and the CPU backend's times say nothing about a GPU: launch it once, "
    "or choose a smaller "
    "size";

}  // namespace

SlowLaunches::Place SlowLaunches::place_of(const LaunchConfig& config) {
  return config.file != nullptr ? Place(config.file, config.line) : Place(config.site, 0);
}

void SlowLaunches::begin(const LaunchState& launch) {
  const std::lock_guard lock(mutex_);
  Line& line = lines_[place_of(launch.config)];
  if (line.launches++ == 0) line.config = launch.config;
  if (running_++ == 0) busy_since_ = launch.begin;
}

void SlowLaunches::end(const LaunchState& launch, double now) {
  const std::lock_guard lock(mutex_);
  lines_[place_of(launch.config)].seconds += now - launch.begin;
  if (--running_ == 0) busy_ += now - busy_since_;
}

std::string SlowLaunches::look(const LaunchState& launch, double now) {
  const std::lock_guard lock(mutex_);
  Line& line = lines_[place_of(launch.config)];
  const double total = busy_ + now - busy_since_;
  std::string text;
  if (now - launch.begin >= limit_ && !line.is_told) {
    text = text_of_launch(launch, line, now);
    line.is_told = true;
  } else if (total >= kAllFactor * limit_ && !all_are_told_ && launch.number != last_told_) {
    text = text_of_all(launch, total, now);
    all_are_told_ = true;
  }
  if (!text.empty()) last_told_ = launch.number;
  return text;
}

std::string SlowLaunches::text_of_launch(const LaunchState& launch, const Line& line,
                                         double now) const {
  const bool is_repeated = line.launches > 1;
  return "simt: slow: " + std::string(launch.config.name) + " at " + launch_line(launch.config) +
         ", launch " + std::to_string(launch.number) + ", has run for " +
         time_text(now - launch.begin) + ": " + progress_text(launch, now) +
         (is_repeated ? "; this line has launched it " + std::to_string(line.launches) + " times"
                      : "") +
         ". " + (is_repeated ? kFewer : kSmaller) + (launch.blocks_done == 0 ? kEndless : "") +
         "\n";
}

/// Names the line of code that has taken most of the time.
std::string SlowLaunches::text_of_all(const LaunchState& launch, double total, double now) const {
  const Place here = place_of(launch.config);
  const auto seconds_of = [&](const auto& place_and_line) {
    const auto& [place, line] = place_and_line;
    return line.seconds + (place == here ? now - launch.begin : 0);
  };
  const auto most =
      std::max_element(lines_.begin(), lines_.end(),
                       [&](const auto& a, const auto& b) { return seconds_of(a) < seconds_of(b); });
  const auto& [place, line] = *most;
  const double seconds = seconds_of(*most);
  const bool is_repeated = line.launches > 1;
  std::string text = "simt: slow: kernels have run for " + time_text(total) + ", " +
                     time_text(seconds) + " of it " + line.config.name + " at " +
                     launch_line(line.config);
  if (is_repeated) {
    text += ", launched " + std::to_string(line.launches) + " times from that line, " +
            time_text(seconds / static_cast<double>(line.launches)) + " each";
  }
  text += "; in launch " + std::to_string(launch.number) + ", " + progress_text(launch, now);
  return text + ". " + (is_repeated ? kFewer : kSmaller) + "\n";
}

namespace {

struct ProcessLaunches {
  SlowLaunches launches{settings().slow_seconds};
};
SlowLaunches& process_launches() { return process().part<ProcessLaunches>().launches; }

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

SlowLaunchWatch::SlowLaunchWatch(const Grid& grid, std::uint64_t number)
    : grid_(grid), number_(number), begin_(seconds_now()) {
  process_launches().begin(state());
  look();  // short launches have ended before the first pause is over
}

SlowLaunchWatch::~SlowLaunchWatch() { process_launches().end(state(), seconds_now()); }

LaunchState SlowLaunchWatch::state() const {
  const std::uint64_t ended = grid_.ended_clusters.load(std::memory_order_relaxed);
  return {grid_.config, number_, begin_, ended * grid_.cluster_blocks, grid_.block_count};
}

std::chrono::duration<double> SlowLaunchWatch::pause() const {
  constexpr double kMost = 3600;  // also where the limit is infinite
  return std::chrono::duration<double>(std::min(settings().slow_seconds / kLooks, kMost));
}

void SlowLaunchWatch::look() const {
  if (grid_.has_failed()) return;
  const std::string text = process_launches().look(state(), seconds_now());
  if (!text.empty()) std::fputs(text.c_str(), stderr);
}

}  // namespace simt
