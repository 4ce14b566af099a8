// Exercise · too_early: gauges in a river, and sometimes too few alarms. What comes too early?
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <functional>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;

// What the host can do at the river without the device.
struct River {
  int gauges;
  std::function<float(int gauge, int hour)> level;
  std::function<void(int hour)> write_diary;  // takes its time
};

// Adds the number of levels above the threshold to *count.
__global__ void count_high(int* count, const float* levels, int gauges, float threshold) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < gauges && levels[i] > threshold) atomicAdd(count, 1);
}

// TODO (about 10 lines): open the case, find what the host does too early, and fix it
constexpr bool kCaseIsOpen = false;  // true: the check runs the program

// In managed memory: the host writes the levels, and reads what the kernels have counted.
struct Station {
  float* levels;
  int* count;
};

void open_station(Station& s, int gauges) {
  CHECK(cudaMallocManaged(&s.levels, gauges * sizeof(float)));
  CHECK(cudaMallocManaged(&s.count, sizeof(int)));
}

// alarms[hour] = how many gauges are above the threshold in that hour. The kernels run in the stream.
// While the kernel of an hour runs, the host writes the diary of this hour and measures for the next.
void watch(int* alarms, Station& s, const River& river, float threshold, int hours,
           cudaStream_t stream) {
  const int blocks = (river.gauges + kBlock - 1) / kBlock;
  for (int i = 0; i < river.gauges; ++i) s.levels[i] = river.level(i, 0);
  for (int hour = 0; hour < hours; ++hour) {
    *s.count = 0;
    count_high<<<blocks, kBlock, 0, stream>>>(s.count, s.levels, river.gauges, threshold);
    CHECK_LAST();
    river.write_diary(hour);
    if (hour + 1 < hours) {
      for (int i = 0; i < river.gauges; ++i) s.levels[i] = river.level(i, hour + 1);
    }
    alarms[hour] = *s.count;
  }
}

void close_station(Station& s) {
  CHECK(cudaFree(s.levels));
  CHECK(cudaFree(s.count));
}
// END
