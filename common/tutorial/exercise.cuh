/// @file
/// @ingroup tutorial
/// What a check.cu of an exercise is made of: buffers that notice who leaves them, the sizes that
/// find mistakes, limits for counters, and the verdict.
///
///     int main(int argc, char** argv) {
///       Exercise exercise(argc, argv);
///       for (const int n : exercise.sizes()) {
///         exercise.begin("n = " + std::to_string(n));
///         const Buffer<float> in(random_floats(n)), out(n);
///         const Counters counters = exercise.run([&] { scale<<<…>>>(out.data(), in.data(), n); });
///         exercise.expect(out, [&](long long i) { return in.before()[i] * 2; });
///         exercise.limit("sectors per load", counters.sectors_per_load(), 4, "read neighbours");
///       }
///       return exercise.verdict();
///     }
///
/// On the CPU backend kernels run in a fixed order, block 0 first. If all is well in it, verdict() runs
/// the program again in other orders, where results count and limits do not: an answer must not depend
/// on what CUDA does not promise. On a GPU verdict() runs it again to have the device count, and judges
/// those limits that a GPU can.
#pragma once

// Not all of tutorial.cuh: a check is compiled for every wrong answer, too.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/counters.cuh"
#include "tutorial/hardware_counters.cuh"
#include "tutorial/orders.cuh"
#include "tutorial/random.cuh"
#include "tutorial/raw_results.cuh"
#include "tutorial/verdict.cuh"
#include "tutorial/verify.cuh"
#include "tutorial/writers.cuh"

namespace tutorial {

/// All digits of a count, four of a ratio. Where values are compared, value_text() shows what differs.
inline std::string short_number(double value) {
  char text[64];
  const bool is_whole = value == std::floor(value) || std::abs(value) >= 1e4;
  std::snprintf(text, sizeof text, is_whole ? "%.0f" : "%.4g", value);
  return text;
}

}  // namespace tutorial

/// Device memory between two guard zones, whose content before the exercise ran is known.
template <class T>
class Buffer {
 public:
  /// An output: n poisoned elements.
  explicit Buffer(long long n)
      : Buffer(std::vector<T>(static_cast<std::size_t>(n), tutorial::poison_value<T>())) {}
  /// An input, or what the kernel changes in place.
  explicit Buffer(std::vector<T> values) : before_(std::move(values)) {
    CHECK(cudaMalloc(&memory_, bytes() + 2 * kGuardBytes));
    CHECK(cudaMemset(memory_, kGuardByte, bytes() + 2 * kGuardBytes));
    CHECK(cudaMemcpy(data(), before_.data(), bytes(), cudaMemcpyHostToDevice));
    watch_writers(data(), bytes(), sizeof(T));
  }
  ~Buffer() {
    stop_watching_writers(data());
    stop_watching_loads(data());
    (void)cudaFree(memory_);
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  T* data() const { return reinterpret_cast<T*>(memory_ + kGuardBytes); }
  long long size() const { return static_cast<long long>(before_.size()); }
  const std::vector<T>& before() const { return before_; }
  std::vector<T> read() const {
    std::vector<T> values(before_.size());
    CHECK(cudaMemcpy(values.data(), data(), bytes(), cudaMemcpyDeviceToHost));
    return values;
  }
  /// Other contents at the same place, as many elements: what an answer keeps of a pointer's memory is then wrong.
  void refill(std::vector<T> values) {
    before_ = std::move(values);
    CHECK(cudaMemcpy(data(), before_.data(), bytes(), cudaMemcpyHostToDevice));
  }
  /// From now on Exercise::loaded_by() knows which warps load how much.
  void watch_loads() const { ::watch_loads(data(), bytes()); }
  /// Who wrote where nothing belongs to the buffer, or an empty string.
  std::string guard_damage() const {
    std::vector<unsigned char> all(bytes() + 2 * kGuardBytes);
    CHECK(cudaMemcpy(all.data(), memory_, all.size(), cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < kGuardBytes; ++i) {
      const std::size_t last = all.size() - kGuardBytes + i;
      if (all[last] != kGuardByte) return "an element past the last one was written";
      if (all[i] != kGuardByte) return "an element before the first one was written";
    }
    return "";
  }

 private:
  static constexpr unsigned char kGuardByte = 0xA5;
  /// The CPU backend stops every access outside of an allocation, and says where it is.
  static constexpr std::size_t kGuardBytes = kCountsInsteadOfTimes ? 0 : 4096;
  std::size_t bytes() const { return before_.size() * sizeof(T); }

  std::vector<T> before_;
  char* memory_ = nullptr;
};

/// An answer that was not given yet.
inline constexpr double kNotAnswered = -1;

class Exercise {
 public:
  /// No arguments but --help. Ends the program with 77 if there is no device.
  /// @param check the file with main, in the exercise's folder
  Exercise(int argc, char** argv, const char* check = __builtin_FILE());

  /// One thread, around one warp, a prime, and many blocks.
  static std::vector<int> sizes() { return {1, 31, 32, 33, 1009, kLarge}; }
  static constexpr int kLarge = 20011;

  /// A stub that is a faulty program to be looked into: nothing runs before its case is opened.
  /// @return false until a call has got true, to end main with a verdict: what was once started is checked
  /// to the end
  bool open(bool is_open) { return started_ |= is_open || raw_.are_judged(); }

  /// For a check that learns what is right from a launch or from the answer, or looks at it beside run(): its results
  /// cannot be compared where neither is (raw_results.cuh). To be called before the first run().
  void compare_inside();

  /// Points for what the check looks at one after the other, in a verdict that a program reads (verdict.cuh); without
  /// parts all is worth one. A part's points are for who gets to the next one, in the first order as in the others.
  ///
  ///     exercise.parts({{"the sums", 1}, {"their accesses", 2}});
  void parts(std::vector<tutorial::Part> parts);
  /// What comes next belongs to this part.
  void part(const std::string& name);

  /// Names what comes next in a message, "n = 33". The program ends here if something has failed: the next
  /// cases could take long, and the verdict is known. In another order than the first one it also ends
  /// when run() has done as much as it takes to see a difference.
  void begin(std::string name);

  /// A case, and then the same with other contents: sizes are the same, so what an answer keeps from one call to the
  /// next one is wrong. `test` makes contents of its own.
  template <class Test>
  void twice(const std::string& name, const Test& test) {
    for (const char* when : {"", ", again with other contents"}) {
      begin(name + when);
      if (!failed()) test();
    }
  }

  /// Runs what the learner wrote and waits for it.
  /// @return what was counted meanwhile; what was not is unknown
  template <class Launch>
  Counters run(Launch launch) {
    if (raw_.are_judged()) return {};
    const auto launch_and_wait = [&] {
      launch();
      cudaError_t error = cudaGetLastError();
      if (error == cudaSuccess) error = wait();
      if (error != cudaSuccess) end_with(error);
    };
    if (order_.is_counted) return tutorial::count_kernels(launch_and_wait);
    const Counters before = read_counters();
    forget_writers();
    launch_and_wait();
    const Counters counters = read_counters() - before;
    issued_blocks_ += counters.issued_blocks;
    return counters;
  }

  /// Compares a buffer with the reference, as first_difference does.
  template <class T, class Expected>
  void expect(const Buffer<T>& buffer, const Expected& expected, const Comparison& comparison = {},
              const std::string& name = "") {
    std::vector<T> got = buffer.read();
    if (raw_.are_elsewhere() && !exchange(got.data(), got.size() * sizeof(T))) return;
    // What is added to poison leaves it as it is.
    started_ |= std::memcmp(got.data(), buffer.before().data(), got.size() * sizeof(T)) != 0 ||
                was_written(buffer.data());
    if (failed()) return;
    std::string text = first_difference(got.data(), buffer.size(), expected, comparison);
    if (text.empty() && !raw_.are_judged()) text = buffer.guard_damage();
    if (!text.empty()) fail(name.empty() ? text : name + ", " + text);
  }

  /// An answer that the learner computed by hand.
  /// @param thought what a wrong answer has forgotten, as a question
  void answer(const std::string& question, double given, double right, double tolerance = 0,
              const std::string& thought = "");

  /// A counter that may not be larger; one that is unknown here is let pass, and verdict() names it. A GPU
  /// may count a quarter more. What is handed out while the kernel runs may cost more in another order, so
  /// only the first one counts.
  /// @param meaning what a larger value means
  void limit(const std::string& counter, double value, double at_most, const std::string& meaning);

  /// No limit follows: a process that only counts ends here.
  void end_of_limits();

  /// As limit(), for what no GPU counts: basic blocks, copies, pages. There verdict() names it.
  void limit_of_model(const std::string& counter, double value, double at_most,
                      const std::string& meaning);

  /// No warp may issue more basic blocks, over all launches, than this: a limit_of_model().
  void limit_busiest_warp(
      const Counters& counters, double at_most,
      const std::string& meaning = "share the work out among more threads, warps and blocks");

  /// Since the last run() has begun, kernels must have written the buffer, and shared it out. A limit like
  /// others: only the CPU backend knows, and only the first order counts.
  ///
  ///     exercise.written_by(out, {.warps_at_least = n / 128, .blocks_at_least = n / 1024});
  template <class T>
  void written_by(const Buffer<T>& buffer, const Share& share) {
    judge_share(buffer.data(), share);
  }

  /// Since the last run() has begun, no warp may have loaded more of the buffer than its share. A limit like others, as
  /// written_by(); for how an input is shared out that few elements come of.
  ///
  ///     in.watch_loads();
  ///     …
  ///     exercise.loaded_by(in, {.per_warp_at_most = LoadShare::twice_as_many(n, 64 * 256)});
  template <class T>
  void loaded_by(const Buffer<T>& buffer, const LoadShare& share) {
    judge_loads(buffer.data(), sizeof(T), share);
  }
  void judge_loads(const void* memory, std::size_t element_bytes, const LoadShare& share);

  /// The work has to be done by kernels, and shared out among their warps, as limit_busiest_warp() says. Not
  /// for tasks in which the learner copies or sets memory. It is for work that no buffer shows; written_by()
  /// says who wrote what.
  void shared_out(const Counters& counters, double busiest_warp_at_most);

  /// Any other condition; the message says what is wrong if it does not hold.
  void require(bool holds, const std::string& message) {
    if (!holds && !raw_.are_elsewhere()) fail(message);
  }

  bool failed() const { return !failure_.empty(); }

  /// The last line of main: prints it, and returns 0, 1, or 77 if nothing has been written yet. PASS is
  /// followed by what the environment has as EXERCISE_TOKEN: who runs the check, and makes up a new token
  /// each time, can tell its verdict from what a submission prints. EXERCISE_VERDICT names a file for it.
  int verdict();

 private:
  /// Waits for the device, on a GPU for 20 s at most: the CPU backend notices itself what never ends.
  static cudaError_t wait();

  /// Ends the program with the verdict on a kernel that did not run to its end.
  [[noreturn]] void end_with(cudaError_t error);

  void judge_share(const void* memory, const Share& share);

  /// Sends a result, or puts the one that was sent into its place.
  /// @return whether there is one to compare
  bool exchange(void* result, std::size_t bytes);
  /// The verdict on results that were sent.
  int conclude_from_raw();

  /// The first failure is the one to look at.
  void fail(const std::string& text);
  /// With the case that it belongs to.
  void note_failure(const std::string& text);

  /// Prints the verdict, and notes a failure that another run of the program has come to.
  int conclude();
  /// Runs the program in the other orders. If it fails in one of them, that is printed and noted.
  bool fails_in_other_orders();
  /// Runs the program where the GPU counts. If it is over a limit there, that is printed and noted.
  bool fails_where_counted();
  /// Prints what another run of the program has printed, and notes the failure in it.
  void take_failure(const std::string& printed);

  /// Ends the program at once: the check's buffers are still there, and an endless kernel would hold up exit().
  [[noreturn]] static void end(int code);

  /// What the process that counts says at its end, which its parent shows.
  void print_counted() const;

  KernelOrder order_ = fix_order();
  double issued_blocks_ = 0;  ///< by all run()
  tutorial::RawResults raw_;
  std::string hints_, case_, failure_;
  tutorial::Assessment assessment_;
  bool started_ = false, unanswered_ = false;
  bool is_to_be_counted_ = false;  ///< a GPU may know what a limit is for, when it counts
  std::set<std::string> counted_, not_counted_;  ///< limits that a GPU could judge, and could not
};

#ifndef TUTORIAL_COMPILED
#include "tutorial/exercise.inl.cuh"
#endif
