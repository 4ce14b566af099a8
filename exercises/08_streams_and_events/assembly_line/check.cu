#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "tutorial/patience.cuh"
#include "tutorial/stream_order.cuh"
#include "tutorial/watched_calls.cuh"

// The learner's calls come through here.
namespace calls {

// What the learner's call has to do.
struct Task {
  float* volts;
  const short* raw;
  long long n;
  int segment, streams;
};

struct Seen {
  long long bytes_in = 0, bytes_out = 0;  // copied from `raw`, and to `volts`
  int copies_in = 0;
  std::set<cudaStream_t> streams;                 // that these copies are in
  std::map<const short*, cudaStream_t> segments;  // by their samples
  std::optional<Gate> gate;                       // in front of a copy
  cudaStream_t held_up = nullptr;                 // where it is
  std::vector<cudaEvent_t> passed_by;  // behind the copies to `volts` in the other streams
};

inline Task task;
inline Seen seen;
inline const short* gated;  // the source of this copy
inline std::mutex mutex;    // of `seen`

// A sample that arrives on the device as another one: so the volts show who has computed them.
inline const short* altered;
inline short altered_to;

inline void start(const Task& next, const short* next_gated = nullptr) {
  forget();
  task = next;
  seen = {};
  gated = next_gated;
  altered = nullptr;
}

inline void begin_copy(const void* from, cudaStream_t stream) {
  const std::lock_guard lock(mutex);
  if (gated != nullptr && from == gated && !seen.gate) {
    seen.gate.emplace(seen.held_up = stream);
  }
}

inline cudaError_t end_copy(cudaError_t error, void* to, const void* from, std::size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream) {
  if (error != cudaSuccess) return error;
  const std::lock_guard lock(mutex);
  if (from >= task.raw && from < task.raw + task.n) {
    const auto place =
        reinterpret_cast<std::uintptr_t>(altered) - reinterpret_cast<std::uintptr_t>(from);
    if (altered != nullptr && place < bytes) {
      CHECK(cudaMemcpyAsync(static_cast<char*>(to) + place, &altered_to, sizeof altered_to, kind,
                            stream));
    }
    seen.bytes_in += static_cast<long long>(bytes);
    ++seen.copies_in;
    seen.segments[static_cast<const short*>(from)] = stream;
    seen.streams.insert(stream);
  } else if (to >= task.volts && to < task.volts + task.n) {
    seen.bytes_out += static_cast<long long>(bytes);
    seen.streams.insert(stream);
    if (seen.gate && stream != seen.held_up) {
      CHECK(cudaEventCreateWithFlags(&seen.passed_by.emplace_back(), cudaEventDisableTiming));
      CHECK(cudaEventRecord(seen.passed_by.back(), stream));
    }
  }
  return error;
}

// @param call CUDA's function, which may wait
template <class Call>
cudaError_t watch_copy(const Call& call, void* to, const void* from, std::size_t bytes,
                       cudaMemcpyKind kind) {
  begin_copy(from, nullptr);
  return end_copy(call(to, from, bytes, kind), to, from, bytes, kind, nullptr);
}

template <class Call>
cudaError_t watch_copy(const Call& call, void* to, const void* from, std::size_t bytes,
                       cudaMemcpyKind kind, cudaStream_t stream) {  // which may be written as 0
  begin_copy(from, stream);
  return end_copy(call(to, from, bytes, kind, stream), to, from, bytes, kind, stream);
}

}  // namespace calls

// The call stays in the learner's line, which a report of the CPU backend names.
#undef cudaMemcpyAsync
#undef cudaMemcpy
#define cudaMemcpyAsync(...) \
  calls::watch_copy([](auto... a) { return cudaMemcpyAsync(a...); }, __VA_ARGS__)
#define cudaMemcpy(...) calls::watch_copy([](auto... a) { return cudaMemcpy(a...); }, __VA_ARGS__)
#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// One call of the learner's function, and what it needs.
class Trial {
 public:
  Trial(Exercise& exercise, long long n, int segment, int streams) : exercise_(exercise) {
    calls::forget();
    task_ = {static_cast<float*>(allocate_host(n * sizeof(float))),
             static_cast<short*>(allocate_host(n * sizeof(short))), n, segment, streams};
    raw_ = const_cast<short*>(task_.raw);
    is_started_ = !calls::made.empty();
    const std::vector<int> samples = random_ints(n, -32768, 32767);
    std::copy(samples.begin(), samples.end(), raw_);
    std::fill_n(task_.volts, n, tutorial::poison_value<float>());
    name_ = "n = " + std::to_string(n) + ", segments of " + std::to_string(segment) + ", " +
            std::to_string(streams) + (streams == 1 ? " stream" : " streams");
    exercise_.begin(name_);
  }
  ~Trial() {
    calls::forget();
    free_host(task_.volts);
    free_host(raw_);
    exercise_.require(calls::not_freed == -2,
                      "free_host() does not free what allocate_host() has allocated");
  }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  void call() { convert(task_.volts, task_.raw, task_.n, task_.segment, task_.streams); }

  // With nothing held up. @return whether there is anything to check
  bool check() {
    calls::start(task_);
    const long long altered = task_.n / 2;
    calls::altered = raw_ + altered;
    calls::altered_to = static_cast<short>(raw_[altered] ^ 0x5555);
    Timeline timeline;
    exercise_.run([&] { timeline = record_with_frees_later([this] { call(); }); });
    if (!exercise_.open(is_started_ || !calls::made.empty())) return false;
    const auto volts = [](double raw) { return raw * (0.001 + 1e-9 * raw); };
    exercise_.require(
        difference(task_.volts[altered], volts(raw_[altered]), kTolerance) != "",
        "the volts do not come from a kernel: volts[" + std::to_string(altered) +
            "] is that of the sample on the host, and on the device the sample is another one");
    raw_[altered] = calls::altered_to;
    const std::string wrong = first_difference(
        task_.volts, task_.n, [&](long long i) { return volts(raw_[i]); }, kTolerance);
    exercise_.require(wrong.empty(), wrong);
    require_results_there(exercise_, timeline, "convert");
    exercise_.require(calls::wrong_frees().empty(), calls::wrong_frees());
    exercise_.require(calls::not_destroyed == 0, "streams or events that were not destroyed: " +
                                                     std::to_string(calls::not_destroyed));
    require_copies();
    const std::size_t per_stream = task_.segment * (sizeof(float) + sizeof(short));
    // Two arrays per stream, each of which may be aligned as cudaMalloc aligns.
    exercise_.require(calls::device_bytes <= task_.streams * (per_stream + 2 * kAlignment),
                      std::to_string(calls::device_bytes) +
                          " bytes of device memory were asked for; one segment per stream has " +
                          std::to_string(task_.streams * per_stream) + ", and up to " +
                          std::to_string(2 * kAlignment) +
                          " more per stream to align its two arrays");
    for (const void* memory : std::initializer_list<const void*>{raw_, task_.volts}) {
      cudaPointerAttributes attributes = {};
      CHECK(cudaPointerGetAttributes(&attributes, memory));
      exercise_.require(attributes.type == cudaMemoryTypeHost,
                        "the memory of allocate_host() is not page-locked: nothing can overlap "
                        "with copies from and to it");
    }
    return true;
  }

  // While the stream of a segment is held up, all others get by.
  void hold_up(int segment) {
    exercise_.begin(name_ + ", segment " + std::to_string(segment) + " held up");
    calls::start(task_, task_.raw + segment * task_.segment);
    const calls::FreesLater later;
    HostCall returned([this] { call(); });
    const long long bytes = task_.n * static_cast<long long>(sizeof(float));
    const bool is_issued = comes_true(
        [&] {
          const std::lock_guard lock(calls::mutex);
          return calls::seen.bytes_out == bytes;
        },
        kLong);
    require_now(exercise_, is_issued,
                "the loop waits for the device: not all is in the streams" + reason_to_wait());
    calls::Seen& seen = calls::seen;
    require_now(exercise_, seen.gate.has_value(), "no copy from `raw` begins there");
    require_now(exercise_, !returns(returned, kGlance / 4),
                "convert() has returned, and this stream has not come to its results: wait for "
                "every stream, after the loop");
    for (cudaEvent_t event : seen.passed_by) {
      require_now(exercise_, comes_true([=] { return is_reached(event); }, kLong),
                  "the other streams wait for it");
      CHECK(cudaEventDestroy(event));
    }
    seen.gate->open();
    returned.get();
    CHECK(cudaDeviceSynchronize());
  }

  // Segments that take one step to the device, two in the kernel and two back, and nothing else.
  void check_steps() {
    calls::start(task_);
    Timeline timeline;
    const Counters counters =
        exercise_.run([&] { timeline = record_timeline([this] { call(); }); });
    const long long segments = task_.n / task_.segment,
                    in_a_stream = (segments + task_.streams - 1) / task_.streams,
                    ideal = std::max(1 + 2 + 2 * segments, 5 * in_a_stream + 2);
    exercise_.limit_of_model("steps of an ideal device", static_cast<double>(timeline.steps()),
                             static_cast<double>(ideal),
                             "a segment is copied, converted and copied back, while others are");
    // A block may go through its segment with a stride.
    exercise_.limit_busiest_warp(counters, 30.0 * segments,
                                 "a thread for each sample, or some samples for each thread");
  }

 private:
  static std::string reason_to_wait() {
    const std::string call = CallInProgress::name();
    return call.empty() ? "" : ". It is in " + call + ", which has to come after the loop";
  }

  // Each segment is copied once in each direction, in as many streams as were asked for.
  void require_copies() {
    const calls::Seen& seen = calls::seen;
    const auto require_bytes = [&](long long bytes, std::size_t size, const char* where) {
      const long long all = task_.n * static_cast<long long>(size);
      exercise_.require(bytes == all, std::to_string(bytes) + " bytes were copied " + where +
                                          ", of " + std::to_string(all));
    };
    require_bytes(seen.bytes_in, sizeof(short), "from `raw`");
    require_bytes(seen.bytes_out, sizeof(float), "to `volts`");
    const long long segments = (task_.n + task_.segment - 1) / task_.segment;
    exercise_.require(seen.copies_in == segments, std::to_string(seen.copies_in) +
                                                      " copies from `raw`, and there are " +
                                                      std::to_string(segments) + " segments");
    exercise_.require(seen.streams.count(nullptr) == 0,
                      "a copy is in the default stream, not in the one of its segment");
    const std::size_t streams = std::min<long long>(segments, task_.streams);
    exercise_.require(seen.streams.size() == streams,
                      "the segments are in " + std::to_string(seen.streams.size()) +
                          " streams, not in " + std::to_string(streams));
    require_turns();
  }

  // Segment s is in the stream of segment s - streams, and the first ones are in streams of their own.
  void require_turns() {
    std::vector<cudaStream_t> in_turn;
    for (const auto& [samples, stream] : calls::seen.segments) in_turn.push_back(stream);
    for (std::size_t s = task_.streams; s < in_turn.size(); ++s) {
      exercise_.require(in_turn[s] == in_turn[s - task_.streams],
                        "segments " + std::to_string(s - task_.streams) + " and " +
                            std::to_string(s) + " are in different streams. There are " +
                            std::to_string(task_.streams) +
                            ": whose turn is it after the last one?");
    }
  }

  static constexpr int kLong = 3000;  // milliseconds
  static constexpr Comparison kTolerance{.relative = 1e-5};
  static constexpr std::size_t kAlignment = 256;
  Exercise& exercise_;
  calls::Task task_;
  short* raw_;
  bool is_started_;
  std::string name_;
};

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  const struct {
    long long n;
    int segment, streams;
  } cases[] = {{1009, 100, 3}, {1, 256, 3},     {33, 8, 2},       {1000, 250, 4}, {5, 1, 8},
               {31, 100, 1},   {4097, 1024, 2}, {20011, 1500, 5}, {67, 3, 17},    {1100, 1, 40}};
  for (const auto& [n, segment, streams] : cases) {
    Trial trial(exercise, n, segment, streams);
    if (!trial.check() || exercise.failed()) return exercise.verdict();
  }
  for (const int segment : {1, 0, 2}) Trial(exercise, 6 * 1009 - 1, 1009, 3).hold_up(segment);
  for (const int streams : {3, 2}) Trial(exercise, 9ll << 15, 1 << 15, streams).check_steps();
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
