// Chapter 03 · struct_layouts
//
// The same particles as an array of structures, as a structure of arrays, and as vectors. The
// arithmetic is the same; what lies next to what in memory is not.
//
//   struct_layouts [--size N]      N particles, default 2^14 on the CPU backend, 2^25 on a GPU
#include "tutorial.cuh"

constexpr float kStep = 0.5f;

// Array of structures (AoS): a particle's members are neighbours. Structures that hold only floats
// are aligned to 4 bytes, so the compiler must load them float by float.
struct Particle {
  float x, y, z, mass;
};

// Structure of arrays (SoA): the same member of all particles lies together.
struct Particles {
  float *x, *y, *z, *mass;
};

// All members. Each of the 4 loads has stride 4 and needs 16 sectors, the same 16 every time.
__global__ void move_aos(const Particle* in, Particle* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in[i].x, y = in[i].y, z = in[i].z, mass = in[i].mass;
  out[i].x = x + kStep * mass;
  out[i].y = y + kStep * mass;
  out[i].z = z + kStep * mass;
  out[i].mass = mass;
}

// Each of the 4 loads has stride 1.
__global__ void move_soa(const Particles in, Particles out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in.x[i], y = in.y[i], z = in.z[i], mass = in.mass[i];
  out.x[i] = x + kStep * mass;
  out.y[i] = y + kStep * mass;
  out.z[i] = z + kStep * mass;
  out.mass[i] = mass;
}

// An array of structures again, but float4 is aligned to 16 bytes: one load takes all of it.
__global__ void move_float4(const float4* in, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 p = in[i];
  out[i] = make_float4(p.x + kStep * p.w, p.y + kStep * p.w, p.z + kStep * p.w, p.w);
}

// One member. In the array of structures its sectors are full of the other three.
__global__ void scale_x_aos(const Particle* in, Particle* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i].x = kStep * in[i].x;
}
__global__ void scale_x_soa(const Particles in, Particles out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out.x[i] = kStep * in.x[i];
}

constexpr int kBlock = 256;

// The layouts, in floats: which one is member m of particle p? Arrays begin at multiples of 128 bytes.
long long pitch(int n) { return (n + 31) / 32 * 32; }
long long structures(int, int p, int m) { return 4LL * p + m; }
long long arrays(int n, int p, int m) { return m * pitch(n) + p; }
using Layout = long long (*)(int n, int p, int m);
template <class Value>
std::vector<float> arranged(Layout layout, int n, int members, const Value& value);

int main(int argc, char** argv) {
  const Options options(argc, argv, "Particles in three layouts: what a warp's load has to fetch.");
  const int n =
      options.size({.cpu = 1 << 14, .gpu = 1 << 25, .bytes_per_element = 2 * sizeof(float4)});
  const std::vector<float> random = random_floats(4LL * n);
  const auto input = [&](int p, int m) { return random[4LL * p + m]; };
  const auto moved = [&](int p, int m) {
    return m < 3 ? input(p, m) + kStep * input(p, 3) : input(p, 3);
  };
  const auto scaled = [&](int p, int m) { return kStep * input(p, m); };

  // The same two buffers for all layouts.
  const long long part = pitch(n), floats = 4 * part;
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, floats * sizeof(float)));
  CHECK(cudaMalloc(&out, floats * sizeof(float)));
  const auto in1 = reinterpret_cast<Particle*>(in), out1 = reinterpret_cast<Particle*>(out);
  const auto in4 = reinterpret_cast<float4*>(in), out4 = reinterpret_cast<float4*>(out);
  const Particles in_soa{in, in + part, in + 2 * part, in + 3 * part};
  const Particles out_soa{out, out + part, out + 2 * part, out + 3 * part};
  const auto upload = [&](Layout layout) {
    CHECK(cudaMemcpy(in, arranged(layout, n, 4, input).data(), floats * sizeof(float),
                     cudaMemcpyHostToDevice));
  };

  const int grid = (n + kBlock - 1) / kBlock;
  const auto columns = {Column::kTime,         Column::kBandwidth,      Column::kOfCopy,
                        Column::kLoadRequests, Column::kSectorsPerLoad, Column::kSectorsPerStore,
                        Column::kUsefulLoads};
  Experiment all("All 4 members", out, floats, 8.0 * n * sizeof(float));
  all.loads(4.0 * n * sizeof(float));
  all.show(columns);
  upload(structures);
  all.run(
      "array of structures", [&] { move_aos<<<grid, kBlock>>>(in1, out1, n); },
      arranged(structures, n, 4, moved));
  all.run(
      "array of float4", [&] { move_float4<<<grid, kBlock>>>(in4, out4, n); },
      arranged(structures, n, 4, moved));
  upload(arrays);
  all.run(
      "structure of arrays", [&] { move_soa<<<grid, kBlock>>>(in_soa, out_soa, n); },
      arranged(arrays, n, 4, moved));
  const bool right = all.finish();

  Experiment one("1 member of 4", out, floats, 2.0 * n * sizeof(float));
  one.loads(1.0 * n * sizeof(float));
  one.show(columns);
  upload(structures);
  one.run(
      "array of structures", [&] { scale_x_aos<<<grid, kBlock>>>(in1, out1, n); },
      arranged(structures, n, 1, scaled));
  upload(arrays);
  one.run(
      "structure of arrays", [&] { scale_x_soa<<<grid, kBlock>>>(in_soa, out_soa, n); },
      arranged(arrays, n, 1, scaled));

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(one.finish() && right);
}

// A buffer with `value` of each particle's first members. All else must stay unwritten.
template <class Value>
std::vector<float> arranged(Layout layout, int n, int members, const Value& value) {
  std::vector<float> buffer(4 * pitch(n), float{Experiment::kUnwritten});
  for (int p = 0; p < n; ++p) {
    for (int m = 0; m < members; ++m) buffer[layout(n, p, m)] = value(p, m);
  }
  return buffer;
}
