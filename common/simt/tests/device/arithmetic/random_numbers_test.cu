// Random numbers of kernels (curand_kernel.h) and of the host (curand.h). The expected ones were computed by
// NVIDIA's cuRAND 10.4, with the same seeds, on the host and on an H200.
// supports: <curand_kernel.h>: curandState (XORWOW), Philox4_32_10 and MRG32k3a, number for number as on a GPU;
//   normal and log-normal ones to 3e-6, double ones to 1e-15; Poisson
// supports: <curand.h>: CURAND_RNG_PSEUDO_DEFAULT (XORWOW), in the order of a GPU; for host memory, too
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>

#include "../device_test.cuh"

namespace {

constexpr int kCount = 6;

/// What one thread draws, from a seed, a subsequence and an offset.
template <class State>
__global__ void draw_bits(unsigned* out, unsigned long long seed, unsigned long long subsequence,
                          unsigned long long offset) {
  State state;
  curand_init(seed, subsequence, offset, &state);
  for (int i = 0; i < kCount; ++i) out[i] = curand(&state);
}

template <class State>
std::vector<unsigned> bits(unsigned long long seed, unsigned long long subsequence,
                           unsigned long long offset, std::size_t count = kCount) {
  std::vector<unsigned> drawn = run_kernel<unsigned>(
      kCount, [=](unsigned* out) { draw_bits<State><<<1, 1>>>(out, seed, subsequence, offset); });
  drawn.resize(count);
  return drawn;
}

using Bits = std::vector<unsigned>;

TEST(RandomNumbers, XorwowIsThatOfCurand) {
  EXPECT_EQ(bits<curandState>(42, 0, 0),
            (Bits{300737663, 2363150160, 799977142, 2317951200, 1151197823, 3621806847}));
  EXPECT_EQ(bits<curandStateXORWOW_t>(0x123456789abcdef, 1000003, 77),
            (Bits{401039773, 4001144442, 259081780, 490825838, 3099186242, 190468429}));
  EXPECT_EQ(bits<curandState_t>(1, 0xfedcba9876543210, 0x123456789abcdef, 3),
            (Bits{416205900, 2110145944, 2617929147}));
  EXPECT_EQ(bits<curandState_t>(0, 0, 0, 3), (Bits{3179217846, 1883133293, 2220552389}));
}

TEST(RandomNumbers, PhiloxIsThatOfCurand) {
  using State = curandStatePhilox4_32_10_t;
  EXPECT_EQ(bits<State>(42, 0, 0),
            (Bits{2632642643, 2012563771, 314527917, 1463989207, 4242219303, 1404726525}));
  EXPECT_EQ(bits<State>(0x123456789abcdef, 1000003, 77),
            (Bits{3661504357, 2563466236, 1909469552, 3191427104, 4129171186, 2589736406}));
  EXPECT_EQ(bits<State>(1, 0xfedcba9876543210, 0x123456789abcdef, 3),
            (Bits{3069425168, 1461058137, 3871922992}));
}

TEST(RandomNumbers, Mrg32k3aIsThatOfCurand) {
  using State = curandStateMRG32k3a_t;
  EXPECT_EQ(bits<State>(42, 0, 0),
            (Bits{994013773, 4154291561, 3812527821, 1283817913, 664973188, 3645448362}));
  EXPECT_EQ(bits<State>(0x123456789abcdef, 1000003, 77),
            (Bits{862374451, 1139156016, 3029356641, 986217815, 3277553117, 3336185681}));
  EXPECT_EQ(bits<State>(0, 0, 0, 3), (Bits{545508615, 1368065476, 1327943825}));
}

template <class State>
__global__ void skip(unsigned* out) {
  State state;
  curand_init(42, 3, 5, &state);
  skipahead(1000001, &state);
  out[0] = curand(&state);
  skipahead_sequence(12345, &state);
  out[1] = curand(&state);
}

template <class State>
std::vector<unsigned> after_skips() {
  return run_kernel<unsigned>(2, [](unsigned* out) { skip<State><<<1, 1>>>(out); });
}

TEST(RandomNumbers, SkippedOnesAreLeftOut) {
  EXPECT_EQ(after_skips<curandState>(), (Bits{3802693417, 43979490}));
  EXPECT_EQ(after_skips<curandStatePhilox4_32_10_t>(), (Bits{1015050065, 796654072}));
  EXPECT_EQ(after_skips<curandStateMRG32k3a_t>(), (Bits{3628258254, 1894416319}));
}

/// The same state draws from several distributions in turn.
struct Drawn {
  float uniform[2];
  double wide_uniform[2];
  float normal[2];
  double wide_normal[2];
  float log_normal[2];
  float2 normals;
  unsigned poisson[3];
};

template <class State>
__global__ void draw_distributions(Drawn* out) {
  State state;
  curand_init(42, 3, 5, &state);
  for (float& value : out->uniform) value = curand_uniform(&state);
  for (double& value : out->wide_uniform) value = curand_uniform_double(&state);
  curand_init(42, 3, 5, &state);
  for (float& value : out->normal) value = curand_normal(&state);
  for (double& value : out->wide_normal) value = curand_normal_double(&state);
  for (float& value : out->log_normal) value = curand_log_normal(&state, 0.5F, 0.25F);
  out->normals = curand_normal2(&state);
  out->poisson[0] = curand_poisson(&state, 5000);
  out->poisson[1] = curand_poisson(&state, 3);
  out->poisson[2] = curand_poisson(&state, 3);
}

template <class State>
Drawn distributions() {
  return run_kernel<Drawn>(1, [](Drawn* out) { draw_distributions<State><<<1, 1>>>(out); })[0];
}

/// What GPUs compute with `__sincosf` is that far from what it should be.
constexpr double kNearby = 3e-6;

void expect_drawn(const Drawn& drawn, const Drawn& expected) {
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(drawn.uniform[i], expected.uniform[i]);
    EXPECT_EQ(drawn.wide_uniform[i], expected.wide_uniform[i]);
    EXPECT_NEAR(drawn.normal[i], expected.normal[i], kNearby);
    EXPECT_NEAR(drawn.wide_normal[i], expected.wide_normal[i], 1e-15);
    EXPECT_NEAR(drawn.log_normal[i], expected.log_normal[i], kNearby);
  }
  EXPECT_NEAR(drawn.normals.x, expected.normals.x, kNearby);
  EXPECT_NEAR(drawn.normals.y, expected.normals.y, kNearby);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(drawn.poisson[i], expected.poisson[i]);
}

TEST(RandomNumbers, DistributionsOfXorwow) {
  expect_drawn(distributions<curandState>(), {{0.271452248F, 0.326787353F},
                                              {0.33249001485581259, 0.14058071307448766},
                                              {1.43057227F, -0.749267101F},
                                              {1.1468945880550456, 0.94176626802090446},
                                              {1.84544885F, 2.18212485F},
                                              {-0.0258055609F, 0.502788901F},
                                              {4985, 6, 0}});
}

TEST(RandomNumbers, DistributionsOfPhilox) {
  expect_drawn(distributions<curandStatePhilox4_32_10_t>(),
               {{0.115504362F, 0.662859917F},
                {0.24869197024963796, 0.32094964850693941},
                {-1.77399266F, -1.08159339F},
                {-0.078456617430016834, -1.5055852808974124},
                {2.10434175F, 1.67823863F},
                {-0.52387017F, 0.619183242F},
                {5091, 2, 3}});
}

TEST(RandomNumbers, DistributionsOfMrg32k3a) {
  expect_drawn(distributions<curandStateMRG32k3a_t>(), {{0.624652267F, 0.0389597863F},
                                                        {0.94129845284190428, 0.85188046168606191},
                                                        {0.235111013F, 0.941192389F},
                                                        {-0.27897017015177777, 0.20776354903017205},
                                                        {1.93661165F, 1.57187128F},
                                                        {1.9152292F, -0.157450125F},
                                                        {4948, 1, 3}});
}

/// One kind of number after the other.
__global__ void draw_four(float4* out) {
  curandStatePhilox4_32_10_t state;
  curand_init(42, 3, 5, &state);
  const uint4 bits = curand4(&state);
  out[0] = curand_uniform4(&state);
  if (bits.x != 496087451 || bits.w != 1378468243) out[0].x = 0;
  out[1] = curand_normal4(&state);
  const double2 wide = curand_uniform2_double(&state);
  out[2] = make_float4(static_cast<float>(wide.x), static_cast<float>(wide.y), 0, 0);
  curand_normal2_double(&state);
  const uint4 events = curand_poisson4(&state, 3);
  out[3] = make_float4(events.x, events.y, events.z, events.w);
}

TEST(RandomNumbers, PhiloxDrawsFourAtATime) {
  const auto drawn = run_kernel<float4>(4, [](float4* out) { draw_four<<<1, 1>>>(out); });
  EXPECT_EQ(drawn[0].x, 0.896643519F);
  EXPECT_EQ(drawn[0].w, 0.238446012F);
  EXPECT_NEAR(drawn[1].x, -0.52387017, kNearby);
  EXPECT_NEAR(drawn[1].w, -0.349065781, kNearby);
  EXPECT_EQ(drawn[2].x, 0.15118414514284001F);  // of two double ones
  EXPECT_EQ(drawn[3].x, 3);                     // of four Poisson ones
  EXPECT_EQ(drawn[3].w, 3);
}

/// What the host's functions leave in a buffer of the device.
template <class T, class Generate>
std::vector<T> generated(std::size_t count, Generate generate) {
  return run_kernel<T>(count, [&](T* out) { EXPECT_EQ(generate(out), CURAND_STATUS_SUCCESS); });
}

TEST(RandomNumbers, TheHostDrawsInTheOrderOfCurand) {
  curandGenerator_t generator;
  ASSERT_EQ(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT), CURAND_STATUS_SUCCESS);
  ASSERT_EQ(curandSetPseudoRandomGeneratorSeed(generator, 42), CURAND_STATUS_SUCCESS);

  const auto bits = generated<unsigned>(
      4098, [&](unsigned* out) { return curandGenerate(generator, out, 4098); });
  EXPECT_EQ((Bits{bits[0], bits[1], bits[4096], bits[4097]}),
            (Bits{300737663, 687819970, 2363150160, 2592620328}));
  const auto uniform =
      generated<float>(3, [&](float* out) { return curandGenerateUniform(generator, out, 3); });
  EXPECT_EQ(uniform, (std::vector<float>{0.415145516F, 0.428197563F, 0.192095414F}));
  const auto normal = generated<float>(
      4, [&](float* out) { return curandGenerateNormal(generator, out, 4, 1, 2); });
  EXPECT_NEAR(normal[0], 1.87857962, 2 * kNearby);
  EXPECT_NEAR(normal[3], 1.18420875, 2 * kNearby);
  const auto wide = generated<double>(
      2, [&](double* out) { return curandGenerateUniformDouble(generator, out, 2); });
  EXPECT_EQ(wide, (std::vector<double>{0.92793550360471522, 0.40730230220824476}));
  const auto wide_normal = generated<double>(
      2, [&](double* out) { return curandGenerateNormalDouble(generator, out, 2, 0, 1); });
  EXPECT_NEAR(wide_normal[1], 0.57768091958793988, 1e-14);
  const auto log_normal = generated<float>(
      2, [&](float* out) { return curandGenerateLogNormal(generator, out, 2, 0.5F, 0.25F); });
  EXPECT_NEAR(log_normal[1], 1.94076896, kNearby);

  ASSERT_EQ(curandSetGeneratorOffset(generator, 4099), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(
      generated<unsigned>(2, [&](unsigned* out) { return curandGenerate(generator, out, 2); }),
      (Bits{1839094521, 825043490}));
  EXPECT_EQ(curandDestroyGenerator(generator), CURAND_STATUS_SUCCESS);
}

TEST(RandomNumbers, AGeneratorOfTheHostFillsItsMemory) {
  curandGenerator_t generator;
  ASSERT_EQ(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_XORWOW), CURAND_STATUS_SUCCESS);
  ASSERT_EQ(curandSetPseudoRandomGeneratorSeed(generator, 42), CURAND_STATUS_SUCCESS);
  unsigned bits[2];
  ASSERT_EQ(curandGenerate(generator, bits, 2), CURAND_STATUS_SUCCESS);
  EXPECT_EQ((Bits{bits[0], bits[1]}), (Bits{300737663, 687819970}));
  float odd[3];
  EXPECT_EQ(curandGenerateNormal(generator, odd, 3, 0, 1), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  EXPECT_EQ(curandDestroyGenerator(generator), CURAND_STATUS_SUCCESS);
}

TEST(RandomNumbers, WithoutAGeneratorThereAreNone) {
  curandGenerator_t none = nullptr;
  unsigned bits[2];
  float numbers[2];
  for (const curandStatus_t status :
       {curandDestroyGenerator(none), curandSetStream(none, nullptr),
        curandSetPseudoRandomGeneratorSeed(none, 1), curandSetGeneratorOffset(none, 1),
        curandSetGeneratorOrdering(none, CURAND_ORDERING_PSEUDO_DEFAULT), curandGenerateSeeds(none),
        curandGenerate(none, bits, 2), curandGenerateUniform(none, numbers, 2),
        curandGenerateNormal(none, numbers, 2, 0, 1),
        curandGenerateLogNormal(none, numbers, 2, 0, 1)}) {
    EXPECT_EQ(status, CURAND_STATUS_NOT_INITIALIZED);
  }
}

}  // namespace
