#include "tutorial/patience.cuh"
#include "tutorial/watched_calls.cuh"

inline int host_functions = 0;  // that the learner has launched
#define cudaLaunchHostFunc(...) (++host_functions, cudaLaunchHostFunc(__VA_ARGS__))
#define cudaStreamAddCallback(...) (++host_functions, cudaStreamAddCallback(__VA_ARGS__))
#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// What is wrong if another channel waits for the one that is held up.
std::string reason_to_wait() {
  for (const std::string& call : calls::made) {
    if (call != "cudaMemset" && call != "cudaMemcpy") continue;
    return ": " + call +
           " has no stream, so it is in the default stream. That one waits for all blocking "
           "streams, and they wait for it";
  }
  return ": something of it is in another stream";
}

// Runs the learner's program while one channel is held up.
void check_channels(Exercise& exercise, int channels, int rounds, int n, int held_up) {
  exercise.begin(std::to_string(rounds) + (rounds == 1 ? " round" : " rounds") + " of " +
                 std::to_string(channels) + (channels == 1 ? " channel" : " channels") + ", n = " +
                 std::to_string(n) + ", channel " + std::to_string(held_up) + " held up");
  const std::vector<float> values = random_floats(channels * rounds * n, -2, 2);
  float* pinned = nullptr;
  CHECK(cudaMallocHost(&pinned, values.size() * sizeof(float)));
  std::fill_n(pinned, values.size(), tutorial::poison_value<float>());
  const Buffer<float> received(values);
  calls::forget();
  std::vector<Channel> opened(channels);
  std::vector<const float*> samples;
  for (Channel& channel : opened) {
    open_channel(channel, n, rounds);
    std::fill_n(channel.powers, rounds, tutorial::poison_value<float>());
    samples.push_back(pinned + samples.size() * rounds * n);
  }
  CHECK(cudaDeviceSynchronize());

  Gate gate(opened[held_up].stream);
  for (int c = 0; c < channels; ++c) {  // the samples come in through the stream of their channel
    const int first = c * rounds * n;
    CHECK(cudaMemcpyAsync(pinned + first, received.data() + first, rounds * n * sizeof(float),
                          cudaMemcpyDeviceToHost, opened[c].stream));
  }
  call_or_end(
      exercise, [&] { process(opened, samples, n, rounds); }, "process() waits for the device");
  require_now(exercise, host_functions == 0,
              "cudaLaunchHostFunc: the host is not to compute what kernels did before");
  for (int c = 0; c < channels; ++c) {
    if (c == held_up) continue;
    const std::string name = "channel " + std::to_string(c);
    require_now(exercise, is_done(opened[c].stream),
                "the work of " + name + " waits for it" + reason_to_wait());
    for (int round = 0; round < rounds; ++round) {
      require_now(exercise, opened[c].powers[round] != tutorial::poison_value<float>(),
                  name + " has no result of round " + std::to_string(round) +
                      ": its work is not in its stream");
    }
  }
  comes_true([] { return false; },
             kGlance / 4);  // what does not wait for the gate runs now, if ever
  gate.open();
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < channels; ++i) {
    const int c = (held_up + i) % channels;  // what was held up comes first
    for (int round = 0; round < rounds; ++round) {
      double power = 0;
      for (int s = 0; s < n; ++s) power += std::pow(values[(c * rounds + round) * n + s], 2.0);
      const std::string wrong = difference(opened[c].powers[round], power, {.relative = 1e-4});
      require_now(exercise, wrong.empty(),
                  "once it went on, the power of channel " + std::to_string(c) + " in round " +
                      std::to_string(round) + " is not right: " + wrong);
    }
  }
  for (Channel& channel : opened) close_channel(channel);
  exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
  exercise.require(calls::not_destroyed == 0,
                   "streams that were not destroyed: " + std::to_string(calls::not_destroyed));
  CHECK(cudaFreeHost(pinned));
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  const Buffer<float> one(1);  // the first launch of a kernel may wait for all work in flight
  exercise.run([&] {
    square_each<<<1, 1>>>(one.data(), one.data(), 1);
    add_up<<<1, 1>>>(one.data(), one.data(), 1);
  });
  for (const int held_up : {0, 1}) check_channels(exercise, 2, 12, 1009, held_up);
  for (const int held_up : {0, 1, 2}) check_channels(exercise, 3, 5, 33, held_up);
  check_channels(exercise, 1, 2, 20011, 0);
  check_channels(exercise, 5, 1, 1, 3);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
