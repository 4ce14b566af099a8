#include <atomic>
#include <optional>

#include "tutorial/compat.cuh"
#include "tutorial/device.cuh"
#include "tutorial/patience.cuh"
#include "tutorial/stream_order.cuh"
#include "tutorial/watched_calls.cuh"

// The kernel that is launched is this one, as the macro gives the learner's another name. It counts as that
// one does, and more if it is told to: the alarms show who has counted them.
inline __device__ int more_alarms, launches_seen;

// How many kernels are in front of what the host does in this hour.
constexpr int kHoursNoted = 3;
inline __device__ int launched_before[kHoursNoted];
static __global__ void note_launches(int hour) { launched_before[hour] = launches_seen; }

static __global__ void count_high(int* count, const float* levels, int gauges, float threshold) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < gauges && levels[i] > threshold) atomicAdd(count, 1);
  if (i > 0) return;
  atomicAdd(&launches_seen, 1);
  if (more_alarms > 0) atomicAdd(count, more_alarms);
}
#define count_high(...) count_high_as_given(__VA_ARGS__)

// Behind a launch comes CHECK_LAST().
inline std::function<void()> behind_a_launch;
inline cudaError_t last_error() {
  const cudaError_t error = calls::last_error();
  if (behind_a_launch) behind_a_launch();
  return error;
}
#undef cudaGetLastError
#define cudaGetLastError last_error
#include "tutorial/submission.cuh"
#undef count_high
#undef cudaGetLastError

namespace check {  // so that an answer may have names of its own

// A river whose levels are known, and what the learner's program has asked of it.
struct Trial {
  Trial(int gauges, int hours, float threshold)
      : gauges(gauges), hours(hours), threshold(threshold), levels(random_floats(gauges * hours)) {
    river.gauges = gauges;
    river.level = [this](int gauge, int hour) {
      if (gauge == this->gauges - 1) measured = hour;
      return levels[hour * this->gauges + gauge];
    };
    river.write_diary = [this](int hour) {
      if (notes_launches) note_launches<<<1, 1, 0, stream>>>(hour);
      in_order &= hour == written + 1;
      written = hour;
    };
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    calls::forget();
    open_station(station, gauges);
  }
  ~Trial() { CHECK(cudaStreamDestroy(stream)); }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  void run() { watch(alarms.data(), station, river, threshold, hours, stream); }
  bool is_stored(int hour) {
    return std::atomic_ref(alarms[hour]) != tutorial::poison_value<int>();
  }
  void compare(Exercise& exercise) {
    for (int hour = 0; hour < hours; ++hour) {
      const auto first = levels.begin() + hour * gauges;
      const auto high =
          std::count_if(first, first + gauges, [this](float l) { return l > threshold; });
      exercise.require(alarms[hour] == high, "hour " + std::to_string(hour) + ": expected " +
                                                 std::to_string(high) + " alarms, got " +
                                                 std::to_string(alarms[hour]));
    }
    exercise.require(in_order && written == hours - 1, "the diary has to be written once per hour");
    close_station(station);
    exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
  }

  const int gauges, hours;
  const float threshold;
  const std::vector<float> levels;  // hour by hour
  std::vector<int> alarms = std::vector<int>(hours, tutorial::poison_value<int>());
  std::atomic<int> measured = -1;  // the last hour all of whose levels are known
  std::atomic<int> written = -1;   // the last hour in the diary
  bool in_order = true;
  bool notes_launches = false;  // when the diary is written, for the first kHoursNoted hours
  River river;
  Station station = {};
  cudaStream_t stream = nullptr;
};

// What the program does while its first kernel cannot begin.
void check_held_up(Exercise& exercise) {
  exercise.begin("while the kernel of hour 0 is held up");
  Trial trial(1009, 3, 1.25f);
  Gate gate(trial.stream);
  HostCall returned([&] { trial.run(); });
  require_now(exercise, comes_true([&] { return trial.written >= 0; }),
              "the diary of hour 0 is not written: the host has nothing to wait for yet");
  require_now(exercise, comes_true([&] { return trial.measured >= 1; }),
              "the levels of hour 1 are not measured: the host could do that meanwhile");
  const bool too_early = comes_true([&] { return trial.is_stored(0); }, kGlance);
  exercise.require(!too_early, "alarms[0] is stored: it cannot be what the kernel has counted");
  if (too_early) {
    exercise.verdict();  // first, as the report of the CPU backend about it may end the program
    gate.open();
    returned.get();
    (void)cudaDeviceSynchronize();  // its error is the one that has just been reported
    std::_Exit(1);
  }
  gate.open();
  returned.get();
  exercise.begin("after the kernel of hour 0 was held up");
  trial.compare(exercise);
}

// The same in a later hour, with a gate behind its launch. Where that is not known, nothing is held up.
void check_held_up(Exercise& exercise, int hour) {
  const std::string of_hour = " of hour " + std::to_string(hour);
  exercise.begin("while the kernel" + of_hour + " is held up");
  Trial trial(1009, hour + 2, 1.25f);
  std::optional<Gate> gate;
  std::atomic<bool> is_closed = false;
  behind_a_launch = [&] {
    if (is_closed || trial.measured != hour || !trial.is_stored(hour - 1)) return;
    gate.emplace(trial.stream);
    is_closed = true;
  };
  HostCall returned([&] { trial.run(); });
  comes_true([&] { return is_closed || returned.has_returned(); });
  if (is_closed) {
    require_now(exercise, comes_true([&] { return trial.written >= hour; }),
                "the diary" + of_hour + " is not written: the host waits for the kernel too early");
    require_now(exercise, comes_true([&] { return trial.measured >= hour + 1; }),
                "the levels of hour " + std::to_string(hour + 1) +
                    " are not measured: the host could do that meanwhile");
    gate->open();
  }
  returned.get();
  behind_a_launch = nullptr;
  CHECK(cudaDeviceSynchronize());
  exercise.begin("after the kernel" + of_hour + " was held up");
  trial.compare(exercise);
}

// The kernel counts more than there is: do the alarms have that?
void check_who_counts(Exercise& exercise) {
  constexpr int kMore = 1 << 20;
  exercise.begin("with a kernel that counts " + std::to_string(kMore) + " more in each hour");
  Trial trial(1009, kHoursNoted, 0.25f);
  trial.notes_launches = true;
  int more = kMore, seen = 0, before[kHoursNoted] = {};
  CHECK(cudaMemcpyToSymbol(launches_seen, &seen, sizeof seen));
  CHECK(cudaMemcpyToSymbol(more_alarms, &more, sizeof more));
  exercise.run([&] { trial.run(); });
  more = 0;
  CHECK(cudaMemcpyToSymbol(more_alarms, &more, sizeof more));
  CHECK(cudaMemcpyFromSymbol(&seen, launches_seen, sizeof seen));
  CHECK(cudaMemcpyFromSymbol(before, launched_before, sizeof before));
  close_station(trial.station);
  if (seen == 0) return;  // a kernel of the learner's own
  for (int hour = 0; hour < trial.hours; ++hour) {
    exercise.require(trial.alarms[hour] >= kMore,
                     "alarms[" + std::to_string(hour) +
                         "] does not have them, so it is not what the kernel has counted. The host "
                         "stores *count; it does not count by itself");
    exercise.require(before[hour] > hour,
                     "the diary of hour " + std::to_string(hour) +
                         " is written before the kernel of that hour is launched: while the kernel "
                         "runs, the host has less to do, and waits");
  }
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  if (device_attribute(cudaDevAttrConcurrentManagedAccess) == 0) {
    tutorial::skip("host and kernels cannot use managed memory at the same time");
  }
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  const Buffer<int> count(1);  // the first launch of a kernel may wait for all work in flight
  exercise.run([&] { count_high<<<1, 1>>>(count.data(), nullptr, 0, 0); });
  check_held_up(exercise);
  if (!exercise.failed()) check_held_up(exercise, 1);
  const struct {
    int gauges, hours;
    float threshold;
  } tasks[] = {{1009, 4, 1.25f}, {1, 1, -2}, {33, 2, 0.5f}, {1, 40, 0.25f}, {20011, 5, -0.75f}};
  for (const auto& [gauges, hours, threshold] : tasks) {
    if (exercise.failed()) break;
    exercise.begin(std::to_string(gauges) + " gauges, " + std::to_string(hours) +
                   " hours, threshold " + tutorial::short_number(threshold));
    Trial trial(gauges, hours, threshold);
    Counters counters;
    const Timeline timeline =
        record_timeline([&] { counters = exercise.run([&] { trial.run(); }); });
    trial.compare(exercise);
    require_kernels_in(exercise, timeline, trial.stream, "watch");
    if (kCountsInsteadOfTimes) {
      exercise.require(counters.global_load_sectors >= hours * (gauges / 8),
                       "the kernels have not looked at all levels");
    }
  }
  if (!exercise.failed()) check_who_counts(exercise);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
