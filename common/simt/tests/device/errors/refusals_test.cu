// What functions refuse, and by which error. In front of it and behind it all is well.
#include "api_objects.cuh"

namespace {

struct Refusal {
  cudaError_t error;
  Call call;
};
#define REFUSES(error, ...) \
  { cudaError##error, CALL(__VA_ARGS__) }
#define ACCEPTS(...) \
  { cudaSuccess, CALL(__VA_ARGS__) }

cudaResourceDesc floats(void* data, std::size_t bytes) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {data, cudaCreateChannelDesc<float>(), bytes};
  return resource;
}
cudaResourceDesc rows(void* data, std::size_t width, std::size_t height) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {data, cudaCreateChannelDesc<float>(), width, height, 32};
  return resource;
}
cudaError_t make_texture(const cudaResourceDesc& resource) {
  const cudaTextureDesc sampling = {};
  cudaTextureObject_t texture;
  return cudaCreateTextureObject(&texture, &resource, &sampling, nullptr);
}

cudaGraphNodeParams memset_of(const Objects& o) {
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeMemset;
  parameters.memset = {o.memory, 0, 0, 4, 4, 1};
  return parameters;
}
cudaGraphNodeParams host_of(const Objects& o) {
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeHost;
  parameters.host.fn = o.host.fn;
  return parameters;
}
cudaError_t set_any(cudaGraphNode_t node, cudaGraphNodeParams parameters) {
  return cudaGraphNodeSetParams(node, &parameters);
}
cudaError_t set_any_of_exec(cudaGraphExec_t exec, cudaGraphNode_t node,
                            cudaGraphNodeParams parameters) {
  return cudaGraphExecNodeSetParams(exec, node, &parameters);
}
cudaError_t launch_alone(const Objects& o, unsigned flags) {
  cudaLaunchParams launch = {o.launch.func, dim3(1), dim3(1), const_cast<void**>(o.arguments), 0,
                             o.stream};
  return cudaLaunchCooperativeKernelMultiDevice(&launch, 1, flags);
}

const Refusal kRefusals[] = {
    // graphs: nodes that are none, or of another kind
    REFUSES(InvalidValue, cudaGraphKernelNodeGetParams(o.first, &o.launch)),
    REFUSES(InvalidValue, cudaGraphKernelNodeGetParams(nullptr, &o.launch)),
    REFUSES(InvalidValue, cudaGraphKernelNodeSetParams(o.memset, &o.launch)),
    REFUSES(InvalidValue, cudaGraphMemsetNodeGetParams(o.kernel, &o.set)),
    REFUSES(InvalidValue, cudaGraphMemsetNodeGetParams(nullptr, &o.set)),
    REFUSES(InvalidValue, cudaGraphMemsetNodeSetParams(o.kernel, &o.set)),
    REFUSES(InvalidValue, cudaGraphHostNodeGetParams(o.kernel, &o.host)),
    REFUSES(InvalidValue, cudaGraphHostNodeSetParams(o.kernel, &o.host)),
    REFUSES(InvalidValue, cudaGraphEventRecordNodeGetEvent(o.wait, &o.new_event)),
    REFUSES(InvalidValue, cudaGraphEventWaitNodeGetEvent(o.record, &o.new_event)),
    REFUSES(InvalidValue, cudaGraphChildGraphNodeGetGraph(o.first, &o.new_graph)),
    REFUSES(InvalidValue, cudaGraphExecKernelNodeSetParams(o.exec, o.memset, &o.launch)),
    REFUSES(InvalidValue, cudaGraphExecMemsetNodeSetParams(o.exec, o.kernel, &o.set)),
    REFUSES(InvalidValue, cudaGraphExecHostNodeSetParams(o.exec, o.kernel, &o.host)),
    REFUSES(InvalidValue, cudaGraphAddDependencies(o.graph, &o.first, &o.first, nullptr, 1)),
    REFUSES(InvalidValue, cudaGraphDestroyNode(nullptr)),
    REFUSES(InvalidValue, cudaGraphNodeGetType(nullptr, &o.type)),
    REFUSES(InvalidValue, cudaGraphClone(&o.new_graph, nullptr)),
    REFUSES(InvalidValue, cudaGraphDebugDotPrint(o.graph, nullptr, 0)),
    ACCEPTS(set_any(o.memset, memset_of(o))),
    ACCEPTS(set_any(o.function, host_of(o))),
    REFUSES(InvalidValue, set_any(o.kernel, memset_of(o))),
    ACCEPTS(set_any_of_exec(o.exec, o.memset, memset_of(o))),
    ACCEPTS(set_any_of_exec(o.exec, o.function, host_of(o))),
    REFUSES(InvalidValue, set_any_of_exec(o.exec, o.kernel, memset_of(o))),
    // the memory of graphs: only what was the most can be set back
    REFUSES(InvalidValue, cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, nullptr)),
    REFUSES(InvalidValue, cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, nullptr)),
    REFUSES(InvalidValue,
            cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &o.amount)),
    REFUSES(InvalidValue, (o.amount = 1, cudaDeviceSetGraphMemAttribute(
                                             0, cudaGraphMemAttrReservedMemHigh, &o.amount))),
    ACCEPTS(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &o.amount)),
    REFUSES(InvalidDevice,
            cudaDeviceGetGraphMemAttribute(1, cudaGraphMemAttrUsedMemHigh, &o.amount)),
    REFUSES(InvalidDevice,
            cudaDeviceSetGraphMemAttribute(1, cudaGraphMemAttrUsedMemHigh, &o.amount)),
    REFUSES(InvalidDevice, cudaDeviceGraphMemTrim(1)),
    // streams, events, captures
    REFUSES(InvalidResourceHandle, cudaEventRecord(nullptr, o.stream)),
    REFUSES(InvalidResourceHandle, cudaEventDestroy(nullptr)),
    REFUSES(InvalidResourceHandle, cudaEventSynchronize(nullptr)),
    REFUSES(InvalidResourceHandle, cudaEventQuery(nullptr)),
    REFUSES(InvalidResourceHandle, cudaStreamWaitEvent(o.stream, nullptr)),
    REFUSES(InvalidResourceHandle, cudaStreamDestroy(nullptr)),
    REFUSES(InvalidValue, cudaEventElapsedTime(nullptr, o.event, o.later)),
    REFUSES(InvalidValue, cudaStreamCreate(nullptr)),
    REFUSES(InvalidValue, cudaEventCreate(nullptr)),
    REFUSES(InvalidValue, cudaStreamCreateWithFlags(&o.new_stream, 2)),
    REFUSES(InvalidValue, cudaEventCreateWithFlags(&o.new_event, 64)),
    REFUSES(IllegalState, cudaStreamEndCapture(o.stream, &o.new_graph)),
    REFUSES(StreamCaptureUnsupported,
            cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeRelaxed)),
    REFUSES(InvalidValue, cudaStreamBeginCapture(o.stream, static_cast<cudaStreamCaptureMode>(7))),
    // launches
    ACCEPTS(launch_alone(o, 3)),
    REFUSES(InvalidValue, launch_alone(o, 4)),
    // memory
    REFUSES(InvalidValue, cudaMalloc(static_cast<void**>(nullptr), 16)),
    REFUSES(InvalidValue, cudaMallocPitch(static_cast<void**>(nullptr), &o.bytes, 16, 2)),
    REFUSES(InvalidPitchValue,
            cudaMemcpy2D(o.memory, 8, o.other, 32, 16, 2, cudaMemcpyDeviceToDevice)),
    REFUSES(InvalidPitchValue,
            cudaMemcpy2DAsync(o.memory, 32, o.other, 8, 16, 2, cudaMemcpyDeviceToDevice, o.stream)),
    REFUSES(InvalidValue, cudaMemset2D(o.memory, 8, 0, 16, 2)),
    REFUSES(InvalidValue, cudaFree(o.memory + 1)),
    REFUSES(InvalidValue, cudaFreeHost(&o.value)),
    REFUSES(InvalidValue, cudaHostGetFlags(&o.flags, &o.value)),
    REFUSES(InvalidValue, cudaHostGetDevicePointer(&o.pointer, o.pinned, 1)),
    REFUSES(HostMemoryNotRegistered, cudaHostUnregister(&o.value)),
    REFUSES(InvalidValue, cudaMallocAsync(static_cast<void**>(nullptr), 16, o.stream)),
    REFUSES(InvalidValue, cudaMemPoolCreate(nullptr, &o.pool_properties)),
    REFUSES(InvalidValue, cudaMemPoolDestroy(nullptr)),
    REFUSES(InvalidValue, cudaMemAdvise(o.memory, 16, cudaMemAdviseSetReadMostly, kDevice)),
    // textures: of memory, with at least one element
    ACCEPTS(make_texture(floats(o.memory, 4))),
    REFUSES(InvalidValue, make_texture(floats(nullptr, 4))),
    REFUSES(InvalidValue, make_texture(floats(o.memory + 1, 4))),
    REFUSES(InvalidValue, make_texture(floats(o.memory, kBytes + 4))),
    ACCEPTS(make_texture(rows(o.memory, 1, 1))),
    REFUSES(InvalidValue, make_texture(rows(o.memory, 0, 1))),
    REFUSES(InvalidValue, make_texture(rows(o.memory, 1, 0))),
    ACCEPTS(make_texture(rows(o.memory, 8, 8))),
    REFUSES(InvalidValue, make_texture(rows(o.memory, 8, 9))),
};

TEST(Refusals, AreTold) {
  for (const Refusal& refusal : kRefusals) {
    SCOPED_TRACE(refusal.call.name);
    Objects objects;
    ASSERT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(refusal.call.run(objects), refusal.error);
    EXPECT_EQ(cudaGetLastError(), refusal.error);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
}

TEST(Refusals, APoolEndsWithItsDevice) {
  Objects o;
  ASSERT_EQ(cudaMemPoolGetAttribute(o.pool, cudaMemPoolAttrUsedMemCurrent, &o.amount), cudaSuccess);
  ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaMemPoolGetAttribute(o.pool, cudaMemPoolAttrUsedMemCurrent, &o.amount),
            cudaErrorInvalidValue);
}

}  // namespace
