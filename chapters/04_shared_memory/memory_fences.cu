// Chapter 04 · memory_fences
//
// Block 0 sends messages to block 1: it writes the data first, then a flag. Without an order between the
// two, block 1 may see the flag before the data.
//
//   memory_fences [--broken K]      1: the flag without any order. The CPU backend reports a race; on an
//                                   H200 messages were wrong
#include <cuda/atomic>

#include "tutorial.cuh"

constexpr int kBlock = 128;
constexpr int kMessages = 20;

// Each block waits for the other one, so both must be resident. Two blocks are, on any GPU. With more
// blocks than fit, those that wait would keep out those that they wait for.

// How the flag is written and read, by one thread.
struct WithAtomicRef {
  // A thread that acquires the value also sees every write that was ordered before this release.
  __device__ static void tell(int* flag, int value) {
    cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).store(value,
                                                                  cuda::memory_order_release);
  }
  __device__ static void wait(int* flag, int value) {
    const cuda::atomic_ref<int, cuda::thread_scope_device> at(*flag);
    while (at.load(cuda::memory_order_acquire) != value) {
    }
  }
};

struct WithFences {
  // The older way: a fence, then the atomic that tells; the atomic that finds out, then a fence.
  __device__ static void tell(int* flag, int value) {
    __threadfence();
    atomicExch(flag, value);
  }
  __device__ static void wait(int* flag, int value) {
    while (atomicAdd(flag, 0) != value) {
    }
    __threadfence();
  }
};

struct WithVolatile {
  // volatile makes the compiler write and read the flag each time. It orders nothing.
  __device__ static void tell(int* flag, int value) { *const_cast<volatile int*>(flag) = value; }
  __device__ static void wait(int* flag, int value) {
    while (*const_cast<volatile int*>(flag) != value) {
    }
  }
};

__host__ __device__ int message(int number, int t) { return number * 1000 + t * 7; }

template <class Order>
__global__ void send_and_receive(int* data, int* sent, int* received, int* out) {
  const int t = threadIdx.x;
  for (int m = 0; m < kMessages; ++m) {
    if (blockIdx.x == 0) {
      if (t == 0) Order::wait(received, m);  // the previous one has been read
      __syncthreads();
      data[t] = message(m, t);
      __syncthreads();  // all 128 have written, and thread 0 comes after them
      if (t == 0) Order::tell(sent, m + 1);
    } else {
      if (t == 0) Order::wait(sent, m + 1);
      __syncthreads();  // now all threads may read what thread 0 has acquired
      out[m * kBlock + t] = data[t];
      __syncthreads();
      if (t == 0) Order::tell(received, m + 1);
    }
  }
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Messages from block to block, by flags.",
      {{.name = "broken", .fallback = 0, .min = 0, .max = 1, .help = "1: a flag without order"}});
  require_device();
  const int n = kMessages * kBlock;
  int *data = nullptr, *flags = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&data, kBlock * sizeof(int)));
  CHECK(cudaMalloc(&flags, 2 * sizeof(int)));
  CHECK(cudaMalloc(&out, n * sizeof(int)));

  bool right = true;
  const auto run = [&](const std::string& name, auto kernel) {
    CHECK(cudaMemset(flags, 0, 2 * sizeof(int)));
    poison(data, kBlock);
    poison(out, n);
    kernel<<<2, kBlock>>>(data, flags, flags + 1, out);
    CHECK_LAST();
    CHECK(cudaDeviceSynchronize());
    std::vector<int> got(n);
    CHECK(cudaMemcpy(got.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost));
    const bool holds = verify(name, got, [](int i) { return message(i / kBlock, i % kBlock); });
    std::printf("%-18s %s\n", name.c_str(), holds ? "all messages arrived" : "wrong messages");
    right &= holds;
  };
  if (options["broken"] == 1) {
    run("volatile", send_and_receive<WithVolatile>);
  } else {
    run("cuda::atomic_ref", send_and_receive<WithAtomicRef>);
    run("fence and atomic", send_and_receive<WithFences>);
  }

  CHECK(cudaFree(data));
  CHECK(cudaFree(flags));
  CHECK(cudaFree(out));
  return verdict(right);
}
