/// @file
/// @ingroup tutorial
#pragma once

#include <cuda_runtime.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "tutorial/check.cuh"
#include "tutorial/counters.cuh"
#include "tutorial/device.cuh"
#include "tutorial/exit_code.cuh"
#include "tutorial/hardware_counters.cuh"
#include "tutorial/options.cuh"

namespace tutorial {

TUTORIAL_INLINE std::optional<long long> parse_number(const std::string& text) {
  const char* at = text.c_str();
  const auto digits = [&at]() -> std::optional<double> {
    if (*at < '0' || *at > '9') return {};
    double value = 0;
    while (*at >= '0' && *at <= '9') value = value * 10 + (*at++ - '0');
    return value;
  };
  const bool negative = *at == '-';
  if (negative) ++at;
  std::optional<double> value = digits();
  if (value && (*at == 'e' || *at == '^')) {
    const bool power = *at++ == '^';
    const std::optional<double> exponent = digits();
    if (!exponent) return {};
    value = power ? std::pow(*value, *exponent) : *value * std::pow(10.0, *exponent);
  }
  if (!value || *at != '\0') return {};
  // A double is exact up to 2^53, far beyond every size; what is larger only has to stay so.
  const long long magnitude = *value < 9e18 ? static_cast<long long>(*value) : LLONG_MAX;
  return negative ? -magnitude : magnitude;
}

TUTORIAL_INLINE double available_host_bytes() {
  if (std::FILE* meminfo = std::fopen("/proc/meminfo", "r"); meminfo != nullptr) {
    char line[128];
    double kib = 0;
    bool found = false;
    while (!found && std::fgets(line, sizeof line, meminfo) != nullptr) {
      found = std::sscanf(line, "MemAvailable: %lf", &kib) == 1;
    }
    std::fclose(meminfo);
    if (found) return kib * 1024;
  }
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

TUTORIAL_INLINE std::string permitted_range(long long min, long long max) {
  return "permitted: " + std::to_string(min) + " to " + std::to_string(max);
}

}  // namespace tutorial

TUTORIAL_INLINE Options::Options(int argc, char** argv, const std::string& description,
                                 std::vector<Option> extra, bool takes_size)
    : extra_(std::move(extra)) {
  const std::string path = argc > 0 ? argv[0] : "program";
  program_ = path.substr(path.rfind('/') + 1);
  for (int i = 1; i < argc; ++i) {
    std::string name = argv[i];
    if (name == "--help" || name == "-h") {
      print_help(description, takes_size);
      std::exit(kExitOk);
    }
    std::optional<std::string> text;
    if (const std::size_t equals = name.find('='); equals != std::string::npos) {
      text = name.substr(equals + 1);
      name.resize(equals);
    }
    if (!kCountsInsteadOfTimes && name == "--counters") {
      if (!text && i + 1 < argc) text = argv[++i];
      if (text != "on" && text != "off") fail("--counters needs on or off");
      if (text == "off") tutorial::switch_off_hardware_counters();
      continue;
    }
    Option* option = find(name);
    if (option == nullptr && !(takes_size && name == "--size")) {
      fail("unknown option " + name + "; --help lists the options");
    }
    if (!text) {
      if (++i >= argc) fail(name + " needs a value");
      text = argv[i];
    }
    const long long min = option == nullptr ? 1 : option->min;
    const long long max = option == nullptr ? kLargestSize : option->max;
    const std::optional<long long> value = tutorial::parse_number(*text);
    if (!value) fail(name, *text, "not a number; " + tutorial::permitted_range(min, max));
    if (*value < min || *value > max) fail(name, *text, tutorial::permitted_range(min, max));
    if (option == nullptr) {
      size_ = {*value, *text};
    } else {
      option->fallback = *value;
    }
  }
}

TUTORIAL_INLINE int Options::size(const Size& s) const {
  const double by_index = std::pow(static_cast<double>(kLargestSize), 1.0 / s.dimensions);
  check_size(s.min, static_cast<long long>(by_index), "");

  require_device();
  std::size_t free_bytes = 0, total_bytes = 0;
  CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  double bytes = static_cast<double>(free_bytes);
  // The host holds input and reference too; the CPU backend's device memory is the host's.
  const double host_copies = kCountsInsteadOfTimes ? 2 : 1;
  bytes = std::min(bytes, tutorial::available_host_bytes() / host_copies) * 0.9;
  const double by_memory =
      std::pow(bytes / static_cast<double>(s.bytes_per_element), 1.0 / s.dimensions);
  const auto largest = static_cast<long long>(std::min(by_index, by_memory));
  check_size(s.min, largest, ", for more there is not enough free memory");
  if (size_) return static_cast<int>(size_->value);
  long long n = kCountsInsteadOfTimes ? s.cpu : s.gpu;
  while (n > std::max(largest, s.min)) n /= 2;
  return static_cast<int>(n);
}

TUTORIAL_INLINE long long Options::operator[](const std::string& name) const {
  for (const Option& option : extra_) {
    if (option.name == name) return option.fallback;
  }
  std::fprintf(stderr, "%s: the program asks for --%s but does not declare it\n", program_.c_str(),
               name.c_str());
  std::abort();
}

TUTORIAL_INLINE Option* Options::find(const std::string& name) {
  for (Option& option : extra_) {
    if ("--" + option.name == name) return &option;
  }
  return nullptr;
}

TUTORIAL_INLINE void Options::check_size(long long min, long long max, const char* reason) const {
  if (!size_ || (size_->value >= min && size_->value <= max)) return;
  fail("--size", size_->text, tutorial::permitted_range(min, max) + reason);
}

TUTORIAL_INLINE void Options::fail(const std::string& option, const std::string& value,
                                   const std::string& problem) const {
  fail(option + ' ' + value + ": " + problem);
}

TUTORIAL_INLINE void Options::fail(const std::string& message) const {
  std::fprintf(stderr, "%s: %s\n", program_.c_str(), message.c_str());
  std::exit(kExitBadArguments);
}

TUTORIAL_INLINE void Options::print_help(const std::string& description, bool takes_size) const {
  std::printf("%s\n\nusage: %s [options]\n", description.c_str(), program_.c_str());
  if (takes_size) {
    std::printf(
        "  --size N   the problem size; small by default on the CPU backend, larger on a GPU\n");
  }
  for (const Option& option : extra_) {
    std::printf("  --%s N   %s (%lld to %lld, default %lld)\n", option.name.c_str(),
                option.help.c_str(), option.min, option.max, option.fallback);
  }
  if (!kCountsInsteadOfTimes) {
    std::printf("  --counters on|off   whether to read the GPU's own counters (default on)\n");
  }
  std::printf("  --help\nN may be written 1000000, 1e6 or 2^20.\n");
}
