// Chapter 01 · hello
//
// A kernel that prints from every thread. The launch only hands it to the device and returns: what
// the device prints arrives when the host waits for it, or never.
//
//   hello [--blocks B] [--threads T] [--synchronize S]     B blocks of T threads, default 2 of 4;
//                                                          S = 0 ends the program without waiting
#include "tutorial.cuh"

// Stands for the work of a real kernel: thread 0 of the block is busy for this many clock cycles,
// and the others wait for it: __syncthreads is a barrier of the block (chapter 02).
__device__ void work(long long cycles) {
  const long long start = clock64();
  while (threadIdx.x == 0 && clock64() - start < cycles) {
  }
  __syncthreads();
}

// __global__ makes a function a kernel: the host calls it, every thread of the grid runs it. Only
// built-in variables tell the threads apart: blockIdx is the block, threadIdx the place in it.
__global__ void greet(long long cycles) {
  work(cycles);
  printf("device: block %u of %u, thread %u of %u\n", blockIdx.x, gridDim.x, threadIdx.x,
         blockDim.x);
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Print from every thread of a grid, and wait for it or not.",
      {{.name = "blocks", .fallback = 2, .min = 1, .max = 4, .help = "blocks of the grid"},
       {.name = "threads", .fallback = 4, .min = 1, .max = 64, .help = "threads of each block"},
       {.name = "synchronize", .fallback = 1, .min = 0, .max = 1, .help = "0: do not wait"}});
  require_device();
  const int blocks = options["blocks"];
  const int threads = options["threads"];

  std::printf("host:   launching %d blocks of %d threads\n", blocks, threads);
  greet<<<blocks, threads>>>(/*cycles*/ 1 << 25);
  CHECK_LAST();  // a launch returns nothing; this asks whether it was accepted
  std::puts("host:   the launch has returned");

  // Asks the default stream, where the kernel is, without waiting. "Not ready" is no failure.
  const cudaError_t state = cudaStreamQuery(nullptr);
  if (state != cudaErrorNotReady) CHECK(state);
  std::printf("host:   the kernel %s\n",
              state == cudaErrorNotReady ? "is still running" : "is done");

  if (options["synchronize"] == 0) {
    std::puts("host:   leaving without a look back");
    return kExitOk;  // what the device has not handed over yet is lost
  }
  CHECK(cudaDeviceSynchronize());  // waits for the device and prints what its threads said
  std::puts("host:   synchronized");
  return verdict(true);
}
