/// @file
/// @ingroup tutorial
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tutorial/orders.cuh"

#if TUTORIAL_HAS_ORDERS
#include <simt_counters.h>
#include <unistd.h>

namespace tutorial {

/// In the environment of a process that runs in another order: its name.
inline constexpr const char* kOrderVariable = "EXERCISE_ORDER";

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

}  // namespace tutorial

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
  std::fflush(nullptr);
  std::vector<std::FILE*> runs;
  for (const tutorial::OtherOrder& other : tutorial::kOtherOrders) {
    // It has a name of its own in a folder that goes away: what it writes next to itself, or where
    // SIMT_ variables say, is not what this run has written. What hangs is ended.
    const std::string command =
        "unset SIMT_REPORT SIMT_PICTURE SIMT_TIMELINE SIMT_TIMELINE_STEPS SIMT_LAUNCHES "
        "SIMT_PAGES\n"
        "folder=$(mktemp -d) || exit 1\n"
        "trap 'rm -r \"$folder\"' EXIT\n"
        "trap 'exit 1' INT TERM\n"
        "ln -s \"$(readlink /proc/" +
        std::to_string(getpid()) + "/exe)\" \"$folder/exercise\" || exit 1\n" +
        tutorial::kOrderVariable + "=" + other.name +
        " timeout 120 \"$folder/exercise\" 2>&1 </dev/null\n";
    runs.push_back(popen(command.c_str(), "r"));
  }
  std::string failure;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i] == nullptr) return "FAILED  the program cannot be run again in another order\n";
    std::string printed;
    char text[4096];
    for (std::size_t n; (n = std::fread(text, 1, sizeof text, runs[i])) > 0;) {
      printed.append(text, n);
    }
    if (pclose(runs[i]) == 0 || !failure.empty()) continue;
    failure = printed;
    if (printed.find("FAILED") == std::string::npos) {
      failure += std::string("FAILED  ") + tutorial::kOtherOrders[i].meaning +
                 "the program did not run to its end\n";
    }
  }
  return failure;
}

#else

TUTORIAL_INLINE KernelOrder fix_order() { return {}; }
TUTORIAL_INLINE std::string failure_in_other_orders() { return ""; }

#endif
