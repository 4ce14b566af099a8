#include <atomic>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>

#include "tutorial/patience.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

__global__ void work() {}

// The streams and events of the listings, and the kernel that is held up.
class Listing {
 public:
  explicit Listing(int held_up) : held_up_(held_up) {
    for (cudaStream_t* stream : {&a, &b}) CHECK(cudaStreamCreate(stream));
    CHECK(cudaStreamCreateWithFlags(&n, cudaStreamNonBlocking));
    for (Kernel& kernel : kernels_) kernel.end = new_event();
    e = new_event();
    CHECK(cudaMalloc(&memory, sizeof(int)));
    CHECK(cudaMemset(memory, 0, sizeof(int)));
    for (cudaStream_t stream : {a, b, n}) work<<<1, 1, 0, stream>>>();
    CHECK(cudaDeviceSynchronize());
  }
  ~Listing() {
    for (const Kernel& kernel : kernels_) CHECK(cudaEventDestroy(kernel.end));
    CHECK(cudaEventDestroy(e));
    for (cudaStream_t stream : {a, b, n}) CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(memory));
  }
  Listing(const Listing&) = delete;
  Listing& operator=(const Listing&) = delete;

  void k(int number, cudaStream_t stream) {
    if (number == held_up_) gate_.emplace(stream);
    work<<<1, 1, 0, stream>>>();
    CHECK_LAST();
    CHECK(cudaEventRecord(kernels_[number].end, stream));
    kernels_[number].is_launched = true;
  }
  void record(cudaEvent_t event, cudaStream_t stream) { CHECK(cudaEventRecord(event, stream)); }
  void wait(cudaStream_t stream, cudaEvent_t event) { CHECK(cudaStreamWaitEvent(stream, event)); }
  void copy_to_host() {
    int host = 0;
    CHECK(cudaMemcpy(&host, memory, sizeof host, cudaMemcpyDeviceToHost));
  }

  // Runs it, and counts the kernels that have ended when no more end.
  int ended(const std::function<void(Listing&)>& listing) {
    HostCall host([&] { listing(*this); });
    int ended = 0;
    while (comes_true([&] { return count_ended() > ended; }, kGlance)) ended = count_ended();
    gate_->open();
    host.get();
    CHECK(cudaDeviceSynchronize());
    return ended;
  }

  cudaStream_t a = nullptr, b = nullptr, n = nullptr;
  cudaEvent_t e = nullptr;
  int* memory = nullptr;

 private:
  struct Kernel {
    std::atomic<bool> is_launched = false;
    cudaEvent_t end = nullptr;
  };
  static cudaEvent_t new_event() {
    cudaEvent_t event = nullptr;
    CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    return event;
  }
  int count_ended() const {
    return static_cast<int>(std::count_if(std::begin(kernels_), std::end(kernels_), [](auto& k) {
      return k.is_launched && is_reached(k.end);
    }));
  }

  int held_up_;
  std::optional<Gate> gate_;
  Kernel kernels_[6];
};

void default_stream(Listing& l) {
  l.k(1, l.a);
  l.k(2, l.b);
  l.k(3, cudaStreamLegacy);
  l.k(4, l.a);
  l.k(5, l.n);
}

void event_again(Listing& l) {
  l.k(1, l.a);
  l.record(l.e, l.a);
  l.k(2, l.a);
  l.wait(l.b, l.e);
  l.k(3, l.b);
  l.record(l.e, l.b);
  l.wait(l.n, l.e);
  l.k(4, l.n);
  l.k(5, l.b);
}

void wait_first(Listing& l) {
  l.wait(l.b, l.e);
  l.k(1, l.a);
  l.record(l.e, l.a);
  l.k(2, l.b);
  l.wait(l.n, l.e);
  l.k(3, l.n);
}

void host_copies(Listing& l) {
  l.k(1, l.a);
  l.k(2, l.n);
  l.copy_to_host();
  l.k(3, l.b);
}

// What a wrong answer that is often given has forgotten, as a question. The last one may be for others.
constexpr double kAnyOther = -2;

struct Thought {
  double wrong;
  const char* question;
};

std::string thought(double given, std::initializer_list<Thought> thoughts) {
  for (const Thought& each : thoughts) {
    if (each.wrong == given || each.wrong == kAnyOther) return each.question;
  }
  return "draw a row for each stream: what does each operation wait for, and what waits for it?";
}

// Tries it: no device can be faster than a gate.
void answer(Exercise& exercise, const char* name, double given, int held_up,
            const std::function<void(Listing&)>& listing, std::initializer_list<Thought> thoughts) {
  double right = 0;
  if (given != kNotAnswered && !exercise.failed()) right = Listing(held_up).ended(listing);
  exercise.answer(name, given, right, 0, thought(given, thoughts));
}

// Every part of a segment begins when its stream and its engine are free.
int steps(int streams, int kernel_steps) {
  std::vector<int> stream_is_free(streams);
  int engine_is_free[3] = {};
  for (int segment = 0; segment < 8; ++segment) {
    int& time = stream_is_free[segment % streams];
    for (int part = 0; part < 3; ++part) {
      time = std::max(time, engine_is_free[part]) + (part == 1 ? kernel_steps : 1);
      engine_is_free[part] = time;
    }
  }
  return *std::max_element(stream_is_free.begin(), stream_is_free.end());
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  answer(exercise, "kDefaultK1", kDefaultK1, 1, default_stream,
         {{1, "which of k2 and k5 has to wait for k1?"},
          {3, "does k3, in the legacy stream, wait for what is in a?"},
          {4, "asked is for those that end while k1 is held up"}});
  answer(exercise, "kDefaultK3", kDefaultK3, 3, default_stream,
         {{2, "does n, a non-blocking stream, wait for the legacy stream?"},
          {4, "k4 comes after k3 in the program: does a wait for the legacy stream?"}});
  const char* const nothing_waits = "which kernel has to wait for one in a non-blocking stream?";
  answer(exercise, "kDefaultK5", kDefaultK5, 5, default_stream,
         {{2, nothing_waits}, {3, nothing_waits}});
  answer(exercise, "kEventK2", kEventK2, 2, event_again,
         {{1, "had k2 been launched when e was recorded in a?"},
          {2, "for which record of e does b wait?"},
          {kAnyOther, "which kernels are in a after k2, and does any event come after k2 in a?"}});
  answer(exercise, "kEventK3", kEventK3, 3, event_again,
         {{1, "k1 and k2: which of them waits for k3?"},
          {3, "which was the latest record of e when the program called the wait of n?"},
          {4, "k5 is in the stream of k3"}});
  answer(exercise, "kWaitK1", kWaitK1, 1, wait_first,
         {{0, "had f been recorded when the program called the wait of b?"},
          {2, "had f been recorded when the program called the wait of n?"}});
  answer(exercise, "kHostK1", kHostK1, 1, host_copies,
         {{0, "does k2, in a non-blocking stream, wait for anything?"},
          {2, "where is the host while k1 is held up, and what has it not launched yet?"}});
  answer(exercise, "kHostK2", kHostK2, 2, host_copies,
         {{0, "does cudaMemcpy wait for a non-blocking stream?"},
          {1, "does cudaMemcpy wait for a non-blocking stream?"}});
  const auto length = [&](const char* name, double given, int right,
                          std::initializer_list<Thought> thoughts) {
    exercise.answer(name, given, right, 0, thought(given, thoughts));
  };
  const char* const ends = "which engines rest in the first steps, and in the last ones?";
  length("kOneStream", kOneStream, steps(1, 1),
         {{8, "does the next copy in, in the same stream, wait for the copy out before it?"},
          {10, "does the next copy in, in the same stream, wait for the copy out before it?"}});
  length("kTwoStreams", kTwoStreams, steps(2, 1),
         {{8, ends},
          {10, "segments 0 and 2 are in one stream: when can the copy in of segment 2 begin?"},
          {12, "the last two segments do not end in the same step"}});
  length("kThreeStreams", kThreeStreams, steps(3, 1), {{8, ends}, {9, ends}});
  length(
      "kSlowKernel", kSlowKernel, steps(3, 2),
      {{10, "which engine is the slowest now?"},
       {11, "a kernel fills the device: do two of them run at once?"},
       {13, "a kernel fills the device: do two of them run at once?"},
       {16, ends},
       {17, ends},
       {kAnyOther, "how many steps do the eight kernels take, and what comes before and after?"}});
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
