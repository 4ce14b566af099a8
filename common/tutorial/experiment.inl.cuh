/// @file
/// @ingroup tutorial
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/compat.cuh"
#include "tutorial/copy_bandwidth.cuh"
#include "tutorial/counters.cuh"
#include "tutorial/device.cuh"
#include "tutorial/experiment.cuh"
#include "tutorial/note.cuh"
#include "tutorial/page.cuh"
#include "tutorial/table.cuh"
#include "tutorial/timer.cuh"
#include "tutorial/verify.cuh"

TUTORIAL_INLINE Experiment::Experiment(std::string title, Output output, long long n,
                                       double bytes_moved, Comparison comparison)
    : title_(std::move(title) + ", " + std::to_string(n) + " " + element_name(output, n)),
      output_(output),
      n_(n),
      bytes_moved_(bytes_moved),
      comparison_(comparison) {}

TUTORIAL_INLINE Experiment::Experiment(std::string title, double bytes_moved)
    : title_(std::move(title)), bytes_moved_(bytes_moved) {}

TUTORIAL_INLINE void Experiment::show(std::initializer_list<Column> columns) {
  shape_table();
  columns_ = columns;
}

TUTORIAL_INLINE void Experiment::show_figure(Heading heading, const char* format,
                                             std::function<double(const Counters&)> figure) {
  shape_table();
  heading.width = std::strlen("100.0 %");  // as wide as what is yet to come
  own_figures_.push_back(
      {Source::kCounters, std::move(heading), [format, figure = std::move(figure)](const Row& row) {
         return ::figure(format, figure(row.counted.counters));
       }});
}

TUTORIAL_INLINE void Experiment::longest_name(const std::string& variant) {
  shape_table();
  name_width_ = tutorial::display_width(variant);
}

TUTORIAL_INLINE void Experiment::compare_with(std::string variant, std::string heading) {
  shape_table();
  peer_ = std::move(variant);
  peer_heading_ = std::move(heading);
}

TUTORIAL_INLINE void Experiment::skip_library(const std::string& variant) {
  skip(variant, kCountsInsteadOfTimes ? "" : "compiled without this library");
}

TUTORIAL_INLINE void Experiment::skip(const std::string& variant, const std::string& why) {
  Row row{variant};
  row.remark = why;
  finish_row(row);
}

TUTORIAL_INLINE Counters Experiment::run_variant(const std::string& variant,
                                                 const std::function<void()>& launch,
                                                 const std::function<std::string()>& check,
                                                 void (*keep_busy)(), const char* file, int line) {
  begin();
  Row row{variant};
  std::optional<Note> note("running " + variant);
  const auto launch_once = [&] {
    launch();
    tutorial::check(cudaGetLastError(), ("launch of \"" + variant + '"').c_str(), file, line, true);
  };
  const auto wait = [&] {
    tutorial::check(cudaDeviceSynchronize(), ('"' + variant + '"').c_str(), file, line);
  };
  const auto verify = [&] {
    const std::string wrong = check();
    if (!wrong.empty() && failure_.empty()) failure_ = variant + ", " + wrong;
    row.wrong |= !wrong.empty();
  };

  poison_output();
  reset_();
  const Counters before = read_counters();
  launch_once();
  wait();
  row.counted.counters = read_counters() - before;
  verify();
  if (has_times()) {
    std::vector<double> milliseconds;
    EventTimer timer;
    int runs = 1;
    for (int i = -kWarmUps; i < runs; ++i) {
      reset_();
      keep_busy();  // else the time would begin before the host has submitted the launch
      timer.start();
      launch_once();
      const double time = timer.stop();
      if (i < 0) runs = tutorial::timed_runs(time);
      if (i >= 0) milliseconds.push_back(time);
    }
    row.milliseconds = median(milliseconds);
    if (counts_on_device()) row.counted = tutorial::count_on_device(reset_, launch_once);
    wait();
    verify();
  }
  note.reset();
  finish_row(row);
  return row.counted.counters;
}

TUTORIAL_INLINE void Experiment::refuse_variant(const std::string& variant, cudaError_t error) {
  Row row{variant};
  row.remark = cudaGetErrorName(error);
  row.wrong = !is_invalid_configuration(error);
  if (row.wrong && failure_.empty()) {
    failure_ = variant + ", expected to be refused, got " + row.remark;
  }
  finish_row(row);
}

TUTORIAL_INLINE bool Experiment::finish() {
  begin();  // an experiment without a variant has a table, too
  print_rows();
  if (failure_.empty()) return true;
  std::fflush(stdout);
  std::fprintf(stderr, "%s\n", failure_.c_str());
  return false;
}

TUTORIAL_INLINE std::string Experiment::element_name(const Output& output, long long n) {
  constexpr const char* kNames[] = {
      "float", "double", "int", "unsigned int", "long long", "unsigned long long", "byte"};
  static_assert(std::size(kNames) == std::variant_size_v<Output>);
  return std::string(kNames[output.index()]) + (n == 1 ? "" : "s");
}

TUTORIAL_INLINE void Experiment::poison_output() const {
  std::visit(
      [&](auto* output) {
        if (output != nullptr) poison(output, n_);
      },
      output_);
}

template <class T>
std::string Experiment::wrong_output(const T* output, const std::function<T(long long)>& expected,
                                     bool from_all_threads) const {
  return first_difference_on_device(output, n_, expected, comparison_, from_all_threads);
}

TUTORIAL_INLINE std::string Experiment::time_text(double milliseconds) {
  if (milliseconds < 1) return figure("%.1f µs", milliseconds * 1e3);
  return figure("%.3f ms", milliseconds);
}

TUTORIAL_INLINE double Experiment::peer_milliseconds() const {
  for (const Row& row : rows_) {
    if (row.variant == peer_) return row.milliseconds;
  }
  return NAN;
}

TUTORIAL_INLINE Experiment::Figure Experiment::figure_of(Column column) const {
  using Value = std::function<double(const Row&)>;
  const auto figure_from = [](Source source, Heading heading, const char* format, Value value) {
    return Figure{source, std::move(heading), [format, value = std::move(value)](const Row& row) {
                    return figure(format, value(row));
                  }};
  };
  const auto of_time = [&](Heading heading, const char* format, Value value) {
    return figure_from(Source::kClock, std::move(heading), format, std::move(value));
  };
  const auto of_counters = [&](const char* heading, const char* format,
                               std::function<double(const Counters&)> value) {
    return figure_from(Source::kCounters, counted(heading), format,
                       [value](const Row& row) { return value(row.counted.counters); });
  };
  const auto of_hardware = [&](const char* heading, const char* format,
                               double HardwareCounters::*value) {
    return figure_from(Source::kHardware, timed(heading), format,
                       [value](const Row& row) { return row.counted.*value; });
  };
  const auto gbs = [this](const Row& row) {
    return bytes_moved_ > 0 ? bytes_moved_ / (row.milliseconds * 1e6) : NAN;
  };
  switch (column) {
    // Two are as wide as what is yet to come.
    case Column::kTime:
      return {Source::kClock, {"time", has_times(), std::strlen("12.345 ms")}, [](const Row& row) {
                return time_text(row.milliseconds);
              }};
    case Column::kBandwidth:
      return of_time({"GB/s", has_times(), std::strlen("12345")}, "%.0f", gbs);
    case Column::kOfCopy:
      return of_time(timed("of copy"), "%.0f %%",
                     [this, gbs](const Row& row) { return 100 * gbs(row) / copy_gbs_; });
    case Column::kTflops:
      return of_time(timed("TFLOP/s"), "%.1f", [this](const Row& row) {
        return operations_ > 0 ? operations_ / (row.milliseconds * 1e9) : NAN;
      });
    case Column::kOfPeer:
      return of_time(timed(peer_heading_), "%.2f",
                     [this](const Row& row) { return peer_milliseconds() / row.milliseconds; });
    case Column::kSectorsPerLoad:
      return of_counters("sectors/load", "%.2f", &Counters::sectors_per_load);
    case Column::kSectorsPerStore:
      return of_counters("sectors/store", "%.2f", &Counters::sectors_per_store);
    case Column::kSectorsPerAtomic:
      return of_counters("sectors/atomic", "%.2f", &Counters::sectors_per_atomic);
    case Column::kWavefrontsPerAtomic:
      return of_counters("wavefronts/atomic", "%.2f", &Counters::wavefronts_per_atomic);
    case Column::kLoadRequests:
      return of_counters("load requests", "%.0f", &Counters::global_load_requests);
    case Column::kUsefulLoads:
      return of_counters("useful bytes", "%.1f %%", [this](const Counters& counters) {
        const double fetched = 32 * counters.global_load_sectors;
        return bytes_loaded_ > 0 ? 100 * bytes_loaded_ / fetched : NAN;
      });
    case Column::kBankConflicts:
      return of_counters("bank conflicts", "%.0f", &Counters::bank_conflicts);
    case Column::kActiveLanes:
      if (kCountsInsteadOfTimes) {
        return of_counters("active lanes (model)", "%.1f %%", &Counters::active_lanes_percent);
      }
      return figure_from(Source::kCounters, counted("active lanes"), "%.1f %%",
                         [](const Row& row) { return row.counted.active_lanes_percent; });
    case Column::kInstructions:
      return of_hardware("instructions", "%.0f", &HardwareCounters::instructions);
    case Column::kL1Hits:
      return of_hardware("L1 hits", "%.1f %%", &HardwareCounters::l1_hits_percent);
    case Column::kL2Hits:
      return of_hardware("L2 hits", "%.1f %%", &HardwareCounters::l2_hits_percent);
    case Column::kDramBytes:
      return figure_from(
          Source::kHardware, timed("from/to DRAM"), "%.0f %%",
          [this](const Row& row) { return 100 * row.counted.dram_bytes / bytes_moved_; });
    case Column::kOccupancy:
      return of_hardware("occupancy", "%.1f %%", &HardwareCounters::occupancy_percent);
    case Column::kStall:
      return {Source::kHardware, timed("warps wait for"),
              [](const Row& row) { return row.counted.stall.empty() ? "-" : row.counted.stall; }};
  }
  return {Source::kClock, "", {}};
}

TUTORIAL_INLINE bool Experiment::shows(Column column) const {
  return std::find(columns_.begin(), columns_.end(), column) != columns_.end();
}

TUTORIAL_INLINE bool Experiment::counts_on_device() const {
  const auto is_counted = [](const Figure& figure) { return figure.source != Source::kClock; };
  return !kCountsInsteadOfTimes && std::any_of(figures_.begin(), figures_.end(), is_counted) &&
         has_counters();
}

TUTORIAL_INLINE void Experiment::shape_table() const {
  if (!table_) return;
  std::fprintf(stderr, "%s: columns and names must be known before the first variant runs\n",
               title_.c_str());
  std::abort();
}

TUTORIAL_INLINE void Experiment::begin() {
  if (table_) return;
  if (bytes_moved_ == 0) {
    std::erase(columns_, Column::kBandwidth);
    std::erase(columns_, Column::kOfCopy);
  }
  for (const Column column : columns_) figures_.push_back(figure_of(column));
  figures_.insert(figures_.end(), own_figures_.begin(), own_figures_.end());
  if (has_times() && !counts_on_device()) {  // the CPU backend has none of these either
    std::erase_if(figures_,
                  [](const Figure& figure) { return figure.source == Source::kHardware; });
  }
  if (has_times() && shows(Column::kOfCopy)) {
    const Note note("measuring a copy");
    copy_gbs_ = copy_bandwidth();
  }
  std::vector<Heading> headings = {{"variant", true, name_width_}};
  for (const Figure& figure : figures_) headings.push_back(figure.heading);
  table_.emplace(headings);
  table_->leave_out_columns();

  std::string device = kHasModel ? "CPU backend · counts what a GPU would do" : device_info().name;
  if (counts_on_device()) device += " · counted by the GPU";
  if (copy_gbs_ > 0) device += figure(" · copies %.0f GB/s", copy_gbs_);
  const std::size_t used = tutorial::display_width(title_) + tutorial::display_width(device);
  const std::size_t gap = table_->width() > used + 3 ? table_->width() - used : 3;
  tutorial::begin_table();
  std::printf("%s%*s%s\n%s", title_.c_str(), static_cast<int>(gap), "", device.c_str(),
              table_->head().c_str());
  std::fflush(stdout);
}

TUTORIAL_INLINE void Experiment::finish_row(const Row& row) {
  begin();
  rows_.push_back(row);
  const bool waits = has_times() && shows(Column::kOfPeer) && std::isnan(peer_milliseconds());
  if (!waits) print_rows();
}

TUTORIAL_INLINE void Experiment::print_rows() {
  for (; printed_ < rows_.size(); ++printed_) {
    const Row& row = rows_[printed_];
    const Counters& counted = row.counted.counters;
    const bool has_figures =
        has_times() || counted.issued_blocks + counted.tile_loads + counted.tile_stores > 0;
    if (!has_figures && row.remark.empty() && !row.wrong) {  // work of the host or of a library
      tutorial::leave_out(row.variant);
      continue;
    }
    std::vector<std::string> cells = {row.variant};
    if (row.remark.empty()) {
      for (const Figure& figure : figures_) cells.push_back(figure.cell(row));
    } else {
      cells.front() += ": " + row.remark;
    }
    std::string line = table_->line(cells);
    if (row.wrong) line.insert(line.size() - 1, "   WRONG");
    std::fputs(line.c_str(), stdout);
  }
  std::fflush(stdout);
}
