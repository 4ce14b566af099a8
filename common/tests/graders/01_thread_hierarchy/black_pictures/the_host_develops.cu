// The kernels copy the film. The host mirrors and inverts what came back.
// rejected by: result
// expect: FAILED  256 columns × 100 rows, straight: what the copies have brought back
#include <cuda_runtime.h>

enum class Style { kStraight, kMirrored };

constexpr bool kCaseIsOpen = true;  // true: the check runs the program

// All three about the program as you found it.
// How many columns has the widest film that it can develop straight?
constexpr int kWidestStraight = 256;
// How many rows has the tallest film that it can develop mirrored?
constexpr int kTallestMirrored = 65535;
// What does it return if it is given a film of one row more? 0: cudaSuccess, 1: an error
constexpr int kReturnsAnError = 0;

// Film is negative: what was white is black, 0, and what was black is white, 255.
__global__ void develop_straight(unsigned char* picture, const unsigned char* film, int columns,
                                 int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) picture[y * columns + x] = film[y * columns + x];
}

__global__ void develop_mirrored(unsigned char* picture, const unsigned char* film, int columns,
                                 int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) picture[y * columns + x] = film[y * columns + x];
}

// Makes a picture of a film; both are on the host, row after row, and may be empty. Returns the
// first error, and then leaves `picture` as it is.
cudaError_t develop(unsigned char* picture, const unsigned char* film, int columns, int rows,
                    Style style) {
  const size_t bytes = size_t{1} * columns * rows;
  if (bytes == 0) return cudaSuccess;
  unsigned char *from = nullptr, *to = nullptr;
  cudaError_t error = cudaMalloc(&from, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&to, bytes);
  if (error == cudaSuccess) error = cudaMemset(to, 0, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(from, film, bytes, cudaMemcpyHostToDevice);
  const dim3 block(32, 8), grid((columns + 31) / 32, (rows + 7) / 8);
  if (error == cudaSuccess) {
    if (style == Style::kStraight)
      develop_straight<<<grid, block>>>(to, from, columns, rows);
    else
      develop_mirrored<<<grid, block>>>(to, from, columns, rows);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpy(picture, to, bytes, cudaMemcpyDeviceToHost);
  if (error == cudaSuccess && style == Style::kMirrored)
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < columns / 2; ++x) {
        unsigned char& p = picture[size_t{1} * y * columns + x];
        unsigned char& q = picture[size_t{1} * y * columns + columns - 1 - x];
        const unsigned char t = p;
        p = q;
        q = t;
      }
  if (error == cudaSuccess)
    for (size_t i = 0; i < bytes; ++i) picture[i] = 255 - picture[i];
  cudaFree(to);
  cudaFree(from);
  return error;
}
