#include <cuda_bf16.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

using Numbers = std::vector<__nv_bfloat16>;

Numbers random_numbers(std::size_t count, float low, float high) {
  Numbers numbers;
  for (const float x : random_floats(count, low, high)) numbers.push_back(__float2bfloat16(x));
  return numbers;
}

// In double precision.
std::vector<float> normalised(const Numbers& in, int n) {
  std::vector<float> result(in.size());
  for (std::size_t first = 0; first < in.size(); first += n) {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += std::pow(double{__bfloat162float(in[first + i])}, 2);
    const double root = std::sqrt(sum / n + kEpsilon);
    for (int i = 0; i < n; ++i) {
      result[first + i] = static_cast<float>(__bfloat162float(in[first + i]) / root);
    }
  }
  return result;
}

// What is in `from` as floats, which a message can show: a bfloat16 is the upper half of one.
void widen(const Buffer<float>& to, const Buffer<unsigned short>& from) {
  std::vector<float> floats;
  for (const unsigned short bits : from.read()) {
    const bool is_written = bits != tutorial::poison_value<unsigned short>();
    floats.push_back(is_written ? std::bit_cast<float>(unsigned{bits} << 16)
                                : tutorial::poison_value<float>());
  }
  CHECK(cudaMemcpy(to.data(), floats.data(), sizeof(float) * floats.size(), cudaMemcpyDefault));
}

void check_rows(Exercise& exercise, const Numbers& numbers, int n) {
  const auto count = static_cast<long long>(numbers.size());
  const int rows = static_cast<int>(count / n);
  const Buffer<__nv_bfloat16> in(numbers);
  const Buffer<unsigned short> out(count);
  const Buffer<float> wide(count);
  in.watch_loads();
  const Counters counters = exercise.run(
      [&] { launch_rms_norm(reinterpret_cast<__nv_bfloat16*>(out.data()), in.data(), rows, n); });
  widen(wide, out);
  // A bfloat16 has 8 significant bits, so rounding once costs 2^-8. In float, a term of the sum goes through n / 32
  // additions in its lane and 5 more; the sum counts half, and six other roundings come in.
  const double of_float = std::ldexp(0.5 * (n / 32 + 5) + 6, -24);
  exercise.expect(wide, normalised(numbers, n),
                  {.relative = std::ldexp(1, -8) * (1 + of_float) + of_float, .columns = n}, "out");
  exercise.require(out.guard_damage().empty(), "out: " + out.guard_damage());
  // 16 numbers are a sector; if rows begin within one, 32 of them are in 3 at most.
  const double pass = n % 16 == 0 ? n / 16 : (n + 31) / 32 * 3;
  exercise.limit("sectors loaded per row", counters.global_load_sectors / rows, 2 * pass,
                 "a row is read twice, 2 bytes per number");
  exercise.limit("sectors stored per row", counters.global_store_sectors / rows, pass,
                 "each result is written once, in 2 bytes");
  exercise.loaded_by(in, {.per_warp_at_most = 2LL * n, .task = "a row is read no more than twice"});
  exercise.written_by(out, {.warps_at_least = rows, .name = "out"});
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  require_compute_capability(8, 0);
  if (!exercise.open(kCaseIsOpen || kAfterOnes != kNotAnswered)) return exercise.verdict();
  exercise.answer(
      "kAfterOnes", kAfterOnes, 256, 0,
      "a bfloat16 has 8 significant bits. Up to where are neighbours 1 apart? What lies "
      "halfway between two is rounded to the one whose last bit is 0");
  exercise.require(kCaseIsOpen, "open the case: set kCaseIsOpen to true");
  if (exercise.failed()) return exercise.verdict();
  exercise.begin("a row of 40000 ones");
  check_rows(exercise, Numbers(40000, __float2bfloat16(1)), 40000);
  exercise.begin("64 rows of 32");
  check_rows(exercise, random_numbers(64LL * 32, -1, 2), 32);
  for (const int n : {2, 30, 62, 64, 66, 1000, 4096}) {
    exercise.begin("9 rows of " + std::to_string(n));
    check_rows(exercise, random_numbers(9LL * n, -1, 2), n);
  }
  exercise.begin("rows that begin with 64 large numbers");
  const int n = 8192;
  Numbers numbers = random_numbers(3LL * n, -0.4f, 0.4f);
  for (int i = 0; i < 3 * n; ++i) {
    if (i % n < 64) numbers[i] = __float2bfloat16(24);
  }
  check_rows(exercise, numbers, n);
  exercise.begin("rows of numbers up to 1e15, up to 1e-3, and of zeros");
  numbers.assign(3LL * n, __float2bfloat16(0));
  const Numbers large = random_numbers(n, -1e15f, 1e15f), small = random_numbers(n, -1e-3f, 1e-3f);
  std::copy(large.begin(), large.end(), numbers.begin());
  std::copy(small.begin(), small.end(), numbers.begin() + n);
  check_rows(exercise, numbers, n);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
