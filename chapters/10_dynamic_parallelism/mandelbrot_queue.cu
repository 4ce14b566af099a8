// Chapter 10 · mandelbrot_queue
//
// The picture of adaptive_mandelbrot without children and without levels: the blocks of one grid take squares from
// a queue, and put their parts there, until none is left.
//
//   mandelbrot_queue [--size N] [--tile T]                     as adaptive_mandelbrot
#include <cuda/atomic>

#include "mandelbrot.cuh"

// A list of squares: those of the undivided picture, then those that are added. It begins as zeros.
using Word = unsigned long long;
using Shared = cuda::atomic_ref<Word, cuda::thread_scope_device>;
using cuda::memory_order_acquire, cuda::memory_order_relaxed, cuda::memory_order_release;
struct Queue {
  Word *taken, *drawn, *added, *squares;  // an added square is 0 until it is written
  int tile, tiles;

  __device__ void add(int x, int y, int side) {
    const Word place = Shared(*added).fetch_add(1, memory_order_relaxed);
    Shared(squares[place]).store(Word(side) << 40 | Word(y) << 20 | Word(x), memory_order_relaxed);
  }
  // Waits for the next square; its side is 0 if all are drawn.
  __device__ Square take() {
    const int first = tiles * tiles, mine = Shared(*taken).fetch_add(1, memory_order_relaxed);
    if (mine < first) return {mine % tiles * tile, mine / tiles * tile, tile};
    Word square;
    while ((square = Shared(squares[mine - first]).load(memory_order_relaxed)) == 0) {
      const Word done = Shared(*drawn).load(memory_order_acquire);
      if (done == first + Shared(*added).load(memory_order_relaxed)) return {0, 0, 0};
    }
    return {int(square & 0xfffff), int(square >> 20 & 0xfffff), int(square >> 40)};
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
    __syncthreads();
    // A block that sees the square as drawn also sees that its parts were added.
    if (i == 0) Shared(*queue.drawn).fetch_add(1, memory_order_release);
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv,
                        "Draw the Mandelbrot set flat, and by dividing squares, from a queue.",
                        {{.name = "tile",
                          .fallback = kCountsInsteadOfTimes ? 128 : 512,
                          .min = 16,
                          .max = 4096,
                          .help = "side of the squares at first"}});
  const int n = options.size({.cpu = 456, .gpu = 8192, .bytes_per_element = 4, .dimensions = 2});
  const int tile = options["tile"] / 16 * 16, smallest = tile / 16, tiles = (n - 1) / tile + 1;
  Picture p = {nullptr, n};
  CHECK(cudaMalloc(&p.pixels, 1LL * n * n * sizeof(int)));
  Drawings drawings(p);
  drawings.run_flat();
  const Division divided(drawings.pixels(), n, tile, smallest, kDivide, kBlock);
  const int resident = kCountsInsteadOfTimes ? 16 : resident_blocks(draw_from_queue);
  // A block that finds nothing has taken a number, too.
  const size_t bytes = (3 + divided.divided() * kDivide * kDivide + resident) * sizeof(Word);
  Word* words = nullptr;
  CHECK(cudaMalloc(&words, bytes));
  const Queue queue = {words, words + 1, words + 2, words + 3, tile, tiles};
  drawings.run("divided, a queue and no children", divided, [&] {
    CHECK(cudaMemsetAsync(words, 0, bytes));
    draw_from_queue<<<resident, kBlock>>>(p, queue, smallest);
  });
  const bool passed = drawings.finish();
  CHECK(cudaFree(p.pixels));
  CHECK(cudaFree(words));
  return verdict(passed);
}
