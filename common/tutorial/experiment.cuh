/// @file
/// @ingroup tutorial
/// Several kernels for one problem, each verified, then counted and, on a GPU, timed, in one table.
#pragma once

#include <cuda_runtime.h>

#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/counters.cuh"
#include "tutorial/hardware_counters.cuh"
#include "tutorial/spin.cuh"
#include "tutorial/table.cuh"
#include "tutorial/verify.cuh"

/// The figures an experiment can show.
enum class Column {
  kTime,                 ///< median of 20 runs, or of those that fit into half a second: at least 3
  kBandwidth,            ///< bytes moved / time, in GB/s (10^9)
  kOfCopy,               ///< the same in percent of a copy on this device, measured in this run
  kTflops,               ///< `operations` / time, in TFLOP/s (10^12)
  kOfPeer,               ///< time of the peer (`compare_with`) / time: above 1 is faster than it
  kSectorsPerLoad,       ///< 32-byte sectors per global load request of a warp
  kSectorsPerStore,      ///< the same for stores
  kSectorsPerAtomic,     ///< the same for atomics; lanes that want one address take turns
  kWavefrontsPerAtomic,  ///< the same in shared memory: lanes that want one bank take turns
  kLoadRequests,         ///< global load requests: load instructions of a warp
  kUsefulLoads,          ///< bytes that the loads ask for, in percent of the sectors they get
  kBankConflicts,        ///< shared-memory wavefronts beyond the minimum
  kActiveLanes,          ///< share of a warp's lanes that are active: of basic blocks on the CPU
                         ///< backend, of instructions on a GPU
  // A GPU's own.
  kInstructions,  ///< that warps execute
  kL1Hits,        ///< of the sectors that loads ask L1 for
  kL2Hits,        ///< of the sectors that L1 asks L2 for
  kDramBytes,     ///< read and written, in percent of `bytes_moved`
  kOccupancy,     ///< resident warps, of those that have room
  kStall,         ///< what warps wait for most
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
             Comparison comparison = {});

  /// For results that are not one array: every `run` gets a function that verifies.
  Experiment(std::string title, double bytes_moved);
  Experiment(const Experiment&) = delete;  // its figures know it
  Experiment& operator=(const Experiment&) = delete;

  /// Shows these figures, in this order, instead of all. As all that shapes the table it has to come
  /// before the first variant, whose row is printed at once; the program is aborted if it does not.
  void show(std::initializer_list<Column> columns);

  /// Shows, behind these, a figure of the program's own.
  /// @param format  of printf, for one double
  /// @param figure  a function of what a variant's first launch counted, called when its row is
  ///                printed; NaN is a dash
  void show_count(std::string heading, const char* format,
                  std::function<double(const Counters&)> figure) {
    show_figure(counted(std::move(heading)), format, std::move(figure));
  }

  /// The same for a figure that only the CPU backend knows.
  void show_modelled(std::string heading, const char* format,
                     std::function<double(const Counters&)> figure) {
    show_figure(modelled(std::move(heading)), format, std::move(figure));
  }

  /// Called before each launch: what a launch needs and is neither timed nor counted.
  void before_each(std::function<void()> reset) { reset_ = std::move(reset); }

  /// The longest name of a variant, if it has more than 28 characters: a row is printed when the
  /// names behind it are not known yet. A name that is longer still moves its figures to the right.
  void longest_name(const std::string& variant);

  /// Says how many bytes the threads of a variant load, each for itself, for the column "useful
  /// bytes". More than 100 % means that lanes share what one sector brings.
  void loads(double bytes) { bytes_loaded_ = bytes; }

  /// Says how many operations on floating-point numbers the computation has, for the column kTflops.
  void operations(double operations) { operations_ = operations; }

  /// Names the variant whose time the column kOfPeer compares the others with, and that column. No
  /// row is printed before that variant is done.
  void compare_with(std::string variant, std::string heading);

  /// For a variant of a library that this build does not have. The CPU backend has no libraries and
  /// leaves out the row, as it does with a variant that is the host's work.
  void skip_library(const std::string& variant);

  /// A row without figures, for a variant that cannot run; `why` says so in a few words.
  void skip(const std::string& variant, const std::string& why);

  /// Runs one variant: poisons the output, launches, verifies; on a GPU then times it and verifies
  /// again. A CUDA error ends the program as CHECK does. While the host submits a timed launch, the
  /// device is kept busy for 0.1 ms, so that the time is the device's alone; what the host needs
  /// beyond that, for many kernels or because it waits for one of them, is part of the time.
  /// @param launch    launches the kernels; it is called many times on a GPU, so what it accumulates
  ///                  into has to be reset, here or by `before_each`
  /// @param expected  the reference: a function of the index, anything with [], or a function
  ///                  without arguments that returns what is wrong (empty: nothing)
  /// @return what was counted; a GPU counts only if a column of the table needs it
  template <class Launch, class Expected>
  Counters run(const std::string& variant, const Launch& launch, const Expected& expected,
               const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return run_variant(
        variant, std::ref(launch), [&] { return wrong_with(expected); }, tutorial::keep_busy, file,
        line);
  }

  /// Runs a variant whose configuration CUDA must refuse; its row says so. Anything else is wrong.
  template <class Launch>
  void run_refused(const std::string& variant, const Launch& launch) {
    launch();
    refuse_variant(variant, cudaGetLastError());
  }

  /// Ends the table, prints PASS and returns 0; or prints the first difference and returns 1.
  int report() { return verdict(finish()); }

  /// Ends the table, for programs with more than one; the first difference goes to stderr.
  /// @return whether all variants were right
  bool finish();

 private:
  static constexpr int kWarmUps = 2;

  struct Row {
    std::string variant;
    double milliseconds = std::numeric_limits<double>::quiet_NaN();
    HardwareCounters counted = {};  // on the CPU backend only its counters
    std::string remark = {};        // in place of figures
    bool wrong = false;
  };

  /// Runs what `run` was given; `check` returns what is wrong, `keep_busy` is the function of
  /// that name: only what nvcc compiles has it.
  Counters run_variant(const std::string& variant, const std::function<void()>& launch,
                       const std::function<std::string()>& check, void (*keep_busy)(),
                       const char* file, int line);
  void show_figure(Heading heading, const char* format,
                   std::function<double(const Counters&)> figure);
  /// The row of a launch that ended with this error.
  void refuse_variant(const std::string& variant, cudaError_t error);

  static std::string element_name(const Output& output, long long n);

  void poison_output() const;

  template <class Expected>
  std::string wrong_with(const Expected& expected) const {
    if constexpr (std::is_invocable_v<const Expected&>) {
      return expected();
    } else {
      if (n_ == 0) return "there is no output array to compare";
      return std::visit(
          [&](auto* output) {
            using T = std::remove_pointer_t<decltype(output)>;
            const std::function<T(long long)> at = [&](long long i) {
              return static_cast<T>(tutorial::expected_at(expected, i));
            };
            return wrong_output(output, at, !std::is_invocable_v<const Expected&, long long>);
          },
          output_);
    }
  }

  template <class T>
  std::string wrong_output(const T* output, const std::function<T(long long)>& expected,
                           bool from_all_threads) const;

  static std::string time_text(double milliseconds);

  double peer_milliseconds() const;

  /// What a figure needs: a clock, counters that the CPU backend has as well, or those of a GPU alone.
  enum class Source { kClock, kCounters, kHardware };

  /// A column of the table: its head, and its cell in a row.
  struct Figure {
    Source source;
    Heading heading;
    std::function<std::string(const Row&)> cell;
  };

  /// All that is known of a column.
  Figure figure_of(Column column) const;

  bool shows(Column column) const;

  /// Whether the device has to count for the columns that are shown.
  bool counts_on_device() const;

  void shape_table() const;

  /// Before the first row: the title, the device at its right, and the headings.
  void begin();

  void finish_row(const Row& row);

  /// Prints the rows that are done and not printed yet.
  void print_rows();

  std::string title_;
  Output output_;  // the first alternative, null, without an output array
  long long n_ = 0;
  double bytes_moved_ = 0;
  double bytes_loaded_ = 0;  // 0: not said
  double operations_ = 0;    // 0: not said
  Comparison comparison_;
  std::function<void()> reset_ = [] {};
  std::vector<Column> columns_ = {
      Column::kTime,           Column::kBandwidth,       Column::kOfCopy,
      Column::kSectorsPerLoad, Column::kSectorsPerStore, Column::kBankConflicts,
      Column::kActiveLanes};
  std::vector<Figure> own_figures_;  // of the program
  std::vector<Figure> figures_;      // from the first row on: those of the columns, then its own
  std::size_t name_width_ = 28;
  std::string peer_, peer_heading_;
  double copy_gbs_ = 0;         // 0: not measured
  std::optional<Table> table_;  // from the first row on; it holds the headings only
  std::vector<Row> rows_;
  std::size_t printed_ = 0;  // rows
  std::string failure_;      // the first
};

#ifndef TUTORIAL_COMPILED
#include "tutorial/experiment.inl.cuh"
#endif
