// Exercise · black_pictures: a laboratory that develops film. Some pictures come back black. Why?
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

enum class Style { kStraight, kMirrored };

// TODO (about 15 lines): open the case, find the faults, repair, answer
constexpr bool kCaseIsOpen = false;  // true: the check runs the program

// All three about the program as you found it.
// How many columns does the widest film have that it can develop straight?
constexpr int kWidestStraight = -1;
// How many rows does the tallest film have that it can develop mirrored?
constexpr int kTallestMirrored = -1;
// What does it return for a film with one row more? 0: cudaSuccess, 1: an error
constexpr int kReturnsAnError = -1;

// Film is negative: what was white is black (0), and what was black is white (255).
__global__ void develop_straight(unsigned char* picture, const unsigned char* film, int columns,
                                 int rows) {
  const int x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y;
  if (y < rows) picture[y * columns + x] = 255 - film[y * columns + x];
}

__global__ void develop_mirrored(unsigned char* picture, const unsigned char* film, int columns,
                                 int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < columns) picture[y * columns + columns - 1 - x] = 255 - film[y * columns + x];
}

// Makes a picture of a film; both are on the host, row after row, and may be empty. Returns the
// first error, and in that case leaves `picture` as it is.
cudaError_t develop(unsigned char* picture, const unsigned char* film, int columns, int rows,
                    Style style) {
  const size_t bytes = size_t{1} * columns * rows;
  unsigned char *from = nullptr, *to = nullptr;
  cudaError_t error = cudaMalloc(&from, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&to, bytes);
  if (error == cudaSuccess) error = cudaMemset(to, 0, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(from, film, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess && style == Style::kStraight) {
    develop_straight<<<(rows + 3) / 4, dim3(columns, 4)>>>(to, from, columns, rows);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess && style == Style::kMirrored) {
    develop_mirrored<<<dim3((columns + 127) / 128, rows), 128>>>(to, from, columns, rows);
  }
  if (error == cudaSuccess) error = cudaMemcpy(picture, to, bytes, cudaMemcpyDeviceToHost);
  cudaFree(to);
  cudaFree(from);
  return error;
}
// END
