#include "base/settings.h"

#include "simt_init.h"
#include "simt_peers.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "base/address_map.h"
#include "base/device.h"
#include "base/process.h"

namespace simt {
namespace {

/// Whether it is a number in [low, high], which `result` is then.
template <class Number>
bool set_number(Number& result, std::string_view value, Number low, Number high) {
  const char* const last = value.data() + value.size();
#if defined(_LIBCPP_VERSION)  // it has no std::from_chars for them
  if constexpr (std::is_floating_point_v<Number>) {
    char* end = nullptr;
    result = std::strtod(std::string(value).c_str(), &end);
    return value.find_first_not_of("0123456789.") == value.npos && *end == '\0' && result >= low &&
           result <= high;
  } else
#endif
  {
    const auto [end, error] = std::from_chars(value.data(), last, result);
    return error == std::errc() && end == last && result >= low && result <= high;
  }
}

/// Whether it is the name of one of these, which `result` is then.
template <class Choice>
bool set_choice(Choice& result, std::string_view value,
                std::initializer_list<std::pair<std::string_view, Choice>> choices) {
  for (const auto& [name, choice] : choices) {
    if (value != name) continue;
    result = choice;
    return true;
  }
  return false;
}

template <bool Settings::*kCheck>
bool set_check(Settings& s, std::string_view value) {
  return set_choice(s.*kCheck, value, {{"on", true}, {"off", false}});
}

using Endings = std::initializer_list<std::string_view>;

/// Whether it is a file's name with one of these endings, which `file` is then.
bool set_name(std::string& file, std::string_view value, Endings endings) {
  file = value;
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
    return value.size() > ending.size() && value.ends_with(ending);
  });
}
/// Whether it is the name of a file that can be written, with one of these endings.
bool set_file(std::string& file, std::string_view value, Endings endings) {
  return set_name(file, value, endings) && std::ofstream(file);
}
bool set_text_or_file(bool& text, std::string& file, std::string_view value, Endings endings) {
  text = value == "text";
  return text || set_file(file, value, endings);
}

bool set_timeline_steps(Settings& s, std::string_view value) {
  constexpr long long kMost = 1'000'000'000;
  const std::size_t dash = value.find('-');
  return dash != value.npos && set_number(s.timeline_first, value.substr(0, dash), 0ll, kMost) &&
         set_number(s.timeline_last, value.substr(dash + 1), s.timeline_first + 1, kMost);
}

bool set_barrier_check(Settings& s, std::string_view value) {
  s.barrier_needs_all = value == "all";
  s.barrier_warns = value == "warn";
  return s.barrier_needs_all || s.barrier_warns || value == "live";
}

/// A variable of the environment.
struct Variable {
  std::string_view name;
  /// Sets what the value says; false if that is nothing.
  bool (*set)(Settings& settings, std::string_view value);
  const char* expected;  ///< the values, for the message
};

/// All of them. (The manual has their table for readers.)
constexpr Variable kVariables[] = {
    {"SIMT_DEVICES",
     [](auto& s, auto value) { return set_number(s.devices, value, 1, kMostDevices); },
     "a number of devices, 1 to 8"},
    {"SIMT_WORKERS",
     [](auto& s, auto value) { return set_number(s.workers, value, 1, kMaxWorkers); },
     "a number of OS threads, 1 to 256"},
    {"SIMT_ORDER",
     [](auto& s, auto value) {
       return set_choice(s.order, value,
                         {{"forward", Order::kForward},
                          {"reverse", Order::kReverse},
                          {"random", Order::kRandom}});
     },
     "forward, reverse or random"},
    {"SIMT_SEED",
     [](auto& s, auto value) {
       return set_number(s.seed, value, std::uint64_t{0}, ~std::uint64_t{0});
     },
     "a whole number, 0 or more"},
    {"SIMT_TIMEOUT",
     [](auto& s, auto value) { return set_number(s.timeout_seconds, value, 0.001, 1e6); },
     "seconds, 0.001 to 1000000"},
    {"SIMT_SLOW",
     [](auto& s, auto value) {
       s.slow_seconds = std::numeric_limits<double>::infinity();
       return value == "off" || set_number(s.slow_seconds, value, 0.001, 1e6);
     },
     "seconds, 0.001 to 1000000, or off"},
    // The file is opened by the first report.
    {"SIMT_REPORT",
     [](auto& s, auto value) {
       s.report_text = value == "text";
       return s.report_text || set_name(s.report_csv, value, {".csv"});
     },
     "text, or a file name that ends in .csv"},
    {"SIMT_PICTURE",
     [](auto& s, auto value) {
       s.picture_folder = value;
       struct stat info;
       return stat(s.picture_folder.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
     },
     "a folder that exists"},
    {"SIMT_TRACE", [](auto& s, auto value) { return set_file(s.trace_file, value, {".json"}); },
     "a file that can be written, whose name ends in .json"},
    {"SIMT_TIMELINE",
     [](auto& s, auto value) {
       return set_file(s.timeline_file, value, {".svg", ".csv"});
     },
     "a file that can be written, whose name ends in .svg or .csv"},
    {"SIMT_TIMELINE_STEPS", set_timeline_steps, "two steps, the smaller one first, like 8-32"},
    {"SIMT_LAUNCHES",
     [](auto& s, auto value) {
       return set_text_or_file(s.launches_text, s.launches_file, value, {".svg", ".txt"});
     },
     "text, or a file that can be written, whose name ends in .svg or .txt"},
    {"SIMT_PAGES",
     [](auto& s, auto value) {
       return set_text_or_file(s.pages_text, s.pages_csv, value, {".csv"});
     },
     "text, or a file that can be written, whose name ends in .csv"},
    {"SIMT_CHECK_SHARED", set_check<&Settings::check_shared>, "on or off"},
    {"SIMT_CHECK_GLOBAL", set_check<&Settings::check_global>, "on or off"},
    {"SIMT_CHECK_INIT",
     [](auto& s, auto value) {
       return set_choice(
           s.check_init, value,
           {{"on", InitCheck::kOn}, {"stop", InitCheck::kStop}, {"off", InitCheck::kOff}});
     },
     "on, stop or off"},
    {"SIMT_CHECK_SHUFFLE", set_check<&Settings::check_shuffle>, "on or off"},
    {"SIMT_CHECK_STREAMS", set_check<&Settings::check_streams>, "on or off"},
    {"SIMT_CHECK_LEAKS", set_check<&Settings::check_leaks>, "on or off"},
    {"SIMT_CHECK_BARRIER", set_barrier_check, "warn, all or live"},
    // simtcc's own.
    {"SIMT_CXX", [](auto&, auto) { return true; }, ""},
    {"SIMT_CCCL", [](auto&, auto) { return true; }, ""},
};

/// "SIMT_WORKERS, …, SIMT_CXX or SIMT_CCCL"
std::string all_names() {
  std::string names;
  for (const Variable& variable : kVariables) {
    if (&variable != kVariables) names += &variable == std::end(kVariables) - 1 ? " or " : ", ";
    names += variable.name;
  }
  return names;
}

[[noreturn]] void refuse(std::string_view name, std::string_view value,
                         const std::string& expected) {
  std::fprintf(stderr, "simt: %.*s=%.*s: expected %s\n", static_cast<int>(name.size()), name.data(),
               static_cast<int>(value.size()), value.data(), expected.c_str());
  end_process(2);
}

void apply(Settings& s, std::string_view name, std::string_view value) {
  for (const Variable& variable : kVariables) {
    if (variable.name != name) continue;
    if (!variable.set(s, value)) refuse(name, value, variable.expected);
    return;
  }
  refuse(name, value, all_names() + ": there is no such variable");
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

void set_device_count(int devices) {
  if (std::getenv("SIMT_DEVICES") == nullptr) {
    process().part<CurrentSettings>().settings.devices = std::clamp(devices, 1, kMostDevices);
  }
}

void stop_at_barriers_after_exits() {
  if (std::getenv("SIMT_CHECK_BARRIER") == nullptr) {
    process().part<CurrentSettings>().settings.barrier_needs_all = true;
  }
}

}  // namespace simt
