/// @file
/// @ingroup tutorial
/// Several kernels for one problem, each verified, then counted (CPU backend) or timed (GPU), in
/// one table that looks the same on both.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/compat.cuh"
#include "tutorial/copy_bandwidth.cuh"
#include "tutorial/counters.cuh"
#include "tutorial/device.cuh"
#include "tutorial/table.cuh"
#include "tutorial/timer.cuh"
#include "tutorial/verify.cuh"

/// The figures an experiment can show.
enum class Column {
  kTime,                 ///< median of 20 runs
  kBandwidth,            ///< bytes moved / time, in GB/s (10^9)
  kOfCopy,               ///< the same in percent of a copy on this device, measured in this run
  kOfPeer,               ///< time of the peer (`compare_with`) / time: above 1 is faster than it
  kSectorsPerLoad,       ///< 32-byte sectors per global load request of a warp
  kSectorsPerStore,      ///< the same for stores
  kSectorsPerAtomic,     ///< the same for atomics; lanes that want one address take turns
  kWavefrontsPerAtomic,  ///< the same in shared memory: lanes that want one bank take turns
  kLoadRequests,         ///< global load requests: load instructions of a warp
  kUsefulLoads,          ///< bytes that the loads ask for, in percent of the sectors they get
  kBankConflicts,        ///< shared-memory wavefronts beyond the minimum
  kActiveLanes,          ///< share of a warp's lanes that are active; the model's figure
};

/// Runs variants of one computation and prints one row for each. A figure that a backend cannot
/// have is a dash: no times from the CPU backend, no counters from a GPU.
///
///     Experiment experiment("Adding two vectors", c, n, 3.0 * n * sizeof(float));
///     experiment.run("one element per thread", [&] { add<<<grid, block>>>(a, b, c, n); },
///                    [&](int i) { return host_a[i] + host_b[i]; });
///     return experiment.report();
class Experiment {
 public:
  /// The array in device memory that every variant writes.
  using Output = std::variant<float*, double*, int*, unsigned*, long long*, unsigned long long*,
                              unsigned char*>;

  /// An expected value that says: this element must not be written.
  static constexpr tutorial::Unwritten kUnwritten{};

  /// @param title        what the variants have in common, for the line above the table
  /// @param output       n elements of device memory
  /// @param bytes_moved  what the computation has to read and write, for the column GB/s; 0: none
  /// @param comparison   tolerance of floating-point results (exact unless given) and columns
  Experiment(std::string title, Output output, long long n, double bytes_moved,
             Comparison comparison = {})
      : title_(std::move(title) + ", " + std::to_string(n) + " " + element_name(output, n)),
        output_(output),
        n_(n),
        bytes_moved_(bytes_moved),
        comparison_(comparison) {}

  /// For results that are not one array: every `run` gets a function that verifies.
  Experiment(std::string title, double bytes_moved)
      : title_(std::move(title)), bytes_moved_(bytes_moved) {}

  /// Shows these figures, in this order, instead of all.
  void show(std::initializer_list<Column> columns) { columns_ = columns; }

  /// Says how many bytes the threads of a variant load, each for itself, for the column "useful
  /// bytes". More than 100 % means that lanes share what one sector brings.
  void loads(double bytes) { bytes_loaded_ = bytes; }

  /// Names the variant whose time the column kOfPeer compares the others with, and that column.
  void compare_with(std::string variant, std::string heading) {
    peer_ = std::move(variant);
    peer_heading_ = std::move(heading);
  }

  /// A row of dashes, for a variant that this backend does not have (a library).
  void skip(const std::string& variant) { rows_.push_back(Row{variant}); }

  /// Runs one variant: poisons the output, launches, verifies; on a GPU then times it and verifies
  /// again. A CUDA error ends the program as CHECK does.
  /// @param launch    launches the kernels; it is called many times on a GPU, so it has to reset
  ///                  what it accumulates into
  /// @param expected  the reference: a function of the index, anything with [], or a function
  ///                  without arguments that returns what is wrong (empty: nothing)
  template <class Launch, class Expected>
  void run(const std::string& variant, const Launch& launch, const Expected& expected,
           const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    Row row{variant};
    const auto launch_once = [&] {
      launch();
      tutorial::check(cudaGetLastError(), ("launch of \"" + variant + '"').c_str(), file, line,
                      true);
    };
    const auto wait = [&] {
      tutorial::check(cudaDeviceSynchronize(), ('"' + variant + '"').c_str(), file, line);
    };
    const auto verify = [&] {
      const std::string wrong = wrong_with(expected);
      if (!wrong.empty() && failure_.empty()) failure_ = variant + ", " + wrong;
      row.wrong |= !wrong.empty();
    };

    poison_output();
    const Counters before = read_counters();
    launch_once();
    wait();
    row.counters = read_counters() - before;
    verify();
    if (!kCountsInsteadOfTimes) {
      std::vector<double> milliseconds;
      EventTimer timer;
      for (int i = -kWarmUps; i < kRuns; ++i) {
        timer.start();
        launch_once();
        const double time = timer.stop();
        if (i >= 0) milliseconds.push_back(time);
      }
      row.milliseconds = median(milliseconds);
      wait();
      verify();
    }
    rows_.push_back(row);
  }

  /// Runs a variant whose configuration CUDA must refuse; its row says so. Anything else is wrong.
  template <class Launch>
  void run_refused(const std::string& variant, const Launch& launch) {
    launch();
    const cudaError_t error = cudaGetLastError();
    Row row{variant};
    row.refusal = cudaGetErrorName(error);
    row.wrong = !is_invalid_configuration(error);
    if (row.wrong && failure_.empty()) {
      failure_ = variant + ", expected to be refused, got " + row.refusal;
    }
    rows_.push_back(row);
  }

  /// Prints the table, then PASS, and returns 0; or prints the first difference and returns 1.
  int report() const { return verdict(print()); }

  /// Prints the table, for programs with more than one; the first difference goes to stderr.
  /// @return whether all variants were right
  bool print() const {
    std::fputs(text().c_str(), stdout);
    if (failure_.empty()) return true;
    std::fflush(stdout);
    std::fprintf(stderr, "%s\n", failure_.c_str());
    return false;
  }

 private:
  static constexpr int kWarmUps = 2;
  static constexpr int kRuns = 20;

  struct Row {
    std::string variant;
    double milliseconds = std::numeric_limits<double>::quiet_NaN();
    Counters counters = {};    // all zero: not counted
    std::string refusal = {};  // the error CUDA refused the launch with
    bool wrong = false;
  };

  static std::string element_name(const Output& output, long long n) {
    constexpr const char* kNames[] = {
        "float", "double", "int", "unsigned int", "long long", "unsigned long long", "byte"};
    static_assert(std::size(kNames) == std::variant_size_v<Output>);
    return std::string(kNames[output.index()]) + (n == 1 ? "" : "s");
  }

  void poison_output() const {
    std::visit(
        [&](auto* output) {
          if (output != nullptr) poison(output, n_);
        },
        output_);
  }

  template <class Expected>
  std::string wrong_with(const Expected& expected) const {
    if constexpr (std::is_invocable_v<const Expected&>) {
      return expected();
    } else {
      using Value = decltype(tutorial::expected_at(expected, 0));
      const std::function<Value(long long)> at = [&](long long i) {
        return tutorial::expected_at(expected, i);
      };
      if (n_ == 0) return "there is no output array to compare";
      return std::visit(
          [&](auto* output) { return first_difference_on_device(output, n_, at, comparison_); },
          output_);
    }
  }

  /// A figure with its unit, or a dash if it is not a number.
  static std::string figure(const char* format, double value) {
    if (!std::isfinite(value)) return "-";
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
  }

  static std::string time_text(double milliseconds) {
    if (milliseconds < 1) return figure("%.1f µs", milliseconds * 1e3);
    return figure("%.3f ms", milliseconds);
  }

  static const char* heading(Column column) {
    switch (column) {
      case Column::kTime:
        return "time";
      case Column::kBandwidth:
        return "GB/s";
      case Column::kOfCopy:
        return "of copy";
      case Column::kOfPeer:
        return "× peer";
      case Column::kSectorsPerLoad:
        return "sectors/load";
      case Column::kSectorsPerStore:
        return "sectors/store";
      case Column::kSectorsPerAtomic:
        return "sectors/atomic";
      case Column::kWavefrontsPerAtomic:
        return "wavefronts/atomic";
      case Column::kLoadRequests:
        return "load requests";
      case Column::kUsefulLoads:
        return "useful bytes";
      case Column::kBankConflicts:
        return "bank conflicts";
      case Column::kActiveLanes:
        return "active lanes (model)";
    }
    return "";
  }

  double peer_milliseconds() const {
    for (const Row& row : rows_) {
      if (row.variant == peer_) return row.milliseconds;
    }
    return NAN;
  }

  std::string cell(const Row& row, Column column, double copy_gbs) const {
    const double gbs = bytes_moved_ > 0 ? bytes_moved_ / (row.milliseconds * 1e6) : NAN;
    const bool counted = row.counters.issued_blocks > 0;
    switch (column) {
      case Column::kTime:
        return time_text(row.milliseconds);
      case Column::kBandwidth:
        return figure("%.0f", gbs);
      case Column::kOfCopy:
        return figure("%.0f %%", 100 * gbs / copy_gbs);
      case Column::kOfPeer:
        return figure("%.2f", peer_milliseconds() / row.milliseconds);
      case Column::kSectorsPerLoad:
        return figure("%.2f", row.counters.sectors_per_load());
      case Column::kSectorsPerStore:
        return figure("%.2f", row.counters.sectors_per_store());
      case Column::kSectorsPerAtomic:
        return figure("%.2f", row.counters.sectors_per_atomic());
      case Column::kWavefrontsPerAtomic:
        return figure("%.2f", row.counters.wavefronts_per_atomic());
      case Column::kLoadRequests:
        return counted ? figure("%.0f", row.counters.global_load_requests) : "-";
      case Column::kUsefulLoads: {
        const double fetched = 32 * row.counters.global_load_sectors;
        return figure("%.1f %%", bytes_loaded_ > 0 ? 100 * bytes_loaded_ / fetched : NAN);
      }
      case Column::kBankConflicts:
        return counted ? figure("%.0f", row.counters.bank_conflicts) : "-";
      case Column::kActiveLanes:
        return figure("%.1f %%", row.counters.active_lanes_percent());
    }
    return "";
  }

  /// The title, the device at its right, and the table.
  std::string text() const {
    const bool needs_copy =
        !kCountsInsteadOfTimes && bytes_moved_ > 0 &&
        std::find(columns_.begin(), columns_.end(), Column::kOfCopy) != columns_.end();
    const double copy_gbs = needs_copy ? copy_bandwidth() : 0;
    std::string device =
        kCountsInsteadOfTimes ? "CPU backend · counts what a GPU would do" : device_info().name;
    if (copy_gbs > 0) device += figure(" · copies %.0f GB/s", copy_gbs);

    std::vector<std::string> headings = {"variant"};
    for (const Column column : columns_) {
      headings.push_back(column == Column::kOfPeer ? peer_heading_ : heading(column));
    }
    Table table(headings);
    for (const Row& row : rows_) {
      std::vector<std::string> cells = {row.variant + (row.wrong ? "  WRONG" : "")};
      for (const Column column : columns_) cells.push_back(cell(row, column, copy_gbs));
      if (!row.refusal.empty()) cells.front() += ": " + row.refusal;
      table.add(cells);
    }
    const std::size_t used = tutorial::display_width(title_) + tutorial::display_width(device);
    const std::size_t gap = table.width() > used + 3 ? table.width() - used : 3;
    return title_ + std::string(gap, ' ') + device + '\n' + table.text();
  }

  std::string title_;
  Output output_;  // the first alternative, null, without an output array
  long long n_ = 0;
  double bytes_moved_ = 0;
  double bytes_loaded_ = 0;  // 0: not said
  Comparison comparison_;
  std::vector<Column> columns_ = {
      Column::kTime,           Column::kBandwidth,       Column::kOfCopy,
      Column::kSectorsPerLoad, Column::kSectorsPerStore, Column::kBankConflicts,
      Column::kActiveLanes};
  std::string peer_, peer_heading_;
  std::vector<Row> rows_;
  std::string failure_;  // the first
};
