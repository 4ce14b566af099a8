/// @file
/// @ingroup tutorial
/// The command line. A wrong argument ends the program with exit code 2 and one line that names
/// the option, the value and what is permitted, before any device is needed.
#pragma once

#include <cuda_runtime.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/counters.cuh"
#include "tutorial/device.cuh"
#include "tutorial/exit_code.cuh"

/// An option of one program: `--name N`, an integer from min to max.
struct Option {
  std::string name;  ///< without the dashes
  long long fallback = 0;
  long long min = 0;
  long long max = INT_MAX;
  std::string help;
};

/// The sizes that a program can work with.
struct Size {
  long long cpu = 0;  ///< default on the CPU backend, where counting needs few elements
  long long gpu = 0;  ///< default on a GPU, where timing needs more than the L2 cache holds
  std::size_t bytes_per_element = 2 * sizeof(float);  ///< device memory, all buffers together
  int dimensions = 1;                                 ///< 2: the size is the edge of a square
  long long min = 1;
};

namespace tutorial {

/// 1000, 1e6 or 2^20; nothing for anything else. Too large for a long long gives LLONG_MAX.
inline std::optional<long long> parse_number(const std::string& text) {
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

/// Bytes of host memory that can still be used.
inline double available_host_bytes() {
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

}  // namespace tutorial

/// The parsed command line.
///
///     const Options options(argc, argv, "Add two vectors.",
///                           {{.name = "block", .fallback = 256, .min = 1, .max = 1024,
///                             .help = "threads per block"}});
///     const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 28});
///     const int block = options["block"];
class Options {
 public:
  /// Options of a program that takes --size; `description` is one sentence for --help.
  Options(int argc, char** argv, const std::string& description, std::vector<Option> extra = {})
      : Options(argc, argv, description, std::move(extra), true) {}

  /// Options of a program whose size is fixed: --size is unknown to it.
  static Options without_size(int argc, char** argv, const std::string& description,
                              std::vector<Option> extra = {}) {
    return Options(argc, argv, description, std::move(extra), false);
  }

  /// The value of --size, or the default of this backend, halved until it fits the device.
  /// Ends the program with 2 if the size is out of range or needs more memory than there is, and
  /// with 77 if there is no device.
  int size(const Size& s) const {
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

  /// The value of an extra option, or its fallback.
  long long operator[](const std::string& name) const {
    for (const Option& option : extra_) {
      if (option.name == name) return option.fallback;
    }
    std::fprintf(stderr, "%s: the program asks for --%s but does not declare it\n",
                 program_.c_str(), name.c_str());
    std::abort();
  }

 private:
  Options(int argc, char** argv, const std::string& description, std::vector<Option> extra,
          bool takes_size)
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
      if (!value) fail(name, *text, "not a number; " + permitted(min, max));
      if (*value < min || *value > max) fail(name, *text, permitted(min, max));
      if (option == nullptr) {
        size_ = {*value, *text};
      } else {
        option->fallback = *value;
      }
    }
  }

  // The last block may reach 1023 threads past the end, and an int must still hold the index.
  static constexpr long long kLargestSize = INT_MAX - 1023;

  Option* find(const std::string& name) {
    for (Option& option : extra_) {
      if ("--" + option.name == name) return &option;
    }
    return nullptr;
  }

  static std::string permitted(long long min, long long max) {
    return "permitted: " + std::to_string(min) + " to " + std::to_string(max);
  }

  void check_size(long long min, long long max, const char* reason) const {
    if (!size_ || (size_->value >= min && size_->value <= max)) return;
    fail("--size", size_->text, permitted(min, max) + reason);
  }

  [[noreturn]] void fail(const std::string& option, const std::string& value,
                         const std::string& problem) const {
    fail(option + ' ' + value + ": " + problem);
  }

  [[noreturn]] void fail(const std::string& message) const {
    std::fprintf(stderr, "%s: %s\n", program_.c_str(), message.c_str());
    std::exit(kExitBadArguments);
  }

  void print_help(const std::string& description, bool takes_size) const {
    std::printf("%s\n\nusage: %s [options]\n", description.c_str(), program_.c_str());
    if (takes_size) {
      std::printf(
          "  --size N   the problem size; small by default on the CPU backend, larger on a GPU\n");
    }
    for (const Option& option : extra_) {
      std::printf("  --%s N   %s (%lld to %lld, default %lld)\n", option.name.c_str(),
                  option.help.c_str(), option.min, option.max, option.fallback);
    }
    std::printf("  --help\nN may be written 1000000, 1e6 or 2^20.\n");
  }

  std::string program_;
  std::vector<Option> extra_;  // `fallback` becomes the value given
  struct GivenSize {
    long long value;
    std::string text;  // as typed, for messages
  };
  std::optional<GivenSize> size_;
};
