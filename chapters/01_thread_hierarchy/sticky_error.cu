// Chapter 01 · sticky_error
//
// What a process can still do after one of its kernels has used a bad address, call by call. The
// error stays until the process ends, so this program starts itself again to show it.
//
//   sticky_error [--child C]      C = 1: the calls themselves, in this process
#include <sys/wait.h>

#include <filesystem>

#include "tutorial.cuh"

// A nullptr is what a forgotten cudaMalloc leaves behind.
__global__ void write_number(int* where, int number) { *where = number; }

// Prints one call and what it returned. The parent looks for "expected".
void step(const char* call, cudaError_t got, cudaError_t expected) {
  std::printf("%-26s %s", call, cudaGetErrorName(got));
  if (got != expected) std::printf(", expected %s", cudaGetErrorName(expected));
  std::puts("");
}

int call_by_call() {
  int *number = nullptr, *more = nullptr;
  CHECK(cudaMalloc(&number, sizeof(int)));
  const char* const setting = std::getenv("CUDA_LAUNCH_BLOCKING");
  const bool blocking = setting != nullptr && *setting == '1';  // each launch waits for its kernel
  const cudaError_t illegal = cudaErrorIllegalAddress;
  write_number<<<1, 1>>>(nullptr, 7);
  step("launch: cudaGetLastError", cudaGetLastError(), blocking ? illegal : cudaSuccess);
  step("cudaDeviceSynchronize", cudaDeviceSynchronize(), illegal);
  step("cudaGetLastError", cudaGetLastError(), illegal);
  step("cudaGetLastError again", cudaGetLastError(), cudaSuccess);
  step("cudaMalloc", cudaMalloc(&more, sizeof(int)), illegal);
  write_number<<<1, 1>>>(number, 7);
  step("launch: cudaGetLastError", cudaGetLastError(), illegal);
  step("cudaFree", cudaFree(number), illegal);
  step("cudaDeviceReset", cudaDeviceReset(), cudaSuccess);
  const bool usable = cudaMalloc(&more, sizeof(int)) == cudaSuccess;
  std::printf("%-26s %s\n", "cudaMalloc", usable ? "cudaSuccess" : "no device for this process");
  return kExitWrong;  // nothing that this process could still compute would be worth reading
}

// Runs this program once more, as a process with its own context on the device.
bool run_again(const std::string& setting) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  std::printf("%s\n", setting.c_str());
  std::fflush(stdout);
  FILE* pipe = popen((setting + " '" + self + "' --child 1 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return false;
  std::string output;
  for (char line[1024]; std::fgets(line, sizeof line, pipe) != nullptr;) {
    output += std::string("  ") + line;
  }
  const int status = pclose(pipe);
  std::printf("%s", output.c_str());
  return WIFEXITED(status) && WEXITSTATUS(status) == kExitWrong &&
         output.find("expected") == std::string::npos;
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Show what works after a kernel has used a bad address.",
      {{.name = "child", .fallback = 0, .min = 0, .max = 1, .help = "1: in this process"}});
  require_device();
  if (options["child"] == 1) return call_by_call();
  bool ok = run_again("CUDA_LAUNCH_BLOCKING=0");
  ok = run_again("CUDA_LAUNCH_BLOCKING=1") && ok;
  return verdict(ok);
}
