// Chapter 10 · adaptive_mandelbrot
//
// A square whose border has one colour has that colour inside, too, so it is filled and not computed.
// Other squares are divided into 4 × 4, twice at most. Who draws the parts: a child grid, or the blocks of
// one grid that take squares from a queue until none is left.
//
//   adaptive_mandelbrot [--size N] [--tile T] [--write 1]
//                    N × N pixels, default 456, on a GPU 8192; squares of T × T at first, default 128, on a
//                    GPU 512; 1: writes the picture with its squares to adaptive_mandelbrot.ppm
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
__host__ __device__ int iterations(int x, int y, int size) {
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

__global__ void flat(Picture p) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < p.size && y < p.size) p.pixels[y * p.size + x] = iterations(x, y, p.size);
}

// Pixel i of a border: the first row, the last row, then both sides in turn.
__device__ int2 border_pixel(int i, int width, int height) {
  const int beyond = i - 2 * width;
  if (beyond < 0) return {i % width, i < width ? 0 : height - 1};
  return {beyond % 2 * (width - 1), 1 + beyond / 2};
}

// A block draws a square, or finds that it has to be divided: then it returns true, in all threads.
__device__ bool draw(Picture p, Square s, int smallest) {
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

// A block per square. Where it has to be divided, a child grid gets a block for each part.
__global__ void draw_squares(Picture p, int x, int y, int side, int smallest) {
  const int my_x = x + blockIdx.x * side, my_y = y + blockIdx.y * side;
  if (draw(p, {my_x, my_y, side}, smallest) && threadIdx.x == 0) {
    draw_squares<<<dim3(kDivide, kDivide), kBlock, 0, cudaStreamFireAndForget>>>(
        p, my_x, my_y, side / kDivide, smallest);
  }
}

// A list of squares: those of the undivided picture, then those that are added. It begins as zeros.
using Word = unsigned long long;
struct Queue {
  Word *taken, *drawn, *added, *squares;  // an added square is 0 until it is written
  int tile, tiles;

  __device__ void add(int x, int y, int side) {
    atomicExch(&squares[atomicAdd(added, 1)], Word(side) << 40 | Word(y) << 20 | Word(x));
  }
  // Waits for the next square; its side is 0 if all are drawn.
  __device__ Square take() {
    const int first = tiles * tiles, mine = atomicAdd(taken, 1);
    if (mine < first) return {mine % tiles * tile, mine / tiles * tile, tile};
    volatile Word* const square = squares + (mine - first);
    while (*square == 0) {
      const Word done = *static_cast<volatile Word*>(drawn);
      __threadfence();
      if (done == first + *static_cast<volatile Word*>(added)) return {0, 0, 0};
    }
    return {int(*square & 0xfffff), int(*square >> 20 & 0xfffff), int(*square >> 40)};
  }
};

// No children: as many blocks as the device holds, which take squares and add their parts.
__global__ void draw_from_queue(Picture p, Queue queue, int smallest) {
  __shared__ Square s;
  for (;;) {
    if (threadIdx.x == 0) s = queue.take();
    __syncthreads();
    if (s.side == 0) return;
    const bool divide = draw(p, s, smallest);
    const int part = s.side / kDivide, i = threadIdx.x;
    if (divide && i < kDivide * kDivide) {
      queue.add(s.x + i % kDivide * part, s.y + i / kDivide * part, part);
    }
    __threadfence();  // a block that sees the square as drawn also sees its parts
    __syncthreads();
    if (i == 0) atomicAdd(queue.drawn, 1);
  }
}

int main(int argc, char** argv) {
  const Options options(
      argc, argv, "Draw the Mandelbrot set flat, and by dividing squares.",
      {{.name = "tile",
        .fallback = kCountsInsteadOfTimes ? 128 : 512,
        .min = 16,
        .max = 4096,
        .help = "side of the squares at first"},
       {.name = "write", .max = 1, .help = "1: write the picture as a PPM file"}});
  const int n = options.size({.cpu = 456, .gpu = 8192, .bytes_per_element = 4, .dimensions = 2});
  const int tile = options["tile"] / 16 * 16, smallest = tile / 16, tiles = (n - 1) / tile + 1;
  Picture p = {nullptr, n};
  CHECK(cudaMalloc(&p.pixels, 1LL * n * n * sizeof(int)));

  // The flat picture is what the others are compared with. Some of its pixels are the host's, too.
  std::vector<int> pixels(1LL * n * n);
  flat<<<dim3((n - 1) / 32 + 1, (n - 1) / 8 + 1), dim3(32, 8)>>>(p);
  CHECK_LAST();
  CHECK(cudaMemcpy(pixels.data(), p.pixels, pixels.size() * sizeof(int), cudaMemcpyDeviceToHost));
  bool passed = true;
  for (size_t i = 0; i < pixels.size(); i += pixels.size() / 10000 + 1) {
    passed &= pixels[i] == iterations(i % n, i / n, n);
  }
  const Division not_divided(pixels, n, n, n, kDivide, kBlock);
  const Division divided(pixels, n, tile, smallest, kDivide, kBlock);
  // No more launches than squares are divided can be pending at a time.
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, divided.divided() + 1));

  Table table({"the set, " + std::to_string(n) + " × " + std::to_string(n) + " pixels",
               "pixels computed", "iterations", timed("ms"), timed("× flat")});
  double flat_time = INFINITY;  // of the fastest
  const auto run = [&](const std::string& name, const Division& expected, const auto& launch) {
    poison(p.pixels, 1LL * n * n);
    const double time = host_milliseconds(20, [&] {
      launch();
      CHECK_LAST();
      CHECK(cudaDeviceSynchronize());
    });
    if (&expected == &not_divided) flat_time = std::min(flat_time, time);
    const std::string wrong = first_difference_on_device(p.pixels, 1LL * n * n, expected.pixels());
    if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name.c_str(), wrong.c_str());
    passed &= wrong.empty();
    table.add({name, std::to_string(expected.computed()), std::to_string(expected.cost()),
               figure("%.3f", time), figure("%.2f", flat_time / time)});
  };
  std::vector<dim3> blocks = {{32, 8}, {256, 1}, {16, 16}, {8, 8}};
  if (kCountsInsteadOfTimes) blocks.resize(1);  // the shape matters for the time only
  for (const dim3 block : blocks) {
    const dim3 grid((n - 1) / block.x + 1, (n - 1) / block.y + 1);
    run("flat, blocks of " + std::to_string(block.x) + " × " + std::to_string(block.y), not_divided,
        [&] { flat<<<grid, block>>>(p); });
  }
  run("divided, a child grid for the parts", divided,
      [&] { draw_squares<<<dim3(tiles, tiles), kBlock>>>(p, 0, 0, tile, smallest); });
  int resident = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, draw_from_queue, kBlock, 0));
  resident *= device_attribute(cudaDevAttrMultiProcessorCount);
  if (kCountsInsteadOfTimes) resident = 16;  // the queue is the same with fewer blocks
  const size_t bytes = (3 + divided.divided() * kDivide * kDivide + resident) * sizeof(Word);
  Word* words = nullptr;
  CHECK(cudaMalloc(&words, bytes));
  const Queue queue = {words, words + 1, words + 2, words + 3, tile, tiles};
  run("divided, a queue and no children", divided, [&] {
    CHECK(cudaMemsetAsync(words, 0, bytes));
    draw_from_queue<<<resident, kBlock>>>(p, queue, smallest);
  });
  table.print();
  std::printf("launches by kernels: %lld\npixels that differ from the flat picture: %lld\n",
              divided.divided(), divided.differences());
  if (options["write"] == 1) write_division("adaptive_mandelbrot.ppm", divided, n, kLimit);

  CHECK(cudaFree(p.pixels));
  CHECK(cudaFree(words));
  return verdict(passed);
}
