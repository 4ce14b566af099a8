/// @file
/// What the tests of what functions return share: one of everything that a call may want.
#pragma once

#include <functional>

#include "graph_test.cuh"

namespace {

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

constexpr std::size_t kBytes = 256;

/// One of everything that a call may want.
struct Objects {
  Objects() {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaEventRecord(event, stream);
    cudaEventCreate(&later);
    cudaEventRecord(later, stream);
    cudaMalloc(&memory, kBytes);
    cudaMalloc(&other, kBytes);
    cudaMemset(memory, 0, kBytes);
    cudaMemset(other, 0, kBytes);
    cudaMallocHost(&pinned, kBytes);
    cudaMallocManaged(&managed, 1 << 16);
    cudaMallocAsync(&from_pool, kBytes, stream);
    cudaDeviceSynchronize();
    cudaGraphCreate(&graph, 0);
    cudaGraphCreate(&child, 0);
    cudaGraphAddEmptyNode(&first, graph, nullptr, 0);
    cudaGraphAddEmptyNode(&second, graph, &first, 1);
    cudaGraphAddEmptyNode(&third, graph, nullptr, 0);
    arguments[0] = &memory;
    arguments[1] = &value;
    launch.func = reinterpret_cast<void*>(fill);
    launch.gridDim = launch.blockDim = dim3(1);
    launch.kernelParams = arguments;
    cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &launch);
    set.dst = memory;
    set.elementSize = 4;
    set.width = 8;
    set.height = 1;
    cudaGraphAddMemsetNode(&memset, graph, &kernel, 1, &set);
    cudaGraphAddMemcpyNode1D(&copy, graph, &memset, 1, other, memory, kBytes,
                             cudaMemcpyDeviceToDevice);
    host.fn = [](void*) {};
    cudaGraphAddHostNode(&function, graph, nullptr, 0, &host);
    cudaGraphAddEventRecordNode(&record, graph, nullptr, 0, event);
    cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, event);
    cudaGraphAddChildGraphNode(&nested, graph, nullptr, 0, child);
    cudaGraphInstantiate(&exec, graph, 0);
    pool_properties.allocType = cudaMemAllocationTypePinned;
    pool_properties.location = {cudaMemLocationTypeDevice, 0};
    cudaMemPoolCreate(&pool, &pool_properties);
    cudaMallocArray(&array, &format, 8, 8, cudaArraySurfaceLoadStore);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaCreateTextureObject(&texture, &resource, &sampling, nullptr);
    cudaCreateSurfaceObject(&surface, &resource);
  }

  cudaStream_t stream;
  cudaEvent_t event, later;
  int *memory, *other, *pinned, *managed, *from_pool;
  int value = 1;
  void* arguments[2];
  cudaGraph_t graph, child;
  cudaGraphNode_t first, second, third, kernel, memset, copy, function, record, wait, nested;
  cudaKernelNodeParams launch{};
  cudaMemsetParams set{};
  cudaHostNodeParams host{};
  cudaGraphExec_t exec;
  cudaMemPoolProps pool_properties{};
  cudaMemPool_t pool;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaResourceDesc resource{};
  cudaTextureDesc sampling{};
  cudaTextureObject_t texture;
  cudaSurfaceObject_t surface;

  // What calls write.
  cudaStream_t new_stream;
  cudaEvent_t new_event;
  cudaGraph_t new_graph;
  cudaGraphExec_t new_exec;
  cudaGraphNode_t node, nodes[16], more_nodes[16];
  cudaGraphNodeType type;
  std::size_t count = 16, bytes;
  void* pointer;
  float milliseconds;
  unsigned flags;
  int number;
  unsigned long long id;
  cudaStreamCaptureStatus status;
  cudaStreamAttrValue of_stream{};
  cudaKernelNodeAttrValue of_kernel{};
  cudaGraphExecUpdateResultInfo update;
  cudaGraphConditionalHandle condition;
  cudaMemPool_t new_pool;
  std::uint64_t amount = 0;
  cudaArray_t new_array;
  cudaTextureObject_t new_texture;
  cudaSurfaceObject_t new_surface;
};

struct Call {
  const char* name;
  std::function<cudaError_t(Objects&)> run;
};

#define CALL(...)                                                                         \
  {                                                                                       \
#__VA_ARGS__, []([[maybe_unused]] Objects & o) -> cudaError_t { return __VA_ARGS__; } \
  }

const cudaMemLocation kDevice = {cudaMemLocationTypeDevice, 0};

}  // namespace
