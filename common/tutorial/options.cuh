/// @file
/// @ingroup tutorial
/// The command line. A wrong argument ends the program with exit code 2 and one line that names
/// the option, the value and what is permitted, before any device is needed.
#pragma once

#include <climits>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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
std::optional<long long> parse_number(const std::string& text);

/// Bytes of host memory that can still be used.
double available_host_bytes();

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
  int size(const Size& s) const;

  /// The value of an extra option, or its fallback.
  long long operator[](const std::string& name) const;

 private:
  Options(int argc, char** argv, const std::string& description, std::vector<Option> extra,
          bool takes_size);

  // The last block may reach 1023 threads past the end, and an int must still hold the index.
  static constexpr long long kLargestSize = INT_MAX - 1023;

  Option* find(const std::string& name);
  void check_size(long long min, long long max, const char* reason) const;
  [[noreturn]] void fail(const std::string& option, const std::string& value,
                         const std::string& problem) const;
  [[noreturn]] void fail(const std::string& message) const;
  void print_help(const std::string& description, bool takes_size) const;

  std::string program_;
  std::vector<Option> extra_;  // `fallback` becomes the value given
  struct GivenSize {
    long long value;
    std::string text;  // as typed, for messages
  };
  std::optional<GivenSize> size_;
};

#ifndef TUTORIAL_COMPILED
#include "tutorial/options.inl.cuh"
#endif
