#include "execution/reports/barrier_reports.h"

#include <cstdio>
#include <numeric>
#include <utility>

#include "base/symbols.h"
#include "execution/reports/bulk_reports.h"

namespace simt {

KernelError exited_threads_report(unsigned waiting, unsigned exited, const void* site,
                                  const ThreadPlace& last) {
  return error_report(cudaErrorLaunchFailure,
                      std::to_string(waiting) + " threads wait in __syncthreads(), and " +
                          std::to_string(exited) + " of the block have exited",
                      site, last,
                      "let all threads reach the barrier, and return after it; since compute "
                      "capability 7.0 this works, too: SIMT_CHECK_BARRIER=live lets it pass");
}

std::string exited_threads_warning(unsigned waiting, unsigned exited, const void* site,
                                   const ThreadPlace& last) {
  return std::to_string(waiting) + " threads wait in __syncthreads(), and " +
         std::to_string(exited) + " of the block have exited\n  at      " + source_line(site) +
         "\n  by      " + thread_text(last) +
         " arrived last\n  advice  CUDA allows __syncthreads() only where all threads of the block "
         "come to it, equally often: move it, or the call of the function that it is in, out of "
         "the branch, let no thread return before it, and no loop end earlier in some threads than "
         "in others\n";
}

KernelError divergent_barrier_report(const WaitingThreads& waiting, const ThreadPlace& last) {
  std::string report = "simt: threads of one block wait at different __syncthreads()\n";
  for (const auto& [line, threads] : waiting) {
    report += "  " + std::to_string(threads) + " threads at " + line + "\n";
  }
  report += "  by      " + thread_text(last) +
            " arrived last\n  advice  all threads of a block must reach the same __syncthreads(): "
            "move it out of the branch\n";
  return complete_report(cudaErrorLaunchFailure, std::move(report), last.launch);
}

namespace {

/// "  32 threads wait in __syncthreads() at a.cu:7", a line each
std::string lines_of(const WaitingThreads& waiting) {
  std::string lines;
  for (const auto& [where, threads] : waiting) {
    lines += "  " + std::to_string(threads) + (threads == 1 ? " thread waits " : " threads wait ") +
             where + "\n";
  }
  return lines;
}

}  // namespace

KernelError deadlock_report(const WaitingThreads& waiting, unsigned finished,
                            const ThreadPlace& last) {
  std::string report = "simt: deadlock: no thread of the block can go on\n" + lines_of(waiting);
  if (finished > 0) report += "  " + std::to_string(finished) + " threads have finished\n";
  report += "  by      " + thread_text(last) +
            " stopped last\n  advice  everybody whom a barrier or a mask names must come to it: "
            "look for the branch that keeps some threads away\n";
  return complete_report(cudaErrorLaunchTimeout, std::move(report), last.launch);
}

KernelError grid_deadlock_report(int threads, const GridArrivals& arrivals, const void* site,
                                 const ThreadPlace& of) {
  return complete_report(
      cudaErrorLaunchTimeout,
      "simt: deadlock: blocks wait for the whole grid, and another block has finished\n  " +
          std::to_string(threads) + " threads of " + block_text(of.block) + " wait at " +
          source_line(site) + "\n  " + std::to_string(arrivals.arrived) + " of the grid's " +
          std::to_string(arrivals.blocks) + " blocks have come to the barrier, and " +
          std::to_string(arrivals.finished) + (arrivals.finished == 1 ? " has" : " have") +
          " finished\n  advice  every block must come to every barrier of the grid\n",
      of.launch);
}

namespace {

/// @param more lines about what it waits for
KernelError unfinished_report(double seconds, const std::string& what, const void* last_pc,
                              const ThreadPlace& by, const std::string& more,
                              const std::string& advice) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", seconds);
  return complete_report(
      cudaErrorLaunchTimeout,
      std::string("simt: a block has not finished after ") + text + " seconds" + what + "\n" +
          (last_pc != nullptr ? "  at      " + source_line(last_pc) + "\n" : "") + "  by      " +
          thread_text(by) + " was running\n" + more + "  advice  " + advice + "\n",
      by.launch);
}

}  // namespace

namespace {

/// "1 thread of the block has ended"
std::string ended_text(unsigned threads) {
  return std::to_string(threads) +
         (threads == 1 ? " thread of the block has ended" : " threads of the block have ended");
}

/// What to do about a barrier object that waits for more than come.
std::string advice_of(const BarrierObject& object, unsigned finished, bool others_wait) {
  if (std::string advice = advice_of_bytes(object); !advice.empty()) return advice;
  const std::string text = "a barrier object expects " + std::to_string(object.expected) +
                           " arrivals in each phase, and " + std::to_string(object.arrived) +
                           " have come" + (finished > 0 ? "; " + ended_text(finished) : "");
  if (object.parity >= 0 && object.arrived == 0) {
    const std::string asked = std::to_string(object.parity);
    const std::string other = std::to_string(1 - object.parity);
    return text + ": a wait with parity " + asked +
           " is for the phase that the object is in, and one with parity " + other +
           " for the phase before, which is complete. Keep the parity of each object in a variable "
           "that begins with 0, and flip it after every wait (parity ^= 1); a thread that waits "
           "for a buffer to be free, which nobody has used yet, begins with 1";
  }
  return text + ": " +
         (others_wait ? "those that wait elsewhere have to arrive first, or expect fewer; " : "") +
         "initialise it with the number of those that arrive, or let who leaves call "
         "arrive_and_drop()";
}

/// Whether blocks wait for room that none of the resident ones makes.
bool is_full(const Awaited& awaited) {
  return awaited.begun < awaited.blocks && awaited.begun - awaited.ended >= awaited.room;
}

/// What is known of it, in lines of a report.
std::string lines_of(const Awaited& awaited) {
  std::string lines;
  if (!awaited.word.empty()) lines += "  reads   " + awaited.word + "\n";
  if (const std::string bytes = lines_of_bytes(awaited.object); !bytes.empty())
    lines += bytes.substr(1) + "\n";
  lines += awaited.phases + lines_of(awaited.waiting);
  if (is_full(awaited)) {
    lines += "  waiting " + std::to_string(awaited.blocks - awaited.begun) + " of the grid's " +
             std::to_string(awaited.blocks) + " blocks have not begun: the device has room for " +
             std::to_string(awaited.room) + " of them at a time, and none of these ends\n";
  }
  return lines;
}

std::string advice_about_room(const Awaited& awaited) {
  return "a block must not wait for one that cannot begin before it ends: launch at most " +
         std::to_string(awaited.room) +
         " blocks, each of which does the work of several, or let a block take its number from a "
         "counter when it begins, and wait for lower ones only. For a barrier of the grid there is "
         "grid.sync() of a cooperative launch, which refuses a grid that is too large";
}

}  // namespace

KernelError endless_report(double seconds, const Awaited& awaited, const void* last_pc,
                           const ThreadPlace& by) {
  return unfinished_report(
      seconds, ", and never will: its threads come back to where they were, and nothing changes",
      last_pc, by, lines_of(awaited),
      awaited.object.expected > 0
          ? advice_of(awaited.object, awaited.finished, !awaited.waiting.empty())
      : is_full(awaited)
          ? advice_about_room(awaited)
          : "look for a loop whose condition never changes, for a flag that nobody "
            "sets, or for a thread that a barrier expects and that never arrives; if "
            "the host sets the flag later than that, SIMT_TIMEOUT sets the time in "
            "seconds");
}

KernelError endless_alone_report(const std::string& awaited, const BarrierObject& object,
                                 const std::string& phases, unsigned finished,
                                 const WaitingThreads& waiting, const void* site,
                                 const ThreadPlace& by) {
  std::string others;
  if (finished > 0) others += ended_text(finished);
  const int count = std::accumulate(waiting.begin(), waiting.end(), 0,
                                    [](int sum, const auto& at) { return sum + at.second; });
  if (count > 0) {
    others += (others.empty() ? "" : ", ") + std::to_string(count) +
              " wait at a barrier or in a collective";
  }
  std::string more = phases + lines_of(waiting);
  if (!more.empty()) more = "\n" + more.substr(0, more.size() - 1);
  return error_report(
      cudaErrorLaunchTimeout,
      "an endless loop: the threads of the block come back to where they were, and nobody else can "
      "change what they read",
      source_line(site) + lines_of_bytes(object) + more, by,
      awaited.empty() && object.expected > 0 ? advice_of(object, finished, count > 0)
      : awaited.empty()
          ? "look for a loop whose condition never becomes false, or for a thread that a barrier "
            "expects and that never arrives"
          : "the loop waits for " + awaited + " in shared memory, which only this block can write" +
                (others.empty() ? "" : ", and " + others) +
                ": a thread has to write it before it ends or waits itself");
}

KernelError timeout_report(double limit, const Awaited& awaited, const void* last_pc,
                           const ThreadPlace& by) {
  const std::string about_bytes = advice_of_bytes(awaited.object);
  return unfinished_report(
      limit, "", last_pc, by, lines_of(awaited),
      !about_bytes.empty() ? about_bytes
      : is_full(awaited)   ? advice_about_room(awaited)
                         : "look for a loop whose condition never becomes false; if the kernel is "
                           "right and needs longer, raise SIMT_TIMEOUT: a fifth of the limit, in "
                           "seconds");
}

std::string phase_line(const std::string& name, const BarrierObject& object) {
  std::string line = "  phase   of " + name + ": ";
  // A wait that goes on is for the phase that the object is in.
  if (object.parity >= 0) line += "parity " + std::to_string(object.parity) + ", with ";
  line += std::to_string(object.arrived) + " of " + std::to_string(object.expected) + " arrivals";
  if (object.parity >= 0) line += "; the wait asks for parity " + std::to_string(object.parity);
  return line + "\n";
}

}  // namespace simt
