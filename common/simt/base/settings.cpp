#include "base/settings.h"

#include "simt_init.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <thread>

#include "base/address_map.h"
#include "base/process.h"

namespace simt {
namespace {

[[noreturn]] void refuse(std::string_view name, std::string_view value, const char* expected) {
  std::fprintf(stderr, "simt: %.*s=%.*s: expected %s\n", static_cast<int>(name.size()), name.data(),
               static_cast<int>(value.size()), value.data(), expected);
  end_process(2);
}

template <class Number>
Number number(std::string_view name, std::string_view value, Number low, Number high,
              const char* expected) {
  Number result{};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
  if (error != std::errc() || end != value.data() + value.size() || !(result >= low) ||
      !(result <= high)) {
    refuse(name, value, expected);
  }
  return result;
}

bool* check_of(Settings& s, std::string_view name) {
  if (name == "SIMT_CHECK_SHARED") return &s.check_shared;
  if (name == "SIMT_CHECK_GLOBAL") return &s.check_global;
  if (name == "SIMT_CHECK_SHUFFLE") return &s.check_shuffle;
  if (name == "SIMT_CHECK_STREAMS") return &s.check_streams;
  if (name == "SIMT_CHECK_LEAKS") return &s.check_leaks;
  return nullptr;
}

void apply(Settings& s, std::string_view name, std::string_view value) {
  if (name == "SIMT_WORKERS") {
    s.workers = number(name, value, 1, kMaxWorkers, "a number of OS threads, 1 to 256");
  } else if (name == "SIMT_ORDER") {
    if (value == "forward") {
      s.order = Order::kForward;
    } else if (value == "reverse") {
      s.order = Order::kReverse;
    } else if (value == "random") {
      s.order = Order::kRandom;
    } else {
      refuse(name, value, "forward, reverse or random");
    }
  } else if (name == "SIMT_SEED") {
    s.seed = number<std::uint64_t>(name, value, 0, ~std::uint64_t{0}, "a whole number, 0 or more");
  } else if (name == "SIMT_TIMEOUT") {
    s.timeout_seconds = number(name, value, 0.001, 1e6, "seconds, 0.001 to 1000000");
  } else if (name == "SIMT_SLOW") {
    s.slow_seconds = value == "off"
                         ? std::numeric_limits<double>::infinity()
                         : number(name, value, 0.001, 1e6, "seconds, 0.001 to 1000000, or off");
  } else if (name == "SIMT_PICTURE") {
    if (!std::filesystem::is_directory(value)) refuse(name, value, "a folder that exists");
    s.picture_folder = value;
  } else if (name == "SIMT_TRACE") {
    s.trace_file = value;
    if (!value.ends_with(".json") || !std::ofstream(s.trace_file)) {
      refuse(name, value, "a file that can be written, whose name ends in .json");
    }
  } else if (name == "SIMT_TIMELINE") {
    const std::string_view ending = value.size() > 4 ? value.substr(value.size() - 4) : "";
    s.timeline_file = value;
    if ((ending != ".svg" && ending != ".csv") || !std::ofstream(s.timeline_file)) {
      refuse(name, value, "a file that can be written, whose name ends in .svg or .csv");
    }
  } else if (name == "SIMT_TIMELINE_STEPS") {
    constexpr const char* kExpected = "two steps, the smaller one first, like 8-32";
    constexpr long long kMost = 1'000'000'000;
    const std::size_t dash = std::min(value.find('-'), value.size());
    s.timeline_first = number(name, value.substr(0, dash), 0ll, kMost, kExpected);
    s.timeline_last = number(name, value.substr(std::min(dash + 1, value.size())),
                             s.timeline_first + 1, kMost, kExpected);
  } else if (name == "SIMT_LAUNCHES") {
    const std::string_view ending = value.size() > 4 ? value.substr(value.size() - 4) : "";
    s.launches_text = value == "text";
    if (!s.launches_text) s.launches_file = value;
    if (!s.launches_text &&
        ((ending != ".svg" && ending != ".txt") || !std::ofstream(s.launches_file))) {
      refuse(name, value, "text, or a file that can be written, whose name ends in .svg or .txt");
    }
  } else if (name == "SIMT_CHECK_INIT") {
    if (value == "on" || value == "stop") {
      s.check_init = value == "on" ? InitCheck::kOn : InitCheck::kStop;
    } else if (value == "off") {
      s.check_init = InitCheck::kOff;
    } else {
      refuse(name, value, "on, stop or off");
    }
  } else if (name == "SIMT_CHECK_BARRIER") {
    if (value != "all" && value != "live" && value != "warn") {
      refuse(name, value, "warn, all or live");
    }
    s.barrier_needs_all = value == "all";
    s.barrier_warns = value == "warn";
  } else if (name == "SIMT_PAGES") {
    if (value == "text") {
      s.pages_text = true;
    } else {
      const bool is_csv = value.size() > 4 && value.substr(value.size() - 4) == ".csv";
      s.pages_csv = value;
      if (!is_csv || !std::ofstream(s.pages_csv)) {
        refuse(name, value, "text, or a file that can be written, whose name ends in .csv");
      }
    }
  } else if (bool* check = check_of(s, name)) {
    if (value != "on" && value != "off") refuse(name, value, "on or off");
    *check = value == "on";
  } else if (name == "SIMT_REPORT") {
    if (value == "text") {
      s.report_text = true;
    } else if (value.size() > 4 && value.substr(value.size() - 4) == ".csv") {
      s.report_csv = value;
    } else {
      refuse(name, value, "text, or a file name that ends in .csv");
    }
  } else if (name != "SIMT_CXX" && name != "SIMT_CCCL") {  // simtcc's own
    refuse(name, value,
           "SIMT_WORKERS, SIMT_ORDER, SIMT_SEED, SIMT_TIMEOUT, SIMT_SLOW, SIMT_REPORT, "
           "SIMT_PICTURE, SIMT_TRACE, SIMT_TIMELINE, SIMT_TIMELINE_STEPS, SIMT_LAUNCHES, "
           "SIMT_PAGES, SIMT_CHECK_SHARED, SIMT_CHECK_GLOBAL, SIMT_CHECK_INIT, "
           "SIMT_CHECK_SHUFFLE, SIMT_CHECK_STREAMS, SIMT_CHECK_LEAKS, SIMT_CHECK_BARRIER, "
           "SIMT_CXX or SIMT_CCCL: there is no such variable");
  }
}

Settings read_environment() {
  Settings s;
  const unsigned cores = std::thread::hardware_concurrency();
  s.workers = cores == 0 ? 1 : static_cast<int>(cores < kMaxWorkers ? cores : kMaxWorkers);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (text.substr(0, 5) != "SIMT_" || equals == std::string_view::npos) continue;
    apply(s, text.substr(0, equals), text.substr(equals + 1));
  }
  return s;
}

struct CurrentSettings {
  Settings settings = read_environment();
};

/// A bad value is refused before the program does anything, on its own thread.
[[gnu::constructor]] void check_environment() { settings(); }

}  // namespace

const Settings& settings() { return process().part<CurrentSettings>().settings; }

void stop_at_unwritten_memory() {
  if (std::getenv("SIMT_CHECK_INIT") == nullptr) {
    process().part<CurrentSettings>().settings.check_init = InitCheck::kStop;
  }
}

void stop_at_barriers_after_exits() {
  if (std::getenv("SIMT_CHECK_BARRIER") == nullptr) {
    process().part<CurrentSettings>().settings.barrier_needs_all = true;
  }
}

}  // namespace simt
