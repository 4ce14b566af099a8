#include <cuda/atomic>
#include <optional>

#include "tutorial/compat.cuh"
#include "tutorial/device.cuh"
#include "tutorial/patience.cuh"
#include "tutorial/timeline.cuh"

constexpr int kPage = (64 << 10) / sizeof(float);

enum class Gated { kNothing, kFirstPrefetch, kSecondSegment, kFirstKernel };

using Flag = cuda::atomic_ref<int, cuda::thread_scope_system>;

static __global__ void wait_for(int* flag) {
  while (Flag(*flag).load(cuda::memory_order_acquire) == 0) {
  }
}

// Holds up a stream by a kernel. A host function would also hold up the prefetches of the other streams:
// the driver has one thread for both.
class KernelGate {
 public:
  explicit KernelGate(cudaStream_t stream) {
    CHECK(cudaMallocHost(&flag_, sizeof(int)));
    *flag_ = 0;
    wait_for<<<1, 1, 0, stream>>>(flag_);
    CHECK_LAST();
  }
  ~KernelGate() { CHECK(cudaFreeHost(flag_)); }
  KernelGate(const KernelGate&) = delete;
  KernelGate& operator=(const KernelGate&) = delete;

  void open() { Flag(*flag_).store(1, cuda::memory_order_release); }

 private:
  int* flag_ = nullptr;
};

// The learner's calls come through here. A gate at the front of a stream would hold up an event that is
// recorded too early, too, so it goes directly in front of a prefetch or a kernel.
namespace calls {

// What the learner's call has to do.
struct Task {
  float* out;
  const float* in;
  long long n;
  int segment;
};

inline Task task;
inline cudaStream_t in, work, out;
inline Gated gated;
inline std::optional<KernelGate> gate;
inline std::string complaint;                 // about the prefetches
inline std::vector<long long> segments_sent;  // to the device, one for each prefetch
inline cudaEvent_t back;  // recorded behind the prefetch that brings segment 0 to the host
inline bool is_sent_back;
inline int not_destroyed;   // events
inline int about_work;      // calls that put something into `work`, but no kernel
inline int to_kernel = -1;  // how many of them come before the first kernel; -1: not known yet

inline void start(const Task& next, Gated what) {
  task = next;
  gated = what;
  gate.reset();
  complaint.clear();
  segments_sent.clear();
  is_sent_back = false;
  not_destroyed = about_work = 0;
  if (gated == Gated::kFirstKernel && to_kernel <= 0) gate.emplace(work);
}

inline cudaError_t send(const void* pointer, std::size_t bytes, cudaMemLocation where,
                        cudaStream_t stream = nullptr) {
  const auto* first = static_cast<const float*>(pointer);
  const bool of_in = first >= task.in && first < task.in + task.n;
  const long long offset = first - (of_in ? task.in : task.out);
  const bool to_host = where.type == cudaMemLocationTypeHost;
  const auto complain = [](const char* text) {
    if (complaint.empty()) complaint = text;
  };
  if (stream != (to_host ? out : in)) {
    complain(to_host ? "a prefetch to the host is not in the stream `out`"
                     : "a prefetch to the device is not in the stream `in`");
  }
  if (offset % task.segment + static_cast<long long>(bytes / sizeof(float)) > task.segment) {
    complain("a prefetch has more than one segment: what waits for it waits for all of them");
  }
  const bool is_next = gated == Gated::kFirstPrefetch
                           ? !to_host
                           : gated == Gated::kSecondSegment && !to_host && offset >= task.segment;
  if (is_next && !gate) gate.emplace(stream);
  if (!to_host) segments_sent.push_back(offset / task.segment);
  const cudaError_t error = prefetch(pointer, bytes, where, stream);
  if (to_host && !of_in && offset < task.segment) {
    CHECK(cudaEventRecord(back, stream));
    is_sent_back = true;
  }
  return error;
}

// CUDA's own function, as CUDA 13 and as CUDA 12 has it.
inline cudaError_t send_raw(const void* pointer, std::size_t bytes, cudaMemLocation where, unsigned,
                            cudaStream_t stream = nullptr) {
  return send(pointer, bytes, where, stream);
}
inline cudaError_t send_raw(const void* pointer, std::size_t bytes, int device,
                            cudaStream_t stream = nullptr) {
  return send(pointer, bytes, device == cudaCpuDeviceId ? on_host() : on_device(), stream);
}

inline cudaError_t counted(cudaStream_t stream, cudaError_t error) {
  about_work += stream == work;
  if (gated == Gated::kFirstKernel && about_work == to_kernel && !gate) gate.emplace(work);
  return error;
}

inline cudaError_t wait(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0) {
  return counted(stream, cudaStreamWaitEvent(stream, event, flags));
}

inline cudaError_t record(cudaEvent_t event, cudaStream_t stream = nullptr) {
  return counted(stream, cudaEventRecord(event, stream));
}

inline cudaError_t last_error() {  // as CHECK_LAST behind a launch
  if (to_kernel < 0) to_kernel = about_work;
  return cudaGetLastError();
}

inline cudaError_t change_events(int change, cudaError_t error) {
  if (error == cudaSuccess) not_destroyed += change;
  return error;
}

}  // namespace calls

#define prefetch calls::send
#define cudaMemPrefetchAsync calls::send_raw
#define cudaMemPrefetchAsync_v2 cudaMemPrefetchAsync
#define cudaStreamWaitEvent calls::wait
#define cudaEventRecord calls::record
#define cudaGetLastError calls::last_error
#define cudaEventCreate(...) calls::change_events(1, cudaEventCreate(__VA_ARGS__))
#define cudaEventCreateWithFlags(...) calls::change_events(1, cudaEventCreateWithFlags(__VA_ARGS__))
#define cudaEventDestroy(...) calls::change_events(-1, cudaEventDestroy(__VA_ARGS__))
#include "tutorial/submission.cuh"
#undef prefetch
#undef cudaMemPrefetchAsync
#undef cudaMemPrefetchAsync_v2
#undef cudaStreamWaitEvent
#undef cudaEventRecord
#undef cudaGetLastError
#undef cudaEventCreate
#undef cudaEventCreateWithFlags
#undef cudaEventDestroy

namespace check {  // so that an answer may have names of its own

// One call of the learner's function.
class Trial {
 public:
  Trial(Exercise& exercise, long long n, int segment)
      : exercise_(exercise), n_(n), segment_(segment), values_(random_floats(n, -3, 5)) {
    CHECK(cudaMallocManaged(&in_, n * sizeof(float)));
    CHECK(cudaMallocManaged(&out_, n * sizeof(float)));
    std::copy(values_.begin(), values_.end(), in_);
    std::fill_n(out_, n, tutorial::poison_value<float>());
    exercise.begin("n = " + std::to_string(n) + ", segments of " + std::to_string(segment));
  }
  ~Trial() {
    CHECK(cudaFree(in_));
    CHECK(cudaFree(out_));
  }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  void start(Gated gated) { calls::start({out_, in_, n_, segment_}, gated); }
  void call(const Streams& streams) { squash(out_, in_, n_, segment_, streams); }

  // With something held up, whose name is given.
  void hold_up(Gated gated, const std::string& name, const Streams& streams) {
    exercise_.begin("while " + name + " is held up");
    start(gated);
    call_or_end(
        exercise_, [&] { call(streams); }, "squash() waits for the device");
    require_now(exercise_, calls::complaint.empty(), calls::complaint);
    require_now(exercise_, calls::gate.has_value(), "the check has not seen it");
    require_now(exercise_, calls::is_sent_back, "no prefetch brings segment 0 to the host");
  }
  bool is_back() const { return is_reached(calls::back); }
  void let_go() {
    calls::gate->open();
    CHECK(cudaDeviceSynchronize());
  }

  // With nothing held up: results, and pages.
  void check(const Streams& streams) {
    start(Gated::kNothing);
    std::vector<float> results(n_);
    const Counters counters = exercise_.run([&] {
      call(streams);
      CHECK(cudaStreamSynchronize(streams.out));
      std::copy_n(out_, n_, results.begin());
    });
    const std::string wrong = first_difference(
        results.data(), n_, [&](long long i) { return values_[i] / (1 + std::abs(values_[i])); },
        {.relative = 1e-6});
    exercise_.require(wrong.empty(), wrong);
    exercise_.require(calls::complaint.empty(), calls::complaint);
    exercise_.require(calls::not_destroyed == 0,
                      "events that were not destroyed: " + std::to_string(calls::not_destroyed));
    const double pages = (n_ + kPage - 1) / kPage, segments = (n_ + segment_ - 1) / segment_;
    exercise_.limit_of_model("pages that a kernel had to wait for",
                             counters.pages_to_device_by_fault, 0,
                             "send all pages that it reads or writes to the device before");
    exercise_.limit_of_model("pages that the host had to wait for", counters.pages_to_host_by_fault,
                             0, "send the results to the host as soon as they are there");
    exercise_.limit_of_model("pages that kernels used on the host", counters.pages_in_place, 0,
                             "each access crosses the bus");
    exercise_.limit_of_model("pages sent to the device", counters.pages_to_device_by_prefetch,
                             2 * pages, "each page goes there once");
    exercise_.limit_of_model("pages sent to the host", counters.pages_to_host_by_prefetch, pages,
                             "each page of the results comes back once, and no other");
    exercise_.shared_out(counters, 30 * segments);
  }

  // With nothing held up: what waits for what, in all segments. A GPU does not tell.
  void check_order(const Streams& streams) {
    start(Gated::kNothing);
    const Timeline timeline = record_timeline([&] { call(streams); });
    if (timeline.operations().empty()) return;
    const auto sent = timeline.all("prefetch to device"), back = timeline.all("prefetch to host"),
               kernels = timeline.all("kernel");
    require_now(exercise_, timeline.all("host waits").empty(), "squash() waits for the device");
    require_now(exercise_, kernels.size() == static_cast<std::size_t>(n_ / segment_),
                "there are " + std::to_string(kernels.size()) + " kernels for " +
                    std::to_string(n_ / segment_) + " segments");
    for (std::size_t i = 0; i < sent.size(); ++i) {
      const long long segment = calls::segments_sent[i];
      require_now(
          exercise_, timeline.comes_before(sent[i], kernels[segment]),
          "the kernel of segment " + std::to_string(segment) + " does not wait for all its pages");
      for (const std::size_t kernel : kernels) {
        require_now(exercise_, !timeline.comes_before(kernel, sent[i]),
                    "segment " + std::to_string(segment) +
                        " is sent only after a kernel: it need not wait for any");
      }
    }
    require_now(exercise_, back.size() >= kernels.size(), "not all segments are sent back");
    for (std::size_t s = 0; s < kernels.size() && back.size() == kernels.size(); ++s) {
      require_now(exercise_, timeline.comes_before(kernels[s], back[s]),
                  "segment " + std::to_string(s) + " is sent back before its kernel is done");
      require_now(exercise_, s == 0 || !timeline.comes_before(kernels[s], back[s - 1]),
                  "segment " + std::to_string(s - 1) + " is sent back only after the next kernel");
    }
  }

  // Whether there is any result.
  bool is_started() const {
    return std::any_of(out_, out_ + n_,
                       [](float result) { return result != tutorial::poison_value<float>(); });
  }

 private:
  Exercise& exercise_;
  const long long n_;
  const int segment_;
  const std::vector<float> values_;
  float *in_ = nullptr, *out_ = nullptr;
};

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  if (device_attribute(cudaDevAttrConcurrentManagedAccess) == 0) {
    tutorial::skip("host and kernels cannot use managed memory at the same time");
  }
  Streams streams = {};
  for (cudaStream_t* stream : {&streams.in, &streams.work, &streams.out}) {
    CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
  }
  calls::in = streams.in;
  calls::work = streams.work;
  calls::out = streams.out;
  CHECK(cudaEventCreateWithFlags(&calls::back, cudaEventDisableTiming));
  {
    Trial trial(exercise, 1009, kPage);  // the first launch may wait for all work in flight
    KernelGate(nullptr).open();
    trial.start(Gated::kNothing);
    exercise.run([&] { trial.call(streams); });
    if (!exercise.open(trial.is_started())) return exercise.verdict();
  }
  constexpr long long kSegments = 3 * kPage + 1009;
  {
    Trial trial(exercise, kSegments, kPage);
    trial.hold_up(Gated::kFirstKernel, "the first kernel", streams);
    require_now(exercise, !comes_true([&] { return trial.is_back(); }, kGlance),
                "segment 0 was sent back: the prefetch did not wait for the kernel");
    require_now(exercise, is_done(streams.in),
                "not all segments were sent to the device: they need not wait for kernels");
    trial.let_go();
  }
  {
    Trial trial(exercise, kSegments, kPage);
    trial.hold_up(Gated::kFirstPrefetch, "the first prefetch to the device", streams);
    require_now(exercise, !comes_true([&] { return trial.is_back(); }, kGlance),
                "segment 0 has come back: its kernel did not wait for its pages");
    require_now(exercise, !is_done(streams.work, kGlance),
                "all kernels have run: nothing makes them wait for their pages");
    trial.let_go();
  }
  {
    Trial trial(exercise, kSegments, kPage);
    trial.hold_up(Gated::kSecondSegment, "the prefetch of segment 1", streams);
    require_now(exercise, comes_true([&] { return trial.is_back(); }),
                "segment 0 does not come back: it waits for another segment");
    trial.let_go();
  }
  for (const auto& [n, segment] : {std::pair(kSegments, kPage),
                                   {1, kPage},
                                   {kPage, kPage},
                                   {4ll * kPage, 2 * kPage},
                                   {8ll * kPage + 33, 3 * kPage},
                                   {3ll * kPage - 1, 5 * kPage},
                                   {70ll * kPage - 5, kPage}}) {
    Trial trial(exercise, n, segment);
    trial.check(streams);
    if (exercise.failed()) return exercise.verdict();
  }
  {
    Trial trial(exercise, 24 * kPage, 2 * kPage);
    trial.check_order(streams);
  }
  CHECK(cudaEventDestroy(calls::back));
  for (cudaStream_t stream : {streams.in, streams.work, streams.out}) {
    CHECK(cudaStreamDestroy(stream));
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
