// Chapter 08 · host_callbacks
//
// A host function in a stream runs on a thread of the CUDA runtime when the work before it is done;
// the work after it begins when it has returned. Here it collects the result of each round while the
// device is already allowed to go on with other streams' work, and the main thread does nothing.
//
//   host_callbacks [--size N] [--rounds R]
//                         N floats, default 1001 on the CPU backend, 2^22 on a GPU; R rounds, default 6
#include <thread>

#include "tutorial.cuh"

constexpr int kBlock = 256;

__global__ void fill(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i % 7;
}

// Every element halfway to its right neighbour; the last one goes to 0.
__global__ void step(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 0.5f * (x[i] + (i + 1 < n ? x[i + 1] : 0.0f));
}

// What the host function gets by its pointer. It must live until the function has run.
struct Diary {
  float* first_element;  // pinned, written by a copy in the stream just before
  std::vector<float> entries;
  std::thread::id writer;
};

// It may not call any CUDA function, not even one that only asks: such a call could wait for work that
// waits for this function. It may not wait for a function in another stream either.
void write_entry(void* user_data) {
  auto& diary = *static_cast<Diary*>(user_data);
  diary.entries.push_back(*diary.first_element);  // no lock: calls of one stream come one by one
  diary.writer = std::this_thread::get_id();
}

int main(int argc, char** argv) {
  const Options options(
      argc, argv, "Call a function of the host from a stream.",
      {{.name = "rounds", .fallback = 6, .min = 1, .max = 1000, .help = "rounds"}});
  const int n = options.size({.cpu = 1001, .gpu = 1 << 22});
  const int rounds = static_cast<int>(options["rounds"]);
  const int blocks = (n + kBlock - 1) / kBlock;
  float *x = nullptr, *y = nullptr;
  CHECK(cudaMalloc(&x, n * sizeof(float)));
  CHECK(cudaMalloc(&y, n * sizeof(float)));
  poison(y, n);
  Diary diary = {};
  CHECK(cudaMallocHost(&diary.first_element, sizeof(float)));
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));

  fill<<<blocks, kBlock, 0, stream>>>(x, n);
  CHECK_LAST();
  for (int round = 0; round < rounds; ++round) {
    step<<<blocks, kBlock, 0, stream>>>(x, y, n);
    CHECK_LAST();
    CHECK(cudaMemcpyAsync(diary.first_element, y, sizeof(float), cudaMemcpyDeviceToHost, stream));
    // The next copy comes after this function: it cannot overwrite what has not been read.
    CHECK(cudaLaunchHostFunc(stream, write_entry, &diary));
    std::swap(x, y);
  }
  // All rounds are in the stream now, and the loop has waited for none of them.
  CHECK(cudaStreamSynchronize(stream));

  std::vector<float> expected_entries, values(n);
  for (int i = 0; i < n; ++i) values[i] = i % 7;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < n; ++i) values[i] = 0.5f * (values[i] + (i + 1 < n ? values[i + 1] : 0));
    expected_entries.push_back(values[0]);
  }
  std::printf("the first element after each round:");
  for (const float entry : diary.entries) std::printf(" %g", entry);
  std::printf("\nwritten by %s thread\n",
              diary.writer == std::this_thread::get_id() ? "the main" : "another");
  bool passed = diary.entries.size() == expected_entries.size() &&
                verify("entries", diary.entries, expected_entries);
  const std::string wrong = first_difference_on_device(x, n, values);
  if (!wrong.empty()) std::fprintf(stderr, "values, %s\n", wrong.c_str());
  passed &= wrong.empty();

  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFreeHost(diary.first_element));
  CHECK(cudaFree(x));
  CHECK(cudaFree(y));
  return verdict(passed);
}
