// A class made for the host: each of its functions that the kernel uses, the hidden ones, too.
// error: @made ‘Interval::Interval(int, int)’ is a host function
// error: @asked ‘bool Interval::contains(int) const’ is a host function
// error: @added ‘Interval Interval::operator+(int) const’ is a host function
// nvcc: error
struct Interval {
  int low, high;
  Interval(int l, int h) : low(l), high(h) {}
  bool contains(int x) const { return low <= x && x < high; }
  Interval operator+(int by) const { return Interval(low + by, high + by); }
};

__global__ void count_inside(const int* values, int n, int* count) {
  const Interval small(0, 10);  // @made
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (small.contains(values[i])) atomicAdd(count, 1);  // @asked
  }
  const Interval moved = small + 5;  // @added
  if (threadIdx.x == 0 && moved.low != 5) *count = -1;
}

int main() { return Interval(1, 2).contains(1) ? 0 : 1; }
