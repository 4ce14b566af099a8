#include "tutorial/metrics.cuh"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace {

using tutorial::Figures;

// Every metric, with nothing counted.
Figures nothing() {
  Figures figures;
  for (const std::string& metric : tutorial::wanted_metrics()) figures[metric] = 0;
  return figures;
}

TEST(Metrics, ACounterIsTheSumOfItsMetrics) {
  Figures figures = nothing();
  figures["l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"] = 3;
  figures["l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"] = 4;
  EXPECT_EQ(tutorial::to_counters(figures).global_atomic_requests, 7);
}

// What arbitration adds is in the pipe's wavefronts and in its conflicts, and in neither of the other two.
TEST(Metrics, BankConflictsAreThoseOfTheKernel) {
  const std::string pipe = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                    conflicts = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                    issued = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                    requests = "smsp__sass_inst_executed_op_shared_ld.sum";
  Figures figures = nothing();
  for (const int arbitration : {0, 100}) {
    figures[requests] = 1000;
    figures[issued] = 2000;
    figures[pipe] = 2000 + arbitration;
    figures[conflicts] = 1000 + arbitration;
    const Counters counters = tutorial::to_counters(figures);
    EXPECT_EQ(counters.shared_load_requests, 1000);
    EXPECT_EQ(counters.bank_conflicts, 1000);
  }
}

// `ldmatrix` is an instruction of its own, whose wavefronts the pipe counts with those of other loads.
TEST(Metrics, LoadsOfMatricesAreLoads) {
  Figures figures = nothing();
  figures["smsp__sass_inst_executed_op_shared_ld.sum"] = 10;
  figures["smsp__sass_inst_executed_op_ldsm.sum"] = 32;
  figures["smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"] = 15;
  figures["smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum"] = 256;
  figures["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"] = 271;
  figures["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"] = 133;
  const Counters counters = tutorial::to_counters(figures);
  EXPECT_EQ(counters.shared_load_requests, 42);
  EXPECT_EQ(counters.bank_conflicts, 133);
  // Older GPUs have no `stmatrix`.
  figures.erase("smsp__sass_inst_executed_op_shared_stsm.sum");
  figures.erase("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_stsm.sum");
  EXPECT_EQ(tutorial::to_counters(figures).shared_store_requests, 0);
  EXPECT_EQ(tutorial::to_counters(figures).bank_conflicts, 133);
}

TEST(Metrics, AFigureBelowZeroIsUnknown) {
  Figures figures = nothing();
  figures["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"] = 271;
  figures["smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"] = 15;
  EXPECT_TRUE(std::isnan(tutorial::to_counters(figures).bank_conflicts));
}

TEST(Metrics, AFigureThatAGpuLacksIsUnknown) {
  Figures figures = nothing();
  figures.erase(
      "l1tex__t_sectors_pipe_lsu_mem_dshared_op_atom.sum");  // before compute capability 9.0
  const Counters counters = tutorial::to_counters(figures);
  EXPECT_TRUE(std::isnan(counters.distributed_atomic_sectors));
  EXPECT_EQ(counters.distributed_atomic_requests, 0);
  EXPECT_TRUE(std::isnan(counters.busiest_warp));  // none has it
}

TEST(Metrics, SharesOfWhatThereIs) {
  Figures figures = nothing();
  figures["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"] = 400;
  figures["l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"] = 100;
  figures["lts__t_sectors_srcunit_tex_lookup_hit.sum"] = 30;
  figures["lts__t_sectors_srcunit_tex_lookup_miss.sum"] = 270;
  figures["smsp__inst_executed.sum"] = 10;
  figures["smsp__thread_inst_executed.sum"] = 160;
  figures["smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio"] = 6;
  figures["smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio"] = 2;
  const HardwareCounters counted = tutorial::to_hardware_counters(figures);
  EXPECT_EQ(counted.l1_hits_percent, 25);
  EXPECT_EQ(counted.l2_hits_percent, 10);
  EXPECT_EQ(counted.active_lanes_percent, 50);
  EXPECT_EQ(counted.stall, "long scoreboard 75 %");
}

}  // namespace
