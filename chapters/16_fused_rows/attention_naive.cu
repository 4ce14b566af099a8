// Chapter 16 · attention_naive
//
// Attention in three kernels: scores of all queries and keys, softmax of each row, sums of the values with
// these weights. In between, heads × n × n numbers go through memory. At twice the length, four times.
//
//   attention_naive [--size N] [--heads H]      N queries and keys per head, and a half and a quarter of it
#include "naive_attention.cuh"

constexpr int kDim = 64;

int main(int argc, char** argv) {
  const Options options(argc, argv, "Attention with the matrix of scores in memory.",
                        {heads_option()});
  const int n = length_of(options);
  bool ok = true;
  for (const int length : {(n + 3) / 4, (n + 1) / 2, n}) {
    Problem<float, kDim> problem(heads_of(options), length);
    const auto ways = [](const auto& run, const auto& a) { run("naive", [&] { naive<kDim>(a); }); };
    ok &= problem.compare(false, true, ways);
    ok &= problem.compare(true, true, ways);
  }
  return verdict(ok);
}
