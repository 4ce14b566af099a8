// Graphs: nodes made one by one, launches and updates.
// supports: graphs: kernel, memcpy, memset, host, event, empty and child nodes; instantiation, update, launch;
//     attributes of kernel nodes
// refuses: graphs: nodes that a kernel updates, launches from a kernel:
//     `cudaErrorNotSupported`
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "graph_test.cuh"

namespace {

template <class T>
__global__ void axpy(int n, T a, const T* x, T* y) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) y[i] += a * x[i];
}

TEST(Graphs, NodesAreMadeOneByOne) {
  const Stream stream;
  const StreamBuffer<float> x(100), y(100);
  std::vector<float> result(100);
  Diary diary;
  Graph graph;
  ASSERT_EQ(cudaGraphCreate(graph.address(), 0), cudaSuccess);

  cudaGraphNode_t fill_x, fill_y, kernel, copy, host, end;
  const float one = 1.0f;
  cudaMemsetParams fill{};
  fill.dst = x.data();
  std::memcpy(&fill.value, &one, sizeof one);
  fill.elementSize = 4;
  fill.width = 100;
  fill.height = 1;
  ASSERT_EQ(cudaGraphAddMemsetNode(&fill_x, graph, nullptr, 0, &fill), cudaSuccess);
  fill.dst = y.data();
  fill.value = 0;
  ASSERT_EQ(cudaGraphAddMemsetNode(&fill_y, graph, nullptr, 0, &fill), cudaSuccess);

  int n = 100;
  float a = 2.5f;
  const float* from = x.data();
  float* to = y.data();
  void* arguments[] = {&n, &a, &from, &to};
  cudaKernelNodeParams parameters{};
  parameters.func = (void*)axpy<float>;
  parameters.gridDim = dim3(4);
  parameters.blockDim = dim3(32);
  parameters.kernelParams = arguments;
  const cudaGraphNode_t fills[] = {fill_x, fill_y};
  ASSERT_EQ(cudaGraphAddKernelNode(&kernel, graph, fills, 2, &parameters), cudaSuccess);
  a = 1000.0f;  // was copied

  ASSERT_EQ(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, result.data(), y.data(), 400,
                                     cudaMemcpyDeviceToHost),
            cudaSuccess);
  const cudaHostNodeParams entry = diary.entry('h');
  ASSERT_EQ(cudaGraphAddHostNode(&host, graph, nullptr, 0, &entry), cudaSuccess);
  ASSERT_EQ(cudaGraphAddDependencies(graph, &copy, &host, nullptr, 1), cudaSuccess);
  ASSERT_EQ(cudaGraphAddEmptyNode(&end, graph, &host, 1), cudaSuccess);
  EXPECT_EQ(graph.node_count(), 6u);
  EXPECT_EQ(graph.edge_count(), 5u);

  cudaGraphNodeType type;
  ASSERT_EQ(cudaGraphNodeGetType(end, &type), cudaSuccess);
  EXPECT_EQ(type, cudaGraphNodeTypeEmpty);
  std::size_t count = 0;
  ASSERT_EQ(cudaGraphNodeGetDependencies(kernel, nullptr, nullptr, &count), cudaSuccess);
  EXPECT_EQ(count, 2u);
  cudaGraphNode_t next = nullptr;
  count = 1;
  ASSERT_EQ(cudaGraphNodeGetDependentNodes(kernel, &next, nullptr, &count), cudaSuccess);
  EXPECT_EQ(next, copy);

  cudaKernelNodeParams answer{};
  ASSERT_EQ(cudaGraphKernelNodeGetParams(kernel, &answer), cudaSuccess);
  EXPECT_EQ(answer.blockDim.x, 32u);
  EXPECT_EQ(*static_cast<float*>(answer.kernelParams[1]), 2.5f);

  graph.launch(stream, 2);
  EXPECT_EQ(result, std::vector<float>(100, 2.5f));
  EXPECT_EQ(diary.text(), "hh");

  // New parameters for what is executable, then for the graph itself.
  a = 4.0f;
  ASSERT_EQ(cudaGraphExecKernelNodeSetParams(graph.exec(), kernel, &parameters), cudaSuccess);
  graph.launch(stream);
  EXPECT_EQ(result[99], 4.0f);
  a = 8.0f;
  ASSERT_EQ(cudaGraphKernelNodeSetParams(kernel, &parameters), cudaSuccess);
  graph.launch(stream);
  EXPECT_EQ(result[99], 4.0f) << "what is executable is a copy";
  cudaGraphExecUpdateResultInfo info{};
  ASSERT_EQ(cudaGraphExecUpdate(graph.exec(), graph, &info), cudaSuccess);
  EXPECT_EQ(info.result, cudaGraphExecUpdateSuccess);
  graph.launch(stream);
  EXPECT_EQ(result[99], 8.0f);

  // A node that is switched off is skipped.
  ASSERT_EQ(cudaGraphNodeSetEnabled(graph.exec(), kernel, 0), cudaSuccess);
  unsigned enabled = 7;
  ASSERT_EQ(cudaGraphNodeGetEnabled(graph.exec(), kernel, &enabled), cudaSuccess);
  EXPECT_EQ(enabled, 0u);
  graph.launch(stream);
  EXPECT_EQ(result[99], 0.0f);

  ASSERT_EQ(cudaGraphRemoveDependencies(graph, &copy, &host, nullptr, 1), cudaSuccess);
  EXPECT_EQ(graph.edge_count(), 4u);
  ASSERT_EQ(cudaGraphDestroyNode(end), cudaSuccess);
  EXPECT_EQ(graph.node_count(), 5u);
  EXPECT_EQ(graph.edge_count(), 3u);
}

__constant__ int factors[4];
__device__ int sums[4];
__global__ void sum_factors() { sums[threadIdx.x] = 10 * factors[threadIdx.x]; }

TEST(Graphs, SymbolsAreCopied) {
  const Stream stream;
  int source[2] = {5, 6}, target[2] = {0, 0};
  Graph graph;
  ASSERT_EQ(cudaGraphCreate(graph.address(), 0), cudaSuccess);
  cudaGraphNode_t to, kernel, from;
  ASSERT_EQ(cudaGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, factors, source, 8, 8,
                                           cudaMemcpyHostToDevice),
            cudaSuccess);
  cudaKernelNodeParams parameters{};
  parameters.func = reinterpret_cast<void*>(sum_factors);
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(4);
  ASSERT_EQ(cudaGraphAddKernelNode(&kernel, graph, &to, 1, &parameters), cudaSuccess);
  ASSERT_EQ(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &kernel, 1, target, sums, 8, 8,
                                             cudaMemcpyDeviceToHost),
            cudaSuccess);
  graph.launch(stream);
  EXPECT_EQ(target[0], 50);
  EXPECT_EQ(target[1], 60);
}

TEST(Graphs, NodesOfAnyType) {
  const Stream stream;
  const StreamBuffer<int> data(32);
  Diary diary;
  Graph graph;
  ASSERT_EQ(cudaGraphCreate(graph.address(), 0), cudaSuccess);
  cudaGraphNode_t fill, kernel, host;
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeMemset;
  parameters.memset.dst = data.data();
  parameters.memset.value = 4;
  parameters.memset.elementSize = 4;
  parameters.memset.width = 32;
  parameters.memset.height = 1;
  ASSERT_EQ(cudaGraphAddNode(&fill, graph, nullptr, nullptr, 0, &parameters), cudaSuccess);
  int* to = data.data();
  int value = 3;
  void* arguments[] = {&to, &value};
  parameters = {};
  parameters.type = cudaGraphNodeTypeKernel;
  parameters.kernel.func = (void*)add;
  parameters.kernel.gridDim = dim3(1);
  parameters.kernel.blockDim = dim3(32);
  parameters.kernel.kernelParams = arguments;
  ASSERT_EQ(cudaGraphAddNode(&kernel, graph, &fill, nullptr, 1, &parameters), cudaSuccess);
  value = 5;
  ASSERT_EQ(cudaGraphNodeSetParams(kernel, &parameters), cudaSuccess);
  const cudaHostNodeParams entry = diary.entry('h');
  parameters = {};
  parameters.type = cudaGraphNodeTypeHost;
  parameters.host.fn = entry.fn;
  parameters.host.userData = entry.userData;
  ASSERT_EQ(cudaGraphAddNode(&host, graph, &kernel, nullptr, 1, &parameters), cudaSuccess);
  graph.launch(stream);
  EXPECT_EQ(data.read()[7], 9);
  EXPECT_EQ(diary.text(), "h");
}

TEST(Graphs, WhatCannotBeIsRefused) {
  const StreamBuffer<int> data(32);
  Graph graph;
  ASSERT_EQ(cudaGraphCreate(graph.address(), 0), cudaSuccess);
  cudaGraphNode_t node, other;
  cudaMemsetParams fill{};
  fill.dst = data.data();
  fill.elementSize = 3;
  fill.width = 4;
  fill.height = 1;
  expect_error(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill), cudaErrorInvalidValue);
  ASSERT_EQ(cudaGraphAddEmptyNode(&node, graph, nullptr, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphAddEmptyNode(&other, graph, &node, 1), cudaSuccess);
  expect_error(cudaGraphAddDependencies(graph, &node, &other, nullptr, 1), cudaErrorInvalidValue);
  // A cycle is refused, be it by the edge or by the instantiation.
  cudaGraphExec_t exec = nullptr;
  const bool accepted = cudaGraphAddDependencies(graph, &other, &node, nullptr, 1) == cudaSuccess;
  EXPECT_FALSE(accepted && cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
  cudaGetLastError();
}

TEST(Graphs, UpdateNeedsTheSameShape) {
  const Stream stream;
  const StreamBuffer<int> data(32);
  Graph graph, same, longer;
  const auto capture = [&](Graph& into, int value, int kernels) {
    EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    for (int i = 0; i < kernels; ++i) add<<<1, 32, 0, stream>>>(data.data(), value);
    EXPECT_EQ(cudaStreamEndCapture(stream, into.address()), cudaSuccess);
  };
  capture(graph, 1, 1);
  capture(same, 10, 1);
  capture(longer, 100, 2);
  graph.launch(stream);
  cudaGraphExecUpdateResultInfo info{};
  ASSERT_EQ(cudaGraphExecUpdate(graph.exec(), same, &info), cudaSuccess);
  graph.launch(stream);
  EXPECT_EQ(data.read()[0], 11);
  expect_error(cudaGraphExecUpdate(graph.exec(), longer, &info), cudaErrorGraphExecUpdateFailure);
  EXPECT_EQ(info.result, cudaGraphExecUpdateErrorTopologyChanged);
  graph.launch(stream);
  EXPECT_EQ(data.read()[0], 21) << "the old one is still there";
}

TEST(Graphs, ChildrenAndClones) {
  const Stream stream;
  const StreamBuffer<int> data(32);
  Graph inner, outer, clone;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  add<<<1, 32, 0, stream>>>(data.data(), 1);
  add<<<1, 32, 0, stream>>>(data.data(), 2);
  ASSERT_EQ(cudaStreamEndCapture(stream, inner.address()), cudaSuccess);

  ASSERT_EQ(cudaGraphCreate(outer.address(), 0), cudaSuccess);
  cudaGraphNode_t first, second;
  ASSERT_EQ(cudaGraphAddChildGraphNode(&first, outer, nullptr, 0, inner), cudaSuccess);
  ASSERT_EQ(cudaGraphAddChildGraphNode(&second, outer, &first, 1, inner), cudaSuccess);
  cudaGraph_t child = nullptr;
  std::size_t count = 0;
  ASSERT_EQ(cudaGraphChildGraphNodeGetGraph(first, &child), cudaSuccess);
  ASSERT_EQ(cudaGraphGetNodes(child, nullptr, &count), cudaSuccess);
  EXPECT_EQ(count, 2u);
  outer.launch(stream);
  EXPECT_EQ(data.read()[5], 6);

  ASSERT_EQ(cudaGraphClone(clone.address(), outer), cudaSuccess);
  cudaGraphNode_t found = nullptr;
  ASSERT_EQ(cudaGraphNodeFindInClone(&found, second, clone), cudaSuccess);
  EXPECT_NE(found, second);
  ASSERT_EQ(cudaGraphDestroyNode(found), cudaSuccess);
  clone.launch(stream);
  EXPECT_EQ(data.read()[5], 9);
  EXPECT_EQ(outer.node_count(), 2u);

  // A launch of a graph cannot be captured.
  Graph captured;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  expect_error(cudaGraphLaunch(clone.exec(), stream), cudaErrorStreamCaptureUnsupported);
  cudaStreamEndCapture(stream, captured.address());
  cudaGetLastError();
}

TEST(Graphs, LaunchesAreInTheOrderOfTheStreamAndOfTheGraph) {
  const Stream one, two;
  const StreamBuffer<int> data(32);
  Diary diary;
  Graph graph;
  ASSERT_EQ(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal), cudaSuccess);
  diary.write('g', one);
  ASSERT_EQ(cudaStreamEndCapture(one, graph.address()), cudaSuccess);
  ASSERT_EQ(cudaGraphUpload(graph.exec(), one), cudaSuccess);
  Gate gate;
  gate.close(one);
  ASSERT_EQ(cudaGraphLaunch(graph.exec(), one), cudaSuccess);
  diary.write('1', one);
  // The same graph does not run twice at a time: this one waits, although its stream is open.
  ASSERT_EQ(cudaGraphLaunch(graph.exec(), two), cudaSuccess);
  diary.write('2', two);
  EXPECT_EQ(cudaStreamQuery(two), cudaErrorNotReady);
  EXPECT_EQ(diary.text(), "");
  gate.open();
  const std::string text = diary.text();
  EXPECT_EQ(text.size(), 4u);
  EXPECT_EQ(text[0], 'g');
  EXPECT_LT(text.find('g', 1), text.find('2'));
}

TEST(Graphs, ExecutableGraphsOutliveTheirGraphAndTheirDestruction) {
  const Stream stream;
  const StreamBuffer<int> data(32);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  add<<<1, 32, 0, stream>>>(data.data(), 5);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiateWithFlags(&exec, graph, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  ASSERT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  ASSERT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(data.read()[3], 5);
}

TEST(Graphs, EventsInGraphs) {
  const Stream stream, other;
  const Event event;
  Diary diary;
  Graph graph;
  ASSERT_EQ(cudaGraphCreate(graph.address(), 0), cudaSuccess);
  cudaGraphNode_t host, record;
  const cudaHostNodeParams entry = diary.entry('g');
  ASSERT_EQ(cudaGraphAddHostNode(&host, graph, nullptr, 0, &entry), cudaSuccess);
  ASSERT_EQ(cudaGraphAddEventRecordNode(&record, graph, &host, 1, event), cudaSuccess);
  graph.exec();
  Gate gate;
  gate.close(stream);
  ASSERT_EQ(cudaGraphLaunch(graph.exec(), stream), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(other, event), cudaSuccess);
  diary.write('o', other);
  EXPECT_EQ(cudaEventQuery(event), cudaErrorNotReady);
  EXPECT_EQ(diary.text(), "");
  gate.open();
  EXPECT_EQ(diary.text(), "go");
}

TEST(Graphs, KernelNodesHaveAttributes) {
  const Stream stream;
  const StreamBuffer<int> data(1024);
  Graph graph;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  add<<<1, 32, 0, stream>>>(data.data(), 5);
  add<<<1, 32, 0, stream>>>(data.data(), 5);
  ASSERT_EQ(cudaStreamEndCapture(stream, graph.address()), cudaSuccess);
  cudaGraphNode_t nodes[2];
  std::size_t count = 2;
  ASSERT_EQ(cudaGraphGetNodes(graph, nodes, &count), cudaSuccess);
  cudaKernelNodeAttrValue value{};
  value.accessPolicyWindow.base_ptr = data.data();
  value.accessPolicyWindow.num_bytes = 4096;
  value.accessPolicyWindow.hitRatio = 1.0f;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  ASSERT_EQ(
      cudaGraphKernelNodeSetAttribute(nodes[0], cudaKernelNodeAttributeAccessPolicyWindow, &value),
      cudaSuccess);
  value = {};
  value.priority = -3;
  ASSERT_EQ(cudaGraphKernelNodeSetAttribute(nodes[0], cudaKernelNodeAttributePriority, &value),
            cudaSuccess);
#if CUDART_VERSION >= 13000
  ASSERT_EQ(cudaGraphKernelNodeCopyAttributes(nodes[1], nodes[0]), cudaSuccess);
#else
  ASSERT_EQ(cudaGraphKernelNodeCopyAttributes(nodes[0], nodes[1]), cudaSuccess);
#endif
  value = {};
  ASSERT_EQ(
      cudaGraphKernelNodeGetAttribute(nodes[1], cudaKernelNodeAttributeAccessPolicyWindow, &value),
      cudaSuccess);
  EXPECT_EQ(value.accessPolicyWindow.num_bytes, 4096u);
  value = {};
  ASSERT_EQ(cudaGraphKernelNodeGetAttribute(nodes[1], cudaKernelNodeAttributePriority, &value),
            cudaSuccess);
  EXPECT_EQ(value.priority, -3);
  graph.launch(stream);
  EXPECT_EQ(data.read()[0], 10);
}

TEST(Graphs, ArePrintedForGraphviz) {
  Graph graph;
  ASSERT_EQ(cudaGraphCreate(graph.address(), 0), cudaSuccess);
  cudaGraphNode_t one, two;
  ASSERT_EQ(cudaGraphAddEmptyNode(&one, graph, nullptr, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphAddEmptyNode(&two, graph, &one, 1), cudaSuccess);
  const std::string path = testing::TempDir() + "simt_graph.dot";
  ASSERT_EQ(cudaGraphDebugDotPrint(graph, path.c_str(), 0), cudaSuccess);
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_EQ(text.rfind("digraph", 0), 0u) << text;
  EXPECT_NE(text.find("->"), std::string::npos) << text;
  std::remove(path.c_str());
}

TEST(Graphs, TheDotFileSaysWhatTheNodesDo) {
  const DeviceBuffer<int> data(64);
  Graph graph;
  ASSERT_EQ(cudaGraphCreate(graph.address(), 0), cudaSuccess);
  cudaGraphNode_t filled, copied, called, child;
  const cudaMemsetParams fill = {data.data(), 0, 0, 4, 16, 1};
  const cudaHostNodeParams nothing = {[](void*) {}, nullptr};
  cudaGraph_t inner;
  ASSERT_EQ(cudaGraphCreate(&inner, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphAddMemsetNode(&filled, graph, nullptr, 0, &fill), cudaSuccess);
  ASSERT_EQ(cudaGraphAddMemcpyNode1D(&copied, graph, &filled, 1, data.data() + 16, data.data(), 40,
                                     cudaMemcpyDeviceToDevice),
            cudaSuccess);
  ASSERT_EQ(cudaGraphAddHostNode(&called, graph, &copied, 1, &nothing), cudaSuccess);
  ASSERT_EQ(cudaGraphAddChildGraphNode(&child, graph, &called, 1, inner), cudaSuccess);
  ASSERT_EQ(cudaGraphDestroy(inner), cudaSuccess);
  const std::string path = testing::TempDir() + "simt_graph_of_all.dot";
  ASSERT_EQ(cudaGraphDebugDotPrint(graph, path.c_str(), 0), cudaSuccess);
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  for (const char* kind : {"MEMSET", "MEMCPY", "HOST", "GRAPH"}) {
    EXPECT_NE(text.find(kind), std::string::npos) << kind << " in " << text;
  }
  std::remove(path.c_str());
}

}  // namespace
