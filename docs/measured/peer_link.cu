// How fast kernels load and store over the link between two devices, one of them alone or both at once; and what an array
// of pointers as a kernel's parameter costs if its index is only known at run time: nvcc copies it to local memory.
//
//   nvcc -std=c++20 -arch=native -o build-cuda/peer_link docs/measured/peer_link.cu
//   build-cuda/peer_link
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t error = (call);                                                      \
    if (error != cudaSuccess) {                                                            \
      std::fprintf(stderr, "%s: %s, line %d\n", #call, cudaGetErrorName(error), __LINE__); \
      std::exit(1);                                                                        \
    }                                                                                      \
  } while (false)

constexpr int kElements = 1 << 26, kHalf = kElements / 2, kBlock = 256;

struct Arrays {
  int* of[16];
};

__global__ void add_arrays(Arrays data, int* sums, int first, int count, int devices) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int sum = 0;
  for (int device = 0; device < devices; ++device) sum += data.of[device][first + i];
  sums[first + i] = sum;
}

__global__ void add_two(const int* a, const int* b, int* sums, int first, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sums[first + i] = a[first + i] + b[first + i];
}

__global__ void add_two(const int4* a, const int4* b, int4* sums, int first, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int4 x = a[first + i], y = b[first + i];
  sums[first + i] = make_int4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

__global__ void collect(Arrays sums, int* out, int n, int piece) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = sums.of[i / piece][i];
}

template <class T>
__global__ void copy(const T* in, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

int4* wide(int* p) { return reinterpret_cast<int4*>(p); }

int main() {
  int found = 0;
  CHECK(cudaGetDeviceCount(&found));
  if (found < 2) {
    std::fputs("peer_link needs two devices\n", stderr);
    return 1;
  }
  Arrays data = {}, room = {};
  cudaStream_t streams[2];
  cudaEvent_t begin[2], end[2];
  for (int d = 0; d < 2; ++d) {
    CHECK(cudaSetDevice(d));
    CHECK(cudaDeviceEnablePeerAccess(1 - d, 0));
    for (Arrays* arrays : {&data, &room}) {
      CHECK(cudaMalloc(&arrays->of[d], kElements * sizeof(int)));
      CHECK(cudaMemset(arrays->of[d], 1, kElements * sizeof(int)));
    }
    CHECK(cudaStreamCreateWithFlags(&streams[d], cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&begin[d]));
    CHECK(cudaEventCreate(&end[d]));
    CHECK(cudaDeviceSynchronize());
  }

  for (int devices = 1; devices <= 2; ++devices) {
    // The slower device's time, the median of runs.
    const auto run = [&](const char* name, const auto& launch) {
      std::vector<float> times;
      for (int turn = 0; turn < 8; ++turn) {
        for (int d = 0; d < devices; ++d) {
          CHECK(cudaSetDevice(d));
          CHECK(cudaEventRecord(begin[d], streams[d]));
          launch(d, streams[d]);
          CHECK(cudaGetLastError());
          CHECK(cudaEventRecord(end[d], streams[d]));
        }
        float slowest = 0;
        for (int d = 0; d < devices; ++d) {
          float ms = 0;
          CHECK(cudaSetDevice(d));
          CHECK(cudaStreamSynchronize(streams[d]));
          CHECK(cudaEventElapsedTime(&ms, begin[d], end[d]));
          slowest = std::max(slowest, ms);
        }
        times.push_back(slowest);
      }
      std::sort(times.begin(), times.end());
      const double ms = times[times.size() / 2];
      std::printf("%-45s   %5.3f   %4.0f\n", name, ms, 1e-6 * kHalf * sizeof(int) / ms);
    };
    std::printf("%-45s      ms   GB/s\n", devices == 1
                                              ? "device 0 alone, 134217728 bytes over the link"
                                              : "both devices, 134217728 bytes each way");
    run("add: array of pointers", [&](int d, cudaStream_t stream) {
      add_arrays<<<kHalf / kBlock, kBlock, 0, stream>>>(data, room.of[d], d * kHalf, kHalf, 2);
    });
    run("add: two pointers", [&](int d, cudaStream_t stream) {
      add_two<<<kHalf / kBlock, kBlock, 0, stream>>>(data.of[0], data.of[1], room.of[d], d * kHalf,
                                                     kHalf);
    });
    run("add: two pointers, int4", [&](int d, cudaStream_t stream) {
      add_two<<<kHalf / 4 / kBlock, kBlock, 0, stream>>>(
          wide(data.of[0]), wide(data.of[1]), wide(room.of[d]), d * kHalf / 4, kHalf / 4);
    });
    run("collect: array of pointers", [&](int d, cudaStream_t stream) {
      collect<<<kElements / kBlock, kBlock, 0, stream>>>(room, data.of[d], kElements, kHalf);
    });
    // A device's loads are from the other one's half, its stores to it.
    const auto loads = [&](int d) { return room.of[1 - d] + (1 - d) * kHalf; };
    const auto stored = [&](int d) { return data.of[1 - d] + d * kHalf; };
    run("loads", [&](int d, cudaStream_t stream) {
      copy<<<kHalf / kBlock, kBlock, 0, stream>>>(loads(d), data.of[d] + (1 - d) * kHalf, kHalf);
    });
    run("loads of int4", [&](int d, cudaStream_t stream) {
      copy<<<kHalf / 4 / kBlock, kBlock, 0, stream>>>(
          wide(loads(d)), wide(data.of[d] + (1 - d) * kHalf), kHalf / 4);
    });
    run("stores", [&](int d, cudaStream_t stream) {
      copy<<<kHalf / kBlock, kBlock, 0, stream>>>(room.of[d] + d * kHalf, stored(d), kHalf);
    });
    run("stores of int4", [&](int d, cudaStream_t stream) {
      copy<<<kHalf / 4 / kBlock, kBlock, 0, stream>>>(wide(room.of[d] + d * kHalf), wide(stored(d)),
                                                      kHalf / 4);
    });
    if (devices == 1) std::puts("");
  }
  return 0;
}
