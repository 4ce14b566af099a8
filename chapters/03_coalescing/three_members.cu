// Chapter 03 · three_members
//
// Three floats that belong together: as float3, as a float4 with a hole, as three arrays.
//
//   three_members [--size N]      N points, default 2^14 on the CPU backend, 2^25 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr float kFactor = 0.5f;

struct Points {
  float *x, *y, *z;
};

// float3 is aligned to 4 bytes, and no instruction loads 12: three loads, each with stride 3.
__global__ void scale_xyz_float3(const float3* in, float3* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const float x = in[i].x, y = in[i].y, z = in[i].z;
  out[i].x = kFactor * x;
  out[i].y = kFactor * y;
  out[i].z = kFactor * z;
}

// One request for all, of which a quarter is not used.
__global__ void scale_xyz_float4(const float4* in, float4* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const float4 p = in[i];
  out[i] = make_float4(kFactor * p.x, kFactor * p.y, kFactor * p.z, p.w);
}

// Three loads, each with stride 1.
__global__ void scale_xyz_soa(const Points in, Points out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const float x = in.x[i], y = in.y[i], z = in.z[i];
  out.x[i] = kFactor * x;
  out.y[i] = kFactor * y;
  out.z[i] = kFactor * z;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Points of three floats in three layouts.");
  const int n =
      options.size({.cpu = 1 << 14, .gpu = 1 << 25, .bytes_per_element = 2 * sizeof(float4)});
  // 4 floats for each point. All kernels scale whatever is there, so one input serves all layouts.
  const long long pitch = (n + 31) / 32 * 32, floats = 4 * pitch;
  const std::vector<float> input = random_floats(floats);

  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, floats * sizeof(float)));
  CHECK(cudaMalloc(&out, floats * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), floats * sizeof(float), cudaMemcpyHostToDevice));

  const int grid = (n + kBlock - 1) / kBlock;
  Experiment experiment("3 members", out, floats, 6.0 * n * sizeof(float));
  experiment.loads(3.0 * n * sizeof(float));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests,
                   Column::kSectorsPerLoad, Column::kSectorsPerStore, Column::kUsefulLoads});
  experiment.run(
      "array of float4",
      [&] {
        scale_xyz_float4<<<grid, kBlock>>>(reinterpret_cast<float4*>(in),
                                           reinterpret_cast<float4*>(out), n);
      },
      [&](long long i) {
        if (i >= 4LL * n) return float{Experiment::kUnwritten};
        return i % 4 < 3 ? kFactor * input[i] : input[i];
      });
  const Points from{in, in + pitch, in + 2 * pitch}, to{out, out + pitch, out + 2 * pitch};
  experiment.run(
      "structure of arrays", [&] { scale_xyz_soa<<<grid, kBlock>>>(from, to, n); },
      [&](long long i) {
        return i < 3 * pitch && i % pitch < n ? kFactor * input[i] : float{Experiment::kUnwritten};
      });
  experiment.run(
      "array of float3",
      [&] {
        scale_xyz_float3<<<grid, kBlock>>>(reinterpret_cast<float3*>(in),
                                           reinterpret_cast<float3*>(out), n);
      },
      [&](long long i) {
        return i < 3LL * n ? kFactor * input[i] : float{Experiment::kUnwritten};
      });

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
