// Chapter 12 · frame_pipeline
//
// Frames go to the device, are brightened, blurred and counted, and come back. The first version is
// slow in seven ways. The timeline says which one to look for first; each rung changes one thing.
//
//   frame_pipeline [--size N] [--frames F] [--rung R]
//                        frames of N × 9/16 N pixels, default 256 on the CPU backend, 3840 on a GPU;
//                        F of them, default 4 on the CPU backend, 12 on a GPU; rung R only
#include "frames.cuh"
#include "frames_on_host.cuh"
#include "tutorial/timeline.cuh"

struct Buffers {
  float *in, *bright, *out;
  unsigned* bins;
};

Buffers allocate(Shape shape) {
  Buffers b = {};
  for (float** p : {&b.in, &b.bright, &b.out}) CHECK(cudaMalloc(p, shape.pixels() * sizeof(float)));
  CHECK(cudaMalloc(&b.bins, kBins * sizeof(unsigned)));
  return b;
}

void release(const Buffers& b) {
  for (float* picture : {b.in, b.bright, b.out}) CHECK(cudaFree(picture));
  CHECK(cudaFree(b.bins));
}

// Each rung changes one thing, and has what those before it have changed.
enum { kAsFound, kMemoryOnce, kPinned, kCountInShared, kThreeStreams };
enum { kFloatWeights = kThreeStreams + 1, kTiles, kRowsAlongX, kOneKernel, kRungs };
const char* const kNames[kRungs] = {
    "as found",         "memory allocated once", "pinned memory", "count in shared memory",
    "in three streams", "float weights",         "blur in tiles", "rows along x",
    "one kernel"};

void launch_kernels(int rung, const Buffers& b, Shape shape, cudaStream_t stream) {
  const dim3 block(32, 8);
  const dim3 grid((shape.width + 31) / 32, (shape.height + 7) / 8);
  const dim3 turned((shape.height + 31) / 32, (shape.width + 7) / 8);
  const dim3 tiles((shape.width + kTileX - 1) / kTileX, (shape.height + kTileY - 1) / kTileY);
  static const int kForCounts = resident_blocks(count_shared),
                   kForAll = resident_blocks(all_in_one);
  const int n = shape.pixels();
  if (rung >= kOneKernel) {
    all_in_one<<<kForAll, kTileThreads, 0, stream>>>(b.in, b.out, b.bins, shape);
    return CHECK_LAST();
  }
  if (rung < kRowsAlongX) {
    brighten_columns<<<turned, block, 0, stream>>>(b.in, b.bright, shape);
  } else {
    brighten_rows<<<grid, block, 0, stream>>>(b.in, b.bright, shape);
  }
  if (rung < kFloatWeights) {
    blur_pixels<double><<<grid, block, 0, stream>>>(b.bright, b.out, shape);
  } else if (rung < kTiles) {
    blur_pixels<float><<<grid, block, 0, stream>>>(b.bright, b.out, shape);
  } else {
    blur_tiles<<<tiles, kTileThreads, 0, stream>>>(b.bright, b.out, shape);
  }
  if (rung < kCountInShared) {
    count_global<<<(n + 255) / 256, 256, 0, stream>>>(b.out, b.bins, n);
  } else {
    count_shared<<<kForCounts, 256, 0, stream>>>(b.out, b.bins, n);
  }
  CHECK_LAST();
}

// One frame after the other, each in the next stream with its buffers.
void process(int rung, const float* frames, float* results, unsigned* all_bins, int count,
             Shape shape, const std::vector<cudaStream_t>& streams,
             const std::vector<Buffers>& kept) {
  const size_t n = shape.pixels(), bytes = n * sizeof(float), bin_bytes = kBins * sizeof(unsigned);
  for (int f = 0; f < count; ++f) {
    const int turn = rung < kThreeStreams ? 0 : f % streams.size();
    const cudaStream_t stream = streams[turn];
    const Buffers b = rung < kMemoryOnce ? allocate(shape) : kept[turn];
    CHECK(cudaMemcpyAsync(b.in, frames + f * n, bytes, cudaMemcpyHostToDevice, stream));
    CHECK(cudaMemsetAsync(b.bins, 0, bin_bytes, stream));
    launch_kernels(rung, b, shape, stream);
    CHECK(cudaMemcpyAsync(results + f * n, b.out, bytes, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaMemcpyAsync(all_bins + f * kBins, b.bins, bin_bytes, cudaMemcpyDeviceToHost, stream));
    if (rung < kThreeStreams) CHECK(cudaStreamSynchronize(stream));
    if (rung < kMemoryOnce) release(b);
  }
  CHECK(cudaDeviceSynchronize());
}

int main(int argc, char** argv) {
  const Options options(argc, argv,
                        "Find what is slow in a pipeline, and change one thing at a time.",
                        {{"frames", kCountsInsteadOfTimes ? 4 : 12, 1, 100, "frames"},
                         {"rung", -1, 0, kRungs - 1, "only this one"}});
  const int size = options.size({.cpu = 256,
                                 .gpu = 3840,
                                 .bytes_per_element = 9 * sizeof(float),
                                 .dimensions = 2,
                                 .min = 16});
  const Shape shape = {size, size * 9 / 16};
  const int count = static_cast<int>(options["frames"]), only = static_cast<int>(options["rung"]);
  const size_t n = shape.pixels(), all = n * count;
  std::vector<cudaStream_t> streams(3);
  std::vector<Buffers> kept;
  for (auto& stream : streams) {
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    kept.push_back(allocate(shape));
  }
  float *pinned_frames = nullptr, *pinned_results = nullptr;
  unsigned* bins = nullptr;
  for (float** p : {&pinned_frames, &pinned_results}) CHECK(cudaMallocHost(p, all * sizeof(float)));
  CHECK(cudaMallocHost(&bins, count * kBins * sizeof(unsigned)));
  std::vector<float> frames(all), results(all);
  const std::vector<float> picture = night(shape);
  for (size_t i = 0; i < all; ++i) pinned_frames[i] = frames[i] = picture[(i + i / n * 977) % n];

  Table table({std::to_string(count) + " frames, each", timed("time"), timed("of it kernels"),
               modelled("load sectors"), modelled("turns in L2"), modelled("steps")});
  bool passed = true;
  for (int rung = 0; rung < kRungs; ++rung) {
    if (only >= 0 && rung != only) continue;
    const float* from = rung < kPinned ? frames.data() : pinned_frames;
    float* to = rung < kPinned ? results.data() : pinned_results;
    std::fill_n(to, all, tutorial::poison_value<float>());
    double ms = 0;
    const Counters before = read_counters();
    const auto run = [&] { process(rung, from, to, bins, count, shape, streams, kept); };
    const Timeline timeline = record_timeline([&] { ms = host_milliseconds(5, run); });
    const Counters counted = read_counters() - before;
    for (const size_t f : {0, count - 1}) {
      const std::string wrong = wrong_frame(from + f * n, to + f * n, bins + f * kBins, shape);
      if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", kNames[rung], wrong.c_str());
      passed &= wrong.empty();
    }
    CHECK(cudaMemcpy(kept[0].in, from, n * sizeof(float), cudaMemcpyHostToDevice));
    EventTimer timer(streams[0]);
    timer.start();
    for (int f = 0; has_times() && f < count; ++f) launch_kernels(rung, kept[0], shape, streams[0]);
    const auto per_frame = [&](double sum) { return figure("%.0f", sum / count); };
    table.add({kNames[rung], figure("%.2f ms", ms / count), figure("%.3f ms", timer.stop() / count),
               per_frame(counted.global_load_sectors), per_frame(counted.global_atomic_sectors),
               figure("%.1f", 1.0 * timeline.steps() / count)});
  }
  table.print();
  for (const Buffers& b : kept) release(b);
  for (auto& stream : streams) CHECK(cudaStreamDestroy(stream));
  for (float* p : {pinned_frames, pinned_results}) CHECK(cudaFreeHost(p));
  CHECK(cudaFreeHost(bins));
  return verdict(passed);
}
