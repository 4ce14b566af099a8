// The picture of adaptive_mandelbrot: what a pixel costs, and how a block draws a square of them.
#pragma once

#include "tutorial.cuh"
#include "tutorial/division.cuh"

// The window shows all of the set, not in its middle. Both were chosen before anything was measured.
constexpr float kLeft = -2.0f, kBottom = -1.2f, kWindow = 2.6f;
// Iterations; a point that has not left by then counts as inside. The CPU backend has less to do.
constexpr int kLimit = kCountsInsteadOfTimes ? 64 : 1024;
constexpr int kBlock = 256, kDivide = 4;

struct Picture {
  int* pixels;
  int size;
};
struct Square {
  int x, y, side;
};

// Iterations until the point leaves the circle of radius 2. Host and device round alike, because the
// operations are spelled out.
__host__ __device__ inline int iterations(int x, int y, int size) {
  const float step = kWindow / size;
  const float cx = fmaf(x, step, kLeft), cy = fmaf(y, step, kBottom);
  float zx = 0, zy = 0;
  int i = 0;
  for (; i < kLimit && fmaf(zx, zx, zy * zy) <= 4; ++i) {
    const float next = fmaf(zx, zx, fmaf(-zy, zy, cx));
    zy = fmaf(zx + zx, zy, cy);
    zx = next;
  }
  return i;
}

// Pixel i of a border: the first row, the last row, then both sides in turn.
__device__ inline int2 border_pixel(int i, int width, int height) {
  const int beyond = i - 2 * width;
  if (beyond < 0) return {i % width, i < width ? 0 : height - 1};
  return {beyond % 2 * (width - 1), 1 + beyond / 2};
}

// A block draws a square, or finds that it has to be divided: then it returns true, in all threads.
__device__ inline bool draw(Picture p, Square s, int smallest) {
  __shared__ int corner;
  const int width = min(s.side, p.size - s.x), height = min(s.side, p.size - s.y);
  if (width <= 0 || height <= 0) return false;
  const int border = 2 * (width + height) - 4, t = threadIdx.x;
  bool has_one_colour = s.side > smallest;
  for (int first = 0; has_one_colour && first < border; first += kBlock) {
    const int2 at = border_pixel(min(first + t, border - 1), width, height);
    const int value = iterations(s.x + at.x, s.y + at.y, p.size);
    if (first == 0 && t == 0) corner = value;
    __syncthreads();
    has_one_colour = __syncthreads_and(value == corner);
  }
  if (s.side > smallest && !has_one_colour) return true;
  for (int i = t; i < s.side * height; i += kBlock) {
    const int x = s.x + i % s.side, y = s.y + i / s.side;
    if (x < p.size) p.pixels[y * p.size + x] = has_one_colour ? corner : iterations(x, y, p.size);
  }
  return false;
}

// As many blocks as run at a time.
template <class Kernel>
int resident_blocks(Kernel* kernel) {
  int blocks = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, kBlock, 0));
  return blocks * device_attribute(cudaDevAttrMultiProcessorCount);
}

__global__ void flat(Picture p) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < p.size && y < p.size) p.pixels[y * p.size + x] = iterations(x, y, p.size);
}

// Draws the picture in several ways, a row of a table for each.
class Drawings {
 public:
  explicit Drawings(Picture p) : p_(p), pixels_(1LL * p.size * p.size) {
    draw_flat({32, 8});
    CHECK_LAST();
    CHECK(cudaMemcpy(pixels_.data(), p.pixels, pixels_.size() * sizeof(int), cudaMemcpyDefault));
    for (size_t i = 0; i < pixels_.size(); i += pixels_.size() / 10000 + 1) {
      passed_ &= pixels_[i] == iterations(i % p.size, i / p.size, p.size);
    }
  }

  // What the flat kernel has drawn; the host has found some of the pixels to be right.
  const std::vector<int>& pixels() const { return pixels_; }

  // The flat picture, with blocks of several shapes: the fastest is what the others are compared with.
  void run_flat() {
    const Division not_divided(pixels_, p_.size, p_.size, p_.size, 1, kBlock);
    std::vector<dim3> blocks = {{32, 8}, {256, 1}, {16, 16}, {8, 8}};
    if (kCountsInsteadOfTimes) blocks.resize(1);  // the shape matters for the time only
    for (const dim3 block : blocks) {
      run("flat, blocks of " + std::to_string(block.x) + " × " + std::to_string(block.y),
          not_divided, [&] { draw_flat(block); });
      flat_time_ = std::min(flat_time_, rows_.back().milliseconds);
    }
  }

  // What `launch` draws must be what the division says.
  template <class Launch>
  void run(const std::string& name, const Division& expected, const Launch& launch) {
    poison(p_.pixels, 1LL * p_.size * p_.size);
    const double time = host_milliseconds(20, [&] {
      launch();
      CHECK_LAST();
      CHECK(cudaDeviceSynchronize());
    });
    const std::string wrong =
        first_difference_on_device(p_.pixels, 1LL * p_.size * p_.size, expected.pixels());
    if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name.c_str(), wrong.c_str());
    passed_ &= wrong.empty();
    rows_.push_back({name, expected.computed(), expected.cost(), time});
  }

  // Prints the table; whether all were right.
  bool finish() const {
    const std::string size = std::to_string(p_.size);
    Table table({"the set, " + size + " × " + size + " pixels", "pixels computed", "iterations",
                 timed("ms"), timed("× flat")});
    for (const Row& row : rows_) {
      table.add({row.name, std::to_string(row.computed), std::to_string(row.cost),
                 figure("%.3f", row.milliseconds), figure("%.2f", flat_time_ / row.milliseconds)});
    }
    table.print();
    return passed_;
  }

 private:
  void draw_flat(dim3 block) {
    flat<<<dim3((p_.size - 1) / block.x + 1, (p_.size - 1) / block.y + 1), block>>>(p_);
  }

  struct Row {
    std::string name;
    long long computed, cost;
    double milliseconds;
  };

  Picture p_;
  std::vector<int> pixels_;
  std::vector<Row> rows_;
  double flat_time_ = INFINITY;  // milliseconds of the fastest
  bool passed_ = true;
};
