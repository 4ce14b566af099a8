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
constexpr bool kCaseIsOpen = true;  // true: the check runs the program

// In managed memory: the host writes the levels, and reads what the kernels have counted.
struct Station {
  float* levels[2];  // of an hour with an even number, and with an odd one
  int* count;
};

void open_station(Station& s, int gauges) {
  for (float*& levels : s.levels) CHECK(cudaMallocManaged(&levels, gauges * sizeof(float)));
  CHECK(cudaMallocManaged(&s.count, sizeof(int)));
}

// alarms[hour] = how many gauges are above the threshold in that hour. The kernels run in the stream.
// While the kernel of an hour runs, the host writes the diary of this hour and measures for the next.
void watch(int* alarms, Station& s, const River& river, float threshold, int hours,
           cudaStream_t stream) {
  const int blocks = (river.gauges + kBlock - 1) / kBlock;
  for (int i = 0; i < river.gauges; ++i) s.levels[0][i] = river.level(i, 0);
  for (int hour = 0; hour < hours; ++hour) {
    const float* levels = s.levels[hour % 2];
    *s.count = 0;
    count_high<<<blocks, kBlock, 0, stream>>>(s.count, levels, river.gauges, threshold);
    CHECK_LAST();
    river.write_diary(hour);
    if (hour + 1 < hours) {
      float* next =
          s.levels[(hour + 1) % 2];  // its kernel, of the hour before, has been waited for
      for (int i = 0; i < river.gauges; ++i) next[i] = river.level(i, hour + 1);
    }
    CHECK(cudaStreamSynchronize(stream));
    alarms[hour] = *s.count;
  }
}

void close_station(Station& s) {
  for (float* levels : s.levels) CHECK(cudaFree(levels));
  CHECK(cudaFree(s.count));
}
// END
