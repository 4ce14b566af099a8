// Chapter 01 · device_query
//
// What this device is and what it allows: every limit that a later chapter runs into, and the two
// peaks that follow from the attributes.
//
//   device_query [--device N]      default device 0
#include "tutorial.cuh"

// A figure with its unit; some devices do not say what their clocks are.
std::string figure(double value, const char* format = "%.0f") {
  if (!std::isfinite(value) || value <= 0) return "unknown";
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

// cudaDeviceGetAttribute has every figure, always as an int. cudaDeviceProp has most of them, but
// its fields come and go: CUDA 13 removed clockRate and memoryClockRate, the attributes stayed.
std::string limit(cudaDeviceAttr attribute) { return std::to_string(device_attribute(attribute)); }
std::string limit_kib(cudaDeviceAttr attribute) {
  return std::to_string(device_attribute(attribute) / 1024) + " KiB";
}
std::string yes_no(cudaDeviceAttr attribute) {
  return device_attribute(attribute) != 0 ? "yes" : "no";
}
std::string version(int v) {
  return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10);
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(argc, argv, "Print what this device is and allows.",
                                             {{.name = "device", .help = "the device"}});
  require_device();
  int devices = 0;
  CHECK(cudaGetDeviceCount(&devices));
  const int device = options["device"];
  if (device >= devices) {
    std::fprintf(stderr, "device_query: --device %d: permitted: 0 to %d\n", device, devices - 1);
    return kExitBadArguments;
  }

  CHECK(cudaSetDevice(device));
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, device));
  int driver = 0, runtime = 0;
  CHECK(cudaDriverGetVersion(&driver));
  CHECK(cudaRuntimeGetVersion(&runtime));

  Table identity(
      {"device " + std::to_string(device) + " of " + std::to_string(devices), properties.name});
  identity.add({"compute capability",
                std::to_string(properties.major) + "." + std::to_string(properties.minor) + " (" +
                    architecture_name(properties.major, properties.minor) + ")"});
  identity.add({"CUDA version the driver supports", version(driver)});
  identity.add({"CUDA runtime version of this program", version(runtime)});
  identity.print();

  Table launch({"one launch may have", "at most"});
  launch.add({"threads per block", limit(cudaDevAttrMaxThreadsPerBlock)});
  launch.add({"block in x, y, z", limit(cudaDevAttrMaxBlockDimX) + ", " +
                                      limit(cudaDevAttrMaxBlockDimY) + ", " +
                                      limit(cudaDevAttrMaxBlockDimZ)});
  launch.add({"32-bit registers per block", limit(cudaDevAttrMaxRegistersPerBlock)});
  launch.add({"shared memory per block", limit_kib(cudaDevAttrMaxSharedMemoryPerBlock)});
  launch.add(
      {"shared memory per block, opted in", limit_kib(cudaDevAttrMaxSharedMemoryPerBlockOptin)});
  launch.add({"blocks in x, y, z", limit(cudaDevAttrMaxGridDimX) + ", " +
                                       limit(cudaDevAttrMaxGridDimY) + ", " +
                                       limit(cudaDevAttrMaxGridDimZ)});
  launch.print();

  const int multiprocessors = device_attribute(cudaDevAttrMultiProcessorCount);
  const int warp_size = device_attribute(cudaDevAttrWarpSize);
  const int threads = device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  Table multiprocessor({"one multiprocessor (SM) holds", "at most"});
  multiprocessor.add({"threads", figure(threads)});
  multiprocessor.add({"warps of " + figure(warp_size) + " threads", figure(threads / warp_size)});
  multiprocessor.add({"blocks", limit(cudaDevAttrMaxBlocksPerMultiprocessor)});
  multiprocessor.add({"32-bit registers", limit(cudaDevAttrMaxRegistersPerMultiprocessor)});
  multiprocessor.add({"shared memory", limit_kib(cudaDevAttrMaxSharedMemoryPerMultiprocessor)});
  multiprocessor.add(
      {"shared memory lost per block", limit_kib(cudaDevAttrReservedSharedMemoryPerBlock)});
  multiprocessor.print();

  // Peaks, from the attributes alone: bounds that no kernel passes, not promises. Clocks are given
  // in kHz.
  const double memory_hz = memory_clock_rate_khz() * 1e3;
  const double bus_bits = device_attribute(cudaDevAttrGlobalMemoryBusWidth);
  const double clock_hz = clock_rate_khz() * 1e3;
  const double lanes =
      fp32_lanes_per_multiprocessor(properties.major, properties.minor);  // not an attribute
  const double bandwidth = 2 * memory_hz * bus_bits / 8;       // bytes/s; two transfers per clock
  const double fp32 = 2 * multiprocessors * lanes * clock_hz;  // one multiply-add is two operations
  const double fp32_per_fp64 = device_attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio);
  Table whole({"the whole device", ""});
  whole.add({"multiprocessors", figure(multiprocessors)});
  whole.add({"threads resident at once", figure(static_cast<double>(multiprocessors) * threads)});
  whole.add({"global memory", figure(properties.totalGlobalMem / 1073741824.0, "%.1f GiB")});
  whole.add({"L2 cache", limit_kib(cudaDevAttrL2CacheSize)});
  whole.add({"L2 cache that can be set aside (chapter 08)",
             limit_kib(cudaDevAttrMaxPersistingL2CacheSize)});
  whole.add({"constant memory", limit_kib(cudaDevAttrTotalConstantMemory)});
  whole.add({"multiprocessor clock", figure(clock_hz / 1e6, "%.0f MHz")});
  whole.add({"memory clock", figure(memory_hz / 1e6, "%.0f MHz")});
  whole.add({"memory bus", figure(bus_bits, "%.0f bits")});
  whole.add({"peak bandwidth", figure(bandwidth / 1e9, "%.0f GB/s")});
  whole.add({"peak float", figure(fp32 / 1e12, "%.1f TFLOP/s")});
  whole.add({"peak double", figure(fp32 / fp32_per_fp64 / 1e12, "%.1f TFLOP/s")});
  whole.add({"machine balance: float operations per byte", figure(fp32 / bandwidth, "%.1f")});
  whole.print();

  Table abilities({"can it", ""});
  abilities.add({"launch clusters of blocks (chapter 11)", yes_no(cudaDevAttrClusterLaunch)});
  abilities.add({"launch cooperative grids (chapter 05)", yes_no(cudaDevAttrCooperativeLaunch)});
  abilities.add({"run several kernels at once (chapter 08)", yes_no(cudaDevAttrConcurrentKernels)});
  abilities.add(
      {"copy while a kernel runs: copy engines (chapter 08)", limit(cudaDevAttrAsyncEngineCount)});
  abilities.add({"map host memory (chapter 02)", yes_no(cudaDevAttrCanMapHostMemory)});
  abilities.add({"share managed memory with the host while a kernel runs (chapter 09)",
                 yes_no(cudaDevAttrConcurrentManagedAccess)});
  abilities.add({"allocate in stream order (chapter 08)", yes_no(cudaDevAttrMemoryPoolsSupported)});
  abilities.print();

  return verdict(true);
}
