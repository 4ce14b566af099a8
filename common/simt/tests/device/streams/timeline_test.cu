// Timelines: what waits for what, and the steps of an ideal device.
#include "tutorial/timeline.cuh"

#include <mutex>

#include "graph_test.cuh"

namespace {

constexpr int kStepInts = 65536 / static_cast<int>(sizeof(int));

__global__ void increment(int* data, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] += 1;
}
__global__ void nothing() {}

/// Steps of data on both sides.
class Data {
 public:
  explicit Data(int steps) : count_(steps * kStepInts), device_(static_cast<std::size_t>(count_)) {
    EXPECT_EQ(cudaMallocHost(&host_, bytes()), cudaSuccess);
  }
  ~Data() { cudaFreeHost(host_); }
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;

  std::size_t bytes() const { return static_cast<std::size_t>(count_) * sizeof(int); }
  int* part(int step) const { return device_.data() + step * kStepInts; }
  void send(cudaStream_t stream, int first, int steps) const {
    cudaMemcpyAsync(part(first), host_ + first * kStepInts, 65536u * static_cast<unsigned>(steps),
                    cudaMemcpyHostToDevice, stream);
  }
  void fetch(cudaStream_t stream, int first, int steps) const {
    cudaMemcpyAsync(host_ + first * kStepInts, part(first), 65536u * static_cast<unsigned>(steps),
                    cudaMemcpyDeviceToHost, stream);
  }
  void use(cudaStream_t stream, int first, int steps) const {
    increment<<<steps * kStepInts / 256, 256, 0, stream>>>(part(first), steps * kStepInts);
  }

 private:
  int count_;
  StreamBuffer<int> device_;
  int* host_ = nullptr;
};

TEST(Timelines, OneStreamIsOneChain) {
  const Data data(4);
  const Stream stream;
  const Timeline timeline = record_timeline([&] {
    data.send(stream, 0, 4);
    data.use(stream, 0, 4);
    data.fetch(stream, 0, 4);
  });
  ASSERT_EQ(timeline.operations().size(), 3u);
  EXPECT_EQ(timeline.steps(), 12);
  EXPECT_EQ(timeline.critical_path(), 12);
  EXPECT_EQ(timeline.operations()[0].kind, "copy to device");
  EXPECT_EQ(timeline.operations()[1].kind, "kernel");
  EXPECT_EQ(timeline.operations()[1].name, "increment");
  EXPECT_EQ(timeline.operations()[2].kind, "copy to host");
  for (std::size_t i = 0; i < 3; ++i) {
    const Timeline::Operation& operation = timeline.operations()[i];
    EXPECT_EQ(operation.start, 4 * static_cast<long long>(i));
    EXPECT_EQ(operation.steps(), 4);
    EXPECT_EQ(operation.bytes, data.bytes());
    EXPECT_NE(operation.line.find("timeline_test.cu:"), std::string::npos) << operation.line;
  }
  EXPECT_TRUE(timeline.comes_before(0, 2));
  EXPECT_FALSE(timeline.comes_before(2, 0));
  EXPECT_FALSE(timeline.may_overlap(0, 2));
  EXPECT_FALSE(timeline.may_overlap(1, 1));
}

TEST(Timelines, PrefetchesTakeTheCopyEngines) {
  const cudaMemLocation device = {cudaMemLocationTypeDevice, 0},
                        host = {cudaMemLocationTypeHost, 0};
  const Stream one, other;
  int* data = nullptr;
  ASSERT_EQ(cudaMallocManaged(&data, 12 * 65536), cudaSuccess);
  const Data copied(4);
  const Timeline timeline = record_timeline([&] {
    cudaMemPrefetchAsync(data, 4 * 65536, device, 0, one);
    copied.send(other, 0, 4);  // the same engine
    cudaMemPrefetchAsync(data + 8 * kStepInts, 4 * 65536, host, 0, other);
  });
  ASSERT_EQ(timeline.operations().size(), 3u);
  EXPECT_EQ(timeline.operations()[0].kind, "prefetch to device");
  EXPECT_EQ(timeline.operations()[0].bytes, 4u * 65536);
  EXPECT_EQ(timeline.operations()[2].kind, "prefetch to host");
  EXPECT_EQ(timeline.operations()[1].start, 4);
  EXPECT_EQ(timeline.operations()[2].start, 8);
  EXPECT_EQ(timeline.steps(), 12);
  EXPECT_EQ(cudaFree(data), cudaSuccess);
}

TEST(Timelines, APipelineNeedsOneStepForEachChunkAndTwoMore) {
  constexpr int kChunks = 6;
  const Data data(kChunks);
  const Stream streams[3];
  const Timeline timeline = record_timeline([&] {
    for (int chunk = 0; chunk < kChunks; ++chunk) {
      const cudaStream_t stream = streams[chunk % 3];
      data.send(stream, chunk, 1);
      data.use(stream, chunk, 1);
      data.fetch(stream, chunk, 1);
    }
  });
  EXPECT_EQ(timeline.steps(), kChunks + 2);
  EXPECT_EQ(timeline.critical_path(), 6);  // two chunks in each stream
  const auto sends = timeline.all("copy to device");
  const auto kernels = timeline.all("increment");
  const auto fetches = timeline.all("copy to host");
  ASSERT_EQ(sends.size(), 6u);
  EXPECT_TRUE(timeline.may_overlap(sends[2], kernels[1]));
  EXPECT_TRUE(timeline.overlap(sends[2], kernels[1]));
  EXPECT_TRUE(timeline.overlap(sends[2], fetches[0]));
  // Nothing orders the two, and there is one engine.
  EXPECT_TRUE(timeline.may_overlap(sends[0], sends[1]));
  EXPECT_FALSE(timeline.overlap(sends[0], sends[1]));
  EXPECT_EQ(timeline.steps_of("copy to device"), kChunks);
}

TEST(Timelines, TheHostsWaitingOrders) {
  const Data data(2);
  const Stream one, two;
  const Timeline timeline = record_timeline([&] {
    data.send(one, 0, 1);
    EXPECT_EQ(cudaStreamSynchronize(one), cudaSuccess);
    data.use(two, 1, 1);
  });
  ASSERT_EQ(timeline.operations().size(), 3u);
  EXPECT_EQ(timeline.operations()[1].kind, "host waits");
  EXPECT_EQ(timeline.operations()[1].name, "cudaStreamSynchronize");
  EXPECT_EQ(timeline.operations()[1].stream, 0u);
  EXPECT_FALSE(timeline.may_overlap(0, 2));
  EXPECT_EQ(timeline.steps(), 2);
}

TEST(Timelines, EventsOrder) {
  const Data data(2);
  const Stream one, two;
  const Event event;
  const Timeline timeline = record_timeline([&] {
    data.use(one, 0, 1);
    cudaEventRecord(event, one);
    data.use(one, 1, 1);
    cudaStreamWaitEvent(two, event);
    data.fetch(two, 0, 1);
  });
  ASSERT_EQ(timeline.operations().size(), 5u);
  EXPECT_EQ(timeline.operations()[1].kind, "event record");
  EXPECT_EQ(timeline.operations()[3].kind, "event wait");
  EXPECT_TRUE(timeline.comes_before(0, 4));
  EXPECT_TRUE(timeline.may_overlap(2, 4));
  EXPECT_EQ(timeline.operations()[4].start, 1);
  EXPECT_EQ(timeline.steps(), 2);
}

TEST(Timelines, TheDefaultStreamWaits) {
  const Data data(3);
  const Stream one(cudaStreamDefault), two(cudaStreamDefault);
  const auto run = [&](cudaStream_t between) {
    return record_timeline([&] {
      data.use(one, 0, 1);
      data.use(between, 1, 1);
      data.use(two, 2, 1);
    });
  };
  EXPECT_EQ(run(nullptr).steps(), 3);
  const Stream free_stream;
  EXPECT_EQ(run(free_stream).steps(), 1);
}

TEST(Timelines, KernelsRunSideBySideWhileTheyFit) {
  const Stream one, two, three;
  const auto run = [&](unsigned blocks) {
    return record_timeline([&] {
             for (const Stream* stream : {&one, &two, &three})
               nothing<<<blocks, 1024, 0, *stream>>>();
           })
        .steps();
  };
  // Two blocks of 1024 threads fit on each of 132 multiprocessors.
  EXPECT_EQ(run(1), 1);
  EXPECT_EQ(run(88), 1);
  EXPECT_EQ(run(132), 2);
  EXPECT_EQ(run(1000), 3);
}

TEST(Timelines, PriorityComesFirst) {
  const Stream low(cudaStreamNonBlocking, 0), high(cudaStreamNonBlocking, -5), other;
  const Timeline timeline = record_timeline([&] {
    nothing<<<1000, 1024, 0, other>>>();
    nothing<<<1000, 1024, 0, low>>>();
    nothing<<<1000, 1024, 0, high>>>();
  });
  // The host issues all three in no time, so all could start.
  EXPECT_EQ(timeline.operations()[0].start, 1);
  EXPECT_EQ(timeline.operations()[1].start, 2);
  EXPECT_EQ(timeline.operations()[2].start, 0);
}

TEST(Timelines, GraphsAreTakenApart) {
  const Data data(4);
  const Stream one, two;
  const Event fork, join;
  Graph graph;
  ASSERT_EQ(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal), cudaSuccess);
  data.send(one, 0, 4);
  cudaEventRecord(fork, one);
  cudaStreamWaitEvent(two, fork);
  data.use(one, 0, 2);
  data.use(two, 2, 2);
  cudaEventRecord(join, two);
  cudaStreamWaitEvent(one, join);
  data.fetch(one, 0, 4);
  ASSERT_EQ(cudaStreamEndCapture(one, graph.address()), cudaSuccess);
  graph.exec();
  const Timeline timeline = record_timeline([&] { cudaGraphLaunch(graph.exec(), one); });
  const auto kernels = timeline.all("kernel");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_TRUE(timeline.may_overlap(kernels[0], kernels[1]));
  EXPECT_TRUE(timeline.operations()[kernels[0]].in_graph);
  EXPECT_EQ(timeline.steps(), 4 + 2 + 4);
}

TEST(Timelines, EachRecordingBeginsAnew) {
  const Data data(1);
  const Stream stream;
  const auto run = [&] { return record_timeline([&] { data.use(stream, 0, 1); }); };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(run().operations().size(), 1u);
  data.use(stream, 0, 1);  // in none
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  // Many streams that are gone: what is left of them makes no difference.
  for (int i = 0; i < 100; ++i) {
    const Stream gone;
    data.use(gone, 0, 1);
    EXPECT_EQ(cudaStreamSynchronize(gone), cudaSuccess);
  }
  const Timeline timeline = record_timeline([&] {
    data.use(stream, 0, 1);
    data.fetch(stream, 0, 1);
  });
  EXPECT_EQ(timeline.steps(), 2);
  EXPECT_TRUE(timeline.comes_before(0, 1));
}

TEST(Timelines, HostFunctionsThatSignalAreNoCallsThatWait) {
  const Stream stream;
  std::mutex mutex;
  const cudaHostFn_t signal = [](void* data) {
    const std::lock_guard lock(*static_cast<std::mutex*>(data));
  };
  const Timeline timeline = record_timeline([&] {
    cudaLaunchHostFunc(stream, signal, &mutex);
    cudaLaunchHostFunc(stream, signal, &mutex);
    cudaStreamSynchronize(stream);
  });
  ASSERT_EQ(timeline.operations().size(), 3u);
  EXPECT_EQ(timeline.operations()[1].kind, "host function");
  EXPECT_EQ(timeline.operations()[2].kind, "host waits");
}

TEST(Timelines, StepsFollowFromTheBytes) {
  const Data data(4);
  const Stream stream;
  const Timeline timeline = record_timeline([&] {
    cudaMemcpyAsync(data.part(0), data.part(2), 65537, cudaMemcpyDeviceToDevice, stream);
    cudaMemsetAsync(data.part(0), 0, 1, stream);
    cudaMemset2DAsync(data.part(0), 1024, 0, 512, 256, stream);
    nothing<<<1, 1, 0, stream>>>();
    int* memory;
    cudaMallocAsync(&memory, 1 << 20, stream);
    cudaFreeAsync(memory, stream);
  });
  const long long expected[] = {2, 1, 2, 1, 0, 0};
  const char* const kinds[] = {"copy inside", "memset",     "memset",
                               "kernel",      "allocation", "release"};
  ASSERT_EQ(timeline.operations().size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(timeline.operations()[i].steps(), expected[i]) << i;
    EXPECT_EQ(timeline.operations()[i].kind, kinds[i]);
  }
}

}  // namespace
