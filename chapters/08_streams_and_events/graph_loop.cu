// Chapter 08 · graph_loop
//
// A graph with a loop whose end only the device knows: a conditional node runs its body again for as long as a
// kernel asks for it. The body lets each number n become n / 2, or 3 n + 1 if it is odd, until all of them are 1.
//
//   graph_loop [--numbers N]     from 1 to N, default 1000, at most 100,000
#include "tutorial.cuh"

constexpr int kBlock = 256;

__host__ __device__ unsigned next(unsigned x) { return x % 2 == 0 ? x / 2 : 3 * x + 1; }

struct Progress {
  int left;    // numbers that need another round
  int rounds;  // so far
};

__global__ void start(unsigned* numbers, int* steps, int n, Progress* progress) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) *progress = {};
  if (i < n) numbers[i] = i + 1, steps[i] = 0;
}

__global__ void step(unsigned* numbers, int* steps, int n, Progress* progress) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || numbers[i] == 1) return;
  numbers[i] = next(numbers[i]);
  ++steps[i];
  if (numbers[i] != 1) atomicAdd(&progress->left, 1);
}

// One thread, in a kernel after `step`: before that one's last block has ended, `left` may still change.
__global__ void decide(Progress* progress, cudaGraphConditionalHandle again) {
  cudaGraphSetConditional(again, progress->left > 0);
  progress->left = 0;
  ++progress->rounds;
}

// Adds a node whose body runs while `again` isn't 0. Returns the body.
cudaGraph_t add_loop(cudaGraph_t graph, cudaGraphConditionalHandle again) {
  cudaGraphNodeParams loop = {};
  loop.type = cudaGraphNodeTypeConditional;
  loop.conditional.handle = again;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;  // a body
  cudaGraphNode_t node = nullptr;
#if CUDART_VERSION >= 13000
  CHECK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &loop));
#else
  CHECK(cudaGraphAddNode(&node, graph, nullptr, 0, &loop));
#endif
  return loop.conditional.phGraph_out[0];
}

int steps_on_host(unsigned x) { return x == 1 ? 0 : 1 + steps_on_host(next(x)); }

int main(int argc, char** argv) {
  const Options options = Options::without_size(
      argc, argv, "A graph that repeats its body until a kernel has had enough.",
      {{.name = "numbers", .fallback = 1000, .min = 1, .max = 100000, .help = "from 1 to N"}});
  require_device();
  const int n = static_cast<int>(options["numbers"]);
  const int blocks = (n - 1) / kBlock + 1;
  unsigned* numbers = nullptr;
  int* steps = nullptr;
  Progress* progress = nullptr;
  CHECK(cudaMalloc(&numbers, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&steps, n * sizeof(int)));
  CHECK(cudaMalloc(&progress, sizeof(Progress)));
  int least = 0, greatest = 0;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));

  cudaGraph_t graph = nullptr, captured = nullptr;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphConditionalHandle again =
      0;  // 1 at each launch of the graph: the first round always runs
  CHECK(cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault));
  const cudaGraph_t body = add_loop(graph, again);
  CHECK(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0,
                                      cudaStreamCaptureModeGlobal));
  step<<<blocks, kBlock, 0, stream>>>(numbers, steps, n, progress);
  CHECK_LAST();
  decide<<<1, 1, 0, stream>>>(progress, again);
  CHECK_LAST();
  CHECK(cudaStreamEndCapture(stream, &captured));

  // What a launch said beyond its grid is an attribute of its node, and can be changed there.
  cudaGraphNode_t nodes[2] = {};
  size_t count = 2;
  CHECK(cudaGraphGetNodes(body, nodes, &count));
  cudaLaunchAttributeValue value = {};
  CHECK(cudaGraphKernelNodeGetAttribute(nodes[0], cudaLaunchAttributePriority, &value));
  std::printf("a captured kernel has its stream's priority: %s\n",
              value.priority == greatest ? "yes" : "no");
  value.priority = least;
  for (const auto node : nodes) {
    CHECK(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePriority, &value));
  }
  cudaGraphExec_t executable = nullptr;
  CHECK(cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagUseNodePriority));

  int most = 1;  // the body runs at least once
  for (int i = 0; i < n; ++i) most = std::max(most, steps_on_host(i + 1));
  bool passed = true;
  Table table({"rounds in", "rounds", timed("µs per round")});
  const auto run = [&](const char* name, const auto& all_rounds) {
    int rounds = 0;
    const double milliseconds = host_milliseconds(20, [&] {
      start<<<blocks, kBlock, 0, stream>>>(numbers, steps, n, progress);
      CHECK_LAST();
      rounds = all_rounds();
    });
    table.add({name, std::to_string(rounds), figure("%.2f", 1e3 * milliseconds / most)});
    const std::string wrong =
        first_difference_on_device(steps, n, [](long long i) { return steps_on_host(i + 1); });
    if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name, wrong.c_str());
    passed &= wrong.empty() && rounds == most;
  };
  Progress got = {};
  const auto read_progress = [&] {
    CHECK(cudaMemcpyAsync(&got, progress, sizeof got, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
  };
  run("one launch of a graph", [&] {
    CHECK(cudaGraphLaunch(executable, stream));
    read_progress();
    return got.rounds;
  });
  run("a loop of the host's, which asks each time", [&] {
    for (int rounds = 1;; ++rounds) {
      step<<<blocks, kBlock, 0, stream>>>(numbers, steps, n, progress);
      CHECK_LAST();
      read_progress();
      if (got.left == 0) return rounds;
      CHECK(cudaMemsetAsync(&progress->left, 0, sizeof(int), stream));
    }
  });
  table.print();

  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(progress));
  CHECK(cudaFree(steps));
  CHECK(cudaFree(numbers));
  return verdict(passed);
}
