// The live picture `reduction`: rungs 1 to 3 of chapter 05's ladder, on so few words that each can be seen.
// The kernels are the chapter's own. What the picture shows is the trace of this run (SIMT_TRACE).
#define main main_of_the_chapter
#include "../../chapters/05_reduction/reduce_ladder_shared.cu"
#undef main

int main() {
  bool ok = true;
  const auto run = [&](const char* name, auto* kernel, int words) {
    // The first eight are those of the chapter's first picture.
    static const int kDigits[] = {3, 1, 7, 0, 4, 1, 6, 3, 2, 5, 0, 8, 1, 4, 2, 6};
    std::vector<Number> input(words);
    for (int i = 0; i < words; ++i) input[i] = kDigits[i % 16];
    Number *in = nullptr, *sum = nullptr;
    CHECK(cudaMalloc(&in, words * sizeof(Number)));
    CHECK(cudaMalloc(&sum, sizeof(Number)));
    CHECK(cudaMemcpy(in, input.data(), words * sizeof(Number), cudaMemcpyHostToDevice));
    kernel<<<1, words>>>(in, sum, words);  // one block, with a thread for each word
    CHECK_LAST();
    Number got = 0;
    CHECK(cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost));
    std::printf("%s %d: %u\n", name, words, got);
    ok &= got == std::accumulate(input.begin(), input.end(), Number{0});
    CHECK(cudaFree(in));
    CHECK(cudaFree(sum));
  };
  for (const int words : {8, 16, 32, 64, 128}) {
    run("neighbouring", neighbouring, words);
    run("packed", neighbouring_packed, words);
    run("interleaved", interleaved, words);
  }
  return verdict(ok);
}
