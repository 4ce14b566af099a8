// Exercise · wide_halo: steps on a plate that several devices share, with a halo of two rows.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <utility>
#include <vector>

#include "tutorial/check.cuh"

constexpr int kBlock = 128;

// Rows [first, end) of a part, one step on. The first and the last column keep their temperature.
__global__ void step_rows(const float* in, float* out, int columns, int first, int end) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = first + blockIdx.y;
  if (x >= columns || y >= end) return;
  const int i = y * columns + x;
  float cell = in[i];
  if (x > 0 && x < columns - 1) {
    cell += 0.2f * (in[i - 1] + in[i + 1] + in[i - columns] + in[i + columns] - 4 * cell);
  }
  out[i] = cell;
}

// What a device has. The check makes all of it.
struct Part {
  int device, rows;
  float *in, *out;      // rows + 4 rows each
  cudaStream_t stream;  // non-blocking
  cudaEvent_t event;    // for meet()
};

inline void launch_step(const Part& part, int columns, int first, int end) {
  CHECK(cudaSetDevice(part.device));
  const dim3 grid((columns + kBlock - 1) / kBlock, end - first);
  step_rows<<<grid, kBlock, 0, part.stream>>>(part.in, part.out, columns, first, end);
  CHECK_LAST();
}

// What comes next in any stream comes after all that is in any stream now.
inline void meet(const std::vector<Part>& parts) {
  for (const Part& part : parts) CHECK(cudaEventRecord(part.event, part.stream));
  for (const Part& part : parts) {
    for (const Part& other : parts) CHECK(cudaStreamWaitEvent(part.stream, other.event));
  }
}

// TODO (about 25 lines): two steps, then an exchange
// Two rows of d's `out` become two of the neighbour's.
void send_rows(const Part& to, int to_row, const Part& from, int from_row, int columns) {
  CHECK(cudaMemcpyPeerAsync(to.out + to_row * columns, to.device, from.out + from_row * columns,
                            from.device, 2 * columns * sizeof(float), from.stream));
}

void exchange_halos(const std::vector<Part>& parts, int columns) {
  meet(parts);  // the old halos have been read
  for (size_t d = 0; d < parts.size(); ++d) {
    const Part& part = parts[d];
    if (d > 0) send_rows(parts[d - 1], parts[d - 1].rows + 2, part, 2, columns);
    if (d + 1 < parts.size()) send_rows(parts[d + 1], 0, part, part.rows, columns);
  }
  meet(parts);  // the new ones are there
}

// Enqueues steps. When all of it is done, `in` has the temperatures, and its halos those of the neighbours.
void advance(std::vector<Part>& parts, int columns, int steps) {
  for (int s = 0; s < steps; ++s) {
    const int more = s % 2 == 0 ? 1 : 0;  // rows of the halo, which the next step needs
    for (size_t d = 0; d < parts.size(); ++d) {
      const int first = d > 0 ? 2 - more : 2;
      const int last = parts[d].rows + 1 + (d + 1 < parts.size() ? more : 0);
      launch_step(parts[d], columns, first, last + 1);
    }
    if (s % 2 == 1 || s + 1 == steps) exchange_halos(parts, columns);
    for (Part& part : parts) std::swap(part.in, part.out);
  }
}
// END
