// The figures behind the live picture `access`: for each setting of its knobs a warp reads global memory, and
// one reads shared memory, and the counters say what it cost. Prints a row of comma-separated values each;
// live_test.py compares them with what the picture says.
#include <cstdint>
#include <cstdio>
#include <set>

#include "tutorial.cuh"

constexpr int kLanes = 32;
constexpr int kMaxStride = 33, kMaxOffset = 31;
constexpr int kElements = 1152;  // the last index is 33 * 31 + 31, and the padding of 33 rows

__device__ int index_of_lane(int stride, int offset, bool padded) {
  const int index = stride * static_cast<int>(threadIdx.x) + offset;
  return padded ? index + index / 32 : index;
}

template <class T>
__global__ void read_global(const T* in, T* out, int stride, int offset, bool padded) {
  out[threadIdx.x] = in[index_of_lane(stride, offset, padded)];
}

template <class T>
__global__ void tell_addresses(const T* in, std::uint64_t* out, int stride, int offset,
                               bool padded) {
  const T* place = in + index_of_lane(stride, offset, padded);
  out[threadIdx.x] = static_cast<std::uint64_t>(reinterpret_cast<const char*>(place) -
                                                reinterpret_cast<const char*>(in));
}

template <class T>
__global__ void read_shared(const T* in, T* out, int stride, int offset, bool padded) {
  __shared__ T tile[kElements];
  for (int i = threadIdx.x; i < kElements; i += kLanes) tile[i] = in[i];
  __syncthreads();
  out[threadIdx.x] = tile[index_of_lane(stride, offset, padded)];
}

/// What the counters rise by while `launch` runs.
template <class Launch>
Counters cost_of(Launch launch) {
  const Counters before = read_counters();
  launch();
  CHECK_LAST();
  return read_counters() - before;
}

template <class T>
void print_settings(const std::vector<float>& host) {
  T *in = nullptr, *out = nullptr;
  std::uint64_t* addresses = nullptr;
  CHECK(cudaMalloc(&in, kElements * sizeof(T)));
  CHECK(cudaMalloc(&out, kLanes * sizeof(T)));
  CHECK(cudaMalloc(&addresses, kLanes * sizeof(std::uint64_t)));
  CHECK(cudaMemcpy(in, host.data(), kElements * sizeof(T), cudaMemcpyHostToDevice));
  for (int stride = 0; stride <= kMaxStride; ++stride) {
    for (int offset = 0; offset <= kMaxOffset; ++offset) {
      for (const bool padded : {false, true}) {
        const Counters global =
            cost_of([&] { read_global<<<1, kLanes>>>(in, out, stride, offset, padded); });
        const Counters shared =
            cost_of([&] { read_shared<<<1, kLanes>>>(in, out, stride, offset, padded); });
        tell_addresses<<<1, kLanes>>>(in, addresses, stride, offset, padded);
        std::uint64_t places[kLanes];
        CHECK(cudaMemcpy(places, addresses, sizeof places, cudaMemcpyDeviceToHost));
        std::set<std::uint64_t> lines, different;
        for (const std::uint64_t place : places) {
          lines.insert(place / 128);
          different.insert(place);
        }
        std::printf("%d,%d,%zu,%d,%.0f,%.0f,%zu,%zu,%.0f\n", stride, offset, sizeof(T), padded,
                    global.global_load_requests, global.global_load_sectors, lines.size(),
                    different.size() * sizeof(T), shared.bank_conflicts);
      }
    }
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFree(addresses));
}

int main() {
  const std::vector<float> host(kElements * 4, 1.0f);
  std::printf("stride,offset,width,padding,requests,sectors,lines,used,conflicts\n");
  print_settings<float>(host);
  print_settings<float2>(host);
  print_settings<float4>(host);
}
