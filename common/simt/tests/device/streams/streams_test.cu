// Streams: order inside of each, what runs at the same time, the rules of the default streams.
// supports: streams and events: real concurrency; priorities; host functions and callbacks; elapsed time;
//     legacy and per-thread default stream
// supports: <cuda/stream_ref>: `stream_ref` and `cuda_error`
#include <cuda/stream_ref>
#include <thread>
#include <type_traits>
#include <vector>

#include "stream_test.cuh"

namespace {

TEST(Streams, WorkOfOneStreamIsDoneInOrder) {
  const StreamBuffer<int> data(32);
  const Stream stream;
  ASSERT_EQ(cudaMemsetAsync(data.data(), 0, 128, stream), cudaSuccess);
  for (int i = 0; i < 10; ++i) {
    multiply<<<1, 32, 0, stream>>>(data.data(), 2);
    add<<<1, 32, 0, stream>>>(data.data(), 1);
  }
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(data.read(), std::vector<int>(32, 1023));
}

TEST(Streams, StreamsRunAtTheSameTime) {
  const Stream closed, other;
  const StreamBuffer<int> data(32);
  Pinned<int> result(0);
  Gate gate;
  gate.close(closed);
  ASSERT_EQ(cudaMemcpyAsync(result.data(), data.data(), 4, cudaMemcpyDeviceToHost, closed),
            cudaSuccess);
  // The kernel in the first stream can only end when another one has copied.
  ASSERT_EQ(cudaMemsetAsync(data.data(), 1, 128, other), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(other), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(other), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(closed), cudaErrorNotReady);
  EXPECT_EQ(result.value(), 0) << "a copy went before the kernel in front of it";
  gate.open();
  EXPECT_EQ(cudaStreamQuery(closed), cudaSuccess);
  EXPECT_EQ(result.value(), 0x01010101);
}

TEST(Streams, LegacyStreamWaitsForBlockingStreams) {
  const Stream blocking(cudaStreamDefault), free_stream;
  Gate gate;
  Diary diary;
  gate.close(blocking);
  diary.write('L', cudaStreamLegacy);
  diary.write('f', free_stream);
  ASSERT_EQ(cudaStreamSynchronize(free_stream), cudaSuccess);
  EXPECT_EQ(diary.text(), "f");
  EXPECT_EQ(cudaStreamQuery(cudaStreamLegacy), cudaErrorNotReady);
  gate.open();
  EXPECT_EQ(diary.text(), "fL");
}

TEST(Streams, BlockingStreamsWaitForTheLegacyStream) {
  const Stream blocking(cudaStreamDefault), free_stream;
  Gate gate;
  Diary diary;
  gate.close(nullptr);
  diary.write('b', blocking);
  diary.write('f', free_stream);
  ASSERT_EQ(cudaStreamSynchronize(free_stream), cudaSuccess);
  EXPECT_EQ(diary.text(), "f");
  EXPECT_EQ(cudaStreamQuery(blocking), cudaErrorNotReady);
  gate.open();
  EXPECT_EQ(diary.text(), "fb");
}

TEST(Streams, BlockingStreamsDoNotWaitForEachOther) {
  const Stream one(cudaStreamDefault), two(cudaStreamDefault);
  Gate gate;
  Diary diary;
  gate.close(one);
  diary.write('2', two);
  EXPECT_EQ(cudaStreamSynchronize(two), cudaSuccess);
  diary.write('1', one);
  EXPECT_EQ(diary.text(), "2");
  gate.open();
  EXPECT_EQ(diary.text(), "21");
}

TEST(Streams, EveryHostThreadHasADefaultStreamOfItsOwn) {
  Gate gate;
  Diary diary;
  unsigned long long here = 0, there = 0, again = 0;
  ASSERT_EQ(cudaStreamGetId(cudaStreamPerThread, &here), cudaSuccess);
  ASSERT_EQ(cudaStreamGetId(cudaStreamPerThread, &again), cudaSuccess);
  EXPECT_EQ(here, again);
  gate.close(cudaStreamPerThread);
  std::thread([&] {
    EXPECT_EQ(cudaStreamGetId(cudaStreamPerThread, &there), cudaSuccess);
    diary.write('t', cudaStreamPerThread);
    EXPECT_EQ(cudaStreamSynchronize(cudaStreamPerThread), cudaSuccess);
  }).join();
  EXPECT_EQ(diary.text(), "t");
  EXPECT_NE(here, there);
  EXPECT_EQ(cudaStreamQuery(cudaStreamPerThread), cudaErrorNotReady);
  diary.write('L', cudaStreamLegacy);  // waits: such a stream is a blocking one
  EXPECT_EQ(cudaStreamQuery(cudaStreamLegacy), cudaErrorNotReady);
  EXPECT_EQ(diary.text(), "t");
  gate.open();
  EXPECT_EQ(diary.text(), "tL");
}

TEST(Streams, PrioritiesAreClamped) {
  int least = -1, greatest = 1;
  ASSERT_EQ(cudaDeviceGetStreamPriorityRange(&least, &greatest), cudaSuccess);
  EXPECT_EQ(least, 0);
  EXPECT_EQ(greatest, -5);
  EXPECT_EQ(cudaDeviceGetStreamPriorityRange(nullptr, nullptr), cudaSuccess);
  const struct { int asked, given; } cases[] = {{0, 0}, {-1, -1}, {-5, -5}, {-100, -5}, {7, 0}};
  for (const auto& c : cases) {
    const Stream stream(cudaStreamNonBlocking, c.asked);
    int priority = 100;
    EXPECT_EQ(cudaStreamGetPriority(stream, &priority), cudaSuccess);
    EXPECT_EQ(priority, c.given) << c.asked;
  }
  int priority = 100;
  EXPECT_EQ(cudaStreamGetPriority(nullptr, &priority), cudaSuccess);
  EXPECT_EQ(priority, 0);
}

TEST(Streams, AnswerWhatTheyAre) {
  const Stream blocking(cudaStreamDefault), free_stream;
  unsigned flags = 100;
  EXPECT_EQ(cudaStreamGetFlags(blocking, &flags), cudaSuccess);
  EXPECT_EQ(flags, cudaStreamDefault);
  EXPECT_EQ(cudaStreamGetFlags(free_stream, &flags), cudaSuccess);
  EXPECT_EQ(flags, cudaStreamNonBlocking);
  int device = -1;
  EXPECT_EQ(cudaStreamGetDevice(free_stream, &device), cudaSuccess);
  EXPECT_EQ(device, 0);
  unsigned long long one = 0, two = 0;
  EXPECT_EQ(cudaStreamGetId(blocking, &one), cudaSuccess);
  EXPECT_EQ(cudaStreamGetId(free_stream, &two), cudaSuccess);
  EXPECT_NE(one, two);
  cudaStream_t none;
  expect_error(cudaStreamCreateWithFlags(&none, 7), cudaErrorInvalidValue);
  expect_error(cudaStreamGetPriority(blocking, nullptr), cudaErrorInvalidValue);
}

TEST(Streams, WorkOfADestroyedStreamIsDone) {
  const StreamBuffer<int> data(32);
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  Gate gate;
  Diary diary;
  gate.close(stream);
  ASSERT_EQ(cudaMemsetAsync(data.data(), 0, 128, stream), cudaSuccess);
  ASSERT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(diary.text(), "");
  diary.write('L', nullptr);  // still waits for it
  gate.open();
  EXPECT_EQ(diary.text(), "L");
  EXPECT_EQ(data.read()[31], 0);
}

TEST(Streams, PageableMemoryIsReadAndWrittenByTheCall) {
  const Stream stream;
  const StreamBuffer<int> data(1000);
  std::vector<int> source(1000, 5), target(1000);
  ASSERT_EQ(cudaMemcpyAsync(data.data(), source.data(), 4000, cudaMemcpyHostToDevice, stream),
            cudaSuccess);
  source.assign(1000, 6);
  ASSERT_EQ(cudaMemcpyAsync(target.data(), data.data(), 4000, cudaMemcpyDeviceToHost, stream),
            cudaSuccess);
  EXPECT_EQ(target, std::vector<int>(1000, 5));
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
}

TEST(Streams, PinnedMemoryIsReadWhenTheTurnComes) {
  const Stream stream;
  const StreamBuffer<int> data(1);
  Pinned<int> source(5), target(0);
  Gate gate;
  gate.close(stream);
  ASSERT_EQ(cudaMemcpyAsync(data.data(), source.data(), 4, cudaMemcpyHostToDevice, stream),
            cudaSuccess);
  ASSERT_EQ(cudaMemcpyAsync(target.data(), data.data(), 4, cudaMemcpyDeviceToHost, stream),
            cudaSuccess);
  EXPECT_EQ(target.value(), 0);
  *source.data() = 6;
  gate.open();
  EXPECT_EQ(target.value(), 6);
}

TEST(Streams, TheHostDoesNotWaitForCopiesInsideOfTheDevice) {
  const StreamBuffer<int> from(64), to(64);
  Gate gate;
  gate.close(nullptr);
  ASSERT_EQ(cudaMemcpy(to.data(), from.data(), 256, cudaMemcpyDeviceToDevice), cudaSuccess);
  ASSERT_EQ(cudaMemcpy2D(to.data(), 32, from.data(), 32, 16, 8, cudaMemcpyDeviceToDevice),
            cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(nullptr), cudaErrorNotReady);
  gate.open();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST(Streams, AttributesAreKept) {
  const Stream stream, copy;
  cudaStreamAttrValue value{};
  value.accessPolicyWindow.num_bytes = 4096;
  value.accessPolicyWindow.hitRatio = 0.5f;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  const StreamBuffer<int> data(1024);
  value.accessPolicyWindow.base_ptr = data.data();
  ASSERT_EQ(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value),
            cudaSuccess);
  ASSERT_EQ(cudaStreamCopyAttributes(copy, stream), cudaSuccess);
  for (const cudaStream_t s : {cudaStream_t(stream), cudaStream_t(copy)}) {
    cudaStreamAttrValue answer{};
    ASSERT_EQ(cudaStreamGetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &answer),
              cudaSuccess);
    EXPECT_EQ(answer.accessPolicyWindow.base_ptr, data.data());
    EXPECT_EQ(answer.accessPolicyWindow.num_bytes, 4096u);
    EXPECT_EQ(answer.accessPolicyWindow.hitProp, cudaAccessPropertyPersisting);
  }
  value = {};
  value.syncPolicy = cudaSyncPolicyBlockingSync;
  ASSERT_EQ(cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value),
            cudaSuccess);
  value = {};
  ASSERT_EQ(cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value),
            cudaSuccess);
  EXPECT_EQ(value.syncPolicy, cudaSyncPolicyBlockingSync);
  EXPECT_EQ(cudaCtxResetPersistingL2Cache(), cudaSuccess);
}

TEST(Streams, L2CanBeSetAside) {
  int most = 0;
  ASSERT_EQ(cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0), cudaSuccess);
  ASSERT_GT(most, 0);
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, static_cast<std::size_t>(most)),
            cudaSuccess);
  std::size_t bytes = 0;
  EXPECT_EQ(cudaDeviceGetLimit(&bytes, cudaLimitPersistingL2CacheSize), cudaSuccess);
  EXPECT_EQ(bytes, static_cast<std::size_t>(most));
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0), cudaSuccess);
}

struct Called {
  cudaStream_t stream;
  cudaError_t status;
};
void CUDART_CB note_call(cudaStream_t stream, cudaError_t status, void* data) {
  *static_cast<Called*>(data) = {stream, status};
}

TEST(Streams, CallbacksComeInOrder) {
  const Stream stream;
  Gate gate;
  Diary diary;
  Called called{nullptr, cudaErrorUnknown};
  gate.close(stream);
  diary.write('a', stream);
  ASSERT_EQ(cudaStreamAddCallback(stream, note_call, &called, 0), cudaSuccess);
  diary.write('b', stream);
  EXPECT_EQ(diary.text(), "");
  gate.open();
  EXPECT_EQ(diary.text(), "ab");
  EXPECT_EQ(called.stream, cudaStream_t(stream));
  EXPECT_EQ(called.status, cudaSuccess);
  expect_error(cudaLaunchHostFunc(stream, nullptr, nullptr), cudaErrorInvalidValue);
  expect_error(cudaStreamAddCallback(stream, note_call, &called, 1), cudaErrorInvalidValue);
}

__global__ void fill(int* data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] = value; }

TEST(Streams, ManyStreamsAndThreads) {
  constexpr int kThreads = 4, kStreams = 8, kRounds = 10;
  const StreamBuffer<int> data(kThreads * kStreams * 64);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      std::vector<cudaStream_t> streams(kStreams);
      for (cudaStream_t& s : streams) EXPECT_EQ(cudaStreamCreate(&s), cudaSuccess);
      for (int round = 0; round < kRounds; ++round) {
        for (int i = 0; i < kStreams; ++i) {
          int* const part = data.data() + (t * kStreams + i) * 64;
          fill<<<2, 32, 0, streams[i]>>>(part, round);
          add<<<1, 64, 0, streams[i]>>>(part, i);
        }
      }
      for (const cudaStream_t s : streams) {
        EXPECT_EQ(cudaStreamSynchronize(s), cudaSuccess);
        EXPECT_EQ(cudaStreamDestroy(s), cudaSuccess);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::vector<int> values = data.read();
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(values[i], kRounds - 1 + static_cast<int>(i) / 64 % kStreams) << i;
  }
}

__global__ void print_number(int number) { printf("launch %d\n", number); }

TEST(Streams, PrintfOfOneLaunchStaysTogether) {
  const Stream a, b;
  testing::internal::CaptureStdout();
  for (int i = 0; i < 4; ++i) print_number<<<1, 2, 0, i % 2 == 0 ? a : b>>>(i);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  std::fflush(stdout);
  const std::string text = testing::internal::GetCapturedStdout();
  for (int i = 0; i < 4; ++i) {
    const std::string line = "launch " + std::to_string(i) + "\n";
    EXPECT_NE(text.find(line), std::string::npos) << text;
  }
}

TEST(Streams, AStreamRefAsksAndWaitsForTheStreamOfItsHandle) {
  static_assert(!std::is_constructible_v<cuda::stream_ref, int>);
  static_assert(!std::is_constructible_v<cuda::stream_ref, std::nullptr_t>);
  const Stream stream, other;
  const cudaStream_t handle = stream;
  const cuda::stream_ref ref = handle;
  EXPECT_TRUE(ref == handle && ref != cuda::stream_ref(cudaStream_t{other}));
  EXPECT_EQ(ref.get(), handle);
  Pinned<int> result(0);
  const StreamBuffer<int> data(32);
  Gate gate;
  gate.close(stream);
  add<<<1, 32, 0, ref.get()>>>(data.data(), 5);
  ASSERT_EQ(cudaMemcpyAsync(result.data(), data.data(), 4, cudaMemcpyDeviceToHost, handle),
            cudaSuccess);
  EXPECT_FALSE(ref.ready());
  gate.open();
  ref.wait();
  EXPECT_TRUE(ref.ready());
  EXPECT_EQ(result.value(), 5);
  int priority = 1;
  ASSERT_EQ(cudaStreamGetPriority(handle, &priority), cudaSuccess);
  EXPECT_EQ(ref.priority(), priority);
}

TEST(Streams, AStreamRefThrowsAnErrorAndClearsIt) {
  const Stream stream;
  const cuda::stream_ref ref = cudaStream_t{stream};
  for (const bool waits : {true, false}) {
    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    EXPECT_THROW(waits ? ref.wait() : static_cast<void>(ref.ready()), cuda::cuda_error);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    cudaGraph_t graph = nullptr;
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
    (void)cudaGetLastError();
  }
}

}  // namespace
