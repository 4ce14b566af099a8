#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  constexpr int kThreads = 64;
  for (const int n : {1009, 1, 2, 3, 31, 32, 33, 5002, Exercise::kLarge}) {
    exercise.begin("n = " + std::to_string(n));
    const int fours = (n + 3) / 4, blocks = (fours + kThreads - 1) / kThreads;
    const float a = 2.5f - n % 7;
    const std::vector<float> x = random_floats(n);
    float* device_x = nullptr;  // no Buffer: compute-sanitizer must see where it ends
    CHECK(cudaMalloc(&device_x, n * sizeof(float)));
    CHECK(cudaMemcpy(device_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    const Buffer<float> y(random_floats(n));
    const Counters counters =
        exercise.run([&] { add_scaled<<<blocks, kThreads>>>(y.data(), device_x, a, n); });
    exercise.expect(
        y, [&](long long i) { return y.before()[i] + a * x[i]; }, {.absolute = 1e-5},
        "y");  // a GPU rounds once, not twice
    // All warps that have whole fours; the rest may be anybody's.
    exercise.written_by(
        y, {.warps_at_least = (n / 4 + 31) / 32, .blocks_at_least = n / 4 / kThreads, .name = "y"});
    CHECK(cudaFree(device_x));
    // From each array: 16 bytes per lane for whole fours, and up to 3 floats that are left over.
    exercise.limit("load requests", counters.global_load_requests, 2 * ((n / 4 + 31) / 32 + 3),
                   "all but the last floats should still come four at a time");
    if (n == 1009) {
      const int last = fours - 1;
      exercise.answer("kThread", kThread, last % kThreads, 0,
                      "which thread does the line `by` of the report name?");
      exercise.answer("kBlock", kBlock, last / kThreads, 0,
                      "which block does the line `by` of the report name?");
      exercise.answer("kBytesPastTheEnd", kBytesPastTheEnd, 16.0 * fours - 4.0 * n, 0,
                      "how many of the 16 bytes are an element of x, which has 1009 floats?");
    }
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
