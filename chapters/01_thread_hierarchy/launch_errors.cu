// Chapter 01 · launch_errors
//
// A launch returns nothing, so a program has to ask for its error. Three experiments: launches that
// CUDA refuses, a question that comes too late, and a kernel that fails while it runs.
//
//   launch_errors [--fail F]      F = 1 runs the kernel that fails, and nothing else
#include "tutorial.cuh"

// The first thread of the grid writes where it is told to. A forgotten cudaMalloc leaves a nullptr.
__global__ void write_number(int* where, int number) {
  if (blockIdx.y == 0 && threadIdx.x == 0) *where = number;
}

// CUDA 13 returns cudaErrorInvalidValue for all of these launches, CUDA 12 for most of them
// cudaErrorInvalidConfiguration.
bool means_refused(cudaError_t error) {
  return error == cudaErrorInvalidConfiguration || error == cudaErrorInvalidValue;
}

bool refused_launches(int* number);

// Two launches and one question: the second launch seems to be the bad one.
bool asked_too_late(int* number) {
  write_number<<<1, 1025>>>(number, 1);
  write_number<<<1, 1>>>(number, 2);
  const cudaError_t error = cudaGetLastError();
  int result = 0;
  CHECK(cudaMemcpy(&result, number, sizeof(int), cudaMemcpyDeviceToHost));
  std::printf("\nA bad launch, a good one, then the question: %s. The good one wrote %d.\n",
              means_refused(error) ? "refused" : "no error", result);
  return means_refused(error) && result == 2;
}

// The launch is fine. What the kernel does wrong is known when it has happened.
int fails_while_it_runs() {
  write_number<<<1, 1>>>(nullptr, 7);
  const cudaError_t at_launch = cudaGetLastError();
  const cudaError_t at_synchronize = cudaDeviceSynchronize();
  void* memory = nullptr;
  const cudaError_t at_malloc = cudaMalloc(&memory, sizeof(int));
  std::printf("cudaGetLastError, after the launch   %s\n", cudaGetErrorName(at_launch));
  std::printf("cudaDeviceSynchronize                %s\n", cudaGetErrorName(at_synchronize));
  std::printf("cudaMalloc, after that               %s\n", cudaGetErrorName(at_malloc));
  return kExitWrong;  // no CUDA call of this process works any more
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Show which errors of a launch are known when.",
      {{.name = "fail", .fallback = 0, .min = 0, .max = 1, .help = "1: a kernel that fails"}});
  require_device();
  if (options["fail"] == 1) return fails_while_it_runs();

  int* number = nullptr;
  CHECK(cudaMalloc(&number, sizeof(int)));
  bool ok = refused_launches(number);
  ok = asked_too_late(number) && ok;
  CHECK(cudaFree(number));
  return verdict(ok);
}

// Launches of shapes at both sides of the limits, and what CUDA says to them.
bool refused_launches(int* number) {
  struct Attempt {
    const char* launch;
    dim3 grid, block;
    int shared_kib;
    bool accepted;
  };
  const Attempt attempts[] = {{"<<<1, 1024>>>", 1, 1024, 0, true},
                              {"<<<1, 1025>>>", 1, 1025, 0, false},
                              {"<<<1, dim3(32, 33)>>>", 1, dim3(32, 33), 0, false},
                              {"<<<1, dim3(1, 1, 65)>>>", 1, dim3(1, 1, 65), 0, false},
                              {"<<<1, 0>>>", 1, 0, 0, false},
                              {"<<<0, 1>>>", 0, 1, 0, false},
                              {"<<<dim3(1, 65535), 1>>>", dim3(1, 65535), 1, 0, true},
                              {"<<<dim3(1, 65536), 1>>>", dim3(1, 65536), 1, 0, false},
                              {"<<<1, 1, 48 * 1024>>>", 1, 1, 48, true},
                              {"<<<1, 1, 49 * 1024>>>", 1, 1, 49, false}};
  bool ok = true;
  Table table({"launch", "answer", "asked again", "kernel"});
  for (const Attempt& a : attempts) {
    poison(number, 1);
    write_number<<<a.grid, a.block, a.shared_kib * 1024>>>(number, 7);
    const cudaError_t first = cudaGetLastError();  // returns the error and forgets it
    const cudaError_t second = cudaGetLastError();
    int result = 0;
    CHECK(cudaMemcpy(&result, number, sizeof(int), cudaMemcpyDeviceToHost));
    const bool as_told = a.accepted ? first == cudaSuccess : means_refused(first);
    ok = ok && as_told && second == cudaSuccess && (result == 7) == a.accepted;
    table.add({a.launch, first == cudaSuccess ? "accepted" : "refused",
               second == cudaSuccess ? "no error" : cudaGetErrorName(second),
               result == 7 ? "ran" : "did not run"});
  }
  table.print();
  return ok;
}
