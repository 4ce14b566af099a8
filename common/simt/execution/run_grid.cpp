#include "execution/run_grid.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/failed_calls.h"
#include "base/run_order.h"
#include "base/settings.h"
#include "counters/report.h"
#include "execution/device_code/print.h"
#include "execution/grid/family.h"
#include "execution/grid/grid.h"
#include "execution/grid/launch_order.h"
#include "execution/grid/parameter_names.h"
#include "execution/grid/slow_launches.h"
#include "execution/launch_tree.h"
#include "execution/reports/family_reports.h"
#include "execution/reports/global_reports.h"
#include "execution/workers/pool.h"
#include "operations/stream_order.h"
#include "races/family_check.h"

namespace simt {
namespace {

LaunchCounts counts_of(const Grid& grid) {
  return {grid.config, grid.results.sites, grid.results.other_counts, grid.results.trace.get()};
}

/// Turns the findings of the checks into the grid's error, unless it has an earlier one.
void conclude_checks(Grid& grid) {
  grid.checks.conclude();
  const BlockRace& race = grid.checks.race();
  const std::optional<Findings::Text>& failure = grid.findings.failure();
  const std::vector<UnwrittenRead> reads = grid.checks.unwritten();
  const bool has_race = race.found && grid.counts(race.second.block);
  const bool has_failure = failure.has_value() && grid.counts(failure->block);
  if (has_race && (!has_failure || race.second.block <= failure->block)) {
    grid.results.error = global_race_report(grid, race);
  } else if (has_failure) {
    grid.results.error = finding_report(grid, failure->text);
  } else if (!reads.empty() && grid.results.error.code == cudaSuccess) {
    if (settings().check_init == InitCheck::kStop) {
      grid.results.error = unwritten_global_report(grid, reads.front());
    } else {
      warn_of_unwritten(grid, reads);
    }
  }
}

/// Collects the results of a launch: warnings, errors, output, counters. @return whether it has failed
bool collect_results(Grid& grid, std::uint64_t number) {
  grid.findings.emit_warnings([&](std::uint64_t block) { return grid.counts(block); });
  conclude_checks(grid);
  std::sort(grid.results.output.begin(), grid.results.output.end(),
            [](const BlockOutput& a, const BlockOutput& b) { return a.block < b.block; });
  for (const BlockOutput& output : grid.results.output) append_output(number, output.text);
  grid.results.sites.drop_unproven_local_arrays();
  count_launch(counts_of(grid));
  if (grid.results.error.code != cudaSuccess) kernel_failed(grid.results.error);
  return grid.results.error.code != cudaSuccess;
}

}  // namespace

std::function<void()> launch_work(const LaunchConfig& config,
                                  const std::shared_ptr<const KernelCall>& call,
                                  const OperationPtr& operation) {
  const std::uint64_t shared = operation->place.launch_number;
  return [config, call, operation, order = run_order(), is_shared = shared != 0,
          number = shared != 0 ? shared : next_launch_number()] {
    if (device_error() != cudaSuccess) {
      record_lost_launch(config);
      if (!is_shared) report_in_order(number, nullptr);
      return;
    }
    const auto grid = std::make_shared<Grid>(config, call, order);
    grid->operation = operation;
    if (!settings().trace_file.empty()) grid->results.trace = std::make_unique<ClusterTrace>();
    Pool::instance().run(*grid, SlowLaunchWatch(*grid, number));
    if (grid->results.trace != nullptr) grid->results.trace->name_memory(named_memory(*grid));
    const std::vector<Grid*> family = family_of(*grid);
    bool failed = false;
    for (Grid* member : family) failed |= collect_results(*member, number);
    operation->waits_for_primary = grid->has_fences;  // it may have
    if (accesses_are_recorded()) {
      FamilyUses uses = uses_of_family(checked_grids(family), settings().check_streams && !failed);
      if (uses.race) kernel_failed(family_race_report(family, *uses.race));
      operation->footprint = std::move(uses.footprint);
    }
    const auto report = is_shared ? report_within : report_in_order;
    report(number, [grid, family] {
      for (const Grid* member : family) report_launch(counts_of(*member));
      add_to_launches(family);
    });
  };
}

}  // namespace simt
