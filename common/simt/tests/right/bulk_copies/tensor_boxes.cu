// Boxes of tensors of one, two and three dimensions, partly outside of the tensor, swizzled and not; and back again.
// supports: <cudaTypedefs.h>: cuTensorMapEncodeTiled and cuTensorMapReplaceAddress; tiles of 1 to 5 dimensions, steps, swizzles of 32, 64 and 128 bytes, zeros or NaN outside; not interleaved
// prints: 1-D 0 wrong, 2-D 0 wrong, swizzled 0 0 0 wrong, 3-D 0 wrong, stored 0 wrong
#include <cudaTypedefs.h>
#include <cuda_runtime.h>
#include <cuda/ptx>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace ptx = cuda::ptx;

template <int rank>
struct Position {
  std::int32_t at[rank];
};

template <int rank, class T, int count>
__global__ void load_box(const __grid_constant__ CUtensorMap map, Position<rank> position, T* out) {
  __shared__ alignas(1024) T box[count];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier,
                                   sizeof box);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &map, position.at,
                              &barrier);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
  }
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[i] = box[i];
}

template <class T, int count>
__global__ void store_box(const __grid_constant__ CUtensorMap map, Position<2> position) {
  __shared__ alignas(1024) T box[count];
  for (int i = threadIdx.x; i < count; i += blockDim.x) box[i] = static_cast<T>(i + 1);
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, position.at, box);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

PFN_cuTensorMapEncodeTiled_v12000 encode_function() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                   &found);
  return reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(function);
}

template <int rank>
CUtensorMap encode(CUtensorMapDataType type, unsigned bytes, void* data,
                   const std::uint64_t (&sizes)[rank], const std::uint32_t (&box)[rank],
                   CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE) {
  cuuint64_t extents[rank], strides[rank];
  cuuint32_t steps[rank], boxes[rank];
  std::uint64_t stride = bytes;
  for (int i = 0; i < rank; ++i) {
    extents[i] = sizes[i];
    boxes[i] = box[i];
    steps[i] = 1;
    stride *= sizes[i];
    strides[i] = stride;
  }
  CUtensorMap map;
  const CUresult result = encode_function()(
      &map, type, rank, data, extents, strides, boxes, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
      swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) std::printf("refused: %d\n", static_cast<int>(result));
  return map;
}

template <class T>
T* device_copy(const std::vector<T>& values) {
  T* copy;
  cudaMalloc(&copy, values.size() * sizeof(T));
  cudaMemcpy(copy, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return copy;
}
template <class T, int count, int rank>
std::vector<T> loaded(const CUtensorMap& map, const Position<rank>& position) {
  std::vector<T> box(count);
  T* out;
  cudaMalloc(&out, count * sizeof(T));
  load_box<rank, T, count><<<1, 64>>>(map, position, out);
  cudaMemcpy(box.data(), out, count * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(out);
  return box;
}

int main() {
  constexpr int kWidth = 40, kHeight = 12, kDepth = 3;
  std::vector<float> values(kWidth * kHeight * kDepth);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i + 1);
  float* const data = device_copy(values);
  const auto value = [&](int x, int y, int z) {
    const bool is_inside = x >= 0 && x < kWidth && y >= 0 && y < kHeight && z >= 0 && z < kDepth;
    return is_inside ? values[(z * kHeight + y) * kWidth + x] : 0.f;
  };
  const auto type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
  {
    int wrong = 0;
    const auto box = loaded<float, 16>(encode<1>(type, 4, data, {kWidth}, {16}), Position<1>{{32}});
    for (int x = 0; x < 16; ++x) wrong += box[x] != value(x + 32, 0, 0);
    std::printf("1-D %d wrong, ", wrong);
  }
  {
    int wrong = 0;
    const auto map = encode<2>(type, 4, data, {kWidth, kHeight}, {8, 6});
    const auto box = loaded<float, 48>(map, Position<2>{{-3, 9}});
    for (int i = 0; i < 48; ++i) wrong += box[i] != value(i % 8 - 3, i / 8 + 9, 0);
    std::printf("2-D %d wrong, swizzled", wrong);
  }
  const auto count_swizzled = [&](const std::vector<float>& box, int width) {
    int wrong = 0;
    for (int i = 0; i < static_cast<int>(box.size()); ++i) {
      const int byte = i * 4;
      const int place = byte ^ (byte >> 3 & (width * 4 - 16));
      wrong += box[place / 4] != value(i % width + 2, i / width + 1, 0);
    }
    std::printf(" %d", wrong);
  };
  count_swizzled(loaded<float, 8 * 8>(
                     encode<2>(type, 4, data, {kWidth, kHeight}, {8, 8}, CU_TENSOR_MAP_SWIZZLE_32B),
                     Position<2>{{2, 1}}),
                 8);
  count_swizzled(loaded<float, 16 * 8>(encode<2>(type, 4, data, {kWidth, kHeight}, {16, 8},
                                                 CU_TENSOR_MAP_SWIZZLE_64B),
                                       Position<2>{{2, 1}}),
                 16);
  count_swizzled(loaded<float, 32 * 8>(encode<2>(type, 4, data, {kWidth, kHeight}, {32, 8},
                                                 CU_TENSOR_MAP_SWIZZLE_128B),
                                       Position<2>{{2, 1}}),
                 32);
  {
    int wrong = 0;
    const auto map = encode<3>(type, 4, data, {kWidth, kHeight, kDepth}, {4, 3, 2});
    const auto box = loaded<float, 24>(map, Position<3>{{38, 5, 2}});
    for (int i = 0; i < 24; ++i) wrong += box[i] != value(i % 4 + 38, i / 4 % 3 + 5, i / 12 + 2);
    std::printf(" wrong, 3-D %d wrong, ", wrong);
  }
  const auto map = encode<2>(type, 4, data, {kWidth, kHeight}, {8, 6});
  store_box<float, 48><<<1, 32>>>(map, Position<2>{{36, -2}});
  std::vector<float> after(values.size());
  cudaMemcpy(after.data(), data, after.size() * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < static_cast<int>(after.size()); ++i) {
    const int x = i % kWidth, y = i / kWidth;
    const bool is_stored = x >= 36 && y < 4;
    wrong += after[i] != (is_stored ? static_cast<float>((y + 2) * 8 + x - 36 + 1) : values[i]);
  }
  std::printf("stored %d wrong\n", wrong);
  cudaFree(data);
}
