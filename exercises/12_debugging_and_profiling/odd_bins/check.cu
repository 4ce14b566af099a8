#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// Of a block, besides what the launch asks for.
size_t static_bytes() {
  cudaFuncAttributes attributes = {};
  CHECK(cudaFuncGetAttributes(&attributes, summarize));
  return attributes.sharedSizeBytes;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  for (const int bins : {7, 8, 1, 33, 100, 257, 2049}) {
    for (const int n : {1009, 1, 31, 32, 33}) {
      exercise.begin(std::to_string(bins) + " bins, n = " + std::to_string(n));
      const Buffer<int> bin(random_ints(n, 0, bins - 1)),
          value(random_ints(n, -1'000'000'000, 900'000'000));
      const Buffer<int> counts(bins);
      const Buffer<double> sums(bins);
      std::vector<int> expected_counts(bins);
      std::vector<double> expected_sums(bins);
      for (int i = 0; i < n; ++i) {
        ++expected_counts[bin.before()[i]];
        expected_sums[bin.before()[i]] += value.before()[i];
      }
      const Counters counters = exercise.run([&] {
        summarize<<<1, kBlock, shared_bytes(bins)>>>(counts.data(), sums.data(), bin.data(),
                                                     value.data(), n, bins);
      });
      exercise.expect(counts, expected_counts, {}, "counts");
      exercise.expect(sums, expected_sums, {}, "sums");
      exercise.expect(bin, bin.before(), {}, "bin");
      exercise.expect(value, value.before(), {}, "value");
      exercise.limit("atomic operations on global memory, in sectors",
                     counters.global_atomic_sectors, 0, "they belong into shared memory");
      const size_t arrays = bins * (sizeof(int) + sizeof(double));
      exercise.require(shared_bytes(bins) <= arrays + 8,
                       "shared_bytes() asks for more than 8 bytes besides the two arrays");
      exercise.require(
          static_bytes() <= 16,  // 8 bytes, which may be counted as 16
          "the kernel has " + std::to_string(static_bytes()) +
              " bytes of shared memory with a fixed size, besides those that "
              "shared_bytes() asks for: the number of bins is only known at the launch");
    }
  }
  exercise.begin("");
  exercise.answer("kFirstByte", kFirstByte, 7 * sizeof(int), 0,
                  "what lies in front of the sums, and how many bytes has it?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
