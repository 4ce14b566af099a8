// Graphs: capture and its rules, nodes made one by one, launches and updates.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include "stream_test.cuh"

namespace {

/// What a test captures into and makes executable, destroyed at its end.
class Graph {
 public:
  Graph() = default;
  ~Graph() {
    if (exec_ != nullptr) cudaGraphExecDestroy(exec_);
    if (graph_ != nullptr) cudaGraphDestroy(graph_);
    cudaGetLastError();
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  operator cudaGraph_t() const { return graph_; }
  cudaGraph_t* address() { return &graph_; }

  cudaGraphExec_t exec() {
    if (exec_ == nullptr) {
      EXPECT_EQ(cudaGraphInstantiate(&exec_, graph_, 0), cudaSuccess);
    }
    return exec_;
  }
  void launch(cudaStream_t stream, int times = 1) {
    exec();
    for (int i = 0; i < times; ++i) EXPECT_EQ(cudaGraphLaunch(exec_, stream), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  }
  std::size_t node_count() const {
    std::size_t count = 100;
    EXPECT_EQ(cudaGraphGetNodes(graph_, nullptr, &count), cudaSuccess);
    return count;
  }
  std::size_t edge_count() const {
    std::size_t count = 100;
    EXPECT_EQ(cudaGraphGetEdges(graph_, nullptr, nullptr, nullptr, &count), cudaSuccess);
    return count;
  }

 private:
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t exec_ = nullptr;
};

cudaStreamCaptureStatus status_of(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  EXPECT_EQ(cudaStreamIsCapturing(stream, &status), cudaSuccess);
  return status;
}

/// A capture that a test breaks: it must end without a graph.
class BrokenCapture {
 public:
  explicit BrokenCapture(cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal,
                         unsigned flags = cudaStreamNonBlocking)
      : stream_(flags) {
    EXPECT_EQ(cudaStreamBeginCapture(stream_, mode), cudaSuccess);
  }
  ~BrokenCapture() {
    EXPECT_EQ(status_of(stream_), cudaStreamCaptureStatusInvalidated);
    cudaGraph_t graph = reinterpret_cast<cudaGraph_t>(1);
    expect_error(cudaStreamEndCapture(stream_, &graph), cudaErrorStreamCaptureInvalidated);
    EXPECT_EQ(graph, nullptr);
    EXPECT_EQ(status_of(stream_), cudaStreamCaptureStatusNone);
  }
  operator cudaStream_t() const { return stream_; }

 private:
  Stream stream_;
};

TEST(Graphs, CapturedWorkRunsAtEachLaunch) {
  const Stream stream;
  const StreamBuffer<int> data(32);
  Graph graph;
  int value = 3;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(status_of(stream), cudaStreamCaptureStatusActive);
  add<<<1, 32, 0, stream>>>(data.data(), value);
  multiply<<<1, 32, 0, stream>>>(data.data(), 2);
  value = 100;  // arguments are copied when they are captured
  ASSERT_EQ(cudaStreamEndCapture(stream, graph.address()), cudaSuccess);
  EXPECT_EQ(status_of(stream), cudaStreamCaptureStatusNone);
  EXPECT_EQ(data.read()[0], 0) << "capture does not run anything";
  EXPECT_EQ(graph.node_count(), 2u);
  EXPECT_EQ(graph.edge_count(), 1u);
  graph.launch(stream, 3);
  EXPECT_EQ(data.read(), std::vector<int>(32, 42));
  graph.launch(stream);
  EXPECT_EQ(data.read()[31], 90);
}

TEST(Graphs, CopiesFillsAndHostFunctionsAreCaptured) {
  const Stream stream;
  const StreamBuffer<int> data(32);
  Pinned<int> source(7), target(0);
  Diary diary;
  Graph graph;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  ASSERT_EQ(cudaMemsetAsync(data.data(), 0, 128, stream), cudaSuccess);
  ASSERT_EQ(cudaMemcpyAsync(data.data(), source.data(), 4, cudaMemcpyHostToDevice, stream),
            cudaSuccess);
  add<<<1, 32, 0, stream>>>(data.data(), 1);
  ASSERT_EQ(cudaMemcpyAsync(target.data(), data.data(), 4, cudaMemcpyDeviceToHost, stream),
            cudaSuccess);
  diary.write('h', stream);
  ASSERT_EQ(cudaStreamEndCapture(stream, graph.address()), cudaSuccess);
  cudaGraphNode_t nodes[8];
  std::size_t count = 8;
  ASSERT_EQ(cudaGraphGetNodes(graph, nodes, &count), cudaSuccess);
  ASSERT_EQ(count, 5u);
  EXPECT_EQ(nodes[7], nullptr);
  std::vector<int> found(cudaGraphNodeTypeEmpty);
  for (std::size_t i = 0; i < count; ++i) {
    cudaGraphNodeType type;
    ASSERT_EQ(cudaGraphNodeGetType(nodes[i], &type), cudaSuccess);
    ++found[type];
  }
  EXPECT_EQ(found, (std::vector<int>{1, 2, 1, 1, 0}));  // kernel, copies, fill, host function
  graph.launch(stream);
  EXPECT_EQ(target.value(), 8);
  *source.data() = 20;  // memory is read at the launch
  graph.launch(stream, 2);
  EXPECT_EQ(target.value(), 21);
  EXPECT_EQ(diary.text(), "hhh");
}

TEST(Graphs, OtherStreamsJoinThroughEvents) {
  const Stream origin, branch;
  const Event fork, join;
  const StreamBuffer<int> data(64);
  Graph graph;
  ASSERT_EQ(cudaStreamBeginCapture(origin, cudaStreamCaptureModeGlobal), cudaSuccess);
  ASSERT_EQ(cudaMemsetAsync(data.data(), 0, 256, origin), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(fork, origin), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(branch, fork), cudaSuccess);
  EXPECT_EQ(status_of(branch), cudaStreamCaptureStatusActive);
  add<<<1, 32, 0, origin>>>(data.data(), 1);
  add<<<1, 32, 0, branch>>>(data.data() + 32, 2);
  ASSERT_EQ(cudaEventRecord(join, branch), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(origin, join), cudaSuccess);
  multiply<<<1, 64, 0, origin>>>(data.data(), 10);
  cudaStreamCaptureStatus status;
  unsigned long long id = 0, branch_id = 1;
  cudaGraph_t captured = nullptr;
  const cudaGraphNode_t* dependencies = nullptr;
  std::size_t count = 0;
  ASSERT_EQ(
      cudaStreamGetCaptureInfo(origin, &status, &id, &captured, &dependencies, nullptr, &count),
      cudaSuccess);
  EXPECT_EQ(count, 1u);
  ASSERT_EQ(cudaStreamGetCaptureInfo(branch, &status, &branch_id), cudaSuccess);
  EXPECT_EQ(id, branch_id);
  ASSERT_EQ(cudaStreamEndCapture(origin, graph.address()), cudaSuccess);
  EXPECT_EQ(captured, cudaGraph_t(graph));
  EXPECT_EQ(status_of(branch), cudaStreamCaptureStatusNone);
  EXPECT_EQ(graph.node_count(), 4u);
  EXPECT_EQ(graph.edge_count(), 4u);
  std::size_t roots = 0;
  ASSERT_EQ(cudaGraphGetRootNodes(graph, nullptr, &roots), cudaSuccess);
  EXPECT_EQ(roots, 1u);
  graph.launch(origin, 2);
  EXPECT_EQ(data.read()[0], 10);
  EXPECT_EQ(data.read()[63], 20);
}

TEST(Graphs, NothingMayWaitForACapture) {
  const StreamBuffer<int> data(1);
  {
    const BrokenCapture capture;
    expect_error(cudaStreamSynchronize(capture), cudaErrorStreamCaptureUnsupported);
    expect_error(cudaMemsetAsync(data.data(), 0, 4, capture), cudaErrorStreamCaptureInvalidated);
  }
  {
    const BrokenCapture capture;
    expect_error(cudaStreamQuery(capture), cudaErrorStreamCaptureUnsupported);
  }
  {
    const BrokenCapture capture;
    expect_error(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
  }
  {
    const BrokenCapture capture;
    const Event event;
    ASSERT_EQ(cudaEventRecord(event, capture), cudaSuccess);
    expect_error(cudaEventQuery(event), cudaErrorCapturedEvent);
  }
  {
    const BrokenCapture capture;
    const Event event;
    ASSERT_EQ(cudaEventRecord(event, capture), cudaSuccess);
    expect_error(cudaEventSynchronize(event), cudaErrorCapturedEvent);
  }
}

TEST(Graphs, CaptureModesSayWhatIsUnsafe) {
  void* memory = nullptr;
  {
    const BrokenCapture capture(cudaStreamCaptureModeGlobal);
    expect_error(cudaMalloc(&memory, 4), cudaErrorStreamCaptureUnsupported);
  }
  {
    const BrokenCapture capture(cudaStreamCaptureModeGlobal);
    std::thread([&] {
      expect_error(cudaMalloc(&memory, 4), cudaErrorStreamCaptureUnsupported);
    }).join();
  }
  {
    const BrokenCapture capture(cudaStreamCaptureModeThreadLocal);
    std::thread([&] { EXPECT_EQ(cudaMalloc(&memory, 4), cudaSuccess); }).join();
    EXPECT_EQ(status_of(capture), cudaStreamCaptureStatusActive);
    expect_error(cudaMalloc(&memory, 4), cudaErrorStreamCaptureUnsupported);
  }
  const Stream stream;
  Graph graph;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&memory, 4), cudaSuccess);
  ASSERT_EQ(cudaStreamEndCapture(stream, graph.address()), cudaSuccess);
  EXPECT_EQ(graph.node_count(), 0u);

  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  ASSERT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
  EXPECT_EQ(mode, cudaStreamCaptureModeGlobal);
  Graph other;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&memory, 4), cudaSuccess);
  EXPECT_EQ(cudaStreamEndCapture(stream, other.address()), cudaSuccess);
  ASSERT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
  EXPECT_EQ(mode, cudaStreamCaptureModeRelaxed);
}

TEST(Graphs, LegacyStreamIsOutOfBoundsForCapturedBlockingStreams) {
  const StreamBuffer<int> data(32);
  expect_error(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeGlobal),
               cudaErrorStreamCaptureUnsupported);
  {
    const BrokenCapture capture(cudaStreamCaptureModeRelaxed, cudaStreamDefault);
    add<<<1, 32>>>(data.data(), 1);
    expect_error(cudaGetLastError(), cudaErrorStreamCaptureImplicit);
  }
  {
    const BrokenCapture capture(cudaStreamCaptureModeRelaxed, cudaStreamDefault);
    expect_error(cudaMemsetAsync(data.data(), 0, 4, nullptr), cudaErrorStreamCaptureImplicit);
  }
  const Stream stream;  // a non-blocking stream has nothing to do with it
  Graph graph;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaSuccess);
  add<<<1, 32>>>(data.data(), 1);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaStreamEndCapture(stream, graph.address()), cudaSuccess);
  EXPECT_EQ(data.read()[0], 1);
}

TEST(Graphs, CapturesAreNotMixed) {
  const Stream uncaptured;
  {
    const BrokenCapture capture;
    const Event event;
    ASSERT_EQ(cudaEventRecord(event, uncaptured), cudaSuccess);
    expect_error(cudaStreamWaitEvent(capture, event), cudaErrorStreamCaptureIsolation);
  }
  {
    const BrokenCapture one, two;
    const Event event;
    ASSERT_EQ(cudaEventRecord(event, one), cudaSuccess);
    expect_error(cudaStreamWaitEvent(two, event), cudaErrorStreamCaptureMerge);
  }
  const Stream origin, branch;
  const Event event;
  const StreamBuffer<int> data(32);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamBeginCapture(origin, cudaStreamCaptureModeRelaxed), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(event, origin), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(branch, event), cudaSuccess);
  add<<<1, 32, 0, branch>>>(data.data(), 1);
  expect_error(cudaStreamEndCapture(origin, &graph), cudaErrorStreamCaptureUnjoined);
  EXPECT_EQ(graph, nullptr);
  EXPECT_EQ(status_of(origin), cudaStreamCaptureStatusNone);
  EXPECT_EQ(status_of(branch), cudaStreamCaptureStatusNone);

  ASSERT_EQ(cudaStreamBeginCapture(origin, cudaStreamCaptureModeRelaxed), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(event, origin), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(branch, event), cudaSuccess);
  expect_error(cudaStreamEndCapture(branch, &graph), cudaErrorStreamCaptureUnmatched);
  if (cudaStreamEndCapture(origin, &graph) == cudaSuccess) cudaGraphDestroy(graph);
  EXPECT_NE(cudaStreamEndCapture(origin, &graph), cudaSuccess) << "nothing is captured";
  cudaGetLastError();
}

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

  // A launch that is captured becomes a child, too.
  Graph captured;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  ASSERT_EQ(cudaGraphLaunch(clone.exec(), stream), cudaSuccess);
  multiply<<<1, 32, 0, stream>>>(data.data(), 2);
  ASSERT_EQ(cudaStreamEndCapture(stream, captured.address()), cudaSuccess);
  EXPECT_EQ(captured.node_count(), 2u);
  captured.launch(stream);
  EXPECT_EQ(data.read()[5], 24);
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
  ASSERT_EQ(cudaGraphKernelNodeCopyAttributes(nodes[0], nodes[1]), cudaSuccess);
  value = {};
  ASSERT_EQ(
      cudaGraphKernelNodeGetAttribute(nodes[0], cudaKernelNodeAttributeAccessPolicyWindow, &value),
      cudaSuccess);
  EXPECT_EQ(value.accessPolicyWindow.num_bytes, 4096u);
  value = {};
  ASSERT_EQ(cudaGraphKernelNodeGetAttribute(nodes[0], cudaKernelNodeAttributePriority, &value),
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

struct Pair {
  int a;
  double b;
};
__global__ void store_pair(Pair pair, int* out) { out[threadIdx.x] = pair.a + int(pair.b); }

TEST(LaunchByPointer, TakesArgumentsFromMemory) {
  Pair pair{3, 4.5};
  const auto launch = [&](auto call) {
    const auto values = run_kernel<int>(32, [&](int* out) {
      void* arguments[] = {&pair, &out};
      EXPECT_EQ(call(arguments), cudaSuccess);
      pair.a = -1;  // was copied
    });
    pair.a = 3;
    EXPECT_EQ(values[31], 7);
  };
  launch([](void** args) { return cudaLaunchKernel(store_pair, dim3(1), dim3(32), args); });
  launch([](void** args) {
    return cudaLaunchKernel((void*)store_pair, dim3(1), dim3(32), args, 0, nullptr);
  });
  launch([](void** args) {
    return cudaLaunchKernel((const void*)&store_pair, dim3(1), dim3(32), args, 0, nullptr);
  });
  launch([](void** args) {
    return cudaLaunchKernel(reinterpret_cast<const void*>(store_pair), 1, 32, args, 0, nullptr);
  });
  const auto sums = run_kernel<float>(64, [](float* y) {
    EXPECT_EQ(cudaMemset(y, 0, 256), cudaSuccess);
    int n = 64;
    float a = 2;
    const float* x = y;
    void* arguments[] = {&n, &a, &x, &y};
    add<<<1, 64>>>(reinterpret_cast<int*>(y), 0x3f800000);
    EXPECT_EQ(cudaLaunchKernel((void*)axpy<float>, dim3(2), dim3(32), arguments, 0, nullptr),
              cudaSuccess);
  });
  EXPECT_EQ(sums[63], 3.0f);
}

TEST(LaunchByPointer, IsRefusedAsOtherLaunchesAre) {
  int* out = nullptr;
  Pair pair{};
  void* arguments[] = {&pair, &out};
  const cudaError_t error = cudaLaunchKernel(store_pair, dim3(1), dim3(2000), arguments);
  EXPECT_TRUE(error == cudaErrorInvalidValue || error == cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), error);
  int host = 0;
  expect_error(cudaLaunchKernel((void*)&host, dim3(1), dim3(1), arguments, 0, nullptr),
               cudaErrorInvalidDeviceFunction);
}

}  // namespace
