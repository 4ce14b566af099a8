// Kernels that say in what clusters they are launched: __cluster_dims__, the largest cluster of
// __launch_bounds__, and cudaFuncSetAttribute.
// supports: launches: clusters (up to 8 blocks, 16 on request); attributes that are hints about speed are accepted
#ifndef __SIMTCC__  // nvcc
#include <cooperative_groups.h>
#endif
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <vector>

#include "../device_test.cuh"

namespace {

__device__ unsigned blocks_of_cluster() {
#ifndef __SIMTCC__  // nvcc
  return cooperative_groups::this_cluster().num_blocks();
#else
  const dim3 extent = simt::cluster_extent();
  return extent.x * extent.y * extent.z;
#endif
}

__global__ void plain(unsigned* out) { *out = blocks_of_cluster(); }
__global__ void __cluster_dims__(2) one_value(unsigned* out) { *out = blocks_of_cluster(); }
__global__ void __cluster_dims__(2, 2) two_values(unsigned* out) { *out = blocks_of_cluster(); }
__cluster_dims__(1, 2, 3) __global__ void three_values(unsigned* out) {
  *out = blocks_of_cluster();
}
__cluster_dims__(4, 1, 1) __launch_bounds__(64) __global__ void with_bounds(unsigned* out) {
  *out = blocks_of_cluster();
}
__global__ void __launch_bounds__(64) __cluster_dims__(4, 1, 1) behind_bounds(unsigned* out) {
  *out = blocks_of_cluster();
}
__global__ void __cluster_dims__(2, 1, 1) where_declared(unsigned* out);
__global__ void __launch_bounds__(64) where_declared(unsigned* out) { *out = blocks_of_cluster(); }
template <unsigned N>
__global__ void __cluster_dims__(N, 2) of_template(unsigned* out) {
  *out = blocks_of_cluster();
}
__global__ void __cluster_dims__() any_cluster(unsigned* out) { *out = blocks_of_cluster(); }
__global__ void __launch_bounds__(64, 1, 4) at_most_four(unsigned* out) {
  *out = blocks_of_cluster();
}

template <class Kernel>
cudaFuncAttributes attributes_of(Kernel kernel) {
  cudaFuncAttributes attributes{};
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, kernel), cudaSuccess);
  return attributes;
}

template <class Kernel>
std::vector<int> cluster_of(Kernel kernel) {
  const cudaFuncAttributes a = attributes_of(kernel);
  return {a.requiredClusterWidth, a.requiredClusterHeight, a.requiredClusterDepth};
}

template <class Kernel>
unsigned blocks_when_run(Kernel kernel, dim3 grid) {
  return run_kernel<unsigned>(1, [&](unsigned* out) { kernel<<<grid, 32>>>(out); })[0];
}

/// The launch's error; it is no error of the next call.
template <class Kernel>
cudaError_t launch(Kernel kernel, dim3 grid, unsigned* out) {
  kernel<<<grid, 32>>>(out);
  const cudaError_t error = cudaGetLastError();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  return error;
}

template <class Kernel>
cudaError_t launch_in_clusters(Kernel kernel, dim3 grid, unsigned cluster, unsigned* out) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster;
  attribute.val.clusterDim.y = 1;
  attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = 32;
  config.attrs = &attribute;
  config.numAttrs = 1;
  const cudaError_t error = cudaLaunchKernelEx(&config, kernel, out);
  EXPECT_EQ(cudaGetLastError(), error);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  return error;
}

TEST(KernelCluster, IsAnAttribute) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  using Dims = std::vector<int>;
  EXPECT_EQ(cluster_of(plain), (Dims{0, 0, 0}));
  EXPECT_EQ(cluster_of(one_value), (Dims{2, 1, 1}));
  EXPECT_EQ(cluster_of(two_values), (Dims{2, 2, 1}));
  EXPECT_EQ(cluster_of(three_values), (Dims{1, 2, 3}));
  EXPECT_EQ(cluster_of(with_bounds), (Dims{4, 1, 1}));
  EXPECT_EQ(cluster_of(behind_bounds), (Dims{4, 1, 1}));
  EXPECT_EQ(cluster_of(where_declared), (Dims{2, 1, 1}));
  EXPECT_EQ(cluster_of(of_template<3>), (Dims{3, 2, 1}));
  EXPECT_EQ(cluster_of(any_cluster), (Dims{0, 0, 0}));
  EXPECT_EQ(attributes_of(with_bounds).maxThreadsPerBlock, 64);
  EXPECT_EQ(attributes_of(where_declared).maxThreadsPerBlock, 64);
  EXPECT_EQ(attributes_of(plain).clusterDimMustBeSet, 0);
  EXPECT_EQ(attributes_of(one_value).clusterDimMustBeSet, 1);
  EXPECT_EQ(attributes_of(any_cluster).clusterDimMustBeSet, 1);
}

TEST(KernelCluster, IsThatOfTheLaunch) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  EXPECT_EQ(blocks_when_run(plain, 4), 1u);
  EXPECT_EQ(blocks_when_run(one_value, 4), 2u);
  EXPECT_EQ(blocks_when_run(two_values, dim3(4, 4)), 4u);
  EXPECT_EQ(blocks_when_run(three_values, dim3(1, 4, 6)), 6u);
  EXPECT_EQ(blocks_when_run(where_declared, 4), 2u);
  EXPECT_EQ(blocks_when_run(of_template<3>, dim3(3, 2)), 6u);
  const DeviceBuffer<unsigned> out(1);
  EXPECT_EQ(launch(one_value, 3, out.data()), cudaErrorInvalidClusterSize);
  EXPECT_EQ(launch(two_values, 4, out.data()), cudaErrorInvalidClusterSize);
}

TEST(KernelCluster, MayBeLeftToTheLaunch) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  const DeviceBuffer<unsigned> out(1);
  EXPECT_EQ(launch(any_cluster, 4, out.data()), cudaErrorInvalidClusterSize);
  EXPECT_EQ(launch_in_clusters(any_cluster, 4, 4, out.data()), cudaSuccess);
  EXPECT_EQ(out.read()[0], 4u);
  EXPECT_EQ(launch_in_clusters(at_most_four, 8, 4, out.data()), cudaSuccess);
  EXPECT_EQ(launch_in_clusters(at_most_four, 8, 8, out.data()), cudaErrorInvalidClusterSize);
  EXPECT_EQ(launch_in_clusters(plain, 8, 8, out.data()), cudaSuccess);
}

TEST(KernelCluster, OfTheSourceIsFixed) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  const DeviceBuffer<unsigned> out(1);
  EXPECT_EQ(launch_in_clusters(one_value, 4, 2, out.data()), cudaSuccess);
  EXPECT_EQ(launch_in_clusters(one_value, 4, 4, out.data()), cudaErrorInvalidClusterSize);
  EXPECT_EQ(cudaFuncSetAttribute(one_value, cudaFuncAttributeRequiredClusterWidth, 4),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

}  // namespace
