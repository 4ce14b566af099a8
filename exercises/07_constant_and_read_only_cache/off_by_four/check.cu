#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// What the learner's program makes of one recording, with one filter that has been set before.
void check_recording(Exercise& exercise, const std::string& name, int n, int filter,
                     const std::vector<float>& recording, const float* w) {
  exercise.begin("n = " + std::to_string(n) + ", " + name + ", filter " + std::to_string(filter));
  float* in = nullptr;  // no Buffer: compute-sanitizer must see where it ends
  CHECK(cudaMalloc(&in, recording.size() * sizeof(float)));
  CHECK(cudaMemcpy(in, recording.data(), recording.size() * sizeof(float), cudaMemcpyHostToDevice));
  const Buffer<float> out(n);
  const int blocks = (n + kBlock - 1) / kBlock;
  const Counters counters =
      exercise.run([&] { apply_filter<<<blocks, kBlock>>>(out.data(), in, n, filter); });
  const auto expected = [&](long long i) {
    double sum = 0;
    for (int k = 0; k < kPoints; ++k) sum += w[k] * recording[i + k];
    return sum;
  };
  exercise.expect(out, expected, {.absolute = 1e-5});
  // A thread may have up to four results.
  exercise.written_by(
      out, {.warps_at_least = std::max(n / 128, 1), .blocks_at_least = std::max(n / 256, 1)});
  exercise.limit("load requests", counters.global_load_requests, 3.0 * blocks,
                 "a block of two warps loads its tile with two requests, and the halo with one");
  CHECK(cudaFree(in));
}

void set(Exercise& exercise, int filter, const float* w) {
  exercise.begin("set_filter(" + std::to_string(filter) + ", w)");
  const cudaError_t error = set_filter(filter, w);
  cudaGetLastError();  // an error that was returned is not an error of the next call
  exercise.require(
      error == cudaSuccess,
      std::string("it returned ") + cudaGetErrorName(error) + ", " + cudaGetErrorString(error) +
          (error == cudaErrorInvalidSymbol ? ": a symbol is the whole variable. Which "
                                             "argument says where in it the copy begins?"
                                           : ""));
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  for (const int n : {1009, 1, 2, 31, 64, 65, Exercise::kLarge}) {
    // What stands behind a filter's weights on the host is not the other filter.
    const std::vector<float> first = random_floats(3 * kPoints, 1, 2),
                             second = random_floats(3 * kPoints, 1, 2);
    std::vector<float> impulse(n + kPoints - 1);
    impulse[n / 2] = 1;  // the result is the filter itself, its last weight first
    const std::vector<float> noise = random_floats(n + kPoints - 1);
    const auto check_both = [&](const std::string& when, const float* w0, const float* w1) {
      check_recording(exercise, when + "an impulse", n, 0, impulse, w0);
      check_recording(exercise, when + "an impulse", n, 1, impulse, w1);
      check_recording(exercise, when + "noise", n, 0, noise, w0);
      check_recording(exercise, when + "noise", n, 1, noise, w1);
    };
    set(exercise, 0, &first[kPoints]);
    set(exercise, 1, &first[0]);
    check_both("", &first[kPoints], &first[0]);
    set(exercise, 0, &second[0]);
    check_both("filter 0 set again, ", &second[0], &first[0]);
    if (exercise.failed()) return exercise.verdict();
  }
  exercise.begin("");
  const int tiles_end = (1009 + kBlock - 1) / kBlock * kBlock + kPoints - 1;
  exercise.answer("kFloatsPastTheEnd", kFloatsPastTheEnd, tiles_end - (1009 + kPoints - 1), 0,
                  "where does the tile of the last block end, and where do the 1009 + 8 floats?");
  exercise.answer("kRightWeights", kRightWeights, kPoints / static_cast<int>(sizeof(float)), 0,
                  "how many bytes are copied, and how many whole floats are that?");
  exercise.answer("kBytesTooEarly", kBytesTooEarly, kPoints * sizeof(float) - kPoints, 0,
                  "at which byte of the table does weights[1] begin, and at which byte the copy?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
