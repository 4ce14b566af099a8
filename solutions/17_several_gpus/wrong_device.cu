// Exercise · wrong_device: a vector shared out to all devices, by functions that were written for one.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;

__global__ void scale(float* y, const float* x, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = factor * x[i];
}

// Elements [first, first + count), in the memory of `device`. The check frees the arrays and destroys the stream.
struct Piece {
  int device, first, count;
  float *x, *y;
  cudaStream_t stream;
};

// TODO (about 7 lines): open the case, and find what is done while the wrong device is current
constexpr bool kCaseIsOpen = true;  // true: the check runs the program

// A piece of n elements for each device, rounded up. The last ones may get less, or nothing.
std::vector<Piece> make_pieces(int devices, int n) {
  const int each = (n + devices - 1) / devices;
  int before = 0;
  CHECK(cudaGetDevice(&before));
  std::vector<Piece> pieces;
  for (int device = 0; device < devices; ++device) {
    const int first = std::min(n, device * each);
    Piece s = {device, first, std::min(each, n - first), nullptr, nullptr, nullptr};
    CHECK(cudaSetDevice(device));
    CHECK(cudaMalloc(&s.x, each * sizeof(float)));
    CHECK(cudaMalloc(&s.y, each * sizeof(float)));
    CHECK(cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking));
    pieces.push_back(s);
  }
  CHECK(cudaSetDevice(before));  // the caller's
  return pieces;
}

// y = factor * x. Both are pinned memory of the host, and all of y is there when this returns.
void scale_on_all(const std::vector<Piece>& pieces, float factor, const float* x, float* y) {
  int before = 0;
  CHECK(cudaGetDevice(&before));
  for (const Piece& s : pieces) {
    if (s.count == 0) continue;
    const size_t bytes = s.count * sizeof(float);
    CHECK(cudaSetDevice(s.device));  // a launch is for the current device
    CHECK(cudaMemcpyAsync(s.x, x + s.first, bytes, cudaMemcpyHostToDevice, s.stream));
    scale<<<(s.count + kBlock - 1) / kBlock, kBlock, 0, s.stream>>>(s.y, s.x, factor, s.count);
    CHECK_LAST();
    CHECK(cudaMemcpyAsync(y + s.first, s.y, bytes, cudaMemcpyDeviceToHost, s.stream));
  }
  for (const Piece& s : pieces) CHECK(cudaStreamSynchronize(s.stream));  // of any device
  CHECK(cudaSetDevice(before));
}
// END
