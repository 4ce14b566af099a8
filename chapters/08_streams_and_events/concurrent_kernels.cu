// Chapter 08 · concurrent_kernels
//
// Kernels in different streams may run at the same time, while the multiprocessors have room. Small
// kernels fill a device together that each of them leaves almost empty; large ones take turns.
//
//   concurrent_kernels [--size N]     up to N kernels, each in a stream of its own
//                                     default 8 on the CPU backend, 256 on a GPU
#include <cmath>

#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr int kRounds = kCountsInsteadOfTimes ? 4 : 20000;

// A chain of operations, each of which needs the result before: one block of it leaves a multiprocessor
// half idle. Where it is full, the warps share the arithmetic units, and a kernel takes longer.
__host__ __device__ float iterate(float x) {
  for (int round = 0; round < kRounds; ++round) x = fmaf(x, 0.75f, 1.0f);
  return x;
}

__global__ void iterate_each(const float* in, float* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  out[i] = iterate(in[threadIdx.x]);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Run kernels side by side.");
  const int multiprocessors = device_attribute(cudaDevAttrMultiProcessorCount);
  int blocks_per_sm = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_sm, iterate_each, kBlock, 0));
  const int full = blocks_per_sm * multiprocessors;  // blocks that the device holds at a time
  struct Shape {
    std::string name;
    int blocks;
  };
  // On the CPU backend, where nothing is timed, the large kernels are small, too.
  const Shape shapes[] = {{"1 block", 1},
                          {"a tenth of the device", kCountsInsteadOfTimes ? 3 : full / 10},
                          {"the whole device", kCountsInsteadOfTimes ? 9 : full}};
  const int largest = kCountsInsteadOfTimes ? 9 : full;
  const int kernels =
      options.size({.cpu = 8, .gpu = 256, .bytes_per_element = largest * kBlock * sizeof(float)});
  std::vector<cudaStream_t> streams(kernels);
  for (cudaStream_t& stream : streams) {
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  }
  const std::vector<float> input = random_floats(kBlock);
  std::vector<float> expected(kBlock);
  std::transform(input.begin(), input.end(), expected.begin(), iterate);
  const long long stride = 1LL * largest * kBlock;  // every kernel writes where no other does
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, kBlock * sizeof(float)));
  CHECK(cudaMalloc(&out, kernels * stride * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), kBlock * sizeof(float), cudaMemcpyHostToDevice));

  bool passed = true;
  Table table({"kernels, each of", timed(shapes[0].name + ", ms"), timed(shapes[1].name + ", ms"),
               timed(shapes[2].name + ", ms")});
  for (int count = 1;; count = std::min(4 * count, kernels)) {
    std::vector<std::string> row = {std::to_string(count)};
    for (const Shape& shape : shapes) {
      poison(out, kernels * stride);
      CHECK(cudaDeviceSynchronize());  // the non-blocking streams would not wait for the poison
      row.push_back(figure("%.2f", host_milliseconds(10, [&] {
                             for (int k = 0; k < count; ++k) {
                               iterate_each<<<shape.blocks, kBlock, 0, streams[k]>>>(
                                   in, out + k * stride);
                             }
                             CHECK_LAST();
                             CHECK(cudaDeviceSynchronize());
                           })));
      const std::string wrong = first_difference_on_device(out, kernels * stride, [&](long long i) {
        const bool is_written = i < count * stride && i % stride < 1LL * shape.blocks * kBlock;
        return is_written ? expected[i % kBlock] : tutorial::poison_value<float>();
      });
      if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", shape.name.c_str(), wrong.c_str());
      passed &= wrong.empty();
    }
    table.add(row);
    if (count == kernels) break;
  }
  table.print();

  for (cudaStream_t stream : streams) CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(passed);
}
