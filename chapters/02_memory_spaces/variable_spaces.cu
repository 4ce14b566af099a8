// Chapter 02 · variable_spaces
//
// Every variable of a kernel lives in one of the GPU's memories, and its declaration decides in
// which. The memory says who sees the variable, how many copies there are and how long they last.
//
//   variable_spaces            2 launches of 3 blocks of 64 threads
#include "tutorial.cuh"

constexpr int kBlocks = 3;
constexpr int kThreads = 64;  // two warps
constexpr int kAll = kBlocks * kThreads;

struct Parameters {
  int one;
};

// Outside of all functions: one variable each for the whole program, from its start to its end.
__device__ int global_sums[32];    // in device memory; every thread reads and writes it
__managed__ int managed_sums[32];  // the same, and the host may use it by its name
__constant__ int constants[8];     // kernels only read it, the host sets it

// An address does not show which memory it belongs to, the __is… functions do.
__device__ unsigned memory_of(const void* address) {
  return (__isGlobal(address) ? 1u : 0u) | (__isShared(address) ? 2u : 0u) |
         (__isConstant(address) ? 4u : 0u) | (__isLocal(address) ? 8u : 0u);
}

// One thread asks for all. A register has no address: a variable whose address is really needed is
// put into local memory.
__global__ void name_memories(unsigned* memories, const __grid_constant__ Parameters parameters) {
  __shared__ int fixed[32];
  extern __shared__ int dynamic[];
  int number = parameters.one;
  int array[4] = {};
  array[number] = 1;
  memories[0] = memory_of(&number);
  memories[1] = memory_of(array);
  memories[2] = memory_of(fixed);
  memories[3] = memory_of(dynamic);
  memories[4] = memory_of(global_sums);
  memories[5] = memory_of(managed_sums);
  memories[6] = memory_of(memories);
  memories[7] = memory_of(constants);
  memories[8] = __isGridConstant(&parameters) ? 16 : 0;
}

// Every thread adds 1 to a variable of each kind. One line, one memory: a report per line
// (SIMT_REPORT=text) shows which memory serves it.
__global__ void add_one_to_each(int* of_threads, int* of_blocks, int* elements, int index) {
  __shared__ int block_sums[32];  // one array per block
  int local_values[8];            // one per thread; registers cannot be indexed
  const int lane = threadIdx.x % 32;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 32) block_sums[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll 1  // a short array would be taken apart, element by element, into registers
  for (int k = 0; k < 8; ++k) local_values[k] = constants[k];
  int thread_sum = 0;  // one per thread, in a register: no line below is about it
  thread_sum += local_values[index];
  atomicAdd(&block_sums[lane], thread_sum);
  atomicAdd(&global_sums[lane], thread_sum);
  atomicAdd(&managed_sums[lane], thread_sum);
  elements[thread] += thread_sum;
  __syncthreads();
  of_threads[thread] = thread_sum;
  if (threadIdx.x < 32) of_blocks[blockIdx.x * 32 + lane] = block_sums[lane];
}

std::string memory_name(unsigned bits) {
  switch (bits) {
    case 1:
      return "global";
    case 2:
      return "shared";
    case 4:
      return "constant";
    case 8:
      return "local";
    case 16:
      return "parameters";
    default:
      return "unknown (" + std::to_string(bits) + ")";
  }
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Ask variables for their memory, and count who shares them and for how long.");
  require_device();
  bool ok = true;

  unsigned* memories = nullptr;
  CHECK(cudaMalloc(&memories, 9 * sizeof(unsigned)));
  poison(memories, 9);
  name_memories<<<1, 1, 32 * sizeof(int)>>>(memories, Parameters{1});
  CHECK_LAST();
  std::vector<unsigned> found(9);
  CHECK(cudaMemcpy(found.data(), memories, 9 * sizeof(unsigned), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(memories));
  ok &= verify("memories", found, std::vector<unsigned>{8, 8, 2, 2, 1, 1, 1, 4, 16});

  Table where({"declaration", "memory", "seen by", "exists"});
  const auto add = [&](const char* declaration, int i, const char* seen_by, const char* exists) {
    where.add({declaration, memory_name(found[i]), seen_by, exists});
  };
  // Not asked: what has no address cannot be.
  where.add({"int number;", "register", "the thread", "while the thread runs"});
  add("int number;          and &number", 0, "the thread", "while the thread runs");
  add("int array[4];        and array[i]", 1, "the thread", "while the thread runs");
  add("__shared__ int fixed[32];", 2, "the block", "while the block runs");
  add("extern __shared__ int dynamic[];", 3, "the block", "while the block runs");
  add("__device__ int global_sums[32];", 4, "all threads", "as long as the program");
  add("__managed__ int managed_sums[32];", 5, "all threads, host", "as long as the program");
  add("cudaMalloc(&memories, …)", 6, "all threads", "until cudaFree");
  add("__constant__ int constants[8];", 7, "all threads, to read", "as long as the program");
  add("kernel parameter", 8, "all threads, to read", "while the kernel runs");
  where.print();

  int *of_threads = nullptr, *of_blocks = nullptr, *elements = nullptr;
  CHECK(cudaMalloc(&of_threads, kAll * sizeof(int)));
  CHECK(cudaMalloc(&of_blocks, kBlocks * 32 * sizeof(int)));
  CHECK(cudaMalloc(&elements, kAll * sizeof(int)));
  CHECK(cudaMemset(elements, 0, kAll * sizeof(int)));
  const int only_one[8] = {0, 0, 1};  // element 2
  CHECK(cudaMemcpyToSymbol(constants, only_one, sizeof constants));
  for (int& sum : managed_sums) sum = 1000;  // the host, by name; no kernel may be running

  // Columns: one value per kind of variable and launch.
  std::vector<int> thread_values(kAll), block_values(kBlocks * 32), element_values(kAll),
      global(32), seen[2];
  for (int launch = 0; launch < 2; ++launch) {
    poison(of_threads, kAll);
    poison(of_blocks, kBlocks * 32);
    add_one_to_each<<<kBlocks, kThreads>>>(of_threads, of_blocks, elements, 2);
    CHECK_LAST();
    CHECK(cudaDeviceSynchronize());  // before the host looks at managed_sums
    const std::vector<int> managed(managed_sums, managed_sums + 32);
    CHECK(cudaMemcpyFromSymbol(global.data(), global_sums, sizeof global_sums));
    CHECK(cudaMemcpy(thread_values.data(), of_threads, kAll * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(block_values.data(), of_blocks, kBlocks * 32 * sizeof(int),
                     cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(element_values.data(), elements, kAll * sizeof(int), cudaMemcpyDeviceToHost));
    const int warps = (launch + 1) * kAll / 32;  // that have added to one element so far
    ok &= verify("thread_sum", thread_values, [](int) { return 1; });
    ok &= verify("block_sums", block_values, [](int) { return kThreads / 32; });
    ok &= verify("elements", element_values, [&](int) { return launch + 1; });
    ok &= verify("global_sums", global, [&](int) { return warps; });
    ok &= verify("managed_sums", managed, [&](int) { return 1000 + warps; });
    seen[launch] = {thread_values[5], block_values[5], element_values[5], global[5], managed[5]};
  }

  Table values({"each thread adds 1 to", "copies", "after launch 1", "after launch 2"});
  const auto show = [&](const char* name, int copies, int i) {
    values.add(
        {name, std::to_string(copies), std::to_string(seen[0][i]), std::to_string(seen[1][i])});
  };
  show("thread_sum, of the thread", kAll, 0);
  show("block_sums[5], __shared__", kBlocks, 1);
  show("elements[5], cudaMalloc", 1, 2);
  show("global_sums[5], __device__", 1, 3);
  show("managed_sums[5], set to 1000", 1, 4);
  values.print();

  CHECK(cudaFree(of_threads));
  CHECK(cudaFree(of_blocks));
  CHECK(cudaFree(elements));
  return verdict(ok);
}
