// Chapter 03 · loads_in_flight
//
// c = a + b with 1, 2, 4, 8 elements per thread and with vector loads. All variants move the same
// bytes; they differ in how many of them a thread has in flight before it waits. The copy kernel in
// the last row moves as many bytes and does nothing else: it is the target.
//
//   loads_in_flight [--size N]      N floats, default 2^16 on the CPU backend, 2^27 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;

// kCount elements per thread, a block apart: in each of the loops the 32 lanes of a warp are
// neighbours. No load needs another's result, so 2 × kCount are in flight when the first sum waits.
template <int kCount>
__global__ void add_apart(const float* a, const float* b, float* c, int n) {
  const int first = blockIdx.x * kBlock * kCount + threadIdx.x;
  float x[kCount], y[kCount];
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int i = first + k * kBlock;
    x[k] = i < n ? a[i] : 0;
    y[k] = i < n ? b[i] : 0;
  }
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int i = first + k * kBlock;
    if (i < n) c[i] = x[k] + y[k];
  }
}

// kCount elements per thread side by side: how one would divide an array among CPU threads. As many
// loads are in flight, but the lanes of each are kCount floats apart.
template <int kCount>
__global__ void add_side_by_side(const float* a, const float* b, float* c, int n) {
  const int first = (blockIdx.x * kBlock + threadIdx.x) * kCount;
  float x[kCount], y[kCount];
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int i = first + k;
    x[k] = i < n ? a[i] : 0;
    y[k] = i < n ? b[i] : 0;
  }
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int i = first + k;
    if (i < n) c[i] = x[k] + y[k];
  }
}

// kCount × 4 elements per thread: a float4 is 16 bytes in one load, so side by side is right again.
// cudaMalloc aligns to 256 bytes, as such loads need. ISO C++ leaves an access through such a cast
// undefined (strict aliasing), but much CUDA code relies on it. The thread after the last whole float4
// adds the 0 to 3 floats that are left.
template <int kCount>
__global__ void add_float4(const float* a, const float* b, float* c, int n) {
  const float4* a4 = reinterpret_cast<const float4*>(a);
  const float4* b4 = reinterpret_cast<const float4*>(b);
  float4* c4 = reinterpret_cast<float4*>(c);
  const int first = blockIdx.x * kBlock * kCount + threadIdx.x;
  float4 x[kCount], y[kCount];
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int i = first + k * kBlock;
    if (i < n / 4) x[k] = a4[i], y[k] = b4[i];
  }
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int i = first + k * kBlock;
    if (i < n / 4) {
      c4[i] = make_float4(x[k].x + y[k].x, x[k].y + y[k].y, x[k].z + y[k].z, x[k].w + y[k].w);
    } else if (i == n / 4) {
#pragma unroll 1
      for (int rest = i * 4; rest < n; ++rest) c[rest] = a[rest] + b[rest];
    }
  }
}

// The target: as simple as a kernel that moves 16 bytes per thread can be.
__global__ void copy_float4(const float4* in, float4* out, int quads) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < quads) out[i] = in[i];
}

// Blocks for n elements. The + 1 is for the thread that finds n / 4 whole float4 done.
int blocks_for(int n, int per_thread) { return n / (kBlock * per_thread) + 1; }

int main(int argc, char** argv) {
  const Options options(argc, argv, "Add vectors with more and more loads in flight per thread.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 27, .bytes_per_element = 16});
  // The sums read 2 n floats and write n. A copy of 3/2 n floats moves as much.
  const size_t room = static_cast<size_t>(n) + n / 2;
  const int quads = room / 4;
  const std::vector<float> host_a = random_floats(room);
  const std::vector<float> host_b = random_floats(n);

  float *a = nullptr, *b = nullptr, *c = nullptr;
  CHECK(cudaMalloc(&a, room * sizeof(float)));
  CHECK(cudaMalloc(&b, n * sizeof(float)));
  CHECK(cudaMalloc(&c, room * sizeof(float)));
  CHECK(cudaMemcpy(a, host_a.data(), room * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, host_b.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("Adding n floats or copying 3/2 n", c, room, 3.0 * n * sizeof(float));
  const std::string mark = "copy kernel, 1 float4";
  experiment.compare_with(mark, "× copy kernel");
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer,
                   Column::kLoadRequests, Column::kSectorsPerLoad, Column::kSectorsPerStore});
  const auto add = [&](const std::string& variant, auto kernel, int per_thread) {
    experiment.run(
        variant, [&] { kernel<<<blocks_for(n, per_thread), kBlock>>>(a, b, c, n); },
        [&](long long i) { return i < n ? host_a[i] + host_b[i] : Experiment::kUnwritten; });
  };
  add("1 float", add_apart<1>, 1);
  add("2 floats apart", add_apart<2>, 2);
  add("4 floats apart", add_apart<4>, 4);
  add("8 floats apart", add_apart<8>, 8);
  add("4 floats side by side", add_side_by_side<4>, 4);
  add("8 floats side by side", add_side_by_side<8>, 8);
  add("1 float4", add_float4<1>, 4);
  add("2 float4 apart", add_float4<2>, 8);
  experiment.run(
      mark,
      [&] {
        copy_float4<<<quads / kBlock + 1, kBlock>>>(reinterpret_cast<const float4*>(a),
                                                    reinterpret_cast<float4*>(c), quads);
      },
      [&](long long i) { return i / 4 < quads ? host_a[i] : Experiment::kUnwritten; });

  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
  return experiment.report();
}
