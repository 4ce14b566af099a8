// Chapter 01 · vector_add
//
// The five steps of every CUDA program (allocate, copy in, launch, copy out, free) and what to do
// when n is no multiple of the block: start more threads than elements and keep the surplus out, or
// fewer threads and let each take several.
//
//   vector_add [--size N]      adds N - 1 and N floats
//                              default 2^16 + 1 on the CPU backend, 2^26 + 1 on a GPU
#include "tutorial.cuh"

// One thread per element. The grid has whole blocks only, so the last one may reach past the end:
// without the `if` its threads would write into memory that belongs to something else.
__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// Any grid does for any n: each thread walks on by the number of threads in the grid, so a warp's
// 32 elements stay neighbours in every round. Both are computed in 64 bits: the last step may go past 2^31,
// and a large grid has more than 2^32 threads.
__global__ void add_grid_stride(const float* a, const float* b, float* c, int n) {
  const long long stride = 1LL * gridDim.x * blockDim.x;
  for (long long i = 1LL * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    c[i] = a[i] + b[i];
  }
}

// Integer division rounds down; the last, partly filled block counts, too.
int blocks_for(int n, int block) { return (n + block - 1) / block; }

int main(int argc, char** argv) {
  const Options options(argc, argv, "Add two vectors whose length is no multiple of the block.");
  const int size = options.size(
      {.cpu = (1 << 16) + 1, .gpu = (1 << 26) + 1, .bytes_per_element = 3 * sizeof(float)});
  const size_t bytes = size * sizeof(float);
  const std::vector<float> host_a = random_floats(size);
  const std::vector<float> host_b = random_floats(size);
  std::vector<float> host_c(size);

  // Step 1: allocate device memory. The pointers are device addresses; the host must not
  // dereference them.
  float *a = nullptr, *b = nullptr, *c = nullptr;
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMalloc(&c, bytes));
  poison(c, size);  // what the kernel forgets to write will be noticed

  // Step 2: copy the input to the device.
  CHECK(cudaMemcpy(a, host_a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, host_b.data(), bytes, cudaMemcpyHostToDevice));

  // Step 3: launch. The call returns at once; CHECK_LAST says whether the launch was accepted.
  add<<<blocks_for(size, 256), 256>>>(a, b, c, size);
  CHECK_LAST();

  // Step 4: copy the result back. cudaMemcpy waits for the kernel.
  CHECK(cudaMemcpy(host_c.data(), c, bytes, cudaMemcpyDeviceToHost));
  if (!verify("c", host_c, [&](int i) { return host_a[i] + host_b[i]; })) return kExitWrong;

  // Every grid twice: for a length that fills its blocks (by default), and for one element more.
  Table grids({"launch", "blocks", "threads", "without work"});
  const auto describe = [&](const std::string& launch, int n, int blocks, int block) {
    const long long threads = static_cast<long long>(blocks) * block;
    grids.add({launch, std::to_string(blocks), std::to_string(threads),
               std::to_string(std::max(threads - n, 0LL))});
  };
  Experiment experiment("Adding two vectors", c, size, 3.0 * bytes);
  experiment.longest_name("grid-stride, 1056 blocks of 256");
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kSectorsPerLoad,
                   Column::kSectorsPerStore, Column::kActiveLanes});
  for (const int n : {size - 1, size}) {
    if (n == 0) continue;  // a grid needs at least one block: CUDA would refuse the launch
    for (const int block : {128, 256, 512, 1024}) {
      const int blocks = blocks_for(n, block);
      const std::string launch = "n = " + std::to_string(n) + ", block " + std::to_string(block);
      describe(launch, n, blocks, block);
      // In the first round c has one element more than the kernel may touch.
      experiment.run(
          launch, [&] { add<<<blocks, block>>>(a, b, c, n); },
          [&](int i) { return i < n ? host_a[i] + host_b[i] : Experiment::kUnwritten; });
    }
  }
  // A grid that fits the device instead of the data.
  for (const int blocks_per_multiprocessor : {1, 8}) {
    const int blocks = blocks_per_multiprocessor * device_info().multiprocessors;
    const std::string launch = "grid-stride, " + std::to_string(blocks) + " blocks of 256";
    describe(launch, size, blocks, 256);
    experiment.run(
        launch, [&] { add_grid_stride<<<blocks, 256>>>(a, b, c, size); },
        [&](int i) { return host_a[i] + host_b[i]; });
  }
  grids.print();

  const int result = experiment.report();

  // Step 5: free.
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
  return result;
}
