// Chapter 03 · struct_layouts
//
// The same particles as an array of structures, as a structure of arrays, and as vector types. The
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

// In between: what is used together lies together.
struct Pairs {
  float2 *xy, *zm;
};

// All members. Each of the 4 loads has stride 4 (16 sectors); together they want every byte of
// these sectors, but one request at a time does not know that.
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

// Two members in each array: 2 loads of 8 bytes per lane.
__global__ void move_float2(const Pairs in, Pairs out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float2 xy = in.xy[i], zm = in.zm[i];
  out.xy[i] = make_float2(xy.x + kStep * zm.y, xy.y + kStep * zm.y);
  out.zm[i] = make_float2(zm.x + kStep * zm.y, zm.y);
}

// An array of structures again, but float4 is aligned to 16 bytes: one load takes all of it.
__global__ void move_float4(const float4* in, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 p = in[i];
  out[i] = make_float4(p.x + kStep * p.w, p.y + kStep * p.w, p.z + kStep * p.w, p.w);
}

// One member. The structure drags the other three along in both directions.
__global__ void scale_x_aos(const Particle* in, Particle* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i].x = kStep * in[i].x;
}
__global__ void scale_x_soa(const Particles in, Particles out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out.x[i] = kStep * in.x[i];
}

// Three members. float3 is aligned to 4 bytes: three loads, and each has stride 3.
__global__ void scale_xyz_float3(const float3* in, float3* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in[i].x, y = in[i].y, z = in[i].z;
  out[i].x = kStep * x;
  out[i].y = kStep * y;
  out[i].z = kStep * z;
}
// The same three in a float4 that wastes a quarter of its bytes, but is one request.
__global__ void scale_xyz_float4(const float4* in, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 p = in[i];
  out[i] = make_float4(kStep * p.x, kStep * p.y, kStep * p.z, p.w);
}
__global__ void scale_xyz_soa(const Particles in, Particles out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in.x[i], y = in.y[i], z = in.z[i];
  out.x[i] = kStep * x;
  out.y[i] = kStep * y;
  out.z[i] = kStep * z;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Particles in five layouts: what a warp's load has to fetch.");
  const int n =
      options.size({.cpu = 1 << 14, .gpu = 1 << 25, .bytes_per_element = 2 * sizeof(float4)});
  const long long pitch = (n + 31) / 32 * 32;  // the arrays of a structure begin at 128 bytes
  const long long floats = 4 * pitch;
  const std::vector<float> host[4] = {random_floats(n), random_floats(n), random_floats(n),
                                      random_floats(n)};

  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, floats * sizeof(float)));
  CHECK(cudaMalloc(&out, floats * sizeof(float)));

  // A layout says which float of the buffer is this member of this particle.
  const auto aos = [](long long particle, int member) { return 4 * particle + member; };
  const auto aos3 = [](long long particle, int member) { return 3 * particle + member; };
  const auto soa = [=](long long particle, int member) { return member * pitch + particle; };
  const auto pairs = [=](long long particle, int member) {
    return member / 2 * 2 * pitch + 2 * particle + member % 2;
  };
  // A buffer with `value` of every particle's first members. All else must stay unwritten.
  const auto arranged = [&](const auto& layout, int members, const auto& value) {
    std::vector<float> buffer(floats, float{Experiment::kUnwritten});
    for (int particle = 0; particle < n; ++particle) {
      for (int member = 0; member < members; ++member) {
        buffer[layout(particle, member)] = value(particle, member);
      }
    }
    return buffer;
  };
  const auto upload = [&](const auto& layout, int members) {
    const auto buffer = arranged(layout, members, [&](int p, int m) { return host[m][p]; });
    CHECK(cudaMemcpy(in, buffer.data(), floats * sizeof(float), cudaMemcpyHostToDevice));
  };
  const auto moved = [&](int p, int m) {
    return m < 3 ? host[m][p] + kStep * host[3][p] : host[3][p];
  };
  const auto scaled = [&](int p, int m) { return m < 3 ? kStep * host[m][p] : host[m][p]; };

  const auto experiment_with = [&](const std::string& title, int members) {
    Experiment experiment(title, out, floats, 2.0 * members * n * sizeof(float));
    experiment.loads(1.0 * members * n * sizeof(float));
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests,
                     Column::kSectorsPerLoad, Column::kSectorsPerStore, Column::kUsefulLoads});
    return experiment;
  };
  const int block = 256;
  const int grid = (n + block - 1) / block;
  const auto run = [&](Experiment& experiment, const std::string& variant, auto kernel, auto from,
                       auto to, const std::vector<float>& expected) {
    experiment.run(
        variant, [&] { kernel<<<grid, block>>>(from, to, n); }, expected);
  };

  const auto in_aos = reinterpret_cast<Particle*>(in), out_aos = reinterpret_cast<Particle*>(out);
  const auto in4 = reinterpret_cast<float4*>(in), out4 = reinterpret_cast<float4*>(out);
  const auto in3 = reinterpret_cast<float3*>(in), out3 = reinterpret_cast<float3*>(out);
  const auto in2 = reinterpret_cast<float2*>(in), out2 = reinterpret_cast<float2*>(out);
  const Particles in_soa{in, in + pitch, in + 2 * pitch, in + 3 * pitch};
  const Particles out_soa{out, out + pitch, out + 2 * pitch, out + 3 * pitch};

  Experiment all = experiment_with("All 4 members", 4);
  upload(aos, 4);
  run(all, "array of structures", move_aos, in_aos, out_aos, arranged(aos, 4, moved));
  run(all, "array of float4", move_float4, in4, out4, arranged(aos, 4, moved));
  upload(pairs, 4);
  run(all, "two arrays of float2", move_float2, Pairs{in2, in2 + pitch}, Pairs{out2, out2 + pitch},
      arranged(pairs, 4, moved));
  upload(soa, 4);
  run(all, "structure of arrays", move_soa, in_soa, out_soa, arranged(soa, 4, moved));
  bool right = all.finish();

  Experiment one = experiment_with("1 member of 4", 1);
  upload(aos, 4);
  // Launched by its name, which SIMT_REPORT and SIMT_PICTURE then show, too.
  one.run(
      "array of structures", [&] { scale_x_aos<<<grid, block>>>(in_aos, out_aos, n); },
      arranged(aos, 1, scaled));
  upload(soa, 4);
  run(one, "structure of arrays", scale_x_soa, in_soa, out_soa, arranged(soa, 1, scaled));
  right &= one.finish();

  Experiment three = experiment_with("3 members", 3);
  upload(aos, 4);
  run(three, "array of float4", scale_xyz_float4, in4, out4, arranged(aos, 4, scaled));
  upload(soa, 4);
  run(three, "structure of arrays", scale_xyz_soa, in_soa, out_soa, arranged(soa, 3, scaled));
  upload(aos3, 3);
  run(three, "array of float3", scale_xyz_float3, in3, out3, arranged(aos3, 3, scaled));
  right &= three.finish();

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(right);
}
