/// @file
/// What the tests of what functions return share: one of everything that a call may want.
#pragma once

#include <functional>
#include <string>

#include "../streams/graph_test.cuh"

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
    box = make_cudaPitchedPtr(memory, 32, 16, 2);
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

  cudaPitchedPtr box{};
  cudaExtent extent = make_cudaExtent(16, 2, 1);

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
  /// "cudaMemset" of "cudaMemset(o.memory, 0, 16)".
  std::string function() const { return std::string(name).substr(0, std::string(name).find('(')); }

  const char* name;
  std::function<cudaError_t(Objects&)> run;
};

#define CALL(...)                                                                         \
  {                                                                                       \
#__VA_ARGS__, []([[maybe_unused]] Objects & o) -> cudaError_t { return __VA_ARGS__; } \
  }

const cudaMemLocation kDevice = {cudaMemLocationTypeDevice, 0};

__device__ int variable;

cudaError_t begin_capture(cudaStream_t stream) {
  return cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
}

[[maybe_unused]] void end_capture(cudaStream_t stream) {
  cudaGraph_t graph;
  cudaStreamCaptureStatus status;
  if (cudaStreamIsCapturing(stream, &status) == cudaSuccess &&
      status != cudaStreamCaptureStatusNone) {
    cudaStreamEndCapture(stream, &graph);
  }
  cudaGetLastError();
}

/// Calls that succeed, each with objects of its own.
const Call kCalls[] = {
    // the device, and memory
    CALL(cudaDeviceSynchronize()),
    CALL(cudaMalloc(&o.pointer, 16)),
    CALL(cudaFree(o.memory)),
    CALL(cudaMallocHost(&o.pointer, 16)),
    CALL(cudaFreeHost(o.pinned)),
    CALL(cudaMallocManaged(&o.pointer, 16)),
    CALL(cudaMemGetInfo(&o.bytes, &o.count)),
    CALL(cudaMemset(o.memory, 0, 16)),
    CALL(cudaMemsetAsync(o.memory, 0, 16, o.stream)),
    CALL(cudaMemcpy(o.memory, o.other, 16, cudaMemcpyDeviceToDevice)),
    CALL(cudaMemcpyAsync(o.pinned, o.memory, 16, cudaMemcpyDeviceToHost, o.stream)),
    CALL(cudaMemcpy2D(o.memory, 32, o.other, 32, 16, 2, cudaMemcpyDeviceToDevice)),
    CALL(cudaMemcpy2DAsync(o.memory, 32, o.other, 32, 16, 2, cudaMemcpyDeviceToDevice, o.stream)),
    CALL(cudaMemset2D(o.memory, 32, 0, 16, 2)),
    CALL(cudaMemset2DAsync(o.memory, 32, 0, 16, 2, o.stream)),
    CALL(cudaMemset3D(o.box, 0, o.extent)),
    CALL(cudaMemset3DAsync(o.box, 0, o.extent, o.stream)),
    CALL(cudaMemcpyPeer(o.memory, 0, o.other, 0, 16)),
    CALL(cudaMemcpyPeerAsync(o.memory, 0, o.other, 0, 16, o.stream)),
    CALL(cudaMemcpyToSymbolAsync(variable, o.pinned, 4, 0, cudaMemcpyHostToDevice, o.stream)),
    CALL(cudaMemcpyFromSymbolAsync(o.pinned, variable, 4, 0, cudaMemcpyDeviceToHost, o.stream)),
    CALL(cudaMallocPitch(&o.pointer, &o.bytes, 16, 2)),
    CALL(cudaMemcpyToSymbol(variable, &o.value, 4)),
    CALL(cudaMemcpyFromSymbol(&o.value, variable, 4)),
    CALL(cudaHostGetDevicePointer(&o.pointer, o.pinned, 0)),
    CALL(cudaHostGetFlags(&o.flags, o.pinned)),
    CALL(cudaMemAdvise(o.managed, 16, cudaMemAdviseSetReadMostly, kDevice)),
    CALL(cudaMemPrefetchAsync(o.managed, 16, kDevice, 0, o.stream)),
    CALL(cudaMemRangeGetAttribute(&o.value, 4, cudaMemRangeAttributeReadMostly, o.managed, 16)),
    CALL(cudaStreamAttachMemAsync(o.stream, o.managed)),
    CALL(cudaMallocAsync(&o.pointer, 16, o.stream)),
    CALL(cudaFreeAsync(o.from_pool, o.stream)),
    CALL(cudaMallocFromPoolAsync(&o.pointer, 16, o.pool, o.stream)),
    CALL(cudaMemPoolCreate(&o.new_pool, &o.pool_properties)),
    CALL(cudaMemPoolTrimTo(o.pool, 0)),
    CALL(cudaMemPoolSetAttribute(o.pool, cudaMemPoolAttrReleaseThreshold, &o.amount)),
    CALL(cudaMemPoolGetAttribute(o.pool, cudaMemPoolAttrReleaseThreshold, &o.amount)),
    CALL(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &o.amount)),
    CALL(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &o.amount)),
    CALL(cudaDeviceGraphMemTrim(0)),
    // streams and events
    CALL(cudaStreamCreate(&o.new_stream)),
    CALL(cudaStreamDestroy(o.stream)),
    CALL(cudaStreamSynchronize(o.stream)),
    CALL(cudaStreamQuery(o.stream)),
    CALL(cudaStreamGetPriority(o.stream, &o.number)),
    CALL(cudaStreamGetFlags(o.stream, &o.flags)),
    CALL(cudaStreamGetId(o.stream, &o.id)),
    CALL(cudaStreamWaitEvent(o.stream, o.event)),
    CALL(cudaStreamSetAttribute(o.stream, cudaStreamAttributePriority, &o.of_stream)),
    CALL(cudaStreamGetAttribute(o.stream, cudaStreamAttributePriority, &o.of_stream)),
    CALL(cudaStreamCopyAttributes(o.stream, o.stream)),
    CALL(cudaCtxResetPersistingL2Cache()),
    CALL(cudaLaunchHostFunc(o.stream, o.host.fn, nullptr)),
    CALL(cudaStreamIsCapturing(o.stream, &o.status)),
    CALL(cudaStreamGetCaptureInfo(o.stream, &o.status, &o.id)),
    CALL(begin_capture(o.stream)),
    CALL(cudaStreamBeginCaptureToGraph(o.stream, o.graph, nullptr, nullptr, 0,
                                       cudaStreamCaptureModeRelaxed)),
    CALL(begin_capture(o.stream),
         cudaStreamUpdateCaptureDependencies(o.stream, nullptr, nullptr, 0,
                                             cudaStreamAddCaptureDependencies)),
    CALL(begin_capture(o.stream), cudaStreamEndCapture(o.stream, &o.new_graph)),
    CALL(cudaEventCreate(&o.new_event)),
    CALL(cudaEventDestroy(o.later)),
    CALL(cudaEventRecord(o.event, o.stream)),
    CALL(cudaEventSynchronize(o.event)),
    CALL(cudaEventQuery(o.event)),
    CALL(cudaEventElapsedTime(&o.milliseconds, o.event, o.later)),
    // launches
    CALL((fill<<<1, 1, 0, o.stream>>>(o.memory, 1), cudaGetLastError())),
    CALL(cudaLaunchKernel(o.launch.func, dim3(1), dim3(1), o.arguments, 0, o.stream)),
    // graphs
    CALL(cudaGraphCreate(&o.new_graph, 0)),
    CALL(cudaGraphDestroy(o.graph)),
    CALL(cudaGraphClone(&o.new_graph, o.graph)),
    CALL(cudaGraphGetNodes(o.graph, o.nodes, &o.count)),
    CALL(cudaGraphGetRootNodes(o.graph, o.nodes, &o.count)),
    CALL(cudaGraphGetEdges(o.graph, o.nodes, o.more_nodes, nullptr, &o.count)),
    CALL(cudaGraphAddDependencies(o.graph, &o.second, &o.third, nullptr, 1)),
    CALL(cudaGraphRemoveDependencies(o.graph, &o.first, &o.second, nullptr, 1)),
    CALL(cudaGraphNodeGetType(o.first, &o.type)),
    CALL(cudaGraphNodeGetDependencies(o.second, o.nodes, nullptr, &o.count)),
    CALL(cudaGraphNodeGetDependentNodes(o.first, o.nodes, nullptr, &o.count)),
    CALL(cudaGraphDestroyNode(o.third)),
    CALL(cudaGraphDebugDotPrint(o.graph, "/dev/null", 0)),
    CALL(cudaGraphConditionalHandleCreate(&o.condition, o.graph)),
    CALL(cudaGraphAddEmptyNode(&o.node, o.graph, nullptr, 0)),
    CALL(cudaGraphAddKernelNode(&o.node, o.graph, nullptr, 0, &o.launch)),
    CALL(cudaGraphAddMemsetNode(&o.node, o.graph, nullptr, 0, &o.set)),
    CALL(cudaGraphAddMemcpyNode1D(&o.node, o.graph, nullptr, 0, o.other, o.memory, 16,
                                  cudaMemcpyDeviceToDevice)),
    CALL(cudaGraphAddHostNode(&o.node, o.graph, nullptr, 0, &o.host)),
    CALL(cudaGraphAddEventRecordNode(&o.node, o.graph, nullptr, 0, o.event)),
    CALL(cudaGraphAddEventWaitNode(&o.node, o.graph, nullptr, 0, o.event)),
    CALL(cudaGraphAddChildGraphNode(&o.node, o.graph, nullptr, 0, o.child)),
    CALL(cudaGraphKernelNodeGetParams(o.kernel, &o.launch)),
    CALL(cudaGraphKernelNodeSetParams(o.kernel, &o.launch)),
    CALL(cudaGraphKernelNodeGetAttribute(o.kernel, cudaLaunchAttributePriority, &o.of_kernel)),
    CALL(cudaGraphKernelNodeSetAttribute(o.kernel, cudaLaunchAttributePriority, &o.of_kernel)),
    CALL(cudaGraphKernelNodeCopyAttributes(o.kernel, o.kernel)),
    CALL(cudaGraphMemsetNodeGetParams(o.memset, &o.set)),
    CALL(cudaGraphMemsetNodeSetParams(o.memset, &o.set)),
    CALL(cudaGraphMemcpyNodeSetParams1D(o.copy, o.other, o.memory, 16, cudaMemcpyDeviceToDevice)),
    CALL(cudaGraphHostNodeGetParams(o.function, &o.host)),
    CALL(cudaGraphHostNodeSetParams(o.function, &o.host)),
    CALL(cudaGraphEventRecordNodeGetEvent(o.record, &o.new_event)),
    CALL(cudaGraphEventRecordNodeSetEvent(o.record, o.event)),
    CALL(cudaGraphEventWaitNodeGetEvent(o.wait, &o.new_event)),
    CALL(cudaGraphEventWaitNodeSetEvent(o.wait, o.event)),
    CALL(cudaGraphChildGraphNodeGetGraph(o.nested, &o.new_graph)),
    CALL(cudaGraphInstantiate(&o.new_exec, o.graph, 0)),
    CALL(cudaGraphExecDestroy(o.exec)),
    CALL(cudaGraphExecGetFlags(o.exec, &o.id)),
    CALL(cudaGraphUpload(o.exec, o.stream)),
    CALL(cudaGraphLaunch(o.exec, o.stream)),
    CALL(cudaGraphExecUpdate(o.exec, o.graph, &o.update)),
    CALL(cudaGraphExecKernelNodeSetParams(o.exec, o.kernel, &o.launch)),
    CALL(cudaGraphExecMemsetNodeSetParams(o.exec, o.memset, &o.set)),
    CALL(cudaGraphExecMemcpyNodeSetParams1D(o.exec, o.copy, o.other, o.memory, 16,
                                            cudaMemcpyDeviceToDevice)),
    CALL(cudaGraphExecHostNodeSetParams(o.exec, o.function, &o.host)),
    CALL(cudaGraphExecEventRecordNodeSetEvent(o.exec, o.record, o.later)),
    CALL(cudaGraphExecEventWaitNodeSetEvent(o.exec, o.wait, o.later)),
    CALL(cudaGraphNodeSetEnabled(o.exec, o.kernel, 0)),
    CALL(cudaGraphNodeGetEnabled(o.exec, o.kernel, &o.flags)),
    // textures
    CALL(cudaMallocArray(&o.new_array, &o.format, 8)),
    CALL(cudaFreeArray(o.array)),
    CALL(cudaMemcpy2DToArray(o.array, 0, 0, o.memory, 32, 32, 8, cudaMemcpyDeviceToDevice)),
    CALL(cudaCreateTextureObject(&o.new_texture, &o.resource, &o.sampling, nullptr)),
    CALL(cudaDestroyTextureObject(o.texture)),
    CALL(cudaCreateSurfaceObject(&o.new_surface, &o.resource)),
    CALL(cudaDestroySurfaceObject(o.surface)),
};

}  // namespace
