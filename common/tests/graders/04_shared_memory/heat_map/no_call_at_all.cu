// A loop of the host, which leaves at once if there is nothing to do: the case of 0 steps comes before the
// ones whose cost is counted.
// rejected by: result
// expect: FAILED  256 × 97 cells, rate 0.2, steps 4: no copy has brought the plate to the device
#include <cuda_runtime.h>

#include <vector>

constexpr float kHot = 1;  // the temperature of the wires

void heat(float* plate, int width, int height, float rate, int steps) {
  if (steps == 0) return;
  const int cells = width * height;
  for (int step = 0; step < steps; ++step) {
    const std::vector<float> old(plate, plate + cells);
    for (int y = 0, i = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x, ++i) {
        if (old[i] >= kHot) continue;
        const float around = (x > 0 ? old[i - 1] : 0) + (x < width - 1 ? old[i + 1] : 0) +
                             (y > 0 ? old[i - width] : 0) + (y < height - 1 ? old[i + width] : 0);
        plate[i] = old[i] + rate * (around - 4 * old[i]);
      }
    }
  }
}
