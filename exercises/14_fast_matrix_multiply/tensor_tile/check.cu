#include <cuda_bf16.h>

#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/product.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// Small whole numbers have no rounding error: a wrong place is told by a wrong number.
std::vector<float> random_numbers(int count, bool whole) {
  std::vector<float> values = random_floats(count);
  for (float& value : values) {
    value = whole ? std::floor(value * 8) : __bfloat162float(__float2bfloat16(value));
  }
  return values;
}

std::vector<__nv_bfloat16> in_bfloat16(const std::vector<float>& values) {
  std::vector<__nv_bfloat16> rounded;
  for (const float value : values) rounded.push_back(__float2bfloat16(value));
  return rounded;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  require_compute_capability(8, 0);
  const int shapes[][3] = {{16, 8, 16}, {1, 1, 1},   {16, 8, 33},  {17, 9, 16},
                           {5, 40, 7},  {31, 1, 50}, {48, 64, 96}, {50, 70, 300}};
  for (const auto& [m, n, k] : shapes) {
    exercise.begin("C of " + std::to_string(m) + " × " + std::to_string(n) + ", sums of " +
                   std::to_string(k));
    const bool whole = k < 64;
    const std::vector<float> of_a = random_numbers(m * k, whole),
                             of_b = random_numbers(k * n, whole);
    const Buffer<__nv_bfloat16> a(in_bfloat16(of_a)), b(in_bfloat16(of_b));
    const Buffer<float> c(m * n);
    const Counters counters =
        exercise.run([&] { launch_multiply(c.data(), a.data(), b.data(), m, n, k); });
    const std::vector<float> product = product_on_host<float>(of_a, of_b, n, k);
    exercise.expect(c, product, {.absolute = whole ? 0 : 6e-6 * (k + 1), .columns = n}, "c");
    const int warps = (m + 15) / 16 * ((n + 7) / 8), steps = (k + 15) / 16;
    exercise.written_by(c,
                        {.warps_at_least = warps, .blocks_at_least = (m + 15) / 16, .name = "c"});
    // A lane has 8 elements of A and 4 of B in a step; warps past the last column have A's.
    exercise.limit("loads from global memory", counters.global_load_requests,
                   12.0 * steps * ((m + 15) / 16) * ((n + 31) / 32 * 4),
                   "a lane loads 8 elements of A and 4 of B in a step of 16; it gets the others "
                   "from no memory, tensor cores take them from the other lanes");
    exercise.limit_busiest_warp(counters, 150.0 * steps + 100);
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
