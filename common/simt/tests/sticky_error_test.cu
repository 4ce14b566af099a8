// A kernel that fails breaks the device: from then on every function says so, whatever it is asked for. Each call
// here would succeed otherwise, and does before.
#include <cstdio>
#include <memory>

#include "api_objects.cuh"

namespace {

__global__ void fail() { __trap(); }
__device__ int variable;

cudaError_t begin_capture(cudaStream_t stream) {
  return cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
}

void end_capture(cudaStream_t stream) {
  cudaGraph_t graph;
  cudaStreamCaptureStatus status;
  if (cudaStreamIsCapturing(stream, &status) == cudaSuccess &&
      status != cudaStreamCaptureStatusNone) {
    cudaStreamEndCapture(stream, &graph);
  }
  cudaGetLastError();
}

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

/// @return whether the call returns what it should
bool returns(cudaError_t expected, const Call& call, Objects& objects) {
  const cudaError_t error = call.run(objects);
  if (error != expected) std::fprintf(stderr, "%s: %s\n", call.name, cudaGetErrorName(error));
  return error == expected;
}

constexpr int kAllIsRight = 3;

[[noreturn]] void try_all() {
  bool all_are_right = true;
  std::vector<std::unique_ptr<Objects>> objects;
  for (const Call& call : kCalls) {
    Objects before;
    all_are_right &= returns(cudaSuccess, call, before);
    end_capture(before.stream);
    if (cudaDeviceSynchronize() != cudaSuccess) std::exit(1);
    objects.push_back(std::make_unique<Objects>());
  }
  if (cudaGetLastError() != cudaSuccess) std::exit(1);
  fail<<<1, 1>>>();
  if (cudaDeviceSynchronize() != cudaErrorLaunchFailure) std::exit(1);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    all_are_right &= returns(cudaErrorLaunchFailure, kCalls[i], *objects[i]);
  }
  std::_Exit(all_are_right ? kAllIsRight : 1);
}

TEST(StickyError, IsWhatEveryFunctionReturns) {
  EXPECT_EXIT(try_all(), testing::ExitedWithCode(kAllIsRight), "stopped itself with __trap");
}

}  // namespace
