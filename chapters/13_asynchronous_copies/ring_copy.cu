// Chapter 13 · ring_copy
//
// A copy of an array by two warps per multiprocessor, of which one thread each does anything: one starts bulk copies
// into a ring of stages in shared memory, the other one starts bulk copies from there. No value passes through a
// register. For compute capability 9.0 and newer.
//
//   ring_copy [--size N]      N floats, default 2^28
#include "ring.cuh"
#include "tutorial.cuh"

__global__ void copy_float4(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, quads = n / 4;
  if (i < quads) reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  if (i < n % 4) out[4 * quads + i] = in[4 * quads + i];
}

// Bytes of a chunk that begins at `first` of n.
__device__ unsigned chunk_bytes(size_t first, size_t n, unsigned chunk) {
  return static_cast<unsigned>(min(static_cast<size_t>(chunk), n - first));
}

// Each block copies every gridDim.x-th chunk. Bulk copies move pieces of 16 bytes; threads copy what is left.
template <int kStages, int kChunk>
__global__ void ring(const char* in, char* out, size_t all_bytes) {
  extern __shared__ __align__(128) char stages[];  // kStages × kChunk bytes
  __shared__ Barrier full[kStages], empty[kStages];
  if (threadIdx.x == 0) {
    for (int i = 0; i < kStages; ++i) {
      ptx::mbarrier_init(&full[i], 1);   // the thread that loads arrives, and bytes come
      ptx::mbarrier_init(&empty[i], 1);  // the thread that stores arrives
    }
    fence_init();
  }
  __syncthreads();
  const size_t n = all_bytes / 16 * 16, left = all_bytes - n;
  if (blockIdx.x == 0 && threadIdx.x < left) out[n + threadIdx.x] = in[n + threadIdx.x];
  const size_t begin = static_cast<size_t>(blockIdx.x) * kChunk;
  const size_t step = static_cast<size_t>(gridDim.x) * kChunk;
  Place<kStages> at;
  if (threadIdx.x == 0) {
    for (size_t i = begin; i < n; i += step, at.next()) {
      wait(&empty[at.stage], at.parity ^ 1);
      const unsigned bytes = chunk_bytes(i, n, kChunk);
      arrive_expecting(&full[at.stage], bytes);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stages + at.stage * kChunk, in + i,
                         bytes, &full[at.stage]);
    }
  } else if (threadIdx.x == 32) {
    int before = -1;  // the stage of the last copy but one
    for (size_t i = begin; i < n; i += step, at.next()) {
      wait(&full[at.stage], at.parity);
      // The TMA has written the stage and reads it: between the two there is no other proxy to fence.
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + i, stages + at.stage * kChunk,
                         chunk_bytes(i, n, kChunk));
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());  // all copies but this one have read
      if (before >= 0) (void)ptx::mbarrier_arrive(&empty[before]);
      before = at.stage;
    }
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "A copy by two warps per multiprocessor.");
  require_compute_capability(9, 0);
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 28});
  const std::vector<float> input = random_floats(n);
  int device = 0, multiprocessors = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("A copy, " + std::to_string(multiprocessors) + " blocks of 2 warps", out, n,
                        2.0 * n * sizeof(float), {.signed_zeros = true});
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kInstructions,
                   Column::kOccupancy});
  experiment.run(
      "copy kernel, float4", [=] { copy_float4<<<n / 1024 + 1, 256>>>(in, out, n); }, input);
  const auto run = [&](const std::string& name, auto* kernel, int shared) {
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    experiment.run(
        name,
        [=] {
          kernel<<<multiprocessors, 64, shared>>>(reinterpret_cast<const char*>(in),
                                                  reinterpret_cast<char*>(out), n * sizeof(float));
        },
        input);
  };
  run("2 stages of 16 KiB", ring<2, 16 << 10>, 2 * 16 << 10);
  run("4 stages of 16 KiB", ring<4, 16 << 10>, 4 * 16 << 10);
  run("8 stages of 16 KiB", ring<8, 16 << 10>, 8 * 16 << 10);
  run("13 stages of 16 KiB", ring<13, 16 << 10>, 13 * 16 << 10);
  run("26 stages of 8 KiB", ring<26, 8 << 10>, 26 * 8 << 10);
  run("6 stages of 32 KiB", ring<6, 32 << 10>, 6 * 32 << 10);
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
