#include <malloc.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <new>
#include <optional>

#include "tutorial/patience.cuh"
#include "tutorial/watched_streams.cuh"

#define HINTS "exercises/08_streams_and_events/call_back/hints.md"

namespace calls {

inline cudaStream_t reports = nullptr;
inline std::atomic<int> launched, returned;  // host functions
inline std::atomic<bool> is_elsewhere;       // one of them was in another stream
inline thread_local bool in_host_function = false;
inline cudaStream_t held_up = nullptr;  // a gate goes in front of the first copy in this stream
inline std::optional<Gate> gate;

// Addresses, each in a place of its own unless another one has taken it since. Without a lock: the CPU
// backend uses `new` and `delete`, too, with locks of its own.
class Addresses {
 public:
  void add(const void* address) { place_of(address) = address; }
  bool has(const void* address) { return place_of(address) == address; }
  void remove(const void* address) {
    if (has(address)) place_of(address) = nullptr;
  }
  std::ptrdiff_t count() const {
    return std::count_if(places_.begin(), places_.end(),
                         [](const void* a) { return a != nullptr; });
  }

 private:
  std::atomic<const void*>& place_of(const void* address) {
    return places_[reinterpret_cast<std::uintptr_t>(address) / 16 % places_.size()];
  }
  std::array<std::atomic<const void*>, 1 << 12> places_ = {};
};
// What enqueue_rounds() has made with `new`, and what of that host functions get: all that is not deleted.
inline Addresses made, made_reports;

struct HostFunction {
  cudaHostFn_t function;
  void* user_data;
};

inline void call(void* data) {
  auto* const host = static_cast<HostFunction*>(data);
  in_host_function = true;
  host->function(host->user_data);
  in_host_function = false;
  delete host;
  ++returned;
}

inline cudaError_t launch(cudaStream_t stream, cudaHostFn_t function, void* user_data) {
  ++launched;
  if (stream != reports) is_elsewhere = true;
  if (made.has(user_data)) made_reports.add(user_data);
  return cudaLaunchHostFunc(stream, call, new HostFunction{function, user_data});
}

// A call that CUDA forbids in a host function may hang there. So it does not come to it.
inline void require_outside(const char* name) {
  if (!in_host_function) return;
  std::fprintf(stderr, "FAILED  a host function has called %s\n        hints: %s\n", name, HINTS);
  std::_Exit(kExitWrong);
}
template <class Call>
cudaError_t outside(const char* name, const Call& call) {
  require_outside(name);
  return call();
}

inline cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                        cudaStream_t stream) {
  if (stream == held_up && !gate) gate.emplace(stream);
  return cudaMemcpyAsync(to, from, bytes, kind, stream);
}

}  // namespace calls

#define OUTSIDE(name, ...) calls::outside(#name, [&] { return name(__VA_ARGS__); })
#define cudaLaunchHostFunc calls::launch
#define cudaMemcpy(...) OUTSIDE(cudaMemcpy, __VA_ARGS__)
#define cudaMemcpyAsync(...) \
  calls::outside("cudaMemcpyAsync", [&] { return calls::copy(__VA_ARGS__); })
#define cudaStreamSynchronize(...) OUTSIDE(cudaStreamSynchronize, __VA_ARGS__)
#define cudaStreamQuery(...) OUTSIDE(cudaStreamQuery, __VA_ARGS__)
#define cudaStreamWaitEvent(...) OUTSIDE(cudaStreamWaitEvent, __VA_ARGS__)
#define cudaEventSynchronize(...) OUTSIDE(cudaEventSynchronize, __VA_ARGS__)
#define cudaEventQuery(...) OUTSIDE(cudaEventQuery, __VA_ARGS__)
#define cudaEventRecord(...) OUTSIDE(cudaEventRecord, __VA_ARGS__)
#undef cudaEventDestroy
#define cudaEventDestroy(...) calls::made_or_destroyed(-1, OUTSIDE(cudaEventDestroy, __VA_ARGS__))
#define cudaDeviceSynchronize(...) OUTSIDE(cudaDeviceSynchronize, __VA_ARGS__)
#define cudaFree(...) OUTSIDE(cudaFree, __VA_ARGS__)
#define cudaFreeHost(...) OUTSIDE(cudaFreeHost, __VA_ARGS__)
#include "tutorial/submission.cuh"
#undef cudaLaunchHostFunc
#undef cudaMemcpy
#undef cudaMemcpyAsync
#undef cudaStreamSynchronize
#undef cudaStreamQuery
#undef cudaStreamWaitEvent
#undef cudaEventSynchronize
#undef cudaEventQuery
#undef cudaEventRecord
#undef cudaDeviceSynchronize
#undef cudaFree
#undef cudaFreeHost

namespace check {  // so that an answer may have names of its own

// What was a local variable of the function that has just returned holds zeros. (So it does when the
// C library has taken back the stack of the thread.)
[[gnu::noinline]] void overwrite_the_stack() {
  volatile char dead[1 << 16];
  for (volatile char& byte : dead) byte = 0;
}

// What enqueue_rounds() deletes is overwritten, too, and not used again.
thread_local bool is_learners = false;

void* take(std::size_t bytes) {
  void* const memory = std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  if (is_learners) calls::made.add(memory);
  return memory;
}

void give_back(void* memory) noexcept {
  if (memory == nullptr) return;
  calls::made.remove(memory);
  calls::made_reports.remove(memory);
  if (is_learners) {
    std::memset(memory, 0, malloc_usable_size(memory));
  } else {
    std::free(memory);
  }
}

// What follows a dead pointer ends here.
void end_by_signal(int) {
  static std::atomic_flag has_ended;
  while (has_ended.test_and_set()) pause();  // another thread ends the program
  const char text[] =
      "FAILED  a host function, or what it calls, used an address that is none: is what it got a "
      "pointer to still there?\n        hints: " HINTS "\n";
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(kExitWrong);
  _exit(kExitWrong);
}

}  // namespace check

void* operator new(std::size_t bytes) { return check::take(bytes); }
void operator delete(void* memory) noexcept { check::give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { check::give_back(memory); }

namespace check {

class Trial {
 public:
  Trial(Exercise& exercise, int n, int count) : exercise_(exercise) {
    r_.n = n;
    r_.count = count;
    for (cudaStream_t* stream : {&r_.compute, &r_.reports}) {
      CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
    }
    CHECK(cudaMalloc(&r_.x, n * sizeof(float)));
    CHECK(cudaMalloc(&r_.largest, sizeof(float)));
    CHECK(cudaMallocHost(&r_.on_host, count * sizeof(float)));
    // The first launch of a kernel may wait for all work in flight.
    cool_down<<<1, 1, 0, r_.compute>>>(r_.x, 0);
    CHECK(cudaMemset(r_.x, 0, n * sizeof(float)));
    CHECK(cudaDeviceSynchronize());
    find_largest<<<1, kBlock, 0, r_.compute>>>(r_.largest, r_.x, n);
    CHECK(cudaDeviceSynchronize());
    values_ = random_floats(n, 10, 1000);
    CHECK(cudaMemcpy(r_.x, values_.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    poison(r_.largest, 1);
    CHECK(cudaDeviceSynchronize());
    std::fill_n(r_.on_host, count, tutorial::poison_value<float>());
    // Room for what an answer whose calls share their reports writes here from the streams of all trials at a time.
    diary_.reserve(3 * count);
  }
  ~Trial() {
    for (cudaStream_t stream : {r_.compute, r_.reports}) CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(r_.x));
    CHECK(cudaFree(r_.largest));
    CHECK(cudaFreeHost(r_.on_host));
  }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  // While the reports are held up, the device goes on.
  void hold_up_reports() {
    begin("reports");
    gate_.emplace(r_.reports);
    enqueue();
    require_now(exercise_, !calls::is_elsewhere, "a host function is not in `reports`");
    require_now(exercise_, is_done(r_.compute), "the rounds wait for the reports");
    require_now(exercise_, calls::launched == r_.count,
                "cudaLaunchHostFunc was called " + std::to_string(calls::launched) + " times for " +
                    std::to_string(r_.count) + " rounds");
    require_now(exercise_, calls::returned == 0 && diary_.empty(),
                "there is something in the diary already, which the host functions have to write");
  }

  // While the rounds are held up, there is nothing to report. @param in_front of all, or of the first
  // copy only: what comes between a kernel and its copy gets by
  void hold_up_rounds(bool in_front) {
    begin("compute");
    if (in_front) {
      gate_.emplace(r_.compute);
    } else {
      calls::held_up = r_.compute;
    }
    enqueue();
    calls::held_up = nullptr;
    if (!in_front) {  // none, if there is no copy
      gate_ = std::move(calls::gate);
      calls::gate.reset();
    }
    require_now(exercise_, !gate_ || !comes_true([] { return calls::returned > 0; }, kGlance),
                "a host function has run: it does not wait for its round");
  }

  void let_go() {
    if (gate_) gate_->open();
  }

  // Once all streams have gone on.
  void wait() {
    exercise_.begin(name_);
    require_now(exercise_, is_done(r_.compute, kLong) && is_done(r_.reports, kLong),
                "the streams do not come to an end");
  }
  int missing() const { return r_.count - static_cast<int>(diary_.size()); }

  // @param missing entries, in the diaries of all trials
  void compare(int missing) {
    exercise_.begin(name_);
    const int count = static_cast<int>(diary_.size());
    float largest = *std::max_element(values_.begin(), values_.end());
    for (int e = 0; e < std::min(count, r_.count); ++e) {
      const std::string entry = "entry " + std::to_string(e);
      require_now(exercise_, diary_[e].round == e,
                  entry + " is of round " + std::to_string(diary_[e].round));
      largest = 0.5f * largest + 1;
      const std::string wrong = difference(diary_[e].largest, largest, {.relative = 1e-5});
      require_now(exercise_, wrong.empty(),
                  entry + ": the largest element of round " + std::to_string(e) +
                      " is not right: " + wrong);
    }
    require_now(exercise_, count == r_.count,
                std::to_string(count) + " entries are in the diary after " +
                    std::to_string(r_.count) + " rounds" +
                    (missing > 0 ? ""
                                 : ". The others are in the diary of another call: the report of a "
                                   "round was overwritten before its host function has run. Who "
                                   "else writes to that memory?"));
    CHECK(cudaDeviceSynchronize());
  }

 private:
  void begin(const char* held_up) {
    calls::reports = r_.reports;
    calls::launched = calls::returned = 0;
    calls::is_elsewhere = false;
    name_ = "n = " + std::to_string(r_.n) + ", " + std::to_string(r_.count) + " rounds, `" +
            held_up + "` held up";
    exercise_.begin(name_);
  }

  void enqueue() {
    call_or_end(
        exercise_,
        [this] {
          // By a pointer, so that it has a stack frame of its own.
          void (*volatile function)(const Rounds&, std::vector<Entry>*) = enqueue_rounds;
          is_learners = true;
          function(r_, &diary_);
          is_learners = false;
          overwrite_the_stack();
        },
        "enqueue_rounds() waits for the device");
  }

  static constexpr int kLong = 20000;  // milliseconds
  Exercise& exercise_;
  std::string name_;
  std::optional<Gate> gate_;
  Rounds r_ = {};
  std::vector<float> values_;
  std::vector<Entry> diary_;
};

// What lacks an order may go right or wrong once it goes on. So all orders are looked at before anything does.
void check_size(Exercise& exercise, int n, int count) {
  Trial reports(exercise, n, count), rounds(exercise, n, count), copies(exercise, n, count);
  reports.hold_up_reports();
  rounds.hold_up_rounds(true);
  copies.hold_up_rounds(false);
  for (Trial* trial : {&reports, &rounds, &copies}) trial->let_go();
  int missing = 0;
  for (Trial* trial : {&reports, &rounds, &copies}) {
    trial->wait();
    missing += trial->missing();
  }
  for (Trial* trial : {&reports, &rounds, &copies}) trial->compare(missing);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  std::signal(SIGSEGV, end_by_signal);
  const int many = kCountsInsteadOfTimes ? 70 : 7;  // an H200 did not take 70 behind a closed gate
  for (const auto& [n, count] : {std::pair{1009, 4}, {1, 1}, {257, many}})
    check_size(exercise, n, count);
  exercise.begin("");
  exercise.require(calls::not_destroyed == 0, "streams or events that were not destroyed: " +
                                                  std::to_string(calls::not_destroyed));
  exercise.require(calls::made_reports.count() == 0,
                   "made with `new` for a host function, and not deleted: " +
                       std::to_string(calls::made_reports.count()));
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
