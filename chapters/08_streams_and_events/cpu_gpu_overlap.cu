// Chapter 08 · cpu_gpu_overlap
//
// A launch returns at once, so the host has time for work of its own. It does one piece after another
// while the device works on its own ones, and asks an event after each.
//
//   cpu_gpu_overlap [--size N]     N pieces of 64 floats for the device
//                                  default 2 on the CPU backend, 2^20 on a GPU
#include <cmath>

#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr int kPiece = 64;
constexpr int kRounds = kCountsInsteadOfTimes ? 4 : 2000;

__host__ __device__ float iterate(float x) {
  for (int round = 0; round < kRounds; ++round) x = fmaf(x, 0.75f, 1.0f);
  return x;
}

__global__ void iterate_each(const float* in, float* out, long long n) {
  const long long i = 1LL * blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = iterate(in[i % kPiece]);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Let the host work while the device works.");
  const int pieces =
      options.size({.cpu = 2, .gpu = 1 << 20, .bytes_per_element = kPiece * sizeof(float)});
  const long long n = 1LL * pieces * kPiece;
  const std::vector<float> input = random_floats(kPiece);
  std::vector<float> expected(kPiece), host_out(kPiece);
  std::transform(input.begin(), input.end(), expected.begin(), iterate);
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, kPiece * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), kPiece * sizeof(float), cudaMemcpyHostToDevice));
  poison(out, n);
  cudaEvent_t done = nullptr;
  CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  const unsigned blocks = static_cast<unsigned>((n + kBlock - 1) / kBlock);

  const double alone = host_milliseconds(10, [&] {
    iterate_each<<<blocks, kBlock>>>(in, out, n);
    CHECK_LAST();
    CHECK(cudaDeviceSynchronize());
  });
  long long host_pieces = 0;
  const double together = host_milliseconds(10, [&] {
    iterate_each<<<blocks, kBlock>>>(in, out, n);
    CHECK_LAST();
    CHECK(cudaEventRecord(done));
    host_pieces = 0;
    cudaError_t state = cudaErrorNotReady;
    do {  // at least one piece, however fast the device is
      std::transform(input.begin(), input.end(), host_out.begin(), iterate);
      ++host_pieces;
      state = cudaEventQuery(done);
    } while (state == cudaErrorNotReady);
    CHECK(state);
  });
  bool passed = verify("the host's pieces", host_out, expected);
  const std::string wrong =
      first_difference_on_device(out, n, [&](long long i) { return expected[i % kPiece]; });
  if (!wrong.empty()) std::fprintf(stderr, "the device's pieces, %s\n", wrong.c_str());
  passed &= wrong.empty();

  Table table({"who works", timed("ms"), timed("pieces of the device"), timed("of the host")});
  table.add({"device alone", figure("%.2f", alone), std::to_string(pieces), "0"});
  table.add({"host works, too", figure("%.2f", together), std::to_string(pieces),
             std::to_string(host_pieces)});
  table.print();
  CHECK(cudaEventDestroy(done));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(passed);
}
