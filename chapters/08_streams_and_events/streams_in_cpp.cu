// Chapter 08 · streams_in_cpp
//
// The same stream by its C handle, cudaStream_t, and by a cuda::stream_ref of libcu++: asked, waited for,
// compared, and an error that one returns and the other throws. A class of a few lines owns the stream.
//
//   streams_in_cpp [--size N]     N floats, default 1001 on the CPU backend, 2^22 on a GPU
#include <cuda/stream_ref>
#include <memory>
#include <type_traits>

#include "tutorial.cuh"
#include "tutorial/gate.cuh"

constexpr int kBlock = 256;

__global__ void scale(float* x, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor;
}

// A function that puts work into a stream of the caller's. In C the parameter is a pointer, so that 0,
// nullptr and a forgotten handle all mean the legacy default stream.
void scale_in(cudaStream_t stream, float* x, float factor, int n) {
  scale<<<(n + kBlock - 1) / kBlock, kBlock, 0, stream>>>(x, factor, n);
  CHECK_LAST();
}

// A stream_ref refers to a stream that the caller owns, as a string_view does to a string. It is made
// from a handle only, and <<<>>> takes its handle.
void scale_by_ref(cuda::stream_ref stream, float* x, float factor, int n) {
  scale<<<(n + kBlock - 1) / kBlock, kBlock, 0, stream.get()>>>(x, factor, n);
  CHECK_LAST();
}
static_assert(std::is_convertible_v<cudaStream_t, cuda::stream_ref>);
static_assert(!std::is_constructible_v<cuda::stream_ref, int>);
static_assert(!std::is_constructible_v<cuda::stream_ref, std::nullptr_t>);

// CCCL 3.1, of CUDA 13.1, calls ready() is_done() and wait() sync().
bool is_done(auto stream) {
  if constexpr (requires { stream.is_done(); }) {
    return stream.is_done();
  } else {
    return stream.ready();
  }
}
void sync(auto stream) {
  if constexpr (requires { stream.sync(); }) {
    stream.sync();
  } else {
    stream.wait();
  }
}

// Who destroys it? A stream_ref doesn't. cuda::stream does (CCCL 3.1); before that, these lines do.
struct DestroyStream {
  void operator()(cudaStream_t stream) const { CHECK(cudaStreamDestroy(stream)); }
};
using OwnedStream = std::unique_ptr<CUstream_st, DestroyStream>;
OwnedStream make_stream(int priority) {
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority));
  return OwnedStream(stream);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "A stream by its C handle, and by a stream_ref.");
  const int n = options.size({.cpu = 1001, .gpu = 1 << 22, .bytes_per_element = sizeof(float)});
  const std::vector<float> input = random_floats(n);
  float* x = nullptr;
  CHECK(cudaMalloc(&x, n * sizeof(float)));
  CHECK(cudaMemcpy(x, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, scale));  // loads the kernel, which may wait for a gate
  int least = 0, greatest = 0;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));

  const OwnedStream owner = make_stream(greatest);
  const cudaStream_t handle = owner.get();
  const cuda::stream_ref ref = handle;
  Table table({"", "cudaStream_t", "cuda::stream_ref"});
  const auto ask = [&](const char* when) {
    table.add({when, cudaGetErrorName(cudaStreamQuery(handle)),
               is_done(ref) ? "is done" : "is not done"});
  };

  Gate gate(handle);
  scale_in(handle, x, 2, n);
  scale_by_ref(ref, x, 4, n);  // after the line above: it is one stream
  ask("behind a gate");
  gate.open();
  CHECK(cudaStreamSynchronize(handle));
  sync(ref);
  ask("after waiting");
  int priority = 0;
  CHECK(cudaStreamGetPriority(handle, &priority));
  const auto is_greatest = [&](int p) { return p == greatest ? "the greatest" : "another"; };
  table.add({"priority", is_greatest(priority), is_greatest(ref.priority())});

  // Nothing may wait for a stream while it captures.
  cudaGraph_t graph = nullptr;
  CHECK(cudaStreamBeginCapture(handle, cudaStreamCaptureModeThreadLocal));
  const std::string returned = cudaGetErrorName(cudaStreamSynchronize(handle));
  std::string thrown = "nothing";
  try {
    sync(ref);
  } catch (const cuda::cuda_error&) {
    thrown = "throws cuda::cuda_error";
  }
  table.add({"waiting during a capture", returned, thrown});
  const bool capture_failed = cudaStreamEndCapture(handle, &graph) != cudaSuccess;
  (void)cudaGetLastError();  // the errors that we asked for
  table.print();

  bool passed = capture_failed && is_done(ref) && ref == handle && thrown != "nothing" &&
                returned == "cudaErrorStreamCaptureUnsupported" && priority == ref.priority();
  const std::string wrong =
      first_difference_on_device(x, n, [&](long long i) { return input[i] * 8; });
  if (!wrong.empty()) std::fprintf(stderr, "%s\n", wrong.c_str());
  passed &= wrong.empty();
  CHECK(cudaFree(x));
  return verdict(passed);
}
