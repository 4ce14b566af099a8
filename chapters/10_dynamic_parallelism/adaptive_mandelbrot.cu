// Chapter 10 · adaptive_mandelbrot
//
// A square whose border has one colour has that colour inside, too, so it is filled and not computed.
// Other squares are divided into 4 × 4, twice at most. Who draws the parts: a child grid for each square, or the
// next launch, which gets a list of all of them.
//
//   adaptive_mandelbrot [--size N] [--tile T] [--write 1]
//                    N × N pixels, default 456, on a GPU 8192; squares of T × T at first, default 128, on a
//                    GPU 512; 1: writes the picture with its squares to adaptive_mandelbrot.ppm
#include "mandelbrot.cuh"

constexpr int kLevels = 3;

// A block per square. Where it has to be divided, a child grid gets a block for each part.
__global__ void draw_squares(Picture p, int x, int y, int side, int smallest) {
  const int my_x = x + blockIdx.x * side, my_y = y + blockIdx.y * side;
  if (draw(p, {my_x, my_y, side}, smallest) && threadIdx.x == 0) {
    draw_squares<<<dim3(kDivide, kDivide), kBlock, 0, cudaStreamFireAndForget>>>(
        p, my_x, my_y, side / kDivide, smallest);
  }
}

// Level by level: the squares that a level divides leave their parts in the list of the next one. It does
// not matter how many blocks there are.
struct Lists {
  Square* squares[kLevels];
  int* counts;  // the first is known; the others begin as 0
};
__global__ void draw_level(Picture p, Lists lists, int level, int smallest) {
  __shared__ int place;
  for (int i = blockIdx.x; i < lists.counts[level]; i += gridDim.x) {
    const Square s = lists.squares[level][i];
    if (draw(p, s, smallest)) {
      const int part = s.side / kDivide, t = threadIdx.x;
      if (t == 0) place = atomicAdd(&lists.counts[level + 1], kDivide * kDivide);
      __syncthreads();
      if (t < kDivide * kDivide) {
        lists.squares[level + 1][place + t] = {s.x + t % kDivide * part, s.y + t / kDivide * part,
                                               part};
      }
    }
    __syncthreads();
  }
}

// The same with a child grid for each level, which has a block for each square.
__global__ void draw_levels(Picture p, Lists lists, int level, int smallest) {
  const int squares = lists.counts[level];
  if (squares == 0) return;
  draw_level<<<squares, kBlock, 0, cudaStreamFireAndForget>>>(p, lists, level, smallest);
  if (level + 1 == kLevels) return;
  draw_levels<<<1, 1, 0, cudaStreamTailLaunch>>>(p, lists, level + 1, smallest);
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
  Drawings drawings(p);
  drawings.run_flat();
  const Division divided(drawings.pixels(), n, tile, smallest, kDivide, kBlock);
  // No more launches than squares are divided can be pending at a time, or than two for each level.
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, divided.divided() + 2 * kLevels));
  drawings.run("divided, a child grid for the parts", divided,
               [&] { draw_squares<<<dim3(tiles, tiles), kBlock>>>(p, 0, 0, tile, smallest); });

  // Lists with room for all squares of the undivided picture, and for all parts.
  std::vector<Square> squares(tiles * tiles);
  for (int i = 0; i < tiles * tiles; ++i) squares[i] = {i % tiles * tile, i / tiles * tile, tile};
  const size_t parts = divided.divided() * kDivide * kDivide;
  Square* memory = nullptr;
  CHECK(cudaMalloc(&memory, (squares.size() + 2 * parts) * sizeof(Square)));
  CHECK(cudaMemcpy(memory, squares.data(), squares.size() * sizeof(Square), cudaMemcpyDefault));
  Lists lists = {{memory, memory + squares.size(), memory + squares.size() + parts}, nullptr};
  CHECK(cudaMalloc(&lists.counts, kLevels * sizeof(int)));
  const int counts[kLevels] = {tiles * tiles};
  const auto reset = [&] {
    CHECK(cudaMemcpyAsync(lists.counts, counts, sizeof counts, cudaMemcpyHostToDevice));
  };
  const int resident = kCountsInsteadOfTimes ? 16 : resident_blocks(draw_level);
  drawings.run("divided, a launch for each level", divided, [&] {
    reset();
    for (int level = 0; level < kLevels; ++level) {
      draw_level<<<resident, kBlock>>>(p, lists, level, smallest);
    }
  });
  drawings.run("divided, a tail launch for each level", divided, [&] {
    reset();
    draw_levels<<<1, 1>>>(p, lists, 0, smallest);
  });
  const bool passed = drawings.finish();
  std::printf(
      "a child grid for the parts: %lld launches by kernels\npixels that differ from the flat "
      "picture: %lld\n",
      divided.divided(), divided.differences());
  if (options["write"] == 1) write_division("adaptive_mandelbrot.ppm", divided, n, kLimit);

  CHECK(cudaFree(p.pixels));
  CHECK(cudaFree(memory));
  CHECK(cudaFree(lists.counts));
  return verdict(passed);
}
