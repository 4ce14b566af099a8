// Chapter 12 · case_stream_order
//
// One stream copies batches into a buffer, another one adds them up. Each run has another sum, and it is too large.
//
//   case_stream_order [--broken 1]      1: as it was found
#include "tutorial.cuh"

constexpr int kBlock = 256;

__global__ void add_up(const int* batch, int n, int* sum) {
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock)
    atomicAdd(sum, batch[i]);
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Batches that pass through one buffer, with two streams.",
      {{.name = "broken", .fallback = 0, .min = 0, .max = 1, .help = "1: as it was found"}});
  require_device();
  const bool broken = options["broken"] == 1;
  const int n = 50'000, batches = 8;
  int *pinned = nullptr, *batch = nullptr, *sum = nullptr;
  CHECK(cudaMallocHost(&pinned, batches * n * sizeof(int)));
  for (int i = 0; i < batches * n; ++i) pinned[i] = i / n + 1;
  CHECK(cudaMalloc(&batch, n * sizeof(int)));
  CHECK(cudaMalloc(&sum, sizeof(int)));
  CHECK(cudaMemset(sum, 0, sizeof(int)));
  CHECK(cudaDeviceSynchronize());

  cudaStream_t copies, kernels;
  CHECK(cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking));
  cudaEvent_t arrived, used;
  CHECK(cudaEventCreateWithFlags(&arrived, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&used, cudaEventDisableTiming));
  for (int b = 0; b < batches; ++b) {
    // The kernel of the batch before must have read the buffer before the next batch overwrites it.
    if (b > 0 && !broken) CHECK(cudaStreamWaitEvent(copies, used));
    CHECK(cudaMemcpyAsync(batch, pinned + b * n, n * sizeof(int), cudaMemcpyHostToDevice, copies));
    CHECK(cudaEventRecord(arrived, copies));
    CHECK(cudaStreamWaitEvent(kernels, arrived));
    add_up<<<4, kBlock, 0, kernels>>>(batch, n, sum);
    CHECK_LAST();
    CHECK(cudaEventRecord(used, kernels));
  }
  CHECK(cudaDeviceSynchronize());
  int got = 0;
  CHECK(cudaMemcpy(&got, sum, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaEventDestroy(arrived));
  CHECK(cudaEventDestroy(used));
  CHECK(cudaStreamDestroy(copies));
  CHECK(cudaStreamDestroy(kernels));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaFree(batch));
  CHECK(cudaFree(sum));

  const int expected = n * batches * (batches + 1) / 2;
  std::printf("sum %d, expected %d\n", got, expected);
  return verdict(got == expected);
}
