// Chapter 12 · frame_kernels
//
// The kernels of frame_pipeline one by one, as they were found and with one change after the other:
// which counter names the limit, and what does the change do to it?
//
//   frame_kernels [--size N]      pictures of N × 9/16 N pixels, default 320 on the CPU backend, 3840
//                                 on a GPU
#include "frames.cuh"
#include "frames_on_host.cuh"

constexpr float kTolerance = 1e-5f;

template <class T>
std::vector<T> copy_of(const T* device, int n) {
  std::vector<T> host(n);
  CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}

// How often each value is in a picture that a kernel has made.
std::vector<unsigned> counted_bins(const float* picture, Shape shape) {
  return bins_of(copy_of(picture, shape.pixels()).data(), shape);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Make the kernels of a pipeline faster, one after the other.");
  const int size = options.size({.cpu = 320,
                                 .gpu = 3840,
                                 .bytes_per_element = 3 * sizeof(float),
                                 .dimensions = 2,
                                 .min = 16});
  const Shape shape = {size, size * 9 / 16};
  const int n = shape.pixels();
  const std::vector<float> host_in = night(shape), expected = blurred(host_in.data(), shape);
  float *in = nullptr, *bright = nullptr, *out = nullptr;
  unsigned* bins = nullptr;
  for (float** picture : {&in, &bright, &out}) CHECK(cudaMalloc(picture, n * sizeof(float)));
  CHECK(cudaMalloc(&bins, kBins * sizeof(unsigned)));
  CHECK(cudaMemcpy(in, host_in.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  const dim3 block(32, 8);
  const auto grid_for = [](int x, int y, dim3 block) {
    return dim3((x + block.x - 1) / block.x, (y + block.y - 1) / block.y);
  };
  const dim3 grid = grid_for(shape.width, shape.height, block);
  const double moved = 2.0 * n * sizeof(float);
  const std::string name = std::to_string(shape.width) + "×" + std::to_string(shape.height);

  Experiment brighten("brighten " + name, bright, n, moved, {.relative = kTolerance});
  brighten.show({Column::kTime, Column::kOfCopy, Column::kSectorsPerLoad, Column::kSectorsPerStore,
                 Column::kL2Hits, Column::kDramBytes, Column::kStall});
  const auto bright_pixel = [&](long long i) { return brightened(host_in[i]); };
  brighten.run(
      "brighten_columns",
      [&] {
        brighten_columns<<<grid_for(shape.height, shape.width, block), block>>>(in, bright, shape);
      },
      bright_pixel);
  brighten.run(
      "brighten_rows", [&] { brighten_rows<<<grid, block>>>(in, bright, shape); }, bright_pixel);
  bool passed = brighten.finish();

  const dim3 tiles = grid_for(shape.width, shape.height, dim3(kTileX, kTileY));
  const Comparison close = {.relative = kTolerance, .absolute = kTolerance};
  const auto show_blur = [](Experiment& blur) {
    blur.show({Column::kTime, Column::kOfCopy, Column::kLoadRequests, Column::kBankConflicts,
               Column::kInstructions, Column::kL1Hits, Column::kDramBytes, Column::kStall});
  };
  Experiment blur("blur " + name, out, n, moved, close);
  show_blur(blur);
  blur.run(
      "blur_pixels, double weights",
      [&] { blur_pixels<double><<<grid, block>>>(bright, out, shape); }, expected);
  blur.run(
      "blur_pixels, float weights",
      [&] { blur_pixels<float><<<grid, block>>>(bright, out, shape); }, expected);
  blur.run(
      "blur_tiles", [&] { blur_tiles<<<tiles, kTileThreads>>>(bright, out, shape); }, expected);
  passed &= blur.finish();

  const int for_counts = resident_blocks(count_shared), for_all = resident_blocks(all_in_one);
  const auto clear = [&] { CHECK(cudaMemset(bins, 0, kBins * sizeof(unsigned))); };
  Experiment count("count " + name, bins, kBins, moved / 2);
  count.show({Column::kTime, Column::kOfCopy, Column::kSectorsPerAtomic,
              Column::kWavefrontsPerAtomic, Column::kStall});
  count.show_count("global atomics", "%.0f", &Counters::global_atomic_requests);
  count.before_each(clear);
  const std::vector<unsigned> expected_bins = counted_bins(out, shape);
  count.run(
      "count_global", [&] { count_global<<<(n + 255) / 256, 256>>>(out, bins, n); }, expected_bins);
  count.run(
      "count_shared", [&] { count_shared<<<for_counts, 256>>>(out, bins, n); }, expected_bins);
  passed &= count.finish();

  Experiment all("brighten, blur and count " + name, out, n, moved, close);
  show_blur(all);
  all.before_each(clear);
  const auto run_all = [&](const char* name, int grid) {
    all.run(
        name, [&, grid] { all_in_one<<<grid, kTileThreads>>>(in, out, bins, shape); },
        [&] {
          const std::string wrong =
              first_difference_on_device(bins, kBins, counted_bins(out, shape));
          return wrong.empty() ? first_difference_on_device(out, n, expected, close) : wrong;
        });
  };
  run_all("all_in_one", for_all);
  // More blocks than run at a time: the last ones begin when others have ended, on a GPU that is not full.
  if (has_times()) run_all("  8 blocks per multiprocessor", 8 * device_info().multiprocessors);
  passed &= all.finish();

  for (float* picture : {in, bright, out}) CHECK(cudaFree(picture));
  CHECK(cudaFree(bins));
  return verdict(passed);
}
