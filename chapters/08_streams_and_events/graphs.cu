// Chapter 08 · graphs
//
// Work that is the same every time can be recorded once: a graph of kernels, copies and what waits
// for what. Its launch is one call, and the device gets it as a whole.
//
//   graphs [--size N] [--kernels K]     N floats, default 1001, by K small kernels, default 20
#include "tutorial.cuh"

constexpr int kBlock = 256;

__global__ void subtract_from(float value, float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = value - x[i];
}

// The work: a copy in and a chain of kernels, each of them too short to be worth its launch.
void enqueue(cudaStream_t stream, float* x, const float* input, int n,
             const std::vector<float>& values) {
  CHECK(cudaMemcpyAsync(x, input, n * sizeof(float), cudaMemcpyHostToDevice, stream));
  for (const float value : values) {
    subtract_from<<<(n + kBlock - 1) / kBlock, kBlock, 0, stream>>>(value, x, n);
    CHECK_LAST();
  }
}

// Between begin and end nothing runs: what would go into the stream goes into a graph.
template <class Work>
cudaGraph_t capture(cudaStream_t stream, const Work& work) {
  cudaGraph_t graph = nullptr;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  work();
  CHECK(cudaStreamEndCapture(stream, &graph));
  return graph;
}

int main(int argc, char** argv) {
  const Options options(
      argc, argv, "Record work once and launch it as a whole.",
      {{.name = "kernels", .fallback = 20, .min = 1, .max = 10000, .help = "kernels in a chain"}});
  const int n = options.size({.cpu = 1001, .gpu = 1001, .bytes_per_element = sizeof(float)});
  const int kernels = static_cast<int>(options["kernels"]);
  const std::vector<float> values = random_floats(kernels), numbers = random_floats(2 * n);
  const std::vector<float> other_values(values.rbegin(), values.rend());
  float *x = nullptr, *input = nullptr;
  CHECK(cudaMallocHost(&input, n * sizeof(float)));
  std::copy_n(numbers.begin(), n, input);
  CHECK(cudaMalloc(&x, n * sizeof(float)));
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));

  bool passed = true;
  const auto holds = [&](const char* name, const std::vector<float>& values) {
    CHECK(cudaStreamSynchronize(stream));
    const std::string wrong = first_difference_on_device(x, n, [&](long long i) {
      float expected = input[i];
      for (const float value : values) expected = value - expected;
      return expected;
    });
    if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name, wrong.c_str());
    passed &= wrong.empty();
  };

  poison(x, n);
  const cudaGraph_t graph = capture(stream, [&] { enqueue(stream, x, input, n, values); });
  size_t nodes = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  std::printf("captured: %zu nodes\n", nodes);
  cudaGraphExec_t executable = nullptr;
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphLaunch(executable, stream));
  holds("first launch", values);
  // A graph keeps the address of the input, not the input: each launch copies what is there.
  std::copy_n(numbers.begin() + n, n, input);
  CHECK(cudaGraphLaunch(executable, stream));
  holds("launch with other input", values);

  // The same shape with other parameters: the executable graph is updated and not made again.
  const cudaGraph_t changed = capture(stream, [&] { enqueue(stream, x, input, n, other_values); });
  cudaGraphExecUpdateResultInfo update = {};
  CHECK(cudaGraphExecUpdate(executable, changed, &update));
  CHECK(cudaGraphLaunch(executable, stream));
  holds("launch after the update", other_values);
  // Another shape is refused; the executable graph stays what it was.
  const cudaGraph_t longer = capture(stream, [&] {
    enqueue(stream, x, input, n, values);
    enqueue(stream, x, input, n, values);
  });
  const cudaError_t refused = cudaGraphExecUpdate(executable, longer, &update);
  std::printf("update to twice as many nodes: %s\n", cudaGetErrorName(refused));
  passed &= refused == cudaErrorGraphExecUpdateFailure && cudaGetLastError() == refused;

  Table table({"µs per kernel", timed("until the host may go on"), timed("until done")});
  const auto time = [&](const char* name, const auto& launch) {
    std::vector<double> enqueued;
    const double done = host_milliseconds(100, [&] {
      const HostTimer timer;
      launch();
      enqueued.push_back(timer.milliseconds());
      CHECK(cudaStreamSynchronize(stream));
    });
    table.add({name, figure("%.2f", 1e3 * median(enqueued) / kernels),
               figure("%.2f", 1e3 * done / kernels)});
  };
  time("one launch for each", [&] { enqueue(stream, x, input, n, values); });
  holds("one launch for each", values);
  time("one launch of the graph", [&] { CHECK(cudaGraphLaunch(executable, stream)); });
  holds("one launch of the graph", other_values);
  table.print();

  for (cudaGraph_t captured : {graph, changed, longer}) CHECK(cudaGraphDestroy(captured));
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFreeHost(input));
  CHECK(cudaFree(x));
  return verdict(passed);
}
