// A box has 256 elements at most along a dimension: the driver refuses the map.
// expect: cuTensorMapEncodeTiled() refuses its arguments: the box has 300 elements of dimension 1; it can have 1 to 256
// exit: 7
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda/ptx>

using namespace cuda::ptx;

__global__ void load(const __grid_constant__ CUtensorMap map, float* out) {
  __shared__ alignas(128) float tile[8 * 8];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    mbarrier_init(&full, 1);
    fence_mbarrier_init(sem_release, scope_cluster);
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full, sizeof tile);
    const int at[] = {0, 0};
    cp_async_bulk_tensor(space_cluster, space_global, tile, &map, at, &full);  // @copy
  }
  __syncthreads();
  while (!mbarrier_try_wait_parity(&full, 0)) {
  }
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 32 * 32 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(in, 0, 32 * 32 * sizeof(float));
  const cuuint64_t sizes[] = {32, 32}, strides[] = {32 * sizeof(float)};
  const cuuint32_t box[] = {8, 300}, steps[] = {1, 1};
  CUtensorMap map;
  if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, in, sizes, strides, box,
                             steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                             CU_TENSOR_MAP_L2_PROMOTION_NONE,
                             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
    return 7;
  load<<<1, 64>>>(map, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 5;
}
