// What a learner reads when a kernel is stopped: what happened, where, in which thread of which
// kernel, and what to do about it.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>

#include "base/device.h"
#include "base/symbols.h"
#include "execution/block/block.h"
#include "operations/operation.h"

namespace simt {
namespace {

std::string triple(unsigned x, unsigned y, unsigned z) {
  return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
}
std::string triple(const dim3& v) { return triple(v.x, v.y, v.z); }

/// Whether CUDA has this function in kernels, too.
bool is_for_kernels(std::string_view function) {
  static constexpr std::string_view kFunctions[] = {"cudaMalloc",
                                                    "cudaFree",
                                                    "cudaMemcpyAsync",
                                                    "cudaMemcpy2DAsync",
                                                    "cudaMemcpy3DAsync",
                                                    "cudaMemsetAsync",
                                                    "cudaMemset2DAsync",
                                                    "cudaMemset3DAsync",
                                                    "cudaEventRecord",
                                                    "cudaStreamWaitEvent",
                                                    "cudaEventRecordWithFlags"};
  return std::find(std::begin(kFunctions), std::end(kFunctions), function) != std::end(kFunctions);
}

std::string group_text(std::uint8_t scope) {
  switch (static_cast<GroupScope>(scope)) {
    case GroupScope::kCluster:
      return "for the cluster at ";
    case GroupScope::kGrid:
      return "for the grid at ";
    default:
      return "for the block at ";
  }
}

}  // namespace

std::string kernel_text(const LaunchConfig& config) {
  return "  kernel  " + std::string(config.name) + ", launched at " + launch_line(config) +
         " with grid " + triple(config.grid) + " and block " + triple(config.block) + "\n";
}

std::string Block::describe_thread(unsigned thread) const {
  if (thread >= kMaxBlockThreads) {  // as the check of shared memory counts
    return cluster_->member(thread / kMaxBlockThreads - 1)
        .describe_thread(thread % kMaxBlockThreads);
  }
  const uint3& index = lanes_[thread].index;
  return "thread " + triple(index.x, index.y, index.z) + " of " + describe_block();
}

std::string Block::describe_block() const {
  return "block " + triple(index_.x, index_.y, index_.z);
}

void Block::note_failure(KernelError&& error) {
  error.report += kernel_text(grid_->config);
  grid_->fail(order_, std::move(error));
}

void Block::stop(KernelError&& error) {
  note_failure(std::move(error));
  leave_for_good(State::kFailed);
}

void Block::give_up(KernelError&& error) {
  recorder.cursor = nullptr;
  grid_->fail(order_, std::move(error));
  leave_for_good(State::kFailed);
}

void Block::fail(cudaError_t code, std::string_view what, const void* site,
                 std::string_view advice) {
  recorder.cursor = nullptr;
  stop({code, "simt: " + std::string(what) + "\n  at      " + source_line(site) + "\n  by      " +
                  describe_thread(current_) + "\n  advice  " + std::string(advice) + "\n"});
}

void Block::fail_assertion(const char* expression, const char* file, unsigned line,
                           const char* function) {
  recorder.cursor = nullptr;
  const auto bracketed = [](const uint3& v) {
    return "[" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + "]";
  };
  stop({cudaErrorAssert, std::string(file) + ":" + std::to_string(line) + ": " + function +
                             ": block: " + bracketed(index_) +
                             ", thread: " + bracketed(lanes_[current_].index) + " Assertion `" +
                             expression + "` failed.\n"});
}

void Block::report_mask_without_caller(std::uint32_t mask, const void* site) {
  char text[128];
  std::snprintf(text, sizeof text,
                "lane %u calls a warp collective whose mask 0x%08x leaves it out",
                current_ % kWarpLanes, mask);
  fail(cudaErrorIllegalInstruction, text, site,
       "every lane that makes the call must have its bit in the mask");
}

void Block::report_missing_source(unsigned warp, unsigned lane, unsigned source,
                                  std::uint32_t mask) {
  recorder.cursor = nullptr;
  const bool named = (mask >> source & 1) != 0;
  const bool exists = (warps_[warp].all >> source & 1) != 0;
  char text[160];
  std::snprintf(text, sizeof text, "lane %u shuffles from lane %u, %s (mask 0x%08x)", lane, source,
                !named   ? "which is not in the mask"
                : exists ? "which has exited"
                         : "which the block does not have",
                mask);
  const unsigned thread = warp * kWarpLanes + lane;
  stop({cudaErrorLaunchFailure,
        std::string("simt: ") + text + "\n  at      " + source_line(lanes_[thread].wait_site) +
            "\n  by      " + describe_thread(thread) +
            "\n  advice  the value would be undefined: let every lane that is read from make the "
            "call, and name it in the mask\n"});
}

/// Legal, as on every GPU since compute capability 7.0; reported on request.
void Block::report_exited_threads() {
  recorder.cursor = nullptr;
  stop({cudaErrorLaunchFailure,
        "simt: " + std::to_string(live_) + " threads wait in __syncthreads(), and " +
            std::to_string(thread_count_ - live_) + " of the block have exited\n  at      " +
            source_line(barrier_site_) + "\n  by      " + describe_thread(current_) +
            "\n  advice  let all threads reach the barrier, and return after it; since compute "
            "capability 7.0 this works, too: SIMT_CHECK_BARRIER=live lets it pass\n"});
}

void Block::report_bad_width(int width, const void* site) {
  recorder.cursor = nullptr;
  fail(cudaErrorIllegalInstruction, "a shuffle has width " + std::to_string(width), site,
       "the width of a shuffle is 1, 2, 4, 8, 16 or 32 lanes");
}

void Block::report_static_shared(const char* name, std::size_t bytes, const void* site) {
  recorder.cursor = nullptr;
  fail(cudaErrorLaunchOutOfResources,
       "with " + std::string(name) + " (" + std::to_string(bytes) + " bytes) the kernel declares " +
           std::to_string(cluster_->static_shared_bytes() + bytes) +
           " bytes of static shared memory; a block has " + std::to_string(kStaticSharedLimit),
       site,
       "make the arrays smaller, or use dynamic shared memory and raise its limit with "
       "cudaFuncSetAttribute (nvcc refuses this kernel when it compiles it)");
}

void Block::report_private_argument(const LaunchConfig& launch, const char* what) {
  recorder.cursor = nullptr;
  stop({cudaErrorIllegalAddress,
        std::string("simt: a launch of ") + launch.name + " passes a pointer to " + what +
            "\n  at      " + launch_line(launch) + "\n  by      " + describe_thread(current_) +
            "\n  advice  a child grid sees global memory only: local variables belong to their "
            "thread, shared memory to its block\n"});
}

void Block::report_foreign_stream(const LaunchConfig& launch) {
  recorder.cursor = nullptr;
  stop(
      {cudaErrorLaunchFailure,
       std::string("simt: a launch of ") + launch.name +
           " goes into a stream that this grid has not made\n  at      " + launch_line(launch) +
           "\n  by      " + describe_thread(current_) +
           "\n  advice  a stream belongs to the grid that has made it: not to its children, nor is "
           "one of the host's for kernels; make one here with cudaStreamCreateWithFlags()\n"});
}

void Block::report_host_function(const char* function, const void* site) {
  // If the function does not say where it was called, the last that the thread recorded does.
  const void* const last =
      recorder.cursor != nullptr ? pc_of(recorder.cursor[-1].key) : __builtin_return_address(0);
  recorder.cursor = nullptr;
  const bool missing = site != nullptr && is_for_kernels(function);
  stop({cudaErrorLaunchFailure,
        (missing ? std::string("simt: a kernel calls ") + function +
                       ", which the CPU backend does not have in kernels yet\n"
                 : "simt: a kernel calls a function of the CUDA runtime that only host code can "
                   "call\n") +
            (site != nullptr ? "  at      " + source_line(site) + ", " + function
                             : "  after   " + source_line(last)) +
            "\n  by      " + describe_thread(current_) +
            (missing
                 ? "\n  advice  on a GPU a kernel may call it; here let a kernel of yours do the "
                   "same, or the host\n"
                 : "\n  advice  a kernel cannot wait for the device: what has to come after its "
                   "children goes into the tail stream, or back to the host\n")});
}

void Block::report_allocation(const void* site) {
  fail(cudaErrorLaunchFailure,
       "a kernel calls malloc(), which the CPU backend does not have in kernels yet", site,
       "on a GPU a kernel may call it; here let the host allocate what all threads may need, and "
       "hand out parts of it with an atomic counter");
}

void Block::report_timeout() {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%g", settings_.timeout_seconds);
  const TraceEvent* const start =
      current_warp().events + static_cast<std::size_t>(current_ % kWarpLanes) * kLaneEvents;
  const TraceEvent* const end = lanes_[current_].cursor;
  stop({cudaErrorLaunchTimeout,
        std::string("simt: a block has not finished after ") + seconds + " seconds\n" +
            (end > start ? "  at      " + source_line(pc_of(end[-1].key)) + "\n" : "") +
            "  by      " + describe_thread(current_) +
            " was running\n  advice  on a busy machine it may need longer: SIMT_TIMEOUT sets the "
            "limit "
            "in seconds; otherwise look for a loop whose condition never changes, or for a thread "
            "that a barrier expects and that never arrives\n"});
}

void Block::report_divergent_barrier() {
  std::map<std::string, int> waiting;
  for (unsigned thread = 0; thread < thread_count_; ++thread) {
    if (warps_[thread / kWarpLanes].at_barrier >> thread % kWarpLanes & 1) {
      ++waiting[source_line(lanes_[thread].wait_site)];
    }
  }
  std::string report = "simt: threads of one block wait at different __syncthreads()\n";
  for (const auto& [line, threads] : waiting) {
    report += "  " + std::to_string(threads) + " threads at " + line + "\n";
  }
  report += "  by      " + describe_thread(current_) +
            " arrived last\n  advice  all threads of a block must reach the same __syncthreads(): "
            "move it out of the branch\n";
  stop({cudaErrorLaunchFailure, std::move(report)});
}

void Block::report_race(const Block& owner) {
  recorder.cursor = nullptr;
  const SharedCheck& check = owner.shared_check_;
  const auto line = [&owner](const RaceAccess& access) {
    const char* name = access.op == Op::kLoad    ? "  read    "
                       : access.op == Op::kStore ? "  write   "
                                                 : "  atomic  ";
    return name + source_line(access.pc) + " by " + owner.describe_thread(access.thread) + "\n";
  };
  const bool in_one_line = source_line(check.earlier().pc) == source_line(check.later().pc);
  stop(
      {cudaErrorLaunchFailure,
       "simt: race on shared memory: two threads use " + shared_position(check.address()) +
           " and nothing orders them\n" + line(check.earlier()) + line(check.later()) +
           (check.earlier().thread >= kMaxBlockThreads || check.later().thread >= kMaxBlockThreads
                ? "  advice  put a cluster.sync() between the two: they are in different blocks\n"
            : in_one_line ? "  advice  put a __syncthreads() between the two; where threads add to "
                            "one element, use an atomic operation\n"
                          : "  advice  put a __syncthreads() between the two; inside of one warp "
                            "__syncwarp() is enough\n")});
}

void Block::report_early_access(const Block& user) {
  recorder.cursor = nullptr;
  const EarlyAccess& early = user.early_;
  stop({cudaErrorLaunchFailure,
        std::string("simt: ") +
            (early.op == Op::kLoad    ? "a read of"
             : early.op == Op::kStore ? "a write to"
                                      : "an atomic on") +
            " the shared memory of block " + std::to_string(early.owner) +
            " of the cluster, which may not have begun\n  at      " + source_line(early.pc) +
            "\n  by      " + user.describe_thread(early.thread) +
            "\n  advice  put a cluster.sync() before the first access to another block, or a "
            "barrier_arrive() at the start and its barrier_wait() here: shared memory begins with "
            "its "
            "block\n"});
}

void Block::report_unwritten() {
  recorder.cursor = nullptr;
  const RaceAccess& read = shared_check_.unwritten();
  stop({cudaErrorLaunchFailure,
        std::string("simt: ") + (read.op == Op::kLoad ? "read" : "atomic") +
            " of shared memory that nobody has written, at " +
            shared_position(shared_check_.unwritten_address()) + "\n  at      " +
            source_line(read.pc) + "\n  by      " + describe_thread(read.thread) +
            "\n  advice  shared memory starts with anything in it: write it, and "
            "__syncthreads(), before it is read\n"});
}

void Block::report_deadlock() {
  recorder.cursor = nullptr;
  std::map<std::string, int> waiting;
  int finished = 0;
  for (unsigned thread = 0; thread < thread_count_; ++thread) {
    const Warp& warp = warps_[thread / kWarpLanes];
    const unsigned lane = thread % kWarpLanes;
    if (warp.finished >> lane & 1) {
      ++finished;
    } else if (warp.at_barrier >> lane & 1) {
      ++waiting["in __syncthreads() at " + source_line(lanes_[thread].wait_site)];
    } else if (warp.at_group >> lane & 1) {
      ++waiting[group_text(lanes_[thread].group) + source_line(lanes_[thread].wait_site)];
    } else {
      std::uint32_t mask = 0;
      for (unsigned i = 0; i < warp.collective_count; ++i) {
        if (exchanges_[thread / kWarpLanes].collectives[i].arrived >> lane & 1)
          mask = exchanges_[thread / kWarpLanes].collectives[i].mask;
      }
      char text[64];
      std::snprintf(text, sizeof text, "in a warp collective with mask 0x%08x at ", mask);
      ++waiting[text + source_line(lanes_[thread].wait_site)];
    }
  }
  std::string report = "simt: deadlock: no thread of the block can go on\n";
  for (const auto& [where, threads] : waiting) {
    report += "  " + std::to_string(threads) + " threads wait " + where + "\n";
  }
  if (finished > 0) report += "  " + std::to_string(finished) + " threads have finished\n";
  report += "  by      " + describe_thread(current_) +
            " stopped last\n  advice  everybody whom a barrier or a mask names must come to it: "
            "look for the branch that keeps some threads away\n";
  stop({cudaErrorLaunchTimeout, std::move(report)});
}

void Block::report_grid_deadlock() {
  const void* site = nullptr;
  int threads = 0;
  for (unsigned thread = 0; thread < thread_count_; ++thread) {
    if ((warps_[thread / kWarpLanes].at_group >> thread % kWarpLanes & 1) == 0) continue;
    site = lanes_[thread].wait_site;
    ++threads;
  }
  note_failure(
      {cudaErrorLaunchTimeout,
       "simt: deadlock: blocks wait for the whole grid, and another block has finished\n  " +
           std::to_string(threads) + " threads of " + describe_block() + " wait at " +
           source_line(site) + "\n  advice  every block must come to every barrier of the grid\n"});
}

void called_from_host(const char* function) {
  std::fprintf(stderr, "simt: %s was called from host code; it exists in kernels only\n", function);
  std::exit(1);
}

}  // namespace simt
