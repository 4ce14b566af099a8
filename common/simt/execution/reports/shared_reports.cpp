#include "execution/reports/shared_reports.h"

#include "base/device.h"
#include "base/symbols.h"

namespace simt {

KernelError shared_race_report(const std::string& where, const ThreadAccess& earlier,
                               const ThreadAccess& later, bool crosses_blocks) {
  const std::string earlier_line = source_line(earlier.pc), later_line = source_line(later.pc);
  const auto side = [](const ThreadAccess& access, const std::string& line) {
    const char* name = access.op == Op::kLoad    ? "  read    "
                       : access.op == Op::kStore ? "  write   "
                                                 : "  atomic  ";
    return name + line + " by " + thread_text(access.by) + "\n";
  };
  const char* const advice =
      crosses_blocks ? "put a cluster.sync() between the two: they are in different blocks\n"
      : earlier_line == later_line && earlier.op == Op::kStore && later.op == Op::kStore
          ? "two threads store here, and the last one wins: let one thread write, or give each an "
            "element of its own; only where it is a total or a maximum of all threads, use an "
            "atomic operation; in different rounds of a loop, put a __syncthreads() between the "
            "two\n"
      : earlier_line == later_line
          ? "put a __syncthreads() between the two, as between two rounds of a loop (inside of one "
            "warp __syncwarp() is enough); only where all threads change this one element, a total "
            "or a maximum, use an atomic operation\n"
          : "put a __syncthreads() between the two; inside of one warp __syncwarp() is enough\n";
  KernelError error = complete_report(
      cudaErrorLaunchFailure,
      "simt: race on shared memory: two threads use " + where + " and nothing orders them\n" +
          side(earlier, earlier_line) + side(later, later_line) + "  advice  " + advice,
      later.by.launch);
  error.report += race_note("SIMT_CHECK_SHARED");
  return error;
}

namespace {

/// The lines below `what`. @param name of the copy's line, of 8 letters
KernelError in_flight_report(const std::string& what, const ThreadAccess& user,
                             const ThreadAccess& copy, const std::string& advice,
                             const char* name = "copy    ") {
  return error_report(
      cudaErrorLaunchFailure, verb_of(user.op) + what,
      source_line(user.pc) + "\n  " + name + source_line(copy.pc) + " by " + thread_text(copy.by),
      user.by, advice);
}

/// What waits for such a copy.
const char* wait_for(bool in_batch) {
  return in_batch ? "consumer_wait() or pipeline_consumer_wait_prior<0>(), for a group its wait(), "
                    "in PTX "
                    "cp.async.wait_group 0, "
                    "in the "
                    "thread that copies"
                  : "wait() of the barrier, or consumer_wait() of the pipeline";
}

}  // namespace

KernelError copy_in_flight_report(const std::string& where, const ThreadAccess& user,
                                  const CopyInFlight& copy) {
  if (copy.is_product) {
    return in_flight_report(
        "shared memory that a product (wgmma) may still be reading, at " + where, user, copy.copy,
        "first call wgmma.commit_group and wgmma.wait_group 0 in the four warps that multiply, "
        "then __syncthreads(), or let them arrive at a barrier that the writer waits for",
        "product ");
  }
  if (copy.copy.op == Op::kLoad) {
    return in_flight_report("shared memory that a bulk copy may still be reading, at " + where,
                            user, copy.copy,
                            "first call cp.async.bulk.commit_group and "
                            "cp.async.bulk.wait_group.read 0 in the thread that "
                            "copies, then __syncthreads(): that alone waits for no copy");
  }
  const std::string advice =
      copy.waited_for_other_phase
          ? "the thread has waited for the barrier, but for another phase than that of the copy: "
            "the parity has to change each time that the barrier is used again, and begins with 0"
          : std::string("first call ") + wait_for(copy.in_batch) +
                (copy.in_batch ? ", then __syncthreads(): that alone waits for no copy"
                               : ": __syncthreads() waits for no copy");
  return in_flight_report(
      "shared memory that an asynchronous copy may still be filling, at " + where, user, copy.copy,
      advice);
}

KernelError source_in_flight_report(const ThreadAccess& user, const ThreadAccess& copy,
                                    bool in_batch) {
  return in_flight_report("global memory that an asynchronous copy may still be reading", user,
                          copy, std::string("first call ") + wait_for(in_batch));
}

KernelError unwritten_shared_report(const std::string& where, const ThreadAccess& read) {
  return error_report(cudaErrorLaunchFailure,
                      std::string(read.op == Op::kLoad ? "read" : "atomic") +
                          " of shared memory that nobody has written, at " + where,
                      read.pc, read.by,
                      "shared memory starts with anything in it: write it, and "
                      "__syncthreads(), before it is read");
}

static std::string access_text(unsigned owner, Op op) {
  return std::string(op == Op::kLoad    ? "a read of"
                     : op == Op::kStore ? "a write to"
                                        : "an atomic on") +
         " the shared memory of block " + std::to_string(owner) + " of the cluster";
}

KernelError early_access_report(unsigned owner, const ThreadAccess& access) {
  return error_report(cudaErrorLaunchFailure,
                      access_text(owner, access.op) + ", which may not have begun", access.pc,
                      access.by,
                      "put a cluster.sync() before the first access to another block, or a "
                      "barrier_arrive() at the start and its barrier_wait() here: shared memory "
                      "begins with its block");
}

KernelError late_access_report(unsigned owner, const ThreadAccess& access) {
  return error_report(
      cudaErrorIllegalAddress, access_text(owner, access.op) + ", which may have ended", access.pc,
      access.by,
      "put a cluster.sync() before the end of the kernel: a block's shared memory lives "
      "as long as the block");
}

KernelError static_shared_report(const char* name, std::size_t bytes, std::size_t declared,
                                 const void* site, const ThreadPlace& by) {
  return error_report(
      cudaErrorLaunchOutOfResources,
      "with " + std::string(name) + " (" + std::to_string(bytes) + " bytes) the kernel declares " +
          std::to_string(declared) + " bytes of static shared memory; a block has " +
          std::to_string(kStaticSharedLimit),
      site, by,
      "make the arrays smaller, or use dynamic shared memory and raise its limit with "
      "cudaFuncSetAttribute (nvcc refuses this kernel when it compiles it)");
}

}  // namespace simt
