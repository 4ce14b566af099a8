// Threads of the host that call CUDA at the same time: each finds what is its own, as if it were alone.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <thread>

#include "graph_test.cuh"

namespace {

constexpr int kThreads = 8, kRounds = 200;

__global__ void count(int* data, int value) { atomicAdd(data, value); }
__device__ int variables[kThreads];

/// Runs `body(thread, round)` in all threads, which begin together. @return how often it has said no
template <class Body>
int failures_of(const Body& body, int rounds = kRounds) {
  std::atomic<int> ready = 0, failures = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      ++ready;
      while (ready < kThreads) std::this_thread::yield();
      for (int round = 0; round < rounds; ++round) failures += !body(thread, round);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return failures;
}

/// Of calls in the order of the list.
bool all_succeed(std::initializer_list<cudaError_t> errors) {
  return std::all_of(errors.begin(), errors.end(), [](cudaError_t e) { return e == cudaSuccess; });
}

TEST(HostThreads, AllocateAndFree) {
  EXPECT_EQ(failures_of([](int, int round) {
              void *memory, *pinned, *managed;
              const std::size_t bytes = 256 + 64 * static_cast<std::size_t>(round % 7);
              cudaPointerAttributes attributes;
              return all_succeed({cudaMalloc(&memory, bytes), cudaMallocHost(&pinned, bytes),
                                  cudaMallocManaged(&managed, bytes),
                                  cudaPointerGetAttributes(&attributes, pinned)}) &&
                     attributes.type == cudaMemoryTypeHost &&
                     all_succeed({cudaMemset(memory, 1, bytes),
                                  cudaMemcpy(pinned, memory, bytes, cudaMemcpyDeviceToHost),
                                  cudaFreeHost(pinned), cudaFree(managed), cudaFree(memory)});
            }),
            0);
}

TEST(HostThreads, RegisterTheirMemory) {
  constexpr std::size_t kPage = 4096, kBytes = 3 * kPage;
  const std::unique_ptr<char, decltype(&std::free)> memory(
      static_cast<char*>(std::aligned_alloc(kPage, kThreads * kBytes)), &std::free);
  EXPECT_EQ(failures_of([&](int thread, int) {
              char* const block = memory.get() + static_cast<std::size_t>(thread) * kBytes;
              char* device;
              return all_succeed({cudaHostRegister(block, kBytes, cudaHostRegisterDefault),
                                  cudaHostGetDevicePointer(&device, block, 0),
                                  cudaHostUnregister(block)});
            }),
            0);
}

TEST(HostThreads, MakeStreamsAndEvents) {
  EXPECT_EQ(failures_of([](int, int) {
              cudaStream_t stream;
              cudaEvent_t first, last;
              cudaStreamAttrValue value = {};
              unsigned flags;
              float milliseconds;
              return all_succeed(
                  {cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking),
                   cudaEventCreate(&first), cudaEventCreate(&last),
                   cudaStreamSetAttribute(stream, cudaStreamAttributePriority, &value),
                   cudaStreamGetAttribute(stream, cudaStreamAttributePriority, &value),
                   cudaStreamGetFlags(stream, &flags), cudaEventRecord(first, stream),
                   cudaStreamWaitEvent(stream, first), cudaEventRecord(last, stream),
                   cudaEventSynchronize(last), cudaEventQuery(last), cudaStreamQuery(stream),
                   cudaEventElapsedTime(&milliseconds, first, last), cudaEventDestroy(last),
                   cudaEventDestroy(first), cudaStreamDestroy(stream)});
            }),
            0);
}

TEST(HostThreads, AskEventsWhileOthersCome) {
  const Stream stream;
  const Event mine(cudaEventDefault);
  ASSERT_EQ(cudaEventRecord(mine, stream), cudaSuccess);
  ASSERT_EQ(cudaEventSynchronize(mine), cudaSuccess);
  EXPECT_EQ(failures_of(
                [&](int thread, int) {
                  float milliseconds;
                  if (thread % 2 == 0) {
                    return all_succeed({cudaEventQuery(mine), cudaEventSynchronize(mine),
                                        cudaEventElapsedTime(&milliseconds, mine, mine)});
                  }
                  cudaEvent_t events[16];
                  bool is_well = true;
                  for (cudaEvent_t& event : events)
                    is_well &= cudaEventCreate(&event) == cudaSuccess;
                  for (const cudaEvent_t event : events)
                    is_well &= cudaEventDestroy(event) == cudaSuccess;
                  return is_well;
                },
                20 * kRounds),
            0);
}

TEST(HostThreads, LaunchAndCount) {
  int* sums;
  ASSERT_EQ(cudaMalloc(&sums, kThreads * sizeof(int)), cudaSuccess);
  ASSERT_EQ(cudaMemset(sums, 0, kThreads * sizeof(int)), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const Stream streams[kThreads];
  EXPECT_EQ(failures_of([&](int thread, int) {
              count<<<1, 1, 0, streams[thread]>>>(sums + thread, 1);
              return all_succeed({cudaGetLastError(), cudaStreamSynchronize(streams[thread])});
            }),
            0);
  int host[kThreads];
  ASSERT_EQ(cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess);
  for (const int sum : host) EXPECT_EQ(sum, kRounds);
  EXPECT_EQ(cudaFree(sums), cudaSuccess);
}

TEST(HostThreads, FindVariables) {
  EXPECT_EQ(failures_of([](int thread, int round) {
              void* address;
              int value = round, back = -1;
              const std::size_t at = static_cast<std::size_t>(thread) * sizeof(int);
              return all_succeed({cudaGetSymbolAddress(&address, variables),
                                  cudaMemcpyToSymbol(variables, &value, sizeof value, at),
                                  cudaMemcpyFromSymbol(&back, variables, sizeof back, at)}) &&
                     back == value;
            }),
            0);
}

TEST(HostThreads, UsePools) {
  const Stream streams[kThreads];
  EXPECT_EQ(
      failures_of([&](int thread, int) {
        cudaMemPoolProps properties = {};
        properties.allocType = cudaMemAllocationTypePinned;
        properties.location = {cudaMemLocationTypeDevice, 0};
        cudaMemPool_t pool;
        void* memory;
        std::uint64_t used;
        return all_succeed({cudaMemPoolCreate(&pool, &properties),
                            cudaMallocFromPoolAsync(&memory, 4096, pool, streams[thread]),
                            cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used),
                            cudaFreeAsync(memory, streams[thread]),
                            cudaStreamSynchronize(streams[thread]), cudaMemPoolDestroy(pool)});
      }),
      0);
}

TEST(HostThreads, BuildGraphs) {
  const Stream streams[kThreads];
  EXPECT_EQ(failures_of(
                [&](int thread, int) {
                  cudaGraph_t graph, captured;
                  cudaGraphNode_t first, second;
                  cudaGraphExec_t program;
                  std::size_t nodes = 0;
                  const cudaHostNodeParams nothing = {[](void*) {}, nullptr};
                  return all_succeed({cudaGraphCreate(&graph, 0),
                                      cudaGraphAddEmptyNode(&first, graph, nullptr, 0),
                                      cudaGraphAddHostNode(&second, graph, &first, 1, &nothing),
                                      cudaGraphGetNodes(graph, nullptr, &nodes),
                                      cudaGraphInstantiate(&program, graph, 0),
                                      cudaGraphLaunch(program, streams[thread]),
                                      cudaStreamSynchronize(streams[thread]),
                                      cudaGraphExecDestroy(program), cudaGraphDestroy(graph),
                                      cudaStreamBeginCapture(streams[thread],
                                                             cudaStreamCaptureModeThreadLocal),
                                      cudaLaunchHostFunc(streams[thread], nothing.fn, nullptr),
                                      cudaStreamEndCapture(streams[thread], &captured),
                                      cudaGraphDestroy(captured)}) &&
                         nodes == 2;
                },
                kRounds / 2),
            0);
}

TEST(HostThreads, MakeTextures) {
  EXPECT_EQ(failures_of([](int, int) {
              const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
              cudaArray_t array;
              cudaTextureObject_t texture;
              cudaSurfaceObject_t surface;
              const cudaTextureDesc sampling = {};
              cudaResourceDesc resource = {};
              resource.resType = cudaResourceTypeArray;
              if (!all_succeed({cudaMallocArray(&array, &format, 8, 8, cudaArraySurfaceLoadStore)}))
                return false;
              resource.res.array.array = array;
              return all_succeed({cudaCreateTextureObject(&texture, &resource, &sampling, nullptr),
                                  cudaCreateSurfaceObject(&surface, &resource),
                                  cudaGetTextureObjectResourceDesc(&resource, texture),
                                  cudaDestroySurfaceObject(surface),
                                  cudaDestroyTextureObject(texture), cudaFreeArray(array)});
            }),
            0);
}

}  // namespace
