// Tensor cores by their instructions, against plain products and the layouts that the PTX ISA gives.
// supports: inline PTX: mma.sync of m16n8k16 and m16n8k8 (f16, bf16), m16n8k8 and m16n8k4 (tf32), m8n8k16, m16n8k16 and m16n8k32 (s8, u8), m8n8k4 (f64)
// supports: inline PTX: ldmatrix and stmatrix with .x1, .x2, .x4 and .trans, movmatrix
#include <gtest/gtest.h>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "../device_test.cuh"

namespace {

using u32 = std::uint32_t;
using u16 = std::uint16_t;

// Forms of mma.sync: their size, what a register holds, and the instruction.

struct Halves {
  static constexpr int kNumbers = 2;
  __device__ static u32 pack(const double* v) {
    const u32 low = __half_as_ushort(__double2half(v[0]));
    return low | u32{__half_as_ushort(__double2half(v[1]))} << 16;
  }
};
struct Bfloats {
  static constexpr int kNumbers = 2;
  __device__ static u32 pack(const double* v) {
    const u32 low = __bfloat16_as_ushort(__double2bfloat16(v[0]));
    return low | u32{__bfloat16_as_ushort(__double2bfloat16(v[1]))} << 16;
  }
};
struct Tf32 {
  static constexpr int kNumbers = 1;
  __device__ static u32 pack(const double* v) { return __float_as_uint(static_cast<float>(v[0])); }
};
struct Bytes {
  static constexpr int kNumbers = 4;
  __device__ static u32 pack(const double* v) {
    u32 word = 0;
    for (int i = 0; i < 4; ++i) word |= (static_cast<u32>(static_cast<int>(v[i])) & 0xff) << 8 * i;
    return word;
  }
};

#define FORM_A4_B2(Name, Numbers, Number, kind, depth, opcode)                           \
  struct Name : Numbers {                                                                \
    using Sum = Number;                                                                  \
    static constexpr int kRows = 16, kDepth = depth;                                     \
    __device__ static void multiply(Sum (&c)[4], const u32 (&a)[4], const u32 (&b)[2]) { \
      asm volatile("mma.sync.aligned." opcode                                            \
                   " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"    \
                   : kind(c[0]), kind(c[1]), kind(c[2]), kind(c[3])                      \
                   : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));  \
    }                                                                                    \
  };
#define FORM_A2_B1(Name, Numbers, Number, kind, depth, opcode)                           \
  struct Name : Numbers {                                                                \
    using Sum = Number;                                                                  \
    static constexpr int kRows = 16, kDepth = depth;                                     \
    __device__ static void multiply(Sum (&c)[4], const u32 (&a)[4], const u32 (&b)[2]) { \
      asm volatile("mma.sync.aligned." opcode                                            \
                   " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"                \
                   : kind(c[0]), kind(c[1]), kind(c[2]), kind(c[3])                      \
                   : "r"(a[0]), "r"(a[1]), "r"(b[0]));                                   \
    }                                                                                    \
  };
FORM_A4_B2(HalfK16, Halves, float, "+f", 16, "m16n8k16.row.col.f32.f16.f16.f32")
FORM_A2_B1(HalfK8, Halves, float, "+f", 8, "m16n8k8.row.col.f32.f16.f16.f32")
FORM_A4_B2(BfloatK16, Bfloats, float, "+f", 16, "m16n8k16.row.col.f32.bf16.bf16.f32")
FORM_A2_B1(BfloatK8, Bfloats, float, "+f", 8, "m16n8k8.row.col.f32.bf16.bf16.f32")
FORM_A4_B2(Tf32K8, Tf32, float, "+f", 8, "m16n8k8.row.col.f32.tf32.tf32.f32")
FORM_A2_B1(Tf32K4, Tf32, float, "+f", 4, "m16n8k4.row.col.f32.tf32.tf32.f32")
FORM_A4_B2(SignedK32, Bytes, int, "+r", 32, "m16n8k32.row.col.s32.s8.s8.s32")
FORM_A2_B1(SignedK16, Bytes, int, "+r", 16, "m16n8k16.row.col.s32.s8.s8.s32")
FORM_A4_B2(UnsignedK32, Bytes, int, "+r", 32, "m16n8k32.row.col.s32.u8.u8.s32")
FORM_A2_B1(MixedK16, Bytes, int, "+r", 16, "m16n8k16.row.col.satfinite.s32.u8.s8.s32")

/// Sums of halves: two in a register.
template <int depth>
struct HalfSums : Halves {
  using Sum = float;
  static constexpr int kRows = 16, kDepth = depth;
  __device__ static void multiply(float (&c)[4], const u32 (&a)[4], const u32 (&b)[2]) {
    u32 sums[2];
    for (int i = 0; i < 2; ++i) {
      const double two[2] = {c[2 * i], c[2 * i + 1]};
      sums[i] = pack(two);
    }
    if constexpr (depth == 16) {
      asm volatile(
          "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, "
          "{%0, %1};"
          : "+r"(sums[0]), "+r"(sums[1])
          : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    } else {
      asm volatile(
          "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};"
          : "+r"(sums[0]), "+r"(sums[1])
          : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    }
    for (int i = 0; i < 4; ++i) {
      c[i] = __half2float(__ushort_as_half(static_cast<u16>(sums[i / 2] >> i % 2 * 16)));
    }
  }
};
/// Eight rows.
struct SignedRows8 : Bytes {
  using Sum = int;
  static constexpr int kRows = 8, kDepth = 16;
  __device__ static void multiply(int (&c)[4], const u32 (&a)[4], const u32 (&b)[2]) {
    asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+r"(c[0]), "+r"(c[1])
                 : "r"(a[0]), "r"(b[0]));
  }
};

/// One warp; the matrices lie row by row.
template <class Form>
__global__ void multiply(double* d, const double* a, const double* b, const double* c) {
  constexpr int kNumbers = Form::kNumbers, kHigh = Form::kRows / 8;
  const int group = threadIdx.x / 4, first = threadIdx.x % 4;
  u32 of_a[4] = {}, of_b[2] = {};
  for (int r = 0; r < kHigh * Form::kDepth / (4 * kNumbers); ++r) {
    const int row = group + r % kHigh * 8, k = first * kNumbers + r / kHigh * 4 * kNumbers;
    of_a[r] = Form::pack(a + row * Form::kDepth + k);
  }
  for (int r = 0; r < Form::kDepth / (4 * kNumbers); ++r) {
    double column[kNumbers];
    for (int i = 0; i < kNumbers; ++i) {
      column[i] = b[(first * kNumbers + r * 4 * kNumbers + i) * 8 + group];
    }
    of_b[r] = Form::pack(column);
  }
  typename Form::Sum sums[4] = {};
  for (int i = 0; i < 2 * kHigh; ++i) {
    sums[i] = static_cast<typename Form::Sum>(c[(group + i / 2 * 8) * 8 + first * 2 + i % 2]);
  }
  Form::multiply(sums, of_a, of_b);
  for (int i = 0; i < 2 * kHigh; ++i) d[(group + i / 2 * 8) * 8 + first * 2 + i % 2] = sums[i];
}

template <class Form, class Make>
void compare(Make make, double tolerance) {
  SKIP_BELOW_COMPUTE_CAPABILITY(8);
  std::vector<double> a(Form::kRows * Form::kDepth), b(Form::kDepth * 8), c(Form::kRows * 8);
  for (auto* values : {&a, &b, &c}) {
    for (double& value : *values) value = make();
  }
  const DeviceBuffer<double> of_a(a), of_b(b), of_c(c);
  const std::vector<double> d = run_kernel<double>(c.size(), [&](double* out) {
    multiply<Form><<<1, 32>>>(out, of_a.data(), of_b.data(), of_c.data());
  });
  for (int row = 0; row < Form::kRows; ++row) {
    for (int column = 0; column < 8; ++column) {
      double sum = c[row * 8 + column], size = std::fabs(sum);
      for (int k = 0; k < Form::kDepth; ++k) {
        const double product = a[row * Form::kDepth + k] * b[k * 8 + column];
        sum += product;
        size += std::fabs(product);
      }
      ASSERT_NEAR(d[row * 8 + column], sum, tolerance * size) << row << ", " << column;
    }
  }
}

std::mt19937 generator(13);
double small_integer() { return std::uniform_int_distribution<int>(-9, 9)(generator); }
double small_number() { return std::uniform_int_distribution<int>(0, 9)(generator); }
/// With 7 bits behind the point, which all formats have.
double number() { return std::uniform_int_distribution<int>(-128, 127)(generator) / 128.0; }

TEST(Mma, SumsOfSmallIntegersAreExact) {
  compare<HalfK16>(small_integer, 0);
  compare<HalfK8>(small_integer, 0);
  compare<HalfSums<16>>(small_integer, 0);
  compare<HalfSums<8>>(small_integer, 0);
  compare<BfloatK16>(small_integer, 0);
  compare<BfloatK8>(small_integer, 0);
  compare<Tf32K8>(small_integer, 0);
  compare<Tf32K4>(small_integer, 0);
  compare<SignedK32>(small_integer, 0);
  compare<SignedK16>(small_integer, 0);
  compare<SignedRows8>(small_integer, 0);
  compare<UnsignedK32>(small_number, 0);
  compare<MixedK16>(small_number, 0);
}

TEST(Mma, OtherSumsAreCloseToTheExactOnes) {
  compare<HalfK16>(number, 0x1p-20);
  compare<BfloatK16>(number, 0x1p-20);
  compare<Tf32K8>(number, 0x1p-20);
  compare<HalfSums<16>>(number, 0x1p-10);
}

__global__ void doubles(double* d, const double* a, const double* b) {
  const int row = threadIdx.x / 4, k = threadIdx.x % 4;
  double c0 = 1, c1 = 2;
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
               : "+d"(c0), "+d"(c1)
               : "d"(a[row * 4 + k]), "d"(b[k * 8 + row]));
  d[row * 8 + 2 * k] = c0;
  d[row * 8 + 2 * k + 1] = c1;
}
TEST(Mma, MultipliesDoubles) {
  SKIP_BELOW_COMPUTE_CAPABILITY(8);
  std::vector<double> a(32), b(32);
  for (double& x : a) x = small_integer();
  for (double& x : b) x = small_integer();
  const DeviceBuffer<double> of_a(a), of_b(b);
  const auto d = run_kernel<double>(
      64, [&](double* out) { doubles<<<1, 32>>>(out, of_a.data(), of_b.data()); });
  for (int i = 0; i < 64; ++i) {
    double sum = 1 + i % 2;
    for (int k = 0; k < 4; ++k) sum += a[i / 8 * 4 + k] * b[k * 8 + i % 8];
    ASSERT_EQ(d[i], sum) << i;
  }
}

/// One product in the first element, of lane 0.
__global__ void first_element(u32* out, u32 a, u32 b, float c) {
  const bool is_first = threadIdx.x == 0;
  float sums[4] = {is_first ? c : 0};
  const u32 of_a[4] = {is_first ? a : 0}, of_b[2] = {is_first ? b : 0};
  Tf32K8::multiply(sums, of_a, of_b);
  out[threadIdx.x] = __float_as_uint(sums[0]);
}
TEST(Mma, Tf32DoesNotLookAtTheLastBits) {
  SKIP_BELOW_COMPUTE_CAPABILITY(8);
  const auto product = [](u32 a, u32 b) {
    return run_kernel<u32>(32, [&](u32* out) { first_element<<<1, 32>>>(out, a, b, 0); })[0];
  };
  EXPECT_EQ(product(0x3f801fff, 0x3f800000), 0x3f800000u);
  EXPECT_EQ(product(0x3f802000, 0x3f801fff), 0x3f802000u);
  EXPECT_EQ(product(0x7f800000, 0), 0x7fffffffu);
}

__global__ void extremes(int* out) {
  const u32 a[4] = {0x7f7f7f7f, 0x7f7f7f7f}, b[2] = {0x7f7f7f7f};
  int sums[4] = {0x7fffffff, -3, 0, 0x7ffff000}, wraps[4] = {0x7fffffff, 0, 0, 0};
  MixedK16::multiply(sums, a, b);
  SignedK16::multiply(wraps, a, b);
  for (int i = 0; i < 4; ++i) out[4 * threadIdx.x + i] = sums[i];
  out[128 + threadIdx.x] = wraps[0];
}
TEST(Mma, SumsSaturateOrWrap) {
  SKIP_BELOW_COMPUTE_CAPABILITY(8);
  const auto d = run_kernel<int>(160, [](int* out) { extremes<<<1, 32>>>(out); });
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(d[4 * lane], 0x7fffffff);
    EXPECT_EQ(d[4 * lane + 1], 127 * 127 * 16 - 3);
    EXPECT_EQ(d[4 * lane + 3], 0x7fffffff);
    EXPECT_EQ(static_cast<u32>(d[128 + lane]), 0x7fffffffu + 127 * 127 * 16);
  }
}

// ldmatrix and stmatrix ---------------------------------------------------------------------------

/// Numbers of matrix i / 64, row i / 8 % 8, column i % 8. Rows are 48 bytes apart, in reversed order.
__device__ unsigned row_of(const u16* tile, int matrix, int row) {
  return static_cast<unsigned>(__cvta_generic_to_shared(tile + (31 - (matrix * 8 + row)) * 24));
}

__global__ void load_rows(u32* out) {
  __shared__ alignas(16) u16 tile[32 * 24];
  const int lane = threadIdx.x;
  for (int column = 0; column < 8; ++column) {
    tile[(31 - lane) * 24 + column] = static_cast<u16>(lane * 8 + column);
  }
  __syncwarp();
  const unsigned place = row_of(tile, lane / 8, lane % 8);
  u32 r[14];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(place)
               : "memory");
  asm volatile("ldmatrix.sync.aligned.x4.m8n8.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[4]), "=r"(r[5]), "=r"(r[6]), "=r"(r[7])
               : "r"(place)
               : "memory");
  // Of the lanes beyond, addresses are of no importance.
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared::cta.b16 {%0, %1}, [%2];"
               : "=r"(r[8]), "=r"(r[9])
               : "r"(lane < 16 ? place : 7)
               : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(r[10]), "=r"(r[11])
               : "r"(place)
               : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(r[12])
               : "r"(lane < 8 ? place : 0xffff0001u)
               : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.b16 {%0}, [%1];"
               : "=r"(r[13])
               : "l"(tile + (31 - lane) * 24)
               : "memory");
  for (int i = 0; i < 14; ++i) out[32 * i + lane] = r[i];
}

/// What lane `lane` holds of a matrix.
u32 pair(int matrix, int lane, bool is_transposed) {
  const int row = lane / 4, column = lane % 4 * 2, first = matrix * 64;
  return is_transposed ? first + column * 8 + row | first + (column + 1) * 8 + row << 16
                       : first + row * 8 + column | first + row * 8 + column + 1 << 16;
}

TEST(Mma, LoadsRows) {
  SKIP_BELOW_COMPUTE_CAPABILITY(8);
  const auto d = run_kernel<u32>(14 * 32, [](u32* out) { load_rows<<<1, 32>>>(out); });
  constexpr int kMatrix[] = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 0, 1, 0, 0};
  constexpr bool kTransposed[] = {false, false, false, false, true, true,  true,
                                  true,  false, false, true,  true, false, true};
  for (int i = 0; i < 14; ++i) {
    for (int lane = 0; lane < 32; ++lane) {
      ASSERT_EQ(d[32 * i + lane], pair(kMatrix[i], lane, kTransposed[i])) << i << ", " << lane;
    }
  }
}

__global__ void store_rows(u32* out) {
  __shared__ alignas(16) u16 tile[32 * 24];
  const int lane = threadIdx.x, row = lane / 4, column = lane % 4 * 2;
  const unsigned place = row_of(tile, lane / 8, lane % 8);
  u32 straight[4], transposed[4];
  for (int m = 0; m < 4; ++m) {
    straight[m] = m * 64 + row * 8 + column | m * 64 + row * 8 + column + 1 << 16;
    transposed[m] = m * 64 + column * 8 + row | m * 64 + (column + 1) * 8 + row << 16;
  }
  int wrong = 0;
  const auto check = [&](int matrices) {
    __syncwarp();
    if (lane < 8 * matrices) {
      for (int i = 0; i < 8; ++i) {
        const u32 got = tile[(31 - lane) * 24 + i];
        if (got != static_cast<u32>(lane * 8 + i)) ++wrong;
      }
    }
    __syncwarp();
    for (int i = 0; i < 8; ++i) tile[(31 - lane) * 24 + i] = 0xdead;
    __syncwarp();
  };
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(place),
               "r"(straight[0]), "r"(straight[1]), "r"(straight[2]), "r"(straight[3])
               : "memory");
  check(4);
  asm volatile(
      "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(place),
      "r"(transposed[0]), "r"(transposed[1]), "r"(transposed[2]), "r"(transposed[3])
      : "memory");
  check(4);
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(place),
               "r"(straight[0]), "r"(straight[1])
               : "memory");
  check(2);
  asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(place),
               "r"(transposed[0])
               : "memory");
  check(1);
  u32 turned;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(turned) : "r"(straight[0]));
  if (turned != transposed[0]) ++wrong;
  out[lane] = static_cast<u32>(wrong);
}

TEST(Mma, StoresRows) {
  SKIP_BELOW_COMPUTE_CAPABILITY(9);
  const auto d = run_kernel<u32>(32, [](u32* out) { store_rows<<<1, 32>>>(out); });
  for (int lane = 0; lane < 32; ++lane) EXPECT_EQ(d[lane], 0u) << lane;
}

}  // namespace
