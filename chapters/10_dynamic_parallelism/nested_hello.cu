// Chapter 10 · nested_hello
//
// Kernels that launch kernels. Each block of a grid launches a grid with half as many threads, down to a
// given depth. Then a kernel launches itself, a few thousand times: how deep can it go?
//
//   nested_hello [--depth D] [--threads T] [--links L]
//                          D levels below the host's launch, default 2, with T threads per block at first,
//                          default 4; then L kernels of which each launches the next, default 3000
#include "tutorial.cuh"

// Says who it is, and launches the next level: a grid of two blocks for each block.
__global__ void hello(int depth, int levels, int parent) {
  if (threadIdx.x != 0) return;  // one thread speaks, and one thread launches: otherwise each would
  if (depth == 0) {
    printf("block %d of %d, %d threads, launched by the host\n", blockIdx.x, gridDim.x, blockDim.x);
  } else {
    printf("depth %d: block %d of %d, %d threads, launched by block %d\n", depth, blockIdx.x,
           gridDim.x, blockDim.x, parent);
  }
  if (depth < levels) hello<<<2, (blockDim.x + 1) / 2>>>(depth + 1, levels, blockIdx.x);
}

// What became of a chain of launches.
struct Chain {
  int links;  // kernels that have run
  cudaError_t error;
};

// Each kernel launches the next one; that of the last one is refused.
__global__ void dig(Chain* chain, int left) {
  ++chain->links;
  if (left == 0) return;
  dig<<<1, 1>>>(chain, left - 1);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) chain->error = error;
}

// The same, but the next one takes the place of this one: it is launched when this one has ended.
__global__ void hand_on(Chain* chain, int left) {
  ++chain->links;
  if (left == 0) return;
  hand_on<<<1, 1, 0, cudaStreamTailLaunch>>>(chain, left - 1);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) chain->error = error;
}

int main(int argc, char** argv) {
  const Options options = Options::without_size(
      argc, argv, "Kernels that launch kernels.",
      {{.name = "depth", .fallback = 2, .max = 10, .help = "levels below the host's launch"},
       {.name = "threads", .fallback = 4, .min = 1, .max = 1024, .help = "per block, at first"},
       {.name = "links", .fallback = 3000, .min = 1, .max = 100000, .help = "kernels in a chain"}});
  require_device();
  const int levels = static_cast<int>(options["depth"]);
  hello<<<1, static_cast<int>(options["threads"])>>>(0, levels, 0);
  CHECK_LAST();
  CHECK(cudaDeviceSynchronize());  // for all of them: the first is complete when its children are

  Chain* chain = nullptr;
  CHECK(cudaMalloc(&chain, sizeof *chain));
  const int links = static_cast<int>(options["links"]);
  bool passed = true;
  const auto run = [&](const char* what, auto kernel) {
    CHECK(cudaMemset(chain, 0, sizeof *chain));
    kernel<<<1, 1>>>(chain, links - 1);
    CHECK_LAST();
    Chain result = {};
    CHECK(cudaMemcpy(&result, chain, sizeof result, cudaMemcpyDeviceToHost));
    std::printf("%s: %d of %d kernels, then %s\n", what, result.links, links,
                cudaGetErrorName(result.error));
    passed &= (result.links == links) == (result.error == cudaSuccess);
  };
  std::puts("");
  run("each launches the next", dig);
  run("each hands on to the next", hand_on);
  CHECK(cudaFree(chain));
  return verdict(passed);
}
