// Chapter 03 · fetch_granularity
//
// L2 may fetch more from device memory than the sector that was asked for. How much is a limit that
// a program can set: cudaLimitMaxL2FetchGranularity. Warps that use one float of each sector, of
// every second sector or of every fourth one show what it costs.
//
//   fetch_granularity [--size N]      N floats out of 32 N, default 2^16 on the CPU backend, 2^26 on
//                                     a GPU
#include "tutorial.cuh"

constexpr int kLargestStride = 32;

// Strides of 8, 16 and 32 floats: 32 lanes in 32 sectors. Used are all sectors of 64 bytes, every
// second one, and one of four.
__global__ void copy_strided(const float* in, float* out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[static_cast<size_t>(i) * stride];
}

bool set_fetch_granularity(size_t bytes);

int main(int argc, char** argv) {
  const Options options(argc, argv, "Strided reads under three granularities of L2's fetches.");
  const int n = options.size(
      {.cpu = 1 << 16, .gpu = 1 << 26, .bytes_per_element = (kLargestStride + 1) * sizeof(float)});
  const size_t bytes = n * sizeof(float);
  const std::vector<float> input = random_floats(n);

  // n floats, 32 times one after the other, so element k of `in` is input[k % n].
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, kLargestStride * bytes));
  CHECK(cudaMalloc(&out, bytes));
  for (int copy = 0; copy < kLargestStride; ++copy) {
    CHECK(cudaMemcpy(in + static_cast<size_t>(copy) * n, input.data(), bytes,
                     cudaMemcpyHostToDevice));
  }

  const int block = 256;
  const int grid = (n + block - 1) / block;
  Experiment experiment("One float per sector", out, n, 2.0 * bytes);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kSectorsPerLoad,
                   Column::kSectorsPerStore, Column::kDramBytes});
  for (const int granularity : {32, 64, 128}) {
    if (!set_fetch_granularity(granularity) && granularity == 32) {
      std::printf("This device has no such limit: only the names of the rows differ.\n");
    }
    for (const int stride : {8, 16, kLargestStride}) {
      experiment.run(
          "fetch " + std::to_string(granularity) + ", stride " + std::to_string(stride),
          [&] { copy_strided<<<grid, block>>>(in, out, n, stride); },
          [&](long long i) { return input[i * stride % n]; });
    }
  }

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}

// CUDA calls the limit a hint, which a device may round or ignore. Returns whether there is one.
bool set_fetch_granularity(size_t bytes) {
  const cudaError_t error = cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, bytes);
  if (error == cudaErrorUnsupportedLimit) {
    (void)cudaGetLastError();  // or a later check would find it
    return false;
  }
  CHECK(error);
  return true;
}
