#include "tutorial/metrics.cuh"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace tutorial {
namespace {

// A figure is a sum of metrics. Where a GPU lacks one of them, the figure is unknown, unless that is because
// it lacks the instructions, too.
struct Summand {
  double Counters::*figure;
  std::string metric;
  double factor = 1;
  bool is_of_all_gpus = true;
};

const std::vector<Summand>& summands() {
  static const std::vector<Summand> list = [] {
    std::vector<Summand> all;
    const auto traffic = [&](double Counters::*requests, double Counters::*sectors,
                             const std::string& operation) {
      all.push_back({requests, "l1tex__t_requests_pipe_lsu_mem_" + operation + ".sum"});
      all.push_back({sectors, "l1tex__t_sectors_pipe_lsu_mem_" + operation + ".sum"});
    };
    using C = Counters;
    traffic(&C::global_load_requests, &C::global_load_sectors, "global_op_ld");
    traffic(&C::global_store_requests, &C::global_store_sectors, "global_op_st");
    traffic(&C::global_atomic_requests, &C::global_atomic_sectors, "global_op_atom");
    traffic(&C::global_atomic_requests, &C::global_atomic_sectors, "global_op_red");
    traffic(&C::local_load_requests, &C::local_load_sectors, "local_op_ld");
    traffic(&C::local_store_requests, &C::local_store_sectors, "local_op_st");
    traffic(&C::distributed_load_requests, &C::distributed_load_sectors, "dshared_op_ld");
    traffic(&C::distributed_store_requests, &C::distributed_store_sectors, "dshared_op_st");
    traffic(&C::distributed_atomic_requests, &C::distributed_atomic_sectors, "dshared_op_atom");
    traffic(&C::distributed_atomic_requests, &C::distributed_atomic_sectors, "dshared_op_redas");

    // "sass" counts in the kernel's instructions, without what arbitration between requests in flight adds
    // in the pipe, which differs from run to run.
    const std::string instructions = "smsp__sass_inst_executed_op_shared_",
                      conflicts = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_",
                      wavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_",
                      issued = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_";
    for (const std::string op : {"ld", "st"}) {
      all.push_back({op == "ld" ? &C::shared_load_requests : &C::shared_store_requests,
                     instructions + op + ".sum"});
      all.push_back({&C::bank_conflicts, conflicts + op + ".sum"});
      all.push_back({&C::bank_conflicts, issued + op + ".sum"});
      all.push_back({&C::bank_conflicts, wavefronts + op + ".sum", -1});
    }
    // Loads and stores of matrices, which the pipe counts with the others.
    const auto of_matrices = [&](double C::*figure, const std::string& metric) {
      all.push_back({figure, metric, 1, false});
    };
    of_matrices(&C::shared_load_requests, "smsp__sass_inst_executed_op_ldsm.sum");
    of_matrices(&C::shared_store_requests, "smsp__sass_inst_executed_op_shared_stsm.sum");
    of_matrices(&C::bank_conflicts,
                "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum");
    of_matrices(&C::bank_conflicts,
                "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_stsm.sum");
    all.push_back({&C::shared_atomic_requests, instructions + "atom.sum"});
    all.push_back({&C::shared_atomic_wavefronts, issued + "atom.sum"});
    all.push_back({&C::bank_conflicts, issued + "atom.sum"});
    all.push_back({&C::bank_conflicts, instructions + "atom.sum", -1});
    return all;
  }();
  return list;
}

constexpr const char* kInstructions = "smsp__inst_executed.sum";
constexpr const char* kLanes = "smsp__thread_inst_executed.sum";
constexpr const char* kL1Hits = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum";
constexpr const char* kL2Hits = "lts__t_sectors_srcunit_tex_lookup_hit.sum";
constexpr const char* kL2Misses = "lts__t_sectors_srcunit_tex_lookup_miss.sum";
constexpr const char* kDramBytes = "dram__bytes.sum";
constexpr const char* kOccupancy = "sm__warps_active.avg.pct_of_peak_sustained_active";

constexpr const char* kStalls[] = {
    "long_scoreboard", "short_scoreboard",   "barrier",      "lg_throttle",
    "mio_throttle",    "math_pipe_throttle", "wait",         "not_selected",
    "membar",          "imc_miss",           "tex_throttle", "sleeping"};

std::string stall_metric(const std::string& reason) {
  return "smsp__average_warps_issue_stalled_" + reason + "_per_issue_active.ratio";
}

double figure(const Figures& figures, const std::string& metric) {
  const auto found = figures.find(metric);
  return found == figures.end() ? kNotCounted : found->second;
}

std::string largest_stall(const Figures& figures) {
  double all = 0, largest = 0;
  std::string name;
  for (const std::string reason : kStalls) {
    const double cycles = figure(figures, stall_metric(reason));
    if (std::isnan(cycles)) continue;
    all += cycles;
    if (cycles > largest) {
      largest = cycles;
      name = reason;
    }
  }
  if (name.empty()) return "";
  std::replace(name.begin(), name.end(), '_', ' ');
  return name + ' ' + std::to_string(std::lround(100 * largest / all)) + " %";
}

}  // namespace

Counters to_counters(const Figures& figures) {
  Counters counters = Counters::unknown();
  for (const Summand& summand : summands()) counters.*summand.figure = 0;
  for (const Summand& summand : summands()) {
    const double value = figure(figures, summand.metric);
    if (std::isnan(value) && !summand.is_of_all_gpus) continue;
    counters.*summand.figure += summand.factor * value;
  }
  // What tensor cores read from shared memory by themselves (wgmma) is in one of the sums only.
  if (counters.bank_conflicts < 0) counters.bank_conflicts = NAN;
  return counters;
}

HardwareCounters to_hardware_counters(const Figures& figures) {
  HardwareCounters counted;
  counted.counters = to_counters(figures);
  counted.instructions = figure(figures, kInstructions);
  counted.active_lanes_percent = 100 * figure(figures, kLanes) / (32 * counted.instructions);
  counted.l1_hits_percent = 100 * figure(figures, kL1Hits) / counted.counters.global_load_sectors;
  const double l2_hits = figure(figures, kL2Hits);
  counted.l2_hits_percent = 100 * l2_hits / (l2_hits + figure(figures, kL2Misses));
  counted.dram_bytes = figure(figures, kDramBytes);
  counted.occupancy_percent = figure(figures, kOccupancy);
  counted.stall = largest_stall(figures);
  return counted;
}

std::vector<std::string> wanted_metrics() {
  std::vector<std::string> all;
  const auto want = [&](const std::string& metric) {
    if (std::find(all.begin(), all.end(), metric) == all.end()) all.push_back(metric);
  };
  for (const Summand& summand : summands()) want(summand.metric);
  for (const char* metric :
       {kInstructions, kLanes, kL1Hits, kL2Hits, kL2Misses, kDramBytes, kOccupancy}) {
    want(metric);
  }
  for (const char* reason : kStalls) want(stall_metric(reason));
  return all;
}

}  // namespace tutorial
