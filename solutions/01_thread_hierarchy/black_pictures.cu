// Exercise · black_pictures: a laboratory that develops film. Some pictures come back black. Why?
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

enum class Style { kStraight, kMirrored };

// TODO (about 15 lines): open the case, find the faults, repair, answer
constexpr bool kCaseIsOpen = true;  // true: the check runs the program

// All three about the program as you found it.
// How many columns does the widest film have that it can develop straight?
constexpr int kWidestStraight = 256;
// How many rows does the tallest film have that it can develop mirrored?
constexpr int kTallestMirrored = 65535;
// What does it return for a film with one row more? 0: cudaSuccess, 1: an error
constexpr int kReturnsAnError = 0;

// Film is negative: what was white is black (0), and what was black is white (255).
__global__ void develop_straight(unsigned char* picture, const unsigned char* film, int columns,
                                 int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) picture[y * columns + x] = 255 - film[y * columns + x];
}

__global__ void develop_mirrored(unsigned char* picture, const unsigned char* film, int columns,
                                 int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) picture[y * columns + columns - 1 - x] = 255 - film[y * columns + x];
}

// Makes a picture of a film; both are on the host, row after row, and may be empty. Returns the
// first error, and in that case leaves `picture` as it is.
cudaError_t develop(unsigned char* picture, const unsigned char* film, int columns, int rows,
                    Style style) {
  const size_t bytes = size_t{1} * columns * rows;
  if (bytes == 0) return cudaSuccess;  // a grid without blocks would be refused
  const dim3 block(32, 8);
  const dim3 grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  unsigned char *from = nullptr, *to = nullptr;
  cudaError_t error = cudaMalloc(&from, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&to, bytes);
  if (error == cudaSuccess) error = cudaMemset(to, 0, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(from, film, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    const auto kernel = style == Style::kStraight ? develop_straight : develop_mirrored;
    kernel<<<grid, block>>>(to, from, columns, rows);
    error = cudaGetLastError();  // one launch for both styles, one question
  }
  if (error == cudaSuccess) error = cudaMemcpy(picture, to, bytes, cudaMemcpyDeviceToHost);
  cudaFree(to);
  cudaFree(from);
  return error;
}
// END
