#include <map>
#include <set>

#include "tutorial/exercise.cuh"
#include "tutorial/watched_calls.cuh"

// What the learner does with events comes through here. While the referee is on duty the times are his: so
// he knows what should come out, with a GPU and without one.
namespace referee {

const char* const kNames[] = {"the first kernel", "the second kernel"};

// What an event marks: how many launches and how many waits of the host came before it.
struct Mark {
  std::size_t launches = 0, waits = 0;
  long long number = 0;  // of the record
  bool is_reached = false, in_default_stream = true;
};

// From one event to another, as the learner has read it.
struct Lap {
  Mark from, to;
};

inline bool is_on_duty = true;
inline std::vector<int> launches;          // the kernel of each
inline std::map<cudaEvent_t, Mark> marks;  // of the events that were recorded
inline std::set<cudaEvent_t> events;       // that exist
// By their records, in the order of those.
inline std::map<std::pair<long long, long long>, Lap> laps;
inline std::size_t waits = 0;
inline long long records = 0;
inline std::string foul;  // the first one that has to be whistled at once

inline void begin() {
  calls::forget_but_error();
  launches.clear();
  marks.clear();
  events.clear();
  laps.clear();
  waits = 0;
  records = 0;
  foul.clear();
}

// The host has waited for all records up to this one.
inline void reached(long long number) {
  for (auto& [event, mark] : marks) mark.is_reached |= mark.number <= number;
}

// Milliseconds of a launch. The first one of a kernel loads the code, too; and now and then another program
// gets in between. The middle one of a few is neither the first, the last, nor the one in the middle.
inline double duration(std::size_t launch) {
  constexpr double kFactors[] = {1.08, 1.03, 7, 0.97, 1, 1.11, 0.93, 6, 1.05, 0.99};
  const int kernel = launches[launch];
  const auto before = std::count(launches.begin(), launches.begin() + launch, kernel);
  if (before == 0) return 40;
  return (kernel == 0 ? 0.5 : 0.3) * (kFactors[(before + 3 * kernel) % 10] + 0.001 * before);
}

inline double duration(const Lap& lap) {
  double sum = 0;
  for (std::size_t i = lap.from.launches; i < lap.to.launches; ++i) sum += duration(i);
  return sum;
}

inline cudaError_t create(cudaEvent_t* event, unsigned flags = cudaEventDefault) {
  return calls::attempt("cudaEventCreate", [&] {
    const cudaError_t error = cudaEventCreateWithFlags(event, flags);
    if (error == cudaSuccess) events.insert(*event);
    return error;
  });
}

inline cudaError_t destroy(cudaEvent_t event) {
  if (events.erase(event) == 0) return cudaErrorInvalidResourceHandle;
  marks.erase(event);
  return cudaEventDestroy(event);
}

inline cudaError_t record(cudaEvent_t event, cudaStream_t stream = nullptr, unsigned = 0) {
  return calls::attempt("cudaEventRecord", [&] {
    const cudaError_t error = cudaEventRecord(event, stream);
    if (error == cudaSuccess) {
      marks[event] = {launches.size(), waits, ++records, false,
                      stream == nullptr || stream == cudaStreamLegacy};
    }
    return error;
  });
}

inline cudaError_t wait_for_event(cudaEvent_t event) {
  return calls::attempt("cudaEventSynchronize", [&] {
    const cudaError_t error = cudaEventSynchronize(event);
    if (error == cudaSuccess && marks.count(event) > 0) reached(marks[event].number);
    ++waits;
    return error;
  });
}

inline cudaError_t ask_event(cudaEvent_t event) {
  const cudaError_t error = cudaEventQuery(event);
  if (error == cudaSuccess && marks.count(event) > 0) reached(marks[event].number);
  return error;
}

template <class Call>
cudaError_t wait_for_all(const char* name, const Call& call) {
  return calls::attempt(name, [&] {
    reached(records);
    ++waits;
    return call();
  });
}

inline cudaError_t elapsed(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  return calls::attempt("cudaEventElapsedTime", [&] {
    for (const cudaEvent_t event : {from, to}) {
      if (marks.count(event) == 0 || marks[event].is_reached) continue;
      if (foul.empty()) {
        foul =
            "cudaEventElapsedTime() comes before the host has waited for the second event: the "
            "device may not be there yet";
      }
      return cudaErrorNotReady;
    }
    const cudaError_t error = cudaEventElapsedTime(milliseconds, from, to);
    if (error != cudaSuccess) return error;
    const Lap lap = {marks[from], marks[to]};
    laps[{lap.from.number, lap.to.number}] = lap;
    if (is_on_duty) *milliseconds = static_cast<float>(duration(lap));
    return error;
  });
}

// What is unfair about the time of a lap, or an empty string.
inline std::string unfair(const Lap& lap, int batch) {
  const std::size_t begin = lap.from.launches, end = lap.to.launches;
  if (!lap.from.in_default_stream || !lap.to.in_default_stream) {
    return "an event is recorded in another stream than that of the launches";
  }
  if (begin >= end) {
    return "there is no launch between two events whose time is read: record one event before the "
           "launches and one after them";
  }
  for (std::size_t i = begin; i < end; ++i) {
    if (launches[i] != launches[begin]) return "a time is that of launches of both kernels";
  }
  const std::string name = kNames[launches[begin]];
  if (lap.from.waits != lap.to.waits) {
    return "the host waits between two events: the time of " + name +
           " contains the host's way there and back";
  }
  if (end - begin != static_cast<std::size_t>(batch)) {
    return "a time of " + name + " is that of " + std::to_string(end - begin) +
           " launches, and `batch` is " + std::to_string(batch);
  }
  if (std::find(launches.begin(), launches.begin() + begin, launches[begin]) ==
      launches.begin() + begin) {
    return "the first launch of " + name +
           " is in a time: it also brings the code to the device, so warm up before";
  }
  return "";
}

}  // namespace referee

#undef cudaEventCreate
#undef cudaEventCreateWithFlags
#undef cudaEventDestroy
#undef cudaDeviceSynchronize
#undef cudaEventSynchronize
#undef cudaStreamSynchronize
#define cudaEventCreate referee::create
#define cudaEventCreateWithFlags referee::create
#define cudaEventDestroy referee::destroy
#define cudaEventRecord referee::record
#define cudaEventRecordWithFlags referee::record
#define cudaEventSynchronize referee::wait_for_event
#define cudaEventQuery referee::ask_event
#define cudaEventElapsedTime referee::elapsed
#define cudaDeviceSynchronize() \
  referee::wait_for_all("cudaDeviceSynchronize", [] { return cudaDeviceSynchronize(); })
#define cudaStreamSynchronize(stream) \
  referee::wait_for_all("cudaStreamSynchronize", [&] { return cudaStreamSynchronize(stream); })
#include "tutorial/submission.cuh"
#undef cudaDeviceSynchronize
#undef cudaStreamSynchronize
#undef cudaPeekAtLastError
#undef cudaGetLastError

namespace check {  // so that an answer may have names of its own

// A matrix and its transpose, for kernels to have something to do.
struct Track {
  int rows, columns;
  Buffer<float> in{random_floats(1LL * rows * columns)}, out{1LL * rows * columns};

  Launch launch(int kernel) {
    return [this, kernel] {
      referee::launches.push_back(kernel);
      calls::attempt("a launch", [&] {
        const dim3 block(32, 8);
        const int width = kernel == 0 ? columns : rows, height = kernel == 0 ? rows : columns;
        const dim3 grid((width + 31) / 32, (height + 7) / 8);
        (kernel == 0 ? read_rows : read_columns)<<<grid, block>>>(out.data(), in.data(), rows,
                                                                  columns);
        return cudaSuccess;
      });
    };
  }
};

constexpr float kNoTime = -7;

struct Outcome {
  float times[2] = {kNoTime, kNoTime};
  cudaError_t error = cudaSuccess;
};

// @param before what is done in front of it
Outcome call(Exercise& exercise, Track& track, int runs, int batch,
             const std::function<void()>& before = nullptr) {
  Outcome outcome;
  calls::forget();
  exercise.run([&] {
    if (before) before();
    referee::begin();
    outcome.error =
        race(&outcome.times[0], &outcome.times[1], track.launch(0), track.launch(1), runs, batch);
    cudaGetLastError();  // an error that was returned is not an error of the next call
  });
  return outcome;
}

void require_all_destroyed(Exercise& exercise) {
  exercise.require(referee::events.empty(),
                   "events that were not destroyed: " + std::to_string(referee::events.size()));
}

// The time of a kernel has to be the median of its last `runs` laps: those before them were to warm up.
void judge_time(Exercise& exercise, int kernel, float time, int runs, int batch) {
  const std::string name = referee::kNames[kernel];
  std::vector<referee::Lap> laps;
  for (const auto& [records, lap] : referee::laps) {
    const std::size_t begin = lap.from.launches;
    if (begin < lap.to.launches && referee::launches[begin] == kernel) laps.push_back(lap);
  }
  exercise.require(!laps.empty(),
                   "no time between two events is read that has a launch of " + name + " in it");
  exercise.require(laps.size() >= static_cast<std::size_t>(runs),
                   name + ": cudaEventElapsedTime() has been asked for " +
                       std::to_string(laps.size()) + " different times, and `runs` is " +
                       std::to_string(runs));
  if (exercise.failed()) return;
  laps.erase(laps.begin(), laps.end() - runs);
  std::vector<double> times;
  for (const referee::Lap& lap : laps) {
    const std::string unfair = referee::unfair(lap, batch);
    exercise.require(unfair.empty(), unfair);
    times.push_back(referee::duration(lap) / batch);
  }
  std::sort(times.begin(), times.end());
  const double low = times[(runs - 1) / 2],
               high = times[runs / 2];  // anything from one to the other
  exercise.require(time >= 0.9999 * low && time <= 1.0001 * high,
                   name + ": the median of its times is " + tutorial::short_number(low) +
                       " ms, got " + tutorial::short_number(time));
}

void check_race(Exercise& exercise, Track& track, int runs, int batch) {
  exercise.begin("runs = " + std::to_string(runs) + ", batch = " + std::to_string(batch));
  const Outcome outcome = call(exercise, track, runs, batch);
  if (!exercise.open(!calls::made.empty() || outcome.times[0] != kNoTime)) return;
  exercise.require(referee::foul.empty(), referee::foul);
  exercise.require(outcome.error == cudaSuccess,
                   std::string("it returned ") + cudaGetErrorName(outcome.error));
  const std::vector<int>& launches = referee::launches;
  const auto of_first = std::count(launches.begin(), launches.end(), 0);
  const auto of_second = std::count(launches.begin(), launches.end(), 1);
  exercise.require(of_first > 0 && of_second > 0,
                   std::string(referee::kNames[of_first > 0]) + " is never launched");
  for (const auto& [records, lap] : referee::laps) {  // no launch is that of neither kernel
    const bool is_empty = lap.from.launches >= lap.to.launches;
    if (is_empty) exercise.require(false, referee::unfair(lap, batch));
  }
  for (const int kernel : {0, 1}) judge_time(exercise, kernel, outcome.times[kernel], runs, batch);
  exercise.require(of_first == of_second, "the first kernel was launched " +
                                              std::to_string(of_first) + " times, the second " +
                                              std::to_string(of_second) + " times");
  require_all_destroyed(exercise);
}

// With the device's own clock.
void race_for_real(Exercise& exercise) {
  referee::is_on_duty = false;
  const int side = has_times() ? 8192 : 64;
  Track track{side, side};
  const Outcome outcome = call(exercise, track, has_times() ? 21 : 1, 1);
  if (!has_times()) return tutorial::leave_out("two transposes run a race");
  exercise.require(outcome.times[0] > 0 && outcome.times[1] > 0, "a time is not more than 0");
  std::printf("Transposing %d × %d floats here: reading rows %.3f ms, reading columns %.3f ms\n",
              side, side, outcome.times[0], outcome.times[1]);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  Track track{33, 70};
  const int races[][2] = {{5, 1}, {1, 4}, {8, 3}, {11, 2}, {1, 1}, {30, 5}};
  for (const auto& [runs, batch] : races) {
    check_race(exercise, track, runs, batch);
    if (exercise.failed() || calls::made.empty()) return exercise.verdict();
  }

  // What goes wrong must not go unnoticed.
  call(exercise, track, 3, 2);
  calls::let_each_fail(exercise, calls::made, [&](const std::string& name) {
    exercise.begin(name);
    const Outcome outcome = call(exercise, track, 3, 2);
    exercise.require(outcome.error == calls::kFailure,
                     std::string("it returned ") + cudaGetErrorName(outcome.error) +
                         "; the first error is " + cudaGetErrorName(calls::kFailure));
    exercise.require(outcome.times[0] == kNoTime && outcome.times[1] == kNoTime,
                     "a time is set although there was an error");
    require_all_destroyed(exercise);
  });
  if (exercise.failed()) return exercise.verdict();
  call(exercise, track, 3, 2);
  calls::let_each_fail_before(
      exercise, calls::made,
      [&] {
        float times[2];
        referee::begin();
        race(&times[0], &times[1], track.launch(0), track.launch(1), 3, 2);
      },
      [&](const std::function<void()>& fail) { return call(exercise, track, 3, 2, fail).error; });
  if (exercise.failed()) return exercise.verdict();
  race_for_real(exercise);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
