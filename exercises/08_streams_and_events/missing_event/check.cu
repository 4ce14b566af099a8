#include <list>
#include <optional>

#include "tutorial/patience.cuh"
#include "tutorial/watched_streams.cuh"

// A gate at the front of a stream would hold up an event that is recorded too early, too. So it goes
// directly in front of the first copy or kernel in the stream: the learner's calls come through here.
namespace calls {

inline cudaStream_t work = nullptr, held_up = nullptr;
inline std::optional<Gate> gate;
inline int about_work = 0;  // calls that put something into `work`, but no kernel
inline int to_kernel = -1;  // how many of them come before the first kernel; -1: not known yet

inline void close_gate() {
  if (!gate) gate.emplace(held_up);
}

// The end of a stream's part of a round: behind its last copy or kernel. What the stream waits for
// after that is for the next round.
struct Mark {
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  bool is_set = false;
};
inline Mark marks[3];

inline void set(Mark& mark) {
  CHECK(cudaEventRecord(mark.event, mark.stream));
  mark.is_set = true;
}

inline cudaError_t marked(cudaStream_t stream, cudaError_t error) {
  for (Mark& mark : marks) {
    if (mark.stream == stream) set(mark);
  }
  return error;
}

inline cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                        cudaStream_t stream) {
  if (stream == held_up && stream != work) close_gate();
  return marked(stream, cudaMemcpyAsync(to, from, bytes, kind, stream));
}

inline cudaError_t copy_rows(void* to, std::size_t to_pitch, const void* from,
                             std::size_t from_pitch, std::size_t width, std::size_t height,
                             cudaMemcpyKind kind, cudaStream_t stream) {
  if (stream == held_up && stream != work) close_gate();
  return marked(stream,
                cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, stream));
}

inline cudaError_t counted(cudaStream_t stream, cudaError_t error) {
  about_work += stream == work;
  if (held_up == work && about_work == to_kernel) close_gate();
  return error;
}

inline cudaError_t wait(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0) {
  return counted(stream, cudaStreamWaitEvent(stream, event, flags));
}

inline cudaError_t record(cudaEvent_t event, cudaStream_t stream) {
  return counted(stream, cudaEventRecord(event, stream));
}

inline cudaError_t last_error() {  // as CHECK_LAST behind a launch
  if (to_kernel < 0) to_kernel = about_work;
  return marked(work, cudaGetLastError());
}

}  // namespace calls

#define cudaMemcpyAsync calls::copy
#define cudaMemcpy2DAsync calls::copy_rows
#define cudaStreamWaitEvent calls::wait
#define cudaEventRecord calls::record
#define cudaGetLastError calls::last_error
#include "tutorial/submission.cuh"
#undef cudaMemcpyAsync
#undef cudaMemcpy2DAsync
#undef cudaStreamWaitEvent
#undef cudaEventRecord
#undef cudaGetLastError

namespace check {  // so that an answer may have names of its own

constexpr int kRounds = 12;

// Of one stream: whether it has done its part of each round.
struct Progress {
  cudaEvent_t done[kRounds];

  Progress() {
    for (cudaEvent_t& event : done) {
      CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    }
  }
  ~Progress() {
    for (cudaEvent_t event : done) CHECK(cudaEventDestroy(event));
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
};

class Trial {
 public:
  Trial(Exercise& exercise, int n) : exercise_(exercise), n_(n) {
    for (cudaStream_t* stream : {&p_.in, &p_.work, &p_.out}) {
      CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
    }
    for (int slot = 0; slot < kSlots; ++slot) {
      for (float** buffer : {&p_.input[slot], &p_.result[slot]}) {
        CHECK(cudaMalloc(buffer, n * sizeof(float)));
        poison(*buffer, n);
      }
    }
    make_events(p_);
    CHECK(cudaMallocHost(&from_, kRounds * n * sizeof(float)));
    CHECK(cudaMallocHost(&to_, kRounds * n * sizeof(float)));
    const std::vector<float> values = random_floats(kRounds * n);
    std::copy(values.begin(), values.end(), from_);
    std::fill_n(to_, kRounds * n, tutorial::poison_value<float>());
    for (float* result : p_.result) {  // the first launch may wait for all work in flight
      smoothen<<<1, 1>>>(result, p_.input[0], 1);
      CHECK_LAST();
      poison(result, 1);
    }
    CHECK(cudaDeviceSynchronize());
  }
  ~Trial() {
    destroy_events(p_);
    for (float* buffer : p_.input) CHECK(cudaFree(buffer));
    for (float* buffer : p_.result) CHECK(cudaFree(buffer));
    CHECK(cudaFreeHost(from_));
    CHECK(cudaFreeHost(to_));
    for (cudaStream_t stream : {p_.in, p_.work, p_.out}) CHECK(cudaStreamDestroy(stream));
  }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  // Enqueues all rounds while the stream is held up, in this round. In round 0 the gate is behind all
  // but the copy or kernel; later rounds show whether both slots are in order.
  void hold_up(const char* name, cudaStream_t Pipeline::*stream, int held_up) {
    exercise_.begin("n = " + std::to_string(n_) + ", stream `" + name + "` held up" +
                    (held_up > 0 ? " in round " + std::to_string(held_up) : ""));
    calls::work = p_.work;
    calls::held_up = held_up == 0 ? p_.*stream : nullptr;
    calls::about_work = 0;
    if (held_up == 0 && calls::held_up == p_.work && calls::to_kernel <= 0) calls::close_gate();
    call_or_end(
        exercise_,
        [&] {
          for (int round = 0; round < kRounds; ++round) {
            if (round == held_up && round > 0) calls::gate.emplace(p_.*stream);
            enqueue_marked_round(round);
          }
        },
        "enqueue_round() waits for the device");
    require_now(exercise_, calls::gate.has_value(), "no round puts a copy into it");
    gate_ = std::move(calls::gate);
    calls::gate.reset();
  }
  void gets_by(const Progress& stream, int round, const std::string& message) {
    require_now(exercise_, comes_true([&] { return is_reached(stream.done[round]); }),
                message + ", although its slot is free");
  }
  void waits(const Progress& stream, int round, const std::string& message) {
    require_now(exercise_, !comes_true([&] { return is_reached(stream.done[round]); }, kGlance),
                message);
  }

  // Lets the stream go on.
  void let_go() { gate_->open(); }

  // Once all streams have gone on.
  void compare() {
    exercise_.begin("n = " + std::to_string(n_));
    for (cudaStream_t stream : {p_.in, p_.work, p_.out}) {
      require_now(exercise_, is_done(stream, 20000), "the streams do not end");
    }
    for (int round = 0; round < kRounds; ++round) {
      const float* from = from_ + round * n_;
      const std::string wrong = first_difference(to_ + round * n_, n_, [&](long long i) {
        return 0.5f * (from[i] + from[std::min(i + 1, n_ - 1ll)]);
      });
      exercise_.require(wrong.empty(), "round " + std::to_string(round) + ": " + wrong);
    }
    if (!exercise_.failed()) CHECK(cudaDeviceSynchronize());
  }

  Progress in, work, out;

 private:
  void enqueue_marked_round(int round) {
    calls::marks[0] = {p_.in, in.done[round]};
    calls::marks[1] = {p_.work, work.done[round]};
    calls::marks[2] = {p_.out, out.done[round]};
    enqueue_round(p_, round, from_ + round * n_, to_ + round * n_, n_);
    for (calls::Mark& mark : calls::marks) {
      if (!mark.is_set) calls::set(mark);  // no copy or kernel that is known of
    }
  }

  Exercise& exercise_;
  int n_;
  Pipeline p_ = {};
  float *from_ = nullptr, *to_ = nullptr;
  std::optional<Gate> gate_;
};

// The three streams, each of which is held up in a trial of its own.
struct Trials {
  Trials(Exercise& exercise, int n) : in(exercise, n), work(exercise, n), out(exercise, n) {}
  Trial in, work, out;
};

// @param k the round in which a stream is held up
void hold_up(Trials& trials, int k) {
  const auto of = [](int round) { return " of round " + std::to_string(round); };
  auto& [in, work, out] = trials;
  in.hold_up("in", &Pipeline::in, k);
  in.waits(in.work, k,
           "the kernel" + of(k) +
               " has run although its input is held up: it is in another stream, or not behind the "
               "copy of its input");
  in.waits(in.out, k, "the result" + of(k) + " was copied out: the copy is not behind the kernel");

  work.hold_up("work", &Pipeline::work, k);
  for (const int round : {k, k + 1}) {
    work.gets_by(work.in, round, "the input" + of(round) + " was not copied");
  }
  work.waits(work.out, k,
             "the result" + of(k) + " was copied out: the copy is not behind the kernel");
  work.waits(
      work.in, k + 2,
      "the input" + of(k + 2) + " was copied, over the one" + of(k) + ", which has not been read");

  out.hold_up("out", &Pipeline::out, k);
  for (const int round : {k, k + 1}) {
    out.gets_by(out.work, round, "the kernel" + of(round) + " has not run");
  }
  for (const int round : {k + 2, k + 3}) {
    out.gets_by(out.in, round, "the input" + of(round) + " was not copied");
  }
  out.waits(out.work, k + 2,
            "the kernel" + of(k + 2) + " has run, over the result" + of(k) +
                ", which was not copied out");
}

// What lacks an order may go right or wrong once it goes on. So all orders are looked at before anything does.
void check_size(Exercise& exercise, int n, const std::vector<int>& held_up) {
  std::list<Trials> all;
  for (std::size_t i = 0; i < held_up.size(); ++i) all.emplace_back(exercise, n);
  auto next = held_up.begin();
  for (Trials& trials : all) hold_up(trials, *next++);
  for (Trials& trials : all) {
    for (Trial* trial : {&trials.in, &trials.work, &trials.out}) trial->let_go();
  }
  for (Trials& trials : all) {
    for (Trial* trial : {&trials.in, &trials.work, &trials.out}) trial->compare();
  }
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  check_size(exercise, 1009, {0, 1});  // the first use of both slots
  check_size(exercise, 1, {2});
  check_size(exercise, 20011, {7});
  exercise.begin("");
  exercise.require(calls::not_destroyed == 0,
                   "events that were not destroyed: " + std::to_string(calls::not_destroyed) +
                       ". Does destroy_events() have all that make_events() has created?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
