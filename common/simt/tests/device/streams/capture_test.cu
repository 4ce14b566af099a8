// Capture of streams into graphs, and the rules for what is called meanwhile.
// supports: graphs: capture of streams
#include <thread>
#include <vector>

#include "graph_test.cuh"

namespace {

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

TEST(Capture, CapturedWorkRunsAtEachLaunch) {
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

TEST(Capture, CopiesFillsAndHostFunctionsAreCaptured) {
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

TEST(Capture, OtherStreamsJoinThroughEvents) {
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
  EXPECT_NE(id, 0u);
  ASSERT_EQ(cudaStreamEndCapture(origin, graph.address()), cudaSuccess);
  EXPECT_EQ(captured, cudaGraph_t(graph));
  EXPECT_EQ(status_of(branch), cudaStreamCaptureStatusNone);
  EXPECT_EQ(graph.node_count(), 4u);
  EXPECT_EQ(graph.edge_count(), 4u);
  unsigned long long next_id = 0;
  cudaGraph_t next = nullptr;
  ASSERT_EQ(cudaStreamBeginCapture(origin, cudaStreamCaptureModeGlobal), cudaSuccess);
  ASSERT_EQ(cudaStreamGetCaptureInfo(origin, &status, &next_id), cudaSuccess);
  EXPECT_NE(next_id, id) << "every capture has an id of its own";
  ASSERT_EQ(cudaStreamEndCapture(origin, &next), cudaSuccess);
  ASSERT_EQ(cudaGraphDestroy(next), cudaSuccess);
  std::size_t roots = 0;
  ASSERT_EQ(cudaGraphGetRootNodes(graph, nullptr, &roots), cudaSuccess);
  EXPECT_EQ(roots, 1u);
  graph.launch(origin, 2);
  EXPECT_EQ(data.read()[0], 10);
  EXPECT_EQ(data.read()[63], 20);
}

TEST(Capture, NothingMayWaitForACapture) {
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

TEST(Capture, CaptureModesSayWhatIsUnsafe) {
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
    void* none = nullptr;
    expect_error(cudaMalloc(&none, 4), cudaErrorStreamCaptureUnsupported);
  }
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  const Stream stream;
  Graph graph;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&memory, 4), cudaSuccess);
  ASSERT_EQ(cudaStreamEndCapture(stream, graph.address()), cudaSuccess);
  EXPECT_EQ(graph.node_count(), 0u);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);

  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  ASSERT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
  EXPECT_EQ(mode, cudaStreamCaptureModeGlobal);
  Graph other;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&memory, 4), cudaSuccess);
  EXPECT_EQ(cudaStreamEndCapture(stream, other.address()), cudaSuccess);
  ASSERT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
  EXPECT_EQ(mode, cudaStreamCaptureModeRelaxed);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

TEST(Capture, LegacyStreamIsOutOfBoundsForCapturedBlockingStreams) {
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
  {
    const BrokenCapture capture(cudaStreamCaptureModeRelaxed, cudaStreamDefault);
    cudaStreamCaptureStatus status;
    expect_error(cudaStreamIsCapturing(nullptr, &status), cudaErrorStreamCaptureImplicit);
    EXPECT_EQ(status_of(capture), cudaStreamCaptureStatusActive) << "asking is allowed";
    expect_error(cudaMemcpy(data.data(), data.data() + 1, 4, cudaMemcpyDeviceToDevice),
                 cudaErrorStreamCaptureImplicit);
  }
  const Stream stream;  // a non-blocking stream has nothing to do with it
  Graph graph;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaSuccess);
  add<<<1, 32>>>(data.data(), 1);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaStreamEndCapture(stream, graph.address()), cudaSuccess);
  EXPECT_EQ(data.read()[0], 1);
}

TEST(Capture, CapturesAreNotMixed) {
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

}  // namespace
