/// @file
/// What the tests of graphs share.
#pragma once

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

}  // namespace
