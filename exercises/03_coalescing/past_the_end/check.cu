#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  constexpr int kThreads = 64;
  for (const int n : {1009, 1, 2, 3, 31, 32, 33, Exercise::kLarge}) {
    exercise.begin("n = " + std::to_string(n));
    const int fours = (n + 3) / 4;
    const std::vector<float> x = random_floats(n);
    float* device_x = nullptr;  // no Buffer: compute-sanitizer must see where it ends
    CHECK(cudaMalloc(&device_x, n * sizeof(float)));
    CHECK(cudaMemcpy(device_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    const Buffer<float> y(random_floats(n));
    const Counters counters = exercise.run([&] {
      add_scaled<<<(fours + kThreads - 1) / kThreads, kThreads>>>(y.data(), device_x, 2.5f, n);
    });
    exercise.expect(y, [&](long long i) { return y.before()[i] + 2.5f * x[i]; },
                    {.absolute = 1e-5});  // a GPU rounds once, not twice
    CHECK(cudaFree(device_x));
    // From each array: 16 bytes per lane for whole fours, and up to 3 floats that are left over.
    exercise.limit("load requests", counters.global_load_requests, 2 * ((n / 4 + 31) / 32 + 3),
                   "all but the last floats should still come four at a time");
    if (n == 1009) {
      const int last = fours - 1;
      exercise.answer("kThread", kThread, last % kThreads);
      exercise.answer("kBlock", kBlock, last / kThreads);
      exercise.answer("kBytesPastTheEnd", kBytesPastTheEnd, 16.0 * fours - 4.0 * n);
    }
  }
  return exercise.verdict();
}
