#include "tutorial/patience.cuh"
#include "tutorial/watched_streams.cuh"

// The learner's calls about graphs come through here, and are counted.
namespace calls {

inline int made = 0;                        // executable graphs
inline int graphs_left = 0;                 // of both kinds
inline std::vector<cudaStream_t> launches;  // the streams that graphs were launched into
inline cudaGraph_t last = nullptr;          // the one that was made executable last
inline Exercise* checked = nullptr;

template <class... Rest>
cudaGraph_t first(cudaGraph_t graph, Rest...) {
  return graph;
}

inline cudaError_t instantiated(cudaGraph_t graph, cudaError_t error) {
  if (error != cudaSuccess) return error;
  ++made;
  ++graphs_left;
  if (last != nullptr) CHECK(cudaGraphDestroy(last));
  CHECK(cudaGraphClone(&last, graph));  // the learner may destroy his
  return error;
}

// Also where the learner does not CHECK it, a capture that fails is a verdict.
inline cudaError_t end_capture(cudaStream_t stream, cudaGraph_t* graph) {
  const cudaError_t error = cudaStreamEndCapture(stream, graph);
  if (error != cudaSuccess) {
    const char* const hint = tutorial::hint(error);
    checked->open(true);
    require_now(*checked, false,
                std::string("cudaStreamEndCapture: ") + cudaGetErrorName(error) +
                    (hint == nullptr ? "" : std::string(": ") + hint));
  }
  return made_or_destroyed(error == cudaSuccess, error, graphs_left);
}

inline cudaError_t launch(cudaGraphExec_t executable, cudaStream_t stream) {
  launches.push_back(stream);
  return cudaGraphLaunch(executable, stream);
}

}  // namespace calls

#define cudaGraphInstantiate(executable, ...) \
  calls::instantiated(calls::first(__VA_ARGS__), cudaGraphInstantiate(executable, __VA_ARGS__))
#define cudaGraphInstantiateWithFlags(executable, ...) \
  calls::instantiated(calls::first(__VA_ARGS__),       \
                      cudaGraphInstantiateWithFlags(executable, __VA_ARGS__))
#define cudaGraphInstantiateWithParams(executable, ...) \
  calls::instantiated(calls::first(__VA_ARGS__),        \
                      cudaGraphInstantiateWithParams(executable, __VA_ARGS__))
#define cudaGraphLaunch calls::launch
#define GRAPHS(change, ...) calls::made_or_destroyed(change, __VA_ARGS__, calls::graphs_left)
#define cudaGraphCreate(...) GRAPHS(1, cudaGraphCreate(__VA_ARGS__))
#define cudaStreamEndCapture calls::end_capture
#define cudaGraphDestroy(...) GRAPHS(-1, cudaGraphDestroy(__VA_ARGS__))
#define cudaGraphExecDestroy(...) GRAPHS(-1, cudaGraphExecDestroy(__VA_ARGS__))
#include "tutorial/submission.cuh"
#undef cudaGraphInstantiate
#undef cudaGraphInstantiateWithFlags
#undef cudaGraphInstantiateWithParams
#undef cudaGraphLaunch
#undef cudaGraphCreate
#undef cudaStreamEndCapture
#undef cudaGraphDestroy
#undef cudaGraphExecDestroy

namespace check {  // so that an answer may have names of its own

struct Pinned {
  float* data = nullptr;

  explicit Pinned(std::size_t n) { CHECK(cudaMallocHost(&data, n * sizeof(float))); }
  ~Pinned() { cudaFreeHost(data); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
};

struct Order {
  int kernels, pairs;  // pairs of kernels one of which comes before the other
};

Order order_of(cudaGraph_t graph) {
  std::size_t count = 0, edges = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &count));
  std::vector<cudaGraphNode_t> nodes(count);
  CHECK(cudaGraphGetNodes(graph, nodes.data(), &count));
  const auto get_edges = [&](cudaGraphNode_t* from, cudaGraphNode_t* to) {
#if CUDART_VERSION >= 13000
    return cudaGraphGetEdges(graph, from, to, nullptr, &edges);
#else
    return cudaGraphGetEdges(graph, from, to, &edges);
#endif
  };
  CHECK(get_edges(nullptr, nullptr));
  std::vector<cudaGraphNode_t> from(edges), to(edges);
  if (edges > 0) CHECK(get_edges(from.data(), to.data()));

  std::vector<std::vector<bool>> comes_before(count, std::vector<bool>(count));
  const auto index = [&](cudaGraphNode_t node) {
    return std::find(nodes.begin(), nodes.end(), node) - nodes.begin();
  };
  for (std::size_t edge = 0; edge < edges; ++edge) {
    comes_before[index(from[edge])][index(to[edge])] = true;
  }
  for (std::size_t via = 0; via < count; ++via) {
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b < count; ++b) {
        if (comes_before[a][via] && comes_before[via][b]) comes_before[a][b] = true;
      }
    }
  }
  const auto is_kernel = [&](std::size_t node) {
    cudaGraphNodeType type = {};
    CHECK(cudaGraphNodeGetType(nodes[node], &type));
    return type == cudaGraphNodeTypeKernel;
  };
  Order order = {};
  for (std::size_t a = 0; a < count; ++a) {
    if (!is_kernel(a)) continue;
    ++order.kernels;
    for (std::size_t b = 0; b < count; ++b) order.pairs += comes_before[a][b] && is_kernel(b);
  }
  return order;
}

void check_order(Exercise& exercise) {
  const Order order = order_of(calls::last);
  require_now(exercise, order.kernels == 4,
              "the graph has " + std::to_string(order.kernels) +
                  " kernels, not 4: what is not recorded runs once, and not when the graph does");
  require_now(exercise, order.pairs < 6,
              "the four kernels are a chain: smoothen and steepen need not wait for each other");
  require_now(
      exercise, order.pairs == 5,
      "an order is missing: " + std::to_string(order.pairs) + " pairs of kernels have one, of 5");
}

// One launch of a graph that is there already, into the stream.
void check_play(Exercise& exercise, const Recording& recording, cudaStream_t stream) {
  calls::launches.clear();
  calls::made = 0;
  call_or_end(
      exercise, [&] { play(recording, stream); }, "play() waits for the device");
  require_now(exercise, calls::made == 0,
              "play() has made an executable graph; record() did before");
  require_now(exercise, calls::launches.size() == 1,
              "play() has launched " + std::to_string(calls::launches.size()) + " graphs, not one");
  require_now(exercise, calls::launches[0] == stream,
              "play() has launched the graph into another stream than it was given");
}

// What combine leaves of the input, where `values` are.
float expected_at(const float* values, long long i, long long n) {
  const double here = 2.0 * values[i] + 1, there = 2.0 * values[std::min(i + 1, n - 1)] + 1;
  return static_cast<float>(0.5 * (here + there) + 4 * (there - here));
}

// A signal in memory of its own.
struct Memory {
  explicit Memory(const std::vector<float>& values)
      : in(values), scaled(in.size()), smooth(in.size()), steep(in.size()), out(in.size()) {}
  Signal signal() const {
    return {in.data(),    scaled.data(), smooth.data(),
            steep.data(), out.data(),    static_cast<int>(in.size())};
  }
  const Buffer<float> in, scaled, smooth, steep, out;
};

void require_destroyed(Exercise& exercise) {
  exercise.require(
      calls::graphs_left == 0,
      "graphs or executable graphs that were not destroyed: " + std::to_string(calls::graphs_left));
  exercise.require(calls::not_destroyed == 0, "streams or events that were not destroyed: " +
                                                  std::to_string(calls::not_destroyed));
}

// Several recordings at the same time, some of the same size: each has what it needs.
void check_several(Exercise& exercise, cudaStream_t stream) {
  exercise.begin("three recordings, played one after the other");
  const Memory first(random_floats(1009)), second(random_floats(1009, -3, 3)),
      third(random_floats(33));
  CHECK(cudaDeviceSynchronize());
  calls::graphs_left = calls::not_destroyed = 0;
  Recording recordings[] = {record(first.signal()), record(second.signal()),
                            record(third.signal())};
  exercise.run([&] {
    for (const Recording& recording : recordings) play(recording, stream);
  });
  for (const auto& [memory, name] :
       {std::pair{&first, "first out"}, {&second, "second out"}, {&third, "third out"}}) {
    const float* values = memory->in.before().data();
    const long long n = memory->in.size();
    exercise.expect(
        memory->out, [&](long long i) { return expected_at(values, i, n); }, {.absolute = 1e-5},
        name);
  }
  if (exercise.failed()) return;
  for (Recording& recording : recordings) forget(recording);
  require_destroyed(exercise);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  calls::checked = &exercise;
  constexpr int kRounds = 4;
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));

  for (const int n : Exercise::sizes()) {
    exercise.begin("n = " + std::to_string(n));
    const std::vector<float> values = random_floats(kRounds * n);
    const Pinned inputs(values.size()), results(values.size());  // of all rounds
    std::copy(values.begin(), values.end(), inputs.data);
    std::fill_n(results.data, kRounds * n, tutorial::poison_value<float>());
    const Memory memory({values.begin(), values.begin() + n});
    const auto& [in, scaled, smooth, steep, out] = memory;
    CHECK(cudaDeviceSynchronize());  // the stream does not wait for what is in the default stream
    calls::made = calls::graphs_left = calls::not_destroyed = 0;
    Recording recording = record(memory.signal());
    CHECK(cudaDeviceSynchronize());
    const int made = calls::made;
    std::string written;
    for (const auto& [buffer, name] :
         {std::pair{&scaled, "scaled"}, {&smooth, "smooth"}, {&steep, "steep"}, {&out, "out"}}) {
      if (buffer->read() != buffer->before()) written = name;
    }
    if (made == 0) {  // a stub?
      play(recording, stream);
      CHECK(cudaDeviceSynchronize());
    }
    if (!exercise.open(made > 0 || out.read() != out.before())) return exercise.verdict();
    require_now(exercise, made == 1,
                "record() has made " + std::to_string(made) + " executable graphs, not one");
    check_order(exercise);
    require_now(exercise, written.empty(),
                "record() has written signal." + written +
                    ": recording does not run anything. Is each launch between the begin and the "
                    "end of the capture, in its stream?");

    // The first launch of a graph may wait, as the first launch of a kernel does.
    play(recording, stream);
    CHECK(cudaDeviceSynchronize());
    forget_writers();
    Gate gate(stream);
    for (int round = 0; round < kRounds; ++round) {
      CHECK(cudaMemcpyAsync(const_cast<float*>(in.data()), inputs.data + round * n,
                            n * sizeof(float), cudaMemcpyHostToDevice, stream));
      check_play(exercise, recording, stream);
      CHECK(cudaMemcpyAsync(results.data + round * n, out.data(), n * sizeof(float),
                            cudaMemcpyDeviceToHost, stream));
    }
    gate.open();
    CHECK(cudaDeviceSynchronize());
    for (int round = 0; round < kRounds; ++round) {
      const auto expected = [&](long long i) { return expected_at(&values[round * n], i, n); };
      const std::string wrong =
          first_difference(results.data + round * n, n, expected, {.absolute = 1e-5});
      exercise.require(wrong.empty(), "round " + std::to_string(round) +
                                          (round > 0 ? ", with another input than before" : "") +
                                          ": " + wrong);
    }
    for (const auto& [buffer, name] :
         {std::pair{&scaled, "scaled"}, {&smooth, "smooth"}, {&steep, "steep"}, {&out, "out"}}) {
      exercise.written_by(*buffer, {.warps_at_least = std::max(n / 128, 1),
                                    .blocks_at_least = std::max(n / 4096, 1),
                                    .name = std::string("signal.") + name});
    }
    forget(recording);
    require_destroyed(exercise);
    for (const Buffer<float>* buffer : {&in, &scaled, &smooth, &steep, &out}) {
      exercise.require(buffer->guard_damage().empty(), buffer->guard_damage());
    }
    if (exercise.failed()) return exercise.verdict();
  }
  check_several(exercise, stream);
  if (calls::last != nullptr) CHECK(cudaGraphDestroy(calls::last));
  CHECK(cudaStreamDestroy(stream));
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
