// Chapter 09 · managed_variables
//
// __managed__ variables are the host's and the device's by one name. Who may touch them, and when;
// what this device can do with the host's memory.
//
//   managed_variables
#include "tutorial.cuh"

__managed__ int total = 100;        // a value from the start, as on the host
__managed__ int histogram[8];       // zeros
__device__ int device_only = 1000;  // for comparison: the host needs a copy to read it

__global__ void count(const int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&histogram[values[i]], 1);
  atomicAdd(&total, 1);
  atomicAdd(&device_only, 1);
}

int main(int argc, char** argv) {
  Options::without_size(argc, argv, "Variables that host and device share.");
  require_device();
  Table table({"what the device can do", ""});
  const auto can = [&](const char* what, cudaDeviceAttr attribute) {
    table.add({what, device_attribute(attribute) != 0 ? "yes" : "no"});
  };
  can("managed memory at all", cudaDevAttrManagedMemory);
  can("host and kernels may use it at the same time", cudaDevAttrConcurrentManagedAccess);
  can("kernels may use every address of the host", cudaDevAttrPageableMemoryAccess);
  can("  through the host's page tables", cudaDevAttrPageableMemoryAccessUsesHostPageTables);
  can("the host may use device memory in place", cudaDevAttrDirectManagedMemAccessFromHost);
  can("native atomics over the link to the host", cudaDevAttrHostNativeAtomicSupported);
  table.print();

  const int n = 1001;
  const std::vector<int> numbers = random_ints(n, 0, 7);
  int* values = nullptr;
  CHECK(cudaMallocManaged(&values, n * sizeof(int)));
  std::copy(numbers.begin(), numbers.end(), values);
  count<<<(n + 255) / 256, 256>>>(values, n);
  CHECK_LAST();
  CHECK(cudaDeviceSynchronize());  // from the launch to here all of it is the kernel's

  std::vector<int> expected(8);
  for (const int number : numbers) ++expected[number];
  bool passed = verify("histogram", std::vector<int>(histogram, histogram + 8), expected);
  passed &= verify<int>("total", {total}, [&](long long) { return 100 + n; });
  total += 1;  // and now it is the host's: no copy, no call
  count<<<1, 1>>>(values, 1);
  CHECK_LAST();
  CHECK(cudaDeviceSynchronize());
  int device_value = 0;
  CHECK(cudaMemcpyFromSymbol(&device_value, device_only, sizeof(int)));
  std::printf("\ntotal %d, read by its name; device_only %d, read by a copy\n", total,
              device_value);
  passed &= total == 100 + n + 2 && device_value == 1000 + n + 1;

  CHECK(cudaFree(values));
  return verdict(passed);
}
