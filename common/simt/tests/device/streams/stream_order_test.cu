// Programs that order their streams and the host rightly: nothing is reported. What they leave out, the
// programs wrong/order_* leave out. (Where flags order them: stream_signals_test.cu.)
#include <thread>
#include <vector>

#include "stream_order_test.cuh"

namespace {

__global__ void add_one(int* data, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] += 1;
}
__global__ void count_up(int* counter) { atomicAdd(counter, 1); }
__global__ void fill_bytes(char* data, int first, int step, int count, char value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[first + i * step] = value;
}

bool host_may_touch_managed_memory() {
  int value = 0;
  cudaDeviceGetAttribute(&value, cudaDevAttrConcurrentManagedAccess, 0);
  return value != 0;
}

TEST_F(StreamOrder, AnEventOrdersTwoStreams) {
  fill(one_, a_.data(), 3);
  ASSERT_EQ(cudaEventRecord(event_, one_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(two_, event_), cudaSuccess);
  copy(two_, a_.data(), b_.data());
  ASSERT_EQ(cudaStreamSynchronize(two_), cudaSuccess);
  EXPECT_EQ(b_.read()[kCount - 1], 3);
}

TEST_F(StreamOrder, EventsOrderAlongAChain) {
  const Stream three;
  fill(one_, a_.data(), 3);
  ASSERT_EQ(cudaEventRecord(event_, one_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(two_, event_), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(other_event_, two_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(three, other_event_), cudaSuccess);
  copy(three, a_.data(), b_.data());
  ASSERT_EQ(cudaStreamSynchronize(three), cudaSuccess);
  EXPECT_EQ(b_.read()[0], 3);
}

TEST_F(StreamOrder, TheHostOrdersTwoStreamsByWaiting) {
  fill(one_, a_.data(), 4);
  ASSERT_EQ(cudaStreamSynchronize(one_), cudaSuccess);
  copy(two_, a_.data(), b_.data());
  ASSERT_EQ(cudaEventRecord(event_, two_), cudaSuccess);
  ASSERT_EQ(cudaEventSynchronize(event_), cudaSuccess);
  fill(one_, b_.data(), 5);
  ASSERT_EQ(cudaMemcpyAsync(host_.data(), b_.data(), kBytes, cudaMemcpyDeviceToHost, one_),
            cudaSuccess);
  while (cudaStreamQuery(one_) == cudaErrorNotReady) {
  }
  EXPECT_EQ(host_.sum(), 5ll * kCount);
}

TEST_F(StreamOrder, AskingAnEventIsWaiting) {
  fill(one_, a_.data(), 4);
  ASSERT_EQ(cudaMemcpyAsync(host_.data(), a_.data(), kBytes, cudaMemcpyDeviceToHost, one_),
            cudaSuccess);
  ASSERT_EQ(cudaEventRecord(event_, one_), cudaSuccess);
  fill(one_, a_.data(), 5);  // is not waited for
  while (cudaEventQuery(event_) == cudaErrorNotReady) {
  }
  EXPECT_EQ(host_.sum(), 4ll * kCount);
}

TEST_F(StreamOrder, TheDefaultStreamOrdersBlockingStreams) {
  const Stream blocking(cudaStreamDefault), other(cudaStreamDefault);
  fill(blocking, a_.data(), 1);
  add_one<<<kCount / 256, 256>>>(a_.data(), kCount);
  copy(other, a_.data(), b_.data());
  ASSERT_EQ(cudaStreamSynchronize(other), cudaSuccess);
  EXPECT_EQ(b_.read()[7], 2);
}

TEST_F(StreamOrder, TheDefaultStreamWaitsForStreamsThatAreGone) {
  for (int i = 0; i < 3; ++i) {
    cudaStream_t gone;
    ASSERT_EQ(cudaStreamCreate(&gone), cudaSuccess);
    fill(gone, a_.data(), 6);
    ASSERT_EQ(cudaStreamDestroy(gone), cudaSuccess);
    copy(nullptr, a_.data(), b_.data());
  }
  EXPECT_EQ(b_.read()[7], 6);
}

TEST_F(StreamOrder, SynchronousCallsWait) {
  fill(nullptr, a_.data(), 2);
  ASSERT_EQ(cudaMemcpy(host_.data(), a_.data(), kBytes, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(host_.sum(), 2ll * kCount);
  copy(two_, a_.data(), b_.data());  // the default stream has done its work
  void* memory;
  ASSERT_EQ(cudaMalloc(&memory, 16), cudaSuccess);
  ASSERT_EQ(cudaFree(memory), cudaSuccess);  // waits for everything
  fill(one_, b_.data(), 1);
}

TEST_F(StreamOrder, PageableMemoryIsTheProgramsOwnAtOnce) {
  std::vector<int> source(kCount, 5), target(kCount);
  ASSERT_EQ(cudaMemcpyAsync(a_.data(), source.data(), kBytes, cudaMemcpyHostToDevice, one_),
            cudaSuccess);
  std::fill(source.begin(), source.end(), 6);
  ASSERT_EQ(cudaMemcpyAsync(target.data(), a_.data(), kBytes, cudaMemcpyDeviceToHost, one_),
            cudaSuccess);
  EXPECT_EQ(target, std::vector<int>(kCount, 5));
}

TEST_F(StreamOrder, DifferentBytesNeedNoOrder) {
  const Stream three;
  auto* const bytes = reinterpret_cast<char*>(b_.data());
  for (int round = 0; round < 3; ++round) {
    fill(one_, a_.data(), round, kCount / 2);
    fill(two_, a_.data() + kCount / 2, round, kCount / 2);
    fill_bytes<<<4, 256, 0, one_>>>(bytes, 0, 4, 1024, 1);  // three of the bytes of each word
    fill_bytes<<<4, 256, 0, two_>>>(bytes, 1, 4, 1024, 2);
    ASSERT_EQ(cudaMemset2DAsync(bytes + 2, 4, 3, 2, 1024, three), cudaSuccess);
  }
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(b_.read()[1023], 0x03030201);
  EXPECT_EQ(a_.read(), std::vector<int>(kCount, 2));
}

TEST_F(StreamOrder, ReadsNeedNoOrder) {
  const StreamBuffer<int> c(kCount);
  copy(one_, a_.data(), b_.data());
  copy(two_, a_.data(), c.data());
  ASSERT_EQ(cudaMemcpyAsync(host_.data(), a_.data(), kBytes, cudaMemcpyDeviceToHost, nullptr),
            cudaSuccess);
}

TEST_F(StreamOrder, AtomicsNeedNoOrder) {
  for (int i = 0; i < 4; ++i) count_up<<<8, 256, 0, i % 2 == 0 ? one_ : two_>>>(a_.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(a_.read()[0], 4 * 8 * 256);
}

TEST_F(StreamOrder, AnEventOrdersZerosAndWhatIsAddedToThem) {
  ASSERT_EQ(cudaMemsetAsync(a_.data(), 0, kBytes, one_), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(event_, one_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(two_, event_), cudaSuccess);
  count_up<<<8, 256, 0, two_>>>(a_.data());
  ASSERT_EQ(cudaStreamSynchronize(two_), cudaSuccess);
  EXPECT_EQ(a_.read()[0], 8 * 256);
}

TEST_F(StreamOrder, ACopyMayReadWhatIsBeingCounted) {
  count_up<<<8, 256, 0, one_>>>(a_.data());
  ASSERT_EQ(cudaMemcpyAsync(host_.data(), a_.data(), sizeof(int), cudaMemcpyDeviceToHost, two_),
            cudaSuccess);
}

TEST_F(StreamOrder, TwoBuffersInTurn) {
  constexpr int kChunks = 12;
  const PinnedArray in(kChunks * kCount), out(kChunks * kCount);
  std::iota(in.data(), in.data() + kChunks * kCount, 0);
  const Stream* const streams[] = {&one_, &two_};
  const StreamBuffer<int>* const buffers[] = {&a_, &b_};
  for (int chunk = 0; chunk < kChunks; ++chunk) {
    const cudaStream_t stream = *streams[chunk % 2];
    int* const buffer = buffers[chunk % 2]->data();
    cudaMemcpyAsync(buffer, in.data() + chunk * kCount, kBytes, cudaMemcpyHostToDevice, stream);
    add_one<<<kCount / 256, 256, 0, stream>>>(buffer, kCount);
    cudaMemcpyAsync(out.data() + chunk * kCount, buffer, kBytes, cudaMemcpyDeviceToHost, stream);
  }
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out.sum(), in.sum() + kChunks * kCount);
}

TEST_F(StreamOrder, TheHostFillsOneBufferWhileTheOtherIsInFlight) {
  const PinnedArray second;
  const PinnedArray* const sources[] = {&host_, &second};
  const Event* const sent[] = {&event_, &other_event_};
  for (int round = 0; round < 6; ++round) {
    const PinnedArray& source = *sources[round % 2];
    ASSERT_EQ(cudaEventSynchronize(*sent[round % 2]), cudaSuccess);
    for (int i = 0; i < kCount; ++i) source.data()[i] = round;
    ASSERT_EQ(cudaMemcpyAsync(a_.data(), source.data(), kBytes, cudaMemcpyHostToDevice, one_),
              cudaSuccess);
    ASSERT_EQ(cudaEventRecord(*sent[round % 2], one_), cudaSuccess);
  }
  ASSERT_EQ(cudaStreamSynchronize(one_), cudaSuccess);
  EXPECT_EQ(a_.read()[9], 5);
}

TEST_F(StreamOrder, HostAndKernelShareManagedMemory) {
  if (!host_may_touch_managed_memory()) GTEST_SKIP() << "needs concurrent managed access";
  int* managed;
  ASSERT_EQ(cudaMallocManaged(&managed, 2 * kBytes), cudaSuccess);
  for (int i = 0; i < 2 * kCount; ++i) managed[i] = 1;
  fill(one_, managed, 2);
  for (int i = kCount; i < 2 * kCount; ++i) managed[i] += 1;  // the other half
  ASSERT_EQ(cudaStreamSynchronize(one_), cudaSuccess);
  EXPECT_EQ(std::accumulate(managed, managed + 2 * kCount, 0), 4 * kCount);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
}

TEST_F(StreamOrder, StreamOrderedMemory) {
  int* memory;
  ASSERT_EQ(cudaMallocAsync(&memory, kBytes, one_), cudaSuccess);
  fill(one_, memory, 8);
  ASSERT_EQ(cudaEventRecord(event_, one_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(two_, event_), cudaSuccess);
  copy(two_, memory, b_.data());
  ASSERT_EQ(cudaEventRecord(other_event_, two_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(one_, other_event_), cudaSuccess);
  ASSERT_EQ(cudaFreeAsync(memory, one_), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(b_.read()[kCount - 1], 8);
}

TEST_F(StreamOrder, BranchesOfAGraph) {
  Graph graph;
  const StreamBuffer<int> c(kCount);
  ASSERT_EQ(cudaStreamBeginCapture(one_, cudaStreamCaptureModeGlobal), cudaSuccess);
  fill(one_, a_.data(), 1);
  ASSERT_EQ(cudaEventRecord(event_, one_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(two_, event_), cudaSuccess);
  copy(one_, a_.data(), b_.data());
  copy(two_, a_.data(), c.data());
  ASSERT_EQ(cudaEventRecord(other_event_, two_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(one_, other_event_), cudaSuccess);
  add_one<<<kCount / 256, 256, 0, one_>>>(a_.data(), kCount);
  ASSERT_EQ(cudaStreamEndCapture(one_, graph.address()), cudaSuccess);
  graph.launch(one_, 5);
  fill(two_, c.data(), 1);  // the host has waited for the graph
  EXPECT_EQ(a_.read()[3], 2);
}

TEST_F(StreamOrder, AGraphRunsOnceAtATime) {
  Graph graph;
  ASSERT_EQ(cudaStreamBeginCapture(one_, cudaStreamCaptureModeGlobal), cudaSuccess);
  add_one<<<kCount / 256, 256, 0, one_>>>(a_.data(), kCount);
  ASSERT_EQ(cudaStreamEndCapture(one_, graph.address()), cudaSuccess);
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(cudaGraphLaunch(graph.exec(), i % 2 == 0 ? one_ : two_), cudaSuccess);
  }
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(a_.read()[3], 3);
}

__global__ void copy_dependent(const int* in, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  if (i < count) out[i] = in[i];
}

template <class... Arguments>
cudaError_t launch_early(cudaStream_t stream, void (*kernel)(Arguments...),
                         Arguments... arguments) {
  cudaLaunchAttribute early = {};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = kCount / 256;
  config.blockDim = 256;
  config.stream = stream;
  config.attrs = &early;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, arguments...);
}

bool kernels_may_start_early() {
  int major = 0;
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  return major >= 9;
}

TEST_F(StreamOrder, AKernelThatStartsEarlyWaitsForTheOneBefore) {
  if (!kernels_may_start_early()) GTEST_SKIP();
  const StreamBuffer<int> c{kCount};
  const auto enqueue = [&] {
    fill(one_, a_.data(), 3);
    const int* const a = a_.data();
    const int* const b = b_.data();
    EXPECT_EQ(launch_early(one_, copy_dependent, a, b_.data(), kCount), cudaSuccess);
    EXPECT_EQ(launch_early(one_, copy_dependent, b, c.data(), kCount), cudaSuccess);
    cudaMemcpyAsync(host_.data(), c.data(), kBytes, cudaMemcpyDeviceToHost, one_);
  };
  enqueue();
  EXPECT_EQ(cudaStreamSynchronize(one_), cudaSuccess);
  EXPECT_EQ(host_.sum(), 3 * kCount);
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  ASSERT_EQ(cudaStreamBeginCapture(one_, cudaStreamCaptureModeGlobal), cudaSuccess);
  enqueue();
  ASSERT_EQ(cudaStreamEndCapture(one_, &graph), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, one_), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(one_), cudaSuccess);
  EXPECT_EQ(host_.sum(), 3 * kCount);
  EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(StreamOrder, AKernelThatStartsEarlyMayUseOtherMemory) {
  if (!kernels_may_start_early()) GTEST_SKIP();
  fill(one_, b_.data(), 5);  // before the kernel that add_one may run beside
  fill(one_, a_.data(), 3);
  EXPECT_EQ(launch_early(one_, add_one, b_.data(), kCount), cudaSuccess);
  // Behind a copy no kernel starts early.
  cudaMemcpyAsync(host_.data(), b_.data(), kBytes, cudaMemcpyDeviceToHost, one_);
  EXPECT_EQ(launch_early(one_, add_one, b_.data(), kCount), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(one_), cudaSuccess);
  EXPECT_EQ(host_.sum(), 6 * kCount);
}

TEST_F(StreamOrder, BehindAKernelThatHasNotWaited) {
  if (!kernels_may_start_early()) GTEST_SKIP();
  const StreamBuffer<int> c{kCount}, d{kCount};
  const int* const a = a_.data();
  const int* const b = b_.data();
  const int* const from_d = d.data();
  fill(one_, c.data(), 0);
  fill(one_, d.data(), 6);
  fill(one_, a_.data(), 3);
  EXPECT_EQ(launch_early(one_, add_one, c.data(), kCount), cudaSuccess);
  // The first fill was over when the second one began.
  EXPECT_EQ(launch_early(one_, copy_dependent, from_d, b_.data(), kCount), cudaSuccess);
  // A kernel that does not start early comes after all.
  copy(one_, a, c.data());
  EXPECT_EQ(launch_early(one_, copy_dependent, b, a_.data(), kCount), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(one_), cudaSuccess);
  EXPECT_EQ(a_.read()[5], 6);
  // The host has waited.
  fill(one_, a_.data(), 4);
  EXPECT_EQ(launch_early(one_, add_one, c.data(), kCount), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(one_), cudaSuccess);
  EXPECT_EQ(launch_early(one_, copy_dependent, a, b_.data(), kCount), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(one_), cudaSuccess);
  EXPECT_EQ(b_.read()[5], 4);
}

TEST_F(StreamOrder, HostThreadsHaveStreamsOfTheirOwn) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      int* const part = a_.data() + t * (kCount / 4);
      int* const result = host_.data() + t * (kCount / 4);
      fill(cudaStreamPerThread, part, t, kCount / 4);
      cudaMemcpyAsync(result, part, kBytes / 4, cudaMemcpyDeviceToHost, cudaStreamPerThread);
      EXPECT_EQ(cudaStreamSynchronize(cudaStreamPerThread), cudaSuccess);
      EXPECT_EQ(result[kCount / 4 - 1], t);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(host_.sum(), (0 + 1 + 2 + 3) * (kCount / 4));
}

}  // namespace
