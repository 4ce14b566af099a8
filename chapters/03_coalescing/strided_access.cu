// Chapter 03 · strided_access
//
// A warp asks for 32 floats. How many 32-byte sectors must memory deliver? Only the addresses
// decide: neighbours share a sector, distant ones need one each.
//
//   strided_access [--size N]      N floats out of 32 N, default 2^16 on the CPU backend, 2^26 on a
//                                  GPU
#include "tutorial.cuh"

constexpr int kLargestStride = 32;

// Stride 1: 32 neighbours × 4 bytes fill exactly 4 sectors. Stride s spreads the same 32 floats
// over s times as many bytes. At stride 8 every float drags a whole sector along, and 28 of its 32
// bytes are thrown away: no other request of this kernel asks for them.
__global__ void copy_strided(const float* in, float* out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[static_cast<size_t>(i) * stride];
}

// Order inside a warp does not matter: the lanes swap places, the 4 sectors stay the same.
__global__ void copy_permuted(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i ^ 21];
}

// One address for all lanes is one sector: it is fetched once and handed to all lanes.
__global__ void copy_broadcast(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i / 32 * 32];
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Count the sectors of strided, permuted, broadcast reads.");
  const int n = options.size(
      {.cpu = 1 << 16, .gpu = 1 << 26, .bytes_per_element = (kLargestStride + 1) * sizeof(float)});
  const size_t bytes = n * sizeof(float);
  const std::vector<float> input = random_floats(n);

  // Room for the largest stride: n floats, 32 times one after the other. No variant reads a float
  // twice, except for the broadcast, so no cache can help; element k of `in` is input[k % n].
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, kLargestStride * bytes));
  CHECK(cudaMalloc(&out, bytes));
  for (int copy = 0; copy < kLargestStride; ++copy) {
    CHECK(cudaMemcpy(in + static_cast<size_t>(copy) * n, input.data(), bytes,
                     cudaMemcpyHostToDevice));
  }

  const int block = 256;
  const int grid = (n + block - 1) / block;
  Experiment experiment("Reading 32 floats per warp", out, n, 2.0 * bytes);
  experiment.loads(bytes);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests,
                   Column::kSectorsPerLoad, Column::kSectorsPerStore, Column::kUsefulLoads,
                   Column::kDramBytes});

  for (const int stride : {1, 2, 4, 8, 16, kLargestStride}) {
    experiment.run(
        "stride " + std::to_string(stride),
        [&] { copy_strided<<<grid, block>>>(in, out, n, stride); },
        [&](long long i) { return input[i * stride % n]; });
  }
  experiment.run(
      "permuted", [&] { copy_permuted<<<grid, block>>>(in, out, n); },
      [&](int i) { return input[(i ^ 21) % n]; });
  experiment.run(
      "broadcast", [&] { copy_broadcast<<<grid, block>>>(in, out, n); },
      [&](int i) { return input[i / 32 * 32]; });

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
