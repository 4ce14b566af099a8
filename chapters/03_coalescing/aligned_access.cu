// Chapter 03 · aligned_access
//
// A warp reads 32 neighbouring floats, 128 bytes. If they begin at a sector boundary they are 4
// sectors, if not, 5. The program moves the beginning and counts.
//
//   aligned_access [--size N]      N floats, default 2^16 on the CPU backend, 2^26 on a GPU
#include "tutorial.cuh"

constexpr int kLargestOffset = 128;

// Every variant loads n floats and stores n floats; only the place in `in` where it begins differs.
__global__ void read_offset(const float* in, float* out, int n, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + offset];
}

// The same on the other side: the stores begin somewhere.
__global__ void write_offset(const float* in, float* out, int n, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i + offset] = in[i];
}

// Four loads per thread, one block apart, all in flight before the first value is stored. The
// addresses of a warp are misaligned as before; there is more in flight to make up for it.
__global__ void read_offset_x4(const float* in, float* out, int n, int offset) {
  const int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  float value[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int element = i + k * blockDim.x;
    value[k] = element < n ? in[element + offset] : 0;
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int element = i + k * blockDim.x;
    if (element < n) out[element] = value[k];
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Count the sectors of reads and writes that begin anywhere.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 26});
  const int padded = n + kLargestOffset;
  const std::vector<float> input = random_floats(padded);

  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, padded * sizeof(float)));
  CHECK(cudaMalloc(&out, padded * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), padded * sizeof(float), cudaMemcpyHostToDevice));

  const int block = 256;
  const int grid = (n + block - 1) / block;
  const int grid_x4 = (n + 4 * block - 1) / (4 * block);
  Experiment experiment("Copies that begin at an offset", out, padded, 2.0 * n * sizeof(float));
  experiment.loads(1.0 * n * sizeof(float));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests,
                   Column::kSectorsPerLoad, Column::kSectorsPerStore, Column::kUsefulLoads});

  // What a read at an offset leaves in `out`: n elements, and nothing after them.
  const auto shifted_down = [&](int offset) {
    return
        [&input, n, offset](int i) { return i < n ? input[i + offset] : Experiment::kUnwritten; };
  };
  for (const int offset : {0, 1, 8, 11, 32, 128}) {
    experiment.run(
        "read, offset " + std::to_string(offset),
        [&] { read_offset<<<grid, block>>>(in, out, n, offset); }, shifted_down(offset));
  }
  for (const int offset : {0, 1, 8, 11}) {
    experiment.run(
        "write, offset " + std::to_string(offset),
        [&] { write_offset<<<grid, block>>>(in, out, n, offset); },
        [&](int i) {
          return i >= offset && i < n + offset ? input[i - offset] : Experiment::kUnwritten;
        });
  }
  for (const int offset : {0, 1, 8, 11}) {
    experiment.run(
        "read × 4, offset " + std::to_string(offset),
        [&] { read_offset_x4<<<grid_x4, block>>>(in, out, n, offset); }, shifted_down(offset));
  }

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
