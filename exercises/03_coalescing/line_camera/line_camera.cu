// Exercise · line_camera: develops pictures from orbit. A kernel that is right, and slow for several reasons.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// TODO (about 25 lines): answer two questions about the kernel as it is now, then repair it and its launch
// A warp whose 32 lanes are all inside of the picture: how many sectors does it need for
constexpr int kSectorsOfRaw = -1;   // one load of raw[…], if a row has 100 pixels or more
constexpr int kSectorsOfDark = -1;  // one load of detectors[column].dark

// Each column of a picture comes from a detector of its own. There is one Detector per column.
struct Detector {
  float dark;       // what it counts without light
  float gain;       // how bright one count more is
  float low, high;  // what is darker or brighter is cut off there
};

// out[row][column] = the mean, over all frames, of (raw[frame][row][column] - dark) * gain, each of them
// cut off at low and high. All three arrays begin at a multiple of 256 bytes.
__global__ void develop(float* out, const unsigned short* raw, const Detector* detectors,
                        int frames, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  const int i = row * columns + column;
  out[i] = 0;
  for (int frame = 0; frame < frames; ++frame) {
    const float counts = raw[frame * rows * columns + i] - detectors[column].dark;
    const float light = counts * detectors[column].gain;
    out[i] += fminf(fmaxf(light, detectors[column].low), detectors[column].high);
  }
  out[i] /= frames;
}

void launch_develop(float* out, const unsigned short* raw, const Detector* detectors, int frames,
                    int rows, int columns) {
  const dim3 block(32, 8), grid((rows + 31) / 32, (columns + 7) / 8);
  develop<<<grid, block>>>(out, raw, detectors, frames, rows, columns);
}
// END
