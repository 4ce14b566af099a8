// Chapter 01 · launch_errors
//
// A launch returns nothing, so its errors have to be asked for. There are two kinds: what the host
// can judge before the kernel starts, and what the kernel does wrong while it runs. The first is
// forgotten once it was read. The second is sticky: it stays until the process ends, so this
// program starts itself again to show it.
//
//   launch_errors [--part P]     0: everything (default); 1: a sticky error, call by call;
//                                2, 3, 4: an error that CHECK_LAST or CHECK ends with
#include <sys/wait.h>

#include <filesystem>

#include "tutorial.cuh"

// The first thread of the grid writes where it is told to. A nullptr is what a forgotten cudaMalloc
// leaves behind.
__global__ void write_number(int* where, int number) {
  if (blockIdx.y == 0 && threadIdx.x == 0) *where = number;
}

struct Child {
  std::string output;
  int exit_code;
};

// Runs this program once more, as a process with its own context on the device.
Child run_again(int part, const std::string& environment, const std::string& redirection) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string command =
      environment + " '" + self + "' --part " + std::to_string(part) + " " + redirection;
  std::fflush(stdout);
  Child child{"", -1};
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return child;
  for (char line[1024]; std::fgets(line, sizeof line, pipe) != nullptr;) {
    child.output += std::string("  | ") + line;
  }
  const int status = pclose(pipe);
  if (WIFEXITED(status)) child.exit_code = WEXITSTATUS(status);
  std::printf("%s  exit code %d\n", child.output.c_str(), child.exit_code);
  return child;
}

// ---- Errors that the host sees: the kernel does not start, and nothing else is harmed.

// CUDA 13 says cudaErrorInvalidValue (1) to all of these, CUDA 12 to most of them
// cudaErrorInvalidConfiguration (9).
bool means_refused(cudaError_t error) {
  return error == cudaErrorInvalidConfiguration || error == cudaErrorInvalidValue;
}

std::string shape(dim3 d) {
  return std::to_string(d.x) + "," + std::to_string(d.y) + "," + std::to_string(d.z);
}

bool refused_launches() {
  struct Attempt {
    dim3 grid, block;
    int shared_kib;
    const char* why;
    bool accepted;
  };
  const Attempt attempts[] = {{1, 1024, 0, "the largest block", true},
                              {1, 1025, 0, "1024 threads at most", false},
                              {1, dim3(32, 33), 0, "1056 threads", false},
                              {1, dim3(1, 1, 65), 0, "64 along z at most", false},
                              {1, 0, 0, "no thread", false},
                              {0, 1, 0, "no block", false},
                              {dim3(1, 65535), 1, 0, "the largest grid along y", true},
                              {dim3(1, 65536), 1, 0, "65535 along y and z at most", false},
                              {1, 1, 48, "shared memory, as it is", true},
                              {1, 1, 49, "more only on request", false}};
  int* number = nullptr;
  CHECK(cudaMalloc(&number, sizeof(int)));
  bool ok = true;
  Table table({"grid", "block", "shared", "launch", "asked again", "kernel", "because"});
  for (const Attempt& a : attempts) {
    poison(number, 1);
    write_number<<<a.grid, a.block, a.shared_kib * 1024>>>(number, 7);
    const cudaError_t first = cudaGetLastError();  // returns the error and forgets it
    const cudaError_t second = cudaGetLastError();
    int result = 0;
    CHECK(cudaMemcpy(&result, number, sizeof(int), cudaMemcpyDeviceToHost));
    table.add({shape(a.grid), shape(a.block), std::to_string(a.shared_kib) + " KiB",
               first == cudaSuccess ? "accepted" : "refused",
               second == cudaSuccess ? "no error" : cudaGetErrorName(second),
               result == 7 ? "ran" : "did not run", a.why});
    const bool as_told = a.accepted ? first == cudaSuccess : means_refused(first);
    if (as_told && second == cudaSuccess && (result == 7) == a.accepted) continue;
    std::fprintf(stderr, "%s: this launch should be %s\n", a.why,
                 a.accepted ? "accepted" : "refused");
    ok = false;
  }
  table.print();

  // The error waits for whoever asks next. Nobody asks between these two, so the second is blamed.
  write_number<<<1, 1025>>>(number, 1);
  write_number<<<1, 1>>>(number, 2);
  const cudaError_t blamed = cudaGetLastError();
  int result = 0;
  CHECK(cudaMemcpy(&result, number, sizeof(int), cudaMemcpyDeviceToHost));
  std::printf(
      "\nA bad launch, a good one, then the question: %s, and yet the good one wrote its %d\n",
      means_refused(blamed) ? "refused" : "no error", result);
  CHECK(cudaFree(number));
  return ok && means_refused(blamed) && result == 2;
}

// ---- Errors of a running kernel: sticky.

// Prints one call and what it returned. The parent looks for "expected".
void step(const char* call, cudaError_t got, cudaError_t expected) {
  std::printf("%-26s %s", call, cudaGetErrorName(got));
  if (got != expected) std::printf(", expected %s", cudaGetErrorName(expected));
  std::puts("");
}

int sticky_error() {
  int *number = nullptr, *more = nullptr;
  CHECK(cudaMalloc(&number, sizeof(int)));
  const char* const setting = std::getenv("CUDA_LAUNCH_BLOCKING");
  const bool blocking = setting != nullptr && *setting == '1';
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

// ---- What CHECK and CHECK_LAST print. Each of these ends the program.

void refused_and_checked() {
  write_number<<<1, 1025>>>(nullptr, 7);
  CHECK_LAST();
}

void failed_and_checked() {
  write_number<<<1, 1>>>(nullptr, 7);
  CHECK_LAST();  // passes: the kernel may not even have started
  CHECK(cudaDeviceSynchronize());
}

void call_checked() {
  void* pointer = nullptr;
  CHECK(cudaMalloc(&pointer, size_t{1} << 50));  // a pebibyte
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Provoke launch errors of both kinds and show who reports them when.",
      {{.name = "part", .fallback = 0, .min = 0, .max = 4, .help = "0: all, 1 to 4: one error"}});
  require_device();
  const int part = options["part"];
  if (part == 1) return sticky_error();
  if (part == 2) refused_and_checked();
  if (part == 3) failed_and_checked();
  if (part == 4) call_checked();
  if (part != 0) return kExitOk;  // not reached: CHECK has ended the program

  std::puts("Launches that the host can judge");
  bool ok = refused_launches();

  for (const std::string setting : {"CUDA_LAUNCH_BLOCKING=0", "CUDA_LAUNCH_BLOCKING=1"}) {
    std::printf("\nA kernel writes through a null pointer, %s\n", setting.c_str());
    const Child child = run_again(1, setting, "2>/dev/null");
    ok = ok && child.exit_code == kExitWrong && child.output.find("expected") == std::string::npos;
  }

  std::puts("\nWhat CHECK_LAST and CHECK say");
  for (const int checked : {2, 3, 4}) {
    ok = run_again(checked, "CUDA_LAUNCH_BLOCKING=0", "2>&1").exit_code == kExitWrong && ok;
  }
  return verdict(ok);
}
