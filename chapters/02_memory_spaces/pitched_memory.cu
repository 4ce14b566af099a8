// Chapter 02 · pitched_memory
//
// Rows that are no multiple of 32 bytes long begin in the middle of a sector, all but the first. Then
// a warp's 32 floats lie in 5 sectors instead of 4. Pitched memory pads every row, so that each one
// begins where the first one would.
//
//   pitched_memory [--size N]      N columns, about 3/4 N rows
//                                  default 249 on the CPU backend, 16377 on a GPU
#include "tutorial.cuh"

constexpr int kSlices = 4;

// Each element minus the one below it; the last row minus the first. A pitch counts bytes, so the
// step to a row is done with a pointer to bytes. With a pitch of `width` floats there is no padding.
__global__ void subtract_below(const char* in, char* out, std::size_t pitch, int width,
                               int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y;
  if (x >= width) return;
  const int below = y + 1 < height ? y + 1 : 0;
  const auto* row = reinterpret_cast<const float*>(in + y * pitch);
  const auto* row_below = reinterpret_cast<const float*>(in + below * pitch);
  reinterpret_cast<float*>(out + y * pitch)[x] = row[x] - row_below[x];
}

// Three dimensions: a slice is `height` rows, with their padding, and slices follow one another.
__global__ void subtract_behind(cudaPitchedPtr in, cudaPitchedPtr out, int width, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y, z = blockIdx.z;
  if (x >= width) return;
  const std::size_t slice = in.pitch * in.ysize;
  const int behind = z + 1 < depth ? z + 1 : 0;
  const auto row_at = [&](const cudaPitchedPtr& p, int slice_number) {
    return reinterpret_cast<float*>(static_cast<char*>(p.ptr) + slice_number * slice + y * p.pitch);
  };
  row_at(out, z)[x] = row_at(in, z)[x] - row_at(in, behind)[x];
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Keep a matrix with and without padded rows.");
  const int width = options.size(
      {.cpu = 249, .gpu = 16377, .bytes_per_element = 3 * sizeof(float), .dimensions = 2});
  const int rows = std::max(1, width / 16 * 3);  // of a slice
  const int height = rows * kSlices;
  const int n = width * height;
  const std::size_t row_bytes = width * sizeof(float);
  const std::vector<float> input = random_floats(n);
  std::vector<float> output(n);
  const dim3 grid((width + 255) / 256, height);

  Experiment experiment("Subtracting rows of " + std::to_string(width) + " floats",
                        2.0 * n * sizeof(float));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kSectorsPerLoad,
                   Column::kSectorsPerStore});
  Table layout({"memory", "bytes of a row", "pitch", "padding"});
  const auto add_layout = [&](const char* memory, std::size_t pitch) {
    layout.add({memory, std::to_string(row_bytes), std::to_string(pitch),
                figure("%.1f %%", 100.0 * (pitch - row_bytes) / pitch)});
  };
  const auto below = [&](long long i) { return input[i] - input[(i + width) % n]; };

  {  // One row behind the other.
    char *in = nullptr, *out = nullptr;
    CHECK(cudaMalloc(&in, n * sizeof(float)));
    CHECK(cudaMalloc(&out, n * sizeof(float)));
    CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    poison(out, n * sizeof(float));
    add_layout("cudaMalloc", row_bytes);
    experiment.run(
        "cudaMalloc", [&] { subtract_below<<<grid, 256>>>(in, out, row_bytes, width, height); },
        [&] {
          return first_difference_on_device(reinterpret_cast<float*>(out), n, below,
                                            {.columns = width});
        });
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
  }

  {  // CUDA chooses the pitch. Copies from and to rows without padding name both pitches.
    char *in = nullptr, *out = nullptr;
    std::size_t pitch = 0, out_pitch = 0;
    CHECK(cudaMallocPitch(&in, &pitch, row_bytes, height));
    CHECK(cudaMallocPitch(&out, &out_pitch, row_bytes, height));
    if (out_pitch != pitch) {  // never seen for one width, but nothing promises it
      std::fprintf(stderr, "two pitches for rows of %zu bytes\n", row_bytes);
      return verdict(false);
    }
    CHECK(cudaMemcpy2D(in, pitch, input.data(), row_bytes, row_bytes, height,
                       cudaMemcpyHostToDevice));
    poison(out, out_pitch * height);
    add_layout("cudaMallocPitch", pitch);
    experiment.run(
        "cudaMallocPitch", [&] { subtract_below<<<grid, 256>>>(in, out, pitch, width, height); },
        [&] {
          CHECK(cudaMemcpy2D(output.data(), row_bytes, out, pitch, row_bytes, height,
                             cudaMemcpyDeviceToHost));
          return first_difference(output.data(), n, below, {.columns = width});
        });
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
  }

  {  // The same numbers as 4 slices. A pitched pointer carries the sizes along.
    const cudaExtent extent = make_cudaExtent(row_bytes, rows, kSlices);
    cudaPitchedPtr in{}, out{};
    CHECK(cudaMalloc3D(&in, extent));
    CHECK(cudaMalloc3D(&out, extent));
    if (out.pitch != in.pitch) {
      std::fprintf(stderr, "two pitches for rows of %zu bytes\n", row_bytes);
      return verdict(false);
    }
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(input.data()), row_bytes, width, rows);
    copy.dstPtr = in;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    poison(static_cast<char*>(out.ptr), out.pitch * rows * kSlices);
    add_layout("cudaMalloc3D", in.pitch);
    experiment.run(
        "cudaMalloc3D",
        [&] {
          const dim3 grid_3d((width + 255) / 256, rows, kSlices);
          subtract_behind<<<grid_3d, 256>>>(in, out, width, kSlices);
        },
        [&] {
          copy.srcPtr = out;
          copy.dstPtr = make_cudaPitchedPtr(output.data(), row_bytes, width, rows);
          copy.kind = cudaMemcpyDeviceToHost;
          CHECK(cudaMemcpy3D(&copy));
          const auto behind = [&](long long i) { return input[i] - input[(i + n / kSlices) % n]; };
          return first_difference(output.data(), n, behind, {.columns = width});
        });
    CHECK(cudaFree(in.ptr));
    CHECK(cudaFree(out.ptr));
  }

  layout.print();
  return experiment.report();
}
