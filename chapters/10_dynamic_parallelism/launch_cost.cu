// Chapter 10 · launch_cost
//
// What it costs to launch an empty kernel many times: by the host, one by one and as a graph, by one thread
// of a kernel, and by many blocks at once.
//
//   launch_cost [--launches N]      default 1000
#include "tutorial.cuh"
#include "tutorial/launches.cuh"

constexpr int kBlocks = 32;

__global__ void nothing() {}

enum Stream { kNull, kFireAndForget, kTail };

// The first thread of every block launches so many empty kernels, and counts those that are not refused.
template <Stream kStream>
__global__ void launch_nothing(int count, int* launched) {
  const cudaStream_t streams[] = {nullptr, cudaStreamFireAndForget, cudaStreamTailLaunch};
  for (int i = 0; i < count; ++i) {
    nothing<<<1, 32, 0, streams[kStream]>>>();
    if (cudaGetLastError() == cudaSuccess) atomicAdd(launched, 1);
  }
}

int main(int argc, char** argv) {
  const Options options =
      Options::without_size(argc, argv, "What it costs to launch an empty kernel.",
                            {{.name = "launches",
                              .fallback = 1000,
                              .min = kBlocks,
                              .max = 100000,
                              .help = "to be timed"}});
  require_device();
  const int count = static_cast<int>(options["launches"]) / kBlocks * kBlocks;
  // Not one of the tail launches begins before all have been made.
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, count + 1));
  int* launched = nullptr;
  CHECK(cudaMalloc(&launched, sizeof *launched));
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));
  const auto by_host = [&] {
    for (int i = 0; i < count; ++i) nothing<<<1, 32, 0, stream>>>();
  };
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  by_host();
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));

  bool passed = true;
  Table table({std::to_string(count) + " empty kernels", modelled("launches by kernels"),
               timed("µs each")});
  const auto run = [&](const char* name, int expected, const auto& launch) {
    CHECK(cudaMemset(launched, 0, sizeof *launched));
    const Launches launches = record_launches(launch);
    int first = 0;
    CHECK(cudaMemcpy(&first, launched, sizeof first, cudaMemcpyDeviceToHost));
    passed &= first == expected;
    const double milliseconds = host_milliseconds(20, [&] {
      launch();
      CHECK_LAST();
      CHECK(cudaStreamSynchronize(stream));
    });
    table.add(
        {name, std::to_string(launches.by_kernels()), figure("%.2f", 1e3 * milliseconds / count)});
  };
  run("by the host, one by one", 0, by_host);
  run("by the host, a graph", 0, [&] { CHECK(cudaGraphLaunch(executable, stream)); });
  const auto one = [&](auto* kernel) {
    return [&, kernel] { kernel<<<1, 1, 0, stream>>>(count, launched); };
  };
  const auto many = [&](auto* kernel) {
    return [&, kernel] { kernel<<<kBlocks, 1, 0, stream>>>(count / kBlocks, launched); };
  };
  run("by one thread, null stream", count, one(launch_nothing<kNull>));
  run("by one thread, fire and forget", count, one(launch_nothing<kFireAndForget>));
  run("by one thread, tail launch", count, one(launch_nothing<kTail>));
  run("by 32 blocks, null streams", count, many(launch_nothing<kNull>));
  run("by 32 blocks, fire and forget", count, many(launch_nothing<kFireAndForget>));
  table.print();

  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(launched));
  return verdict(passed);
}
