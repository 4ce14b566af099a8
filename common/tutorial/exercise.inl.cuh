/// @file
/// @ingroup tutorial
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "tutorial/check.cuh"
#include "tutorial/check.inl.cuh"
#include "tutorial/counters.cuh"
#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/exit_code.cuh"
#include "tutorial/options.cuh"
#include "tutorial/orders.cuh"
#include "tutorial/verify.cuh"
#include "tutorial/writers.cuh"

#if __has_include(<simt_init.h>)
#include <simt_init.h>
#endif
#if __has_include(<simt_refusals.h>)
#include <simt_refusals.h>
#endif

namespace tutorial {

/// Why the CPU backend has refused a call or a launch; empty if it hasn't, or on a GPU.
inline std::string reason_of_refusal([[maybe_unused]] cudaError_t error) {
#if __has_include(<simt_refusals.h>)
  return simt::reason_of_refusal(error);
#else
  return "";
#endif
}

inline std::string list_of(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

inline std::string only_on_the_cpu_backend(const std::set<std::string>& names) {
  if (names.empty()) return "";
  return "Only the CPU backend looks at (cmake --workflow --preset cpu): " + list_of(names) + "\n";
}

/// Behind FAILED, in what another run of the program has printed.
inline std::string failure_in(const std::string& printed) {
  constexpr std::string_view kMark = "FAILED  ";
  const std::size_t at = printed.find(kMark);
  if (at == std::string::npos) return printed;
  const std::size_t begin = at + kMark.size();
  return printed.substr(begin, printed.find('\n', begin) - begin);
}

/// How to get a hint: from the learn that was built beside this program, or the file beside the check. Empty if there
/// is neither.
inline std::string way_to_hints(const std::filesystem::path& check) {
  namespace fs = std::filesystem;
  std::error_code error;  // what cannot be looked at is not there
  // Not argv[0], which is another name where the program runs in another order.
  const fs::path learn = fs::read_symlink("/proc/self/exe", error).parent_path() / "learn";
  if (!fs::exists(learn, error)) {
    const fs::path hints = check.parent_path() / "hints.md";
    return fs::exists(hints, error) ? hints.string() : "";
  }
  // In the reader's folder, or below it, as the reader types it.
  const std::string near = learn.lexically_proximate(fs::current_path(error)).string();
  return (near.rfind("..", 0) == 0 ? learn.string() : near) + " hint " +
         check.parent_path().filename().string();
}

}  // namespace tutorial

TUTORIAL_INLINE Exercise::Exercise(int argc, char** argv, const char* check)
    : hints_(tutorial::way_to_hints(check)) {
#if __has_include(<simt_init.h>)
  simt::stop_at_unwritten_memory();
#endif
  Options::without_size(argc, argv, "Checks one exercise; its README.md has the task.");
  require_device();
  // A call of the learner's that fails is a verdict, too. What the check holds is not given back.
  static Exercise* checked;
  checked = this;
  tutorial::on_failed_check = [](cudaError_t error, const char* what) {
    checked->started_ = true;
    const std::string reason = tutorial::reason_of_refusal(error);
    checked->fail(std::string(what) + ": " + cudaGetErrorName(error) +
                  (reason.empty() ? "" : ": " + reason));
    end(checked->verdict());
  };
}

TUTORIAL_INLINE void Exercise::begin(std::string name) {
  // Basic blocks that warps issue in a tenth of a second or so.
  constexpr double kEnough = 1e5;
  const bool has_failed = started_ && failed();
  if (has_failed || (order_.is_another() && issued_blocks_ > kEnough)) {
    end(failed() ? verdict() : kExitOk);
  }
  case_ = std::move(name);
}

TUTORIAL_INLINE void Exercise::parts(std::vector<tutorial::Part> parts) {
  assessment_.set_parts(std::move(parts));
}

TUTORIAL_INLINE void Exercise::part(const std::string& name) {
  begin("");
  assessment_.begin_part(name);
}

TUTORIAL_INLINE void Exercise::answer(const std::string& question, double given, double right,
                                      double tolerance, const std::string& thought) {
  if (raw_.are_elsewhere() && !exchange(&given, sizeof given)) return;
  if (given == kNotAnswered) {
    unanswered_ = true;
    return;
  }
  started_ = true;
  if (std::abs(given - right) <= tolerance) return;
  fail(question + ": your answer is " + tutorial::short_number(given) + ", which is not it" +
       (thought.empty() ? "" : ": " + thought));
}

TUTORIAL_INLINE void Exercise::limit(const std::string& counter, double value, double at_most,
                                     const std::string& meaning) {
  if (raw_.are_elsewhere()) return;
  is_to_be_counted_ |= !kCountsInsteadOfTimes && std::isnan(value);
  if (order_.is_counted) (std::isnan(value) ? not_counted_ : counted_).insert(counter);
  // nvcc unrolls loops, by four mostly. Where some lanes of a warp run 4 rounds and others 3, the former
  // ask once with the unrolled loop, and the latter 3 times with the one for what is left: 7 times for 4.
  const double allowance = !order_.is_counted ? 0
                           : at_most < 4      ? at_most / 4
                                              : std::max(at_most / 4, 3.0);
  if (order_.is_another() || failed()) return;
  assessment_.note_limit(counter, case_, value, at_most);
  if (std::isnan(value) || value <= at_most + allowance) return;
  const std::string limit = at_most == 0   ? "none is needed"
                            : at_most == 1 ? "1 is enough"
                                           : tutorial::short_number(at_most) + " are enough";
  const std::string text =
      counter + ": " + tutorial::short_number(value) + "; " + limit + ": " + meaning;
  if (!order_.is_counted) return fail(text);
  note_failure(text);
  end(verdict());
}

TUTORIAL_INLINE void Exercise::end_of_limits() {
  if (order_.is_counted) end(verdict());
}

TUTORIAL_INLINE void Exercise::limit_of_model(const std::string& counter, double value,
                                              double at_most, const std::string& meaning) {
  if (kCountsInsteadOfTimes) return limit(counter, value, at_most, meaning);
  not_counted_.insert(counter);
}

TUTORIAL_INLINE void Exercise::limit_busiest_warp(const Counters& counters, double at_most,
                                                  const std::string& meaning) {
  limit_of_model("steps of the busiest warp", counters.busiest_warp, at_most,
                 meaning + " (a step is a stretch of code without a jump)");
}

TUTORIAL_INLINE void Exercise::shared_out(const Counters& counters, double busiest_warp_at_most) {
  limit_of_model("bytes written by copies and memsets", counters.copied_bytes, 0,
                 "the result has to come from your kernel");
  limit_busiest_warp(counters, busiest_warp_at_most);
}

TUTORIAL_INLINE void Exercise::judge_share(const void* memory, const Share& share) {
  if (!kCountsInsteadOfTimes) {
    not_counted_.insert("who writes what");
    return;
  }
  if (order_.is_another() || raw_.are_elsewhere() || failed()) return;
  const std::string text = unfair_share(memory, share);
  if (!text.empty()) fail(text + (share.task.empty() ? "" : "; " + share.task));
}

TUTORIAL_INLINE void Exercise::judge_loads(const void* memory, std::size_t element_bytes,
                                           const LoadShare& share) {
  if (!kCountsInsteadOfTimes) {
    not_counted_.insert("who loads what");
    return;
  }
  if (order_.is_another() || raw_.are_elsewhere() || failed()) return;
  const std::string text = unfair_loads(memory, element_bytes, share);
  if (!text.empty()) fail(text);
}

TUTORIAL_INLINE int Exercise::verdict() {
  std::fflush(stdout);
  tutorial::on_failed_check = nullptr;  // what follows main has no exercise
  if (raw_.are_sent()) return kExitOk;
  const int code = raw_.are_judged() ? conclude_from_raw() : conclude();
  if (order_.is_another() || order_.is_counted) return code;  // its parent has the verdict
  assessment_.write(code == kExitOk      ? "passes"
                    : code == kExitWrong ? "wrong"
                                         : "not started",
                    failure_);
  return code;
}

TUTORIAL_INLINE int Exercise::conclude() {
  if (!started_) {
    std::puts("not started");
    return kExitSkipped;
  }
  if (failed() || unanswered_) {
    if (!failed()) failure_ = "a question is open";
    std::fprintf(stderr, "FAILED  %s\n", failure_.c_str());
    if (!hints_.empty()) std::fprintf(stderr, "        hints: %s\n", hints_.c_str());
    return kExitWrong;
  }
  if (!order_.is_another() && fails_in_other_orders()) return kExitWrong;
  if (order_.is_counted) {
    print_counted();
    return kExitOk;
  }
  if (is_to_be_counted_) {
    if (fails_where_counted()) return kExitWrong;
  } else {
    std::fputs(tutorial::only_on_the_cpu_backend(not_counted_).c_str(), stderr);
  }
  std::fputs(tutorial::left_out_line().c_str(), stdout);
  const std::string& token = tutorial::token();
  std::printf("PASS%s%s\n", token.empty() ? "" : " ", token.c_str());
  return kExitOk;
}

TUTORIAL_INLINE bool Exercise::exchange(void* result, std::size_t bytes) {
  if (raw_.are_sent()) {
    raw_.send(result, bytes);
    return false;
  }
  started_ = true;
  if (raw_.receive(result, bytes)) return true;
  fail("no result came of it");
  end(verdict());
}

TUTORIAL_INLINE void Exercise::compare_inside() {
  if (raw_.are_judged()) end(verdict());
}

TUTORIAL_INLINE int Exercise::conclude_from_raw() {
  if (raw_.received() == 0 && !failed()) {
    std::puts("no result is compared here");
    return kExitSkipped;
  }
  if (!failed() && unanswered_) note_failure("a question is open");
  if (!failed() && !raw_.is_at_end())
    note_failure("there are more results than the check asks for");
  if (!failed()) return kExitOk;
  std::fprintf(stderr, "FAILED  %s\n", failure_.c_str());
  return kExitWrong;
}

TUTORIAL_INLINE bool Exercise::fails_in_other_orders() {
  const std::string printed = failure_in_other_orders();
  if (printed.empty()) return false;
  take_failure(printed);
  assessment_.fail_all();  // nobody knows what else is right by luck
  return true;
}

TUTORIAL_INLINE bool Exercise::fails_where_counted() {
  const OtherRun counted = run_counted();
  if (!counted.has_passed && counted.printed.find("FAILED") != std::string::npos) {
    take_failure(counted.printed);
    return true;
  }
  std::fputs(counted.has_passed ? counted.printed.c_str()
                                : "The result is right. Where the GPU counts, the program does not "
                                  "come to the same end: its counters are unknown.\n",
             stderr);
  return false;
}

TUTORIAL_INLINE void Exercise::take_failure(const std::string& printed) {
  std::fputs(printed.c_str(), stderr);
  failure_ = tutorial::failure_in(printed);
}

TUTORIAL_INLINE void Exercise::print_counted() const {
  if (const std::string why = tutorial::no_hardware_counters(); !why.empty()) {
    std::printf("The result is right. The GPU's counters cannot be read: %s.\n", why.c_str());
  } else if (!counted_.empty()) {
    std::printf("The result is right, and so is what the GPU has counted: %s.\n",
                tutorial::list_of(counted_).c_str());
  }
  std::fputs(tutorial::only_on_the_cpu_backend(not_counted_).c_str(), stdout);
}

TUTORIAL_INLINE cudaError_t Exercise::wait() {
  if (kCountsInsteadOfTimes) return cudaDeviceSynchronize();
  cudaEvent_t end;
  cudaError_t error = cudaEventCreateWithFlags(&end, cudaEventDisableTiming);
  if (error == cudaSuccess) error = cudaEventRecord(end);
  if (error != cudaSuccess) return error;  // that of a kernel which has ended by now
  const std::time_t begin = std::time(nullptr);
  while ((error = cudaEventQuery(end)) == cudaErrorNotReady) {
    if (std::difftime(std::time(nullptr), begin) > 20) return cudaErrorLaunchTimeout;
  }
  if (error == cudaSuccess) error = cudaEventDestroy(end);
  return error;
}

TUTORIAL_INLINE void Exercise::end_with(cudaError_t error) {
  started_ = true;
  // CUDA 13 has the more general error for a configuration that no device can run.
  const bool is_refused = error == cudaErrorInvalidConfiguration ||
                          error == cudaErrorInvalidValue || error == cudaErrorLaunchOutOfResources;
  std::string text =
      is_refused ? "the launch was refused: " : "the kernel did not run to its end: ";
  text += std::string(cudaGetErrorName(error)) + ", " + cudaGetErrorString(error);
  const std::string reason = tutorial::reason_of_refusal(error);
  if (!reason.empty()) {
    text += ": " + reason;
  } else if (is_refused) {
    text += std::string(": ") + tutorial::hint(error, true);
  }
  fail(text);
  end(verdict());
}

TUTORIAL_INLINE void Exercise::fail(const std::string& text) {
  // The result was right before, so it is counting that changes it: what a graph launches, for example,
  // does not run where the GPU replays kernels. Only a limit counts against the answer there.
  if (order_.is_counted) end(kExitWrong);
  if (!failed()) note_failure(text);
}

TUTORIAL_INLINE void Exercise::note_failure(const std::string& text) {
  failure_ = (case_.empty() ? "" : case_ + ": ") + order_.meaning + text;
}

TUTORIAL_INLINE void Exercise::end(int code) {
  std::fflush(nullptr);
  std::_Exit(code);
}
