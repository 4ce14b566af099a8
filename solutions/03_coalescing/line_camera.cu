// Exercise · line_camera: develops pictures from orbit. A kernel that is right, and slow for several reasons.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// TODO (about 25 lines): answer two questions about the kernel as it is now, then repair it and its launch
// A warp whose 32 lanes are all inside of the picture: how many sectors does it need for
constexpr int kSectorsOfRaw = 32;  // one load of raw[…], if a row has 100 pixels or more
constexpr int kSectorsOfDark = 1;  // one load of detectors[column].dark

// Each column of a picture comes from a detector of its own. There is one Detector per column.
struct alignas(16) Detector {
  float dark;       // what it counts without light
  float gain;       // how bright one count more is
  float low, high;  // what is darker or brighter is cut off there
};

// out[row][column] = the mean, over all frames, of (raw[frame][row][column] - dark) * gain, each of them
// cut off at low and high. All three arrays begin at a multiple of 256 bytes.
__global__ void develop(float* out, const unsigned short* raw, const Detector* detectors,
                        int frames, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  const int i = row * columns + column;
  const Detector detector = detectors[column];
  float sum = 0;
  for (int frame = 0; frame < frames; ++frame) {
    const float light = (raw[frame * rows * columns + i] - detector.dark) * detector.gain;
    sum += fminf(fmaxf(light, detector.low), detector.high);
  }
  out[i] = sum / frames;
}

void launch_develop(float* out, const unsigned short* raw, const Detector* detectors, int frames,
                    int rows, int columns) {
  const dim3 block(32, 8), grid((columns + 31) / 32, (rows + 7) / 8);
  develop<<<grid, block>>>(out, raw, detectors, frames, rows, columns);
}
// END
