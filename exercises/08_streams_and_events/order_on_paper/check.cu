#include <atomic>
#include <functional>
#include <optional>

#include "tutorial/patience.cuh"

#include "tutorial/submission.cuh"

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
    std::future<void> host = std::async(std::launch::async, [&] { listing(*this); });
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

// Tries it: no device can be faster than a gate.
void answer(Exercise& exercise, const char* name, double given, int held_up,
            const std::function<void(Listing&)>& listing) {
  double right = 0;
  if (given != kNotAnswered && !exercise.failed()) right = Listing(held_up).ended(listing);
  exercise.answer(name, given, right);
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
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 1);  // no stream waits for one that shares its queue
  Exercise exercise(argc, argv);
  answer(exercise, "kDefaultK1", kDefaultK1, 1, default_stream);
  answer(exercise, "kDefaultK3", kDefaultK3, 3, default_stream);
  answer(exercise, "kDefaultK5", kDefaultK5, 5, default_stream);
  answer(exercise, "kEventK2", kEventK2, 2, event_again);
  answer(exercise, "kEventK3", kEventK3, 3, event_again);
  answer(exercise, "kWaitK1", kWaitK1, 1, wait_first);
  answer(exercise, "kHostK1", kHostK1, 1, host_copies);
  answer(exercise, "kHostK2", kHostK2, 2, host_copies);
  exercise.answer("kOneStream", kOneStream, steps(1, 1));
  exercise.answer("kTwoStreams", kTwoStreams, steps(2, 1));
  exercise.answer("kThreeStreams", kThreeStreams, steps(3, 1));
  exercise.answer("kSlowKernel", kSlowKernel, steps(3, 2));
  return exercise.verdict();
}
