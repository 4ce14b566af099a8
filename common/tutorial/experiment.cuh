/// @file
/// @ingroup tutorial
/// Several kernels for one problem, each verified, then counted (CPU backend) or timed (GPU), in
/// one table.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <optional>
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
#include "tutorial/note.cuh"
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

/// Runs variants of one computation and prints one row for each, as soon as it is done. Columns that
/// a backend does not have are left out; the end of the program names them.
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

  /// Shows these figures, in this order, instead of all. As all that shapes the table it has to come
  /// before the first variant, whose row is printed at once; the program is aborted if it does not.
  void show(std::initializer_list<Column> columns) {
    shape_table();
    columns_ = columns;
  }

  /// Shows, behind these, a figure of the program's own.
  /// @param format  of printf, for one double
  /// @param figure  a function of what a variant's first launch counted, called when its row is
  ///                printed; NaN is a dash
  void show_count(std::string heading, const char* format,
                  std::function<double(const Counters&)> figure) {
    shape_table();
    counts_.push_back({std::move(heading), format, std::move(figure)});
  }

  /// The longest name of a variant, if it has more than 28 characters: a row is printed when the
  /// names behind it are not known yet. A name that is longer still moves its figures to the right.
  void longest_name(const std::string& variant) {
    shape_table();
    name_width_ = tutorial::display_width(variant);
  }

  /// Says how many bytes the threads of a variant load, each for itself, for the column "useful
  /// bytes". More than 100 % means that lanes share what one sector brings.
  void loads(double bytes) { bytes_loaded_ = bytes; }

  /// Names the variant whose time the column kOfPeer compares the others with, and that column. No
  /// row is printed before that variant is done.
  void compare_with(std::string variant, std::string heading) {
    shape_table();
    peer_ = std::move(variant);
    peer_heading_ = std::move(heading);
  }

  /// For a variant of a library that this build does not have. The CPU backend has no libraries and
  /// leaves out the row, as it does with a variant that is the host's work.
  void skip_library(const std::string& variant) {
    skip(variant, kCountsInsteadOfTimes ? "" : "compiled without this library");
  }

  /// A row without figures, for a variant that cannot run; `why` says so in a few words.
  void skip(const std::string& variant, const std::string& why) {
    Row row{variant};
    row.remark = why;
    finish_row(row);
  }

  /// Runs one variant: poisons the output, launches, verifies; on a GPU then times it and verifies
  /// again. A CUDA error ends the program as CHECK does.
  /// @param launch    launches the kernels; it is called many times on a GPU, so it has to reset
  ///                  what it accumulates into
  /// @param expected  the reference: a function of the index, anything with [], or a function
  ///                  without arguments that returns what is wrong (empty: nothing)
  template <class Launch, class Expected>
  void run(const std::string& variant, const Launch& launch, const Expected& expected,
           const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    begin();
    Row row{variant};
    std::optional<Note> note("running " + variant);
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
    if (has_times()) {
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
    note.reset();
    finish_row(row);
  }

  /// Runs a variant whose configuration CUDA must refuse; its row says so. Anything else is wrong.
  template <class Launch>
  void run_refused(const std::string& variant, const Launch& launch) {
    launch();
    const cudaError_t error = cudaGetLastError();
    Row row{variant};
    row.remark = cudaGetErrorName(error);
    row.wrong = !is_invalid_configuration(error);
    if (row.wrong && failure_.empty()) {
      failure_ = variant + ", expected to be refused, got " + row.remark;
    }
    finish_row(row);
  }

  /// Ends the table, prints PASS and returns 0; or prints the first difference and returns 1.
  int report() { return verdict(finish()); }

  /// Ends the table, for programs with more than one; the first difference goes to stderr.
  /// @return whether all variants were right
  bool finish() {
    begin();  // an experiment without a variant has a table, too
    print_rows();
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
    Counters counters = {};   // all zero: not counted
    std::string remark = {};  // in place of figures
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

  static std::string time_text(double milliseconds) {
    if (milliseconds < 1) return figure("%.1f µs", milliseconds * 1e3);
    return figure("%.3f ms", milliseconds);
  }

  Heading heading(Column column) const {
    switch (column) {
      case Column::kTime:
        return {"time", has_times(), std::strlen("12.345 ms")};  // as wide as what is yet to come
      case Column::kBandwidth:
        return {"GB/s", has_times(), std::strlen("12345")};
      case Column::kOfCopy:
        return timed("of copy");
      case Column::kOfPeer:
        return timed(peer_heading_);
      case Column::kSectorsPerLoad:
        return counted("sectors/load");
      case Column::kSectorsPerStore:
        return counted("sectors/store");
      case Column::kSectorsPerAtomic:
        return counted("sectors/atomic");
      case Column::kWavefrontsPerAtomic:
        return counted("wavefronts/atomic");
      case Column::kLoadRequests:
        return counted("load requests");
      case Column::kUsefulLoads:
        return counted("useful bytes");
      case Column::kBankConflicts:
        return counted("bank conflicts");
      case Column::kActiveLanes:
        return counted("active lanes (model)");
    }
    return "";
  }

  double peer_milliseconds() const {
    for (const Row& row : rows_) {
      if (row.variant == peer_) return row.milliseconds;
    }
    return NAN;
  }

  std::string cell(const Row& row, Column column) const {
    const double gbs = bytes_moved_ > 0 ? bytes_moved_ / (row.milliseconds * 1e6) : NAN;
    const bool is_counted = row.counters.issued_blocks > 0;
    switch (column) {
      case Column::kTime:
        return time_text(row.milliseconds);
      case Column::kBandwidth:
        return figure("%.0f", gbs);
      case Column::kOfCopy:
        return figure("%.0f %%", 100 * gbs / copy_gbs_);
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
        return is_counted ? figure("%.0f", row.counters.global_load_requests) : "-";
      case Column::kUsefulLoads: {
        const double fetched = 32 * row.counters.global_load_sectors;
        return figure("%.1f %%", bytes_loaded_ > 0 ? 100 * bytes_loaded_ / fetched : NAN);
      }
      case Column::kBankConflicts:
        return is_counted ? figure("%.0f", row.counters.bank_conflicts) : "-";
      case Column::kActiveLanes:
        return figure("%.1f %%", row.counters.active_lanes_percent());
    }
    return "";
  }

  bool shows(Column column) const {
    return std::find(columns_.begin(), columns_.end(), column) != columns_.end();
  }

  void shape_table() const {
    if (!table_) return;
    std::fprintf(stderr, "%s: columns and names must be known before the first variant runs\n",
                 title_.c_str());
    std::abort();
  }

  /// Before the first row: the title, the device at its right, and the headings.
  void begin() {
    if (table_) return;
    if (bytes_moved_ == 0) {
      std::erase(columns_, Column::kBandwidth);
      std::erase(columns_, Column::kOfCopy);
    }
    if (has_times() && shows(Column::kOfCopy)) {
      const Note note("measuring a copy");
      copy_gbs_ = copy_bandwidth();
    }
    std::vector<Heading> headings = {{"variant", true, name_width_}};
    for (const Column column : columns_) headings.push_back(heading(column));
    for (const Count& count : counts_) {
      headings.emplace_back(count.heading, has_counters(), std::strlen("100.0 %"));
    }
    table_.emplace(headings);
    table_->leave_out_columns();

    std::string device =
        kCountsInsteadOfTimes ? "CPU backend · counts what a GPU would do" : device_info().name;
    if (copy_gbs_ > 0) device += figure(" · copies %.0f GB/s", copy_gbs_);
    const std::size_t used = tutorial::display_width(title_) + tutorial::display_width(device);
    const std::size_t gap = table_->width() > used + 3 ? table_->width() - used : 3;
    tutorial::begin_table();
    std::printf("%s%*s%s\n%s", title_.c_str(), static_cast<int>(gap), "", device.c_str(),
                table_->head().c_str());
    std::fflush(stdout);
  }

  void finish_row(const Row& row) {
    begin();
    rows_.push_back(row);
    const bool waits = has_times() && shows(Column::kOfPeer) && std::isnan(peer_milliseconds());
    if (!waits) print_rows();
  }

  /// Prints the rows that are done and not printed yet.
  void print_rows() {
    for (; printed_ < rows_.size(); ++printed_) {
      const Row& row = rows_[printed_];
      const bool has_figures = has_times() || row.counters.issued_blocks > 0;
      if (!has_figures && row.remark.empty() && !row.wrong) {  // work of the host or of a library
        tutorial::leave_out(row.variant);
        continue;
      }
      std::vector<std::string> cells = {row.variant};
      if (row.remark.empty()) {
        for (const Column column : columns_) cells.push_back(cell(row, column));
        for (const Count& count : counts_) {
          cells.push_back(figure(count.format, count.figure(row.counters)));
        }
      } else {
        cells.front() += ": " + row.remark;
      }
      std::string line = table_->line(cells);
      if (row.wrong) line.insert(line.size() - 1, "   WRONG");
      std::fputs(line.c_str(), stdout);
    }
    std::fflush(stdout);
  }

  struct Count {
    std::string heading;
    const char* format;
    std::function<double(const Counters&)> figure;
  };

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
  std::vector<Count> counts_;
  std::size_t name_width_ = 28;
  std::string peer_, peer_heading_;
  double copy_gbs_ = 0;         // 0: not measured
  std::optional<Table> table_;  // from the first row on; it holds the headings only
  std::vector<Row> rows_;
  std::size_t printed_ = 0;  // rows
  std::string failure_;      // the first
};
