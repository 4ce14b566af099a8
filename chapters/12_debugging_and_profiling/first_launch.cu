// Chapter 12 · first_launch
//
// The first launch of a kernel loads its machine code. Without machine code for this device in the
// program, the driver makes it from PTX, once for all programs or each time.
//
//   first_launch      CUDA_FORCE_PTX_JIT=1 has all machine code made from PTX, CUDA_CACHE_DISABLE=1
//                     each time anew
#include "frames.cuh"
#include "frames_on_host.cuh"

int main(int argc, char** argv) {
  Options::without_size(argc, argv, "Time the first launch of a kernel.");
  const Shape shape = {160, 90};
  const int n = shape.pixels();
  const std::vector<float> host_in = night(shape);
  std::vector<float> host_out(n);
  std::vector<unsigned> host_bins(kBins);
  Table table({"what", timed("time")});
  HostTimer timer;
  const auto took = [&](const char* what) {
    table.add({what, figure("%.3f ms", timer.milliseconds())});
    timer.restart();
  };
  CHECK(cudaFree(nullptr));
  took("the context, by cudaFree(nullptr)");

  float *in = nullptr, *out = nullptr;
  unsigned* bins = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMalloc(&bins, kBins * sizeof(unsigned)));
  CHECK(cudaMemcpy(in, host_in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  for (const char* launch : {"the first launch", "the second launch"}) {
    CHECK(cudaMemset(bins, 0, kBins * sizeof(unsigned)));
    CHECK(cudaDeviceSynchronize());
    timer.restart();
    all_in_one<<<4, kTileThreads>>>(in, out, bins, shape);
    CHECK_LAST();
    CHECK(cudaDeviceSynchronize());
    took(launch);
  }
  CHECK(cudaMemcpy(host_out.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(host_bins.data(), bins, kBins * sizeof(unsigned), cudaMemcpyDeviceToHost));
  table.print();
  const std::string wrong = wrong_frame(host_in.data(), host_out.data(), host_bins.data(), shape);
  if (!wrong.empty()) std::fprintf(stderr, "%s\n", wrong.c_str());
  for (float* picture : {in, out}) CHECK(cudaFree(picture));
  CHECK(cudaFree(bins));
  return verdict(wrong.empty());
}
