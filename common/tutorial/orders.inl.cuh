/// @file
/// @ingroup tutorial
#pragma once

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tutorial/orders.cuh"

#if TUTORIAL_HAS_ORDERS
#include <simt_counters.h>
#endif

namespace tutorial {

/// In the environment of a process that runs in another order, or counts: its name.
inline constexpr const char* kOrderVariable = "EXERCISE_ORDER";
inline constexpr const char* kCounted = "counted";

/// Starts this program again.
inline std::FILE* start_again(const char* order) {
  std::fflush(nullptr);
  // It has a name of its own in a folder that goes away: what it writes next to itself, or where
  // SIMT_ variables say, is not what this run has written. What hangs is ended.
  const std::string command =
      "unset SIMT_REPORT SIMT_PICTURE SIMT_TRACE SIMT_TIMELINE SIMT_TIMELINE_STEPS SIMT_LAUNCHES "
      "SIMT_PAGES EXERCISE_VERDICT\n"
      "folder=$(mktemp -d) || exit 1\n"
      "trap 'rm -r \"$folder\"' EXIT\n"
      "trap 'exit 1' INT TERM\n"
      "ln -s \"$(readlink /proc/" +
      std::to_string(getpid()) + "/exe)\" \"$folder/exercise\" || exit 1\n" + kOrderVariable + "=" +
      order + " timeout 120 \"$folder/exercise\" 2>&1 </dev/null\n";
  return popen(command.c_str(), "r");
}

inline OtherRun wait_for(std::FILE* run) {
  if (run == nullptr) return {false, "FAILED  the program cannot be run again\n"};
  std::string printed;
  char text[4096];
  for (std::size_t n; (n = std::fread(text, 1, sizeof text, run)) > 0;) printed.append(text, n);
  const bool has_passed = pclose(run) == 0;
  return {has_passed, printed};
}

#if TUTORIAL_HAS_ORDERS
struct OtherOrder {
  const char* name;
  simt::Order order;
  const char* meaning;
};
inline constexpr OtherOrder kOtherOrders[] = {
    {"reverse", simt::Order::kReverse,
     "right if block 0 and thread 0 run first, wrong if they run last: "},
    {"random", simt::Order::kRandom,
     "right if blocks and threads run in turn, wrong if they run in any order: "}};
#endif

}  // namespace tutorial

TUTORIAL_INLINE OtherRun run_counted() {
  return tutorial::wait_for(tutorial::start_again(tutorial::kCounted));
}

#if TUTORIAL_HAS_ORDERS

TUTORIAL_INLINE KernelOrder fix_order() {
  if (std::getenv("SIMT_ORDER") != nullptr) return {};
  const char* const wanted = std::getenv(tutorial::kOrderVariable);
  for (const tutorial::OtherOrder& other : tutorial::kOtherOrders) {
    if (wanted == nullptr || std::string(wanted) != other.name) continue;
    simt::set_order(other.order);
    return {other.name, other.meaning};
  }
  simt::set_order(simt::Order::kForward);
  return {};
}

TUTORIAL_INLINE std::string failure_in_other_orders() {
  if (std::getenv("SIMT_ORDER") != nullptr || simt::counters().launches == 0) return "";
  std::vector<std::FILE*> runs;
  for (const tutorial::OtherOrder& other : tutorial::kOtherOrders) {
    runs.push_back(tutorial::start_again(other.name));
  }
  std::string failure;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const OtherRun run = tutorial::wait_for(runs[i]);
    if (run.has_passed || !failure.empty()) continue;
    failure = run.printed;
    if (failure.find("FAILED") == std::string::npos) {
      failure += std::string("FAILED  ") + tutorial::kOtherOrders[i].meaning +
                 "the program did not run to its end\n";
    }
  }
  return failure;
}

#else

TUTORIAL_INLINE KernelOrder fix_order() {
  const char* const wanted = std::getenv(tutorial::kOrderVariable);
  KernelOrder order;
  order.is_counted = wanted != nullptr && std::string(wanted) == tutorial::kCounted;
  return order;
}

TUTORIAL_INLINE std::string failure_in_other_orders() { return ""; }

#endif
