// Every form of launch and declaration that the translator knows, compiled and run. Each kernel
// adds its mark to `sum`, so a launch that is lost or doubled changes the total.
#include <array>
#include <cstdio>
#include <utility>

#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)

__device__ int sum;
__managed__ int managed = 5;
__device__ __managed__ int both = 6;
__constant__ int constant[2] = {1, 2};
__constant__ const int const_constant = 3;
const __device__ int const_device = 4;
inline __device__ int inline_variable = 7;
alignas(16) static __device__ float aligned[4] = {1, 2, 3, 4};
__device__ int (*device_pointer)(int);
extern __shared__ __align__(16) unsigned char namespace_raw[];

static __device__ __forceinline__ void add(int mark) { atomicAdd(&sum, mark); }
__device__ __noinline__ int twice(int x) { return 2 * x; }
__host__ __device__ __forceinline__ int thrice(int x) { return 3 * x; }

__global__ void plain(int mark) { add(mark); }
__global__ void with_default(int mark, int more = 100) { add(mark + more); }
__global__ void none() { add(1); }
__global__ void overloaded(int) { add(1); }
__global__ void overloaded(float) { add(10); }
__global__ void pointer(const int* p, int mark) { add(p ? 100000 : mark); }
template <class T>
__global__ void __launch_bounds__(128, 2) deduced(T value) {
  add(sizeof(T) + static_cast<int>(value));
}
template <class T, int N = 2>
__launch_bounds__(128) __global__ void explicit_arguments(const __grid_constant__ T value) {
  add(N * static_cast<int>(value));
}
template <bool Flag>
__global__ void flagged() {
  add(Flag ? 1 : 10);
}
template <class F>
__global__ void call(F f, int x) {
  add(f(x));
}
namespace outer::inner {
__global__ void nested(int mark) { add(mark); }
template <class T>
struct Holder {
  using Kernel = void (*)(T);
  Kernel kernel;
};
}  // namespace outer::inner
template <int N>
constexpr int constant_of() {
  return N;
}
template <class T>
struct Type {
  using T2 = T;
  static constexpr int value = 1;
};

template <class T, int N>
__global__ void shared_forms(int* out) {
  __shared__ T square[N][N + 1], scalar;
  __shared__ typename Type<T>::T2 dependent[N];
  __shared__ struct {
    int a[3];
    T b;
  } anonymous;
  __shared__ T* pointers[2];
  __shared__ int(*row)[4];
  volatile __shared__ int flag;
  int static __shared__ odd_order;
  __align__(16) __shared__ char bytes[20];
  alignas(32) alignas(double) __shared__ T strict;
  __shared__ std::array<int, (N > 3 ? 4 : 1)> array;
  // clang-format off
  __shared__ int first,
      second;
  // clang-format on
  extern __shared__ float dynamic[];
  int i = threadIdx.x;
  if (i == 0) {
    square[N - 1][N] = T(1), scalar = T(2), dependent[N - 1] = T(3), anonymous.b = T(4);
    pointers[1] = &scalar, row = nullptr, odd_order = 6, bytes[19] = 7, strict = T(8);
    flag = 5;
    array[0] = 9, first = 10, second = 11, dynamic[0] = 12, anonymous.a[2] = 13;
  }
  __syncthreads();
  if (i == 1) {
    *out = square[N - 1][N] + scalar + dependent[N - 1] + anonymous.b + *pointers[1] + flag +
           odd_order + bytes[19] + strict + array[0] + first + second + dynamic[0] +
           anonymous.a[2] + (row == nullptr) +
           (reinterpret_cast<unsigned long long>(bytes) % 16 == 0) +
           (reinterpret_cast<unsigned long long>(&strict) % 32 == 0);
  }
}

template <class T>
__device__ int fifth(const T* bytes) {
  return bytes[4];
}
__global__ void namespace_shared(int* out) {
  int* words = reinterpret_cast<int*>(namespace_raw);
  int* same = (int*)namespace_raw;
  if (threadIdx.x == 0) words[1] = 3;
  __syncthreads();
  if (threadIdx.x == 1) *out = same[1] + namespace_raw[4] + fifth(namespace_raw);
}

__device__ int kind_of(char) { return 1; }
__device__ int kind_of(int) { return 4; }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
__global__ void hidden(int* out) {
  char namespace_raw = 1;
  *out = kind_of(namespace_raw) + kind_of((namespace_raw));
}
#pragma GCC diagnostic pop

__global__ void variables(int* out) {
  device_pointer = thrice;
  *out = managed + both + constant[0] + constant[1] + const_constant + const_device +
         inline_variable + static_cast<int>(aligned[3]) + twice(10) + device_pointer(100);
}

__global__ void __launch_bounds__(64) __cluster_dims__(2) declared(int mark);
__global__ void __cluster_dims__(1, 1) declared(int mark) { add(mark); }
template <int N>
__cluster_dims__(N, Type<int>::value) __launch_bounds__(N * 32, 1, 8) __global__
    void in_cluster(int mark) {
  add(mark);
}
template <class T>
__global__ void __maxnreg__(sizeof(short) * 16) few_registers(T mark) {
  add(mark);
}
template <>
__global__ void few_registers<short>(short mark) {
  add(2 * mark);
}

__global__ void __launch_bounds__(1) parent(int depth) {
  add(1);
  if (depth > 0) parent<<<1, 1>>>(depth - 1);
}

template <class Kernel, class... Arguments>
void forward(Kernel kernel, Arguments... arguments) {
  kernel<<<dim3(1), dim3{1}>>>(arguments...);
}
template <class T>
void in_template(T value) {
  deduced<<<1, 1>>>(value);
  explicit_arguments<T><<<1, 1>>>(value);
  explicit_arguments<T, Type<Type<int>>::value><<<1, 1>>>(value);
}

int failures = 0;
void expect(const char* form, int expected, int got) {
  if (expected == got) return;
  ++failures;
  std::printf("%s: expected %d, got %d\n", form, expected, got);
}
int take_sum() {
  int got = 0, zero = 0;
  cudaMemcpyFromSymbol(&got, sum, sizeof(sum));
  cudaMemcpyToSymbol(sum, &zero, sizeof(sum));
  return got;
}

using Plain = void (*)(int);
Plain global_pointer = plain;
__global__ void other(int mark) { add(-mark); }
Plain next_kernel(int* calls) {
  ++*calls;
  return plain;
}
struct Object {
  Plain kernel = plain;
  void run(int mark) {
    kernel<<<1, 1>>>(mark);
    this->kernel<<<1, 1>>>(mark);
  }
};

int main() {
  const int grid = 1, block = 1;
  none<<<grid, block>>>();
  plain<<<grid, block>>>(2);
  ::plain<<<grid, block, 0, nullptr>>>(3);
  // clang-format off
  outer::inner::nested<<<(1 << 1) >> 1, 256 >> 8>>>(4);
  // clang-format on
  ::outer::inner::nested<<<dim3{1, 1}, {1}>>>(5);
  expect("names", 15, take_sum());

  with_default<<<1, 1>>>(1);
  with_default<<<1, 1>>>(1, 10);
  overloaded<<<1, 1>>>(1);
  overloaded<<<1, 1>>>(1.0f);
  expect("defaults and overloads", 123, take_sum());

  deduced<<<1, 1>>>(1.0);
  deduced<char><<<1, 1>>>(1);
  deduced<<<1, 1>>>(0);
  explicit_arguments<int, 7><<<1, 1>>>(1);
  explicit_arguments<int, (4 > 3)><<<1, 1>>>(100);
  explicit_arguments<int, constant_of<3>()><<<1, 1>>>(1000);
  flagged<(1 > 2)><<<1, 1>>>();
  in_template(1);
  expect("templates", 9 + 2 + 4 + 7 + 100 + 3000 + 10 + 5 + 2 + 1, take_sum());

  pointer<<<1, 1>>>(0, 1);
  pointer<<<1, 1>>>(NULL, 10);
  pointer<<<1, 1>>>(nullptr, 0);
  LAUNCH(pointer, NULL, 100);
  LAUNCH(none);
  expect("zeros", 112, take_sum());

  int calls = 0;
  Plain local = plain;
  Plain table[2] = {other, plain};
  Plain* at = &table[1];
  Object object;
  outer::inner::Holder<int> holder{plain};
  outer::inner::Holder<int>* held = &holder;
  local<<<1, 1>>>(1);
  (*local)<<<1, 1>>>(2);
  table[calls + 1]<<<1, 1>>>(3);
  (*at)<<<1, 1>>>(4);
  object.kernel<<<1, 1>>>(5);
  held->kernel<<<1, 1>>>(6);
  next_kernel(&calls)<<<1, 32>>>(1);
  object.run(10);
  global_pointer<<<1, 1>>>(100);
  global_pointer = other;  // while the launch may still be waiting
  static_cast<Plain>(plain)<<<1, 1>>>(200);
  (void)(*local)<<<1, 1>>>(300);
  forward(plain, 400);
  forward(none);
  expect("expressions", 21 + 32 + 20 + 100 + 200 + 300 + 400 + 1, take_sum());
  expect("calls of next_kernel", 1, calls);

  auto in_lambda = [&] { plain<<<1, 1>>>(1); };
  in_lambda();
  if (grid == 1)
    plain<<<1, 1>>>(2);
  else
    plain<<<1, 1>>>(1000);
  if (grid != 1)
    plain<<<1, 1>>>(1000);
  else
    (*local)<<<1, 1>>>(3);
  for (int i : {4, 5}) plain<<<1, 1>>>(i);
  plain<<<1, [] { return 1; }()>>>([&] {
    plain<<<1, 1>>>(6);
    return 7;
  }());
  // clang-format off
  plain<<<1,
          1, 0,
          nullptr>>>(
      8
  );
  // clang-format on
  call<<<1, 1>>>([] __device__(int x) { return x + 1; }, 8);
  call<<<1, 1>>>([=] __host__ __device__(int x) -> int { return x + grid; }, 9);
  expect("places", 1 + 2 + 3 + 9 + 13 + 8 + 9 + 10, take_sum());

  declared<<<1, 64>>>(1);
  in_cluster<2><<<2, 64>>>(100);
  few_registers<<<1, 1>>>(10000);
  few_registers<short><<<1, 1>>>(10000);
  expect("kernels that say how they are launched", 64 + 12800 + 30000, take_sum());

  parent<<<1, 1>>>(3);
  cudaDeviceSynchronize();
  expect("dynamic parallelism", 4, take_sum());

  int* out;
  int got = 0;
  cudaMalloc(&out, sizeof(int));
  const auto take_out = [&] {
    cudaMemcpy(&got, out, sizeof(int), cudaMemcpyDeviceToHost);
    return got;
  };
  shared_forms<int, 4><<<1, 32, 64>>>(out);
  expect("shared", 1 + 2 + 3 + 4 + 2 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13 + 3, take_out());
  shared_forms<float, 2><<<1, 32, 64>>>(out);
  expect("shared in another instantiation", got, take_out());
  namespace_shared<<<1, 32, 64>>>(out);
  expect("dynamic shared memory of the namespace", 9, take_out());
  hidden<<<1, 1>>>(out);
  expect("a variable with the name of one of the namespace", 2, take_out());
  variables<<<1, 1>>>(out);
  expect("variables", 5 + 6 + 1 + 2 + 3 + 4 + 7 + 4 + 20 + 300, take_out());
  cudaFree(out);

  if (cudaGetLastError() != cudaSuccess) ++failures;
  if (failures == 0) std::printf("PASS\n");
  return failures == 0 ? 0 : 1;
}
