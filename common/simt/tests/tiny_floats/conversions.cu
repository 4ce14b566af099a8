// Conversions from and to the formats of 8, 6 and 4 bits, on the host: a line with a hash of the results for each group of
// them. conversions.txt has what NVIDIA's own headers say, of CUDA 13.0.
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

namespace {

/// Of all that was added since the last line.
std::uint64_t hash = 0;
unsigned added = 0;

template <class T>
void add(T value) {
  unsigned char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof value);
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 1099511628211u;
  ++added;
}
// A NaN is a NaN: which one, the larger formats leave open.
void add_float(float value) { add(value != value ? __builtin_nanf("") : value); }
void add_half(unsigned short bits) {
  add<unsigned short>((bits & 0x7fff) > 0x7c00 ? 0x7fff : bits);
}
void add_brain(unsigned short bits) {
  add<unsigned short>((bits & 0x7fff) > 0x7f80 ? 0x7fff : bits);
}

void line(const std::string& name) {
  std::printf("%s %016llx %u\n", name.c_str(), static_cast<unsigned long long>(hash), added);
  hash = 0;
  added = 0;
}

template <class To, class From>
To with_bits(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

std::uint64_t state = 88172645463325252u;
std::uint64_t random_bits() {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

template <class Use>
void for_floats(Use use) {
  for (std::uint32_t i = 0; i < 1u << 20; ++i) {
    use(with_bits<float>(i << 12 | ((i & 7) == 3 ? 0xfffu : i & 1)));
  }
  for (int i = 0; i < 100'000; ++i) {
    const auto bits = static_cast<std::uint32_t>(0x30000000 + random_bits() % 0x18000000);
    use(with_bits<float>(bits));
    use(-with_bits<float>(bits));
  }
}

template <class Use>
void for_doubles(Use use) {
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t bits = random_bits(), sign = bits & 1ull << 63;
    use(with_bits<double>(bits));
    const std::uint64_t exponent = 1003 + random_bits() % 40;
    std::uint64_t fraction = random_bits() >> 12;
    if (i % 3 != 0) fraction = (fraction & 0xfff0000000000) | (i % 3 - 1);  // at or next to a tie
    use(with_bits<double>(sign | exponent << 52 | fraction));
  }
  for (std::uint64_t top = 0; top < 4096; ++top) {
    for (const std::uint64_t fraction : {0x0ull, 0x1ull, 0x8000000000000ull, 0xfffffffffffffull}) {
      use(with_bits<double>(top << 52 | fraction));
    }
  }
}

template <class T>
void integers() {
  for (int i = -70'000; i < 70'000; ++i) {
    add(T(static_cast<short>(i)).__x);
    add(T(static_cast<unsigned short>(i)).__x);
    add(T(i).__x);
    add(T(static_cast<unsigned>(i)).__x);
    add(T(static_cast<long>(i)).__x);
    add(T(static_cast<long long>(i)).__x);
    add(T(static_cast<unsigned long>(i)).__x);
    add(T(static_cast<unsigned long long>(i)).__x);
  }
  for (int i = 0; i < 50'000; ++i) {
    const std::uint64_t bits = random_bits() >> random_bits() % 64;
    add(T(static_cast<int>(bits)).__x);
    add(T(static_cast<unsigned>(bits)).__x);
    add(T(static_cast<long long>(bits)).__x);
    add(T(static_cast<unsigned long long>(bits)).__x);
  }
}

template <class T>
void back(unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    T t;
    t.__x = static_cast<unsigned char>(i);
    add_float(static_cast<float>(t));
    add_float(static_cast<float>(static_cast<double>(t)));
    add_half(static_cast<__half_raw>(static_cast<__half>(t)).x);
    add_brain(static_cast<__nv_bfloat16_raw>(static_cast<__nv_bfloat16>(t)).x);
    add(static_cast<char>(t));
    add(static_cast<signed char>(t));
    add(static_cast<unsigned char>(t));
    add(static_cast<short>(t));
    add(static_cast<unsigned short>(t));
    add(static_cast<int>(t));
    add(static_cast<unsigned>(t));
    add(static_cast<long>(t));
    add(static_cast<unsigned long>(t));
    add(static_cast<long long>(t));
    add(static_cast<unsigned long long>(t));
    add(static_cast<bool>(t));
  }
}

template <class T2, class T4>
void pairs_and_fours() {
  for (int i = 0; i < 20'000; ++i) {
    const float a = with_bits<float>(static_cast<std::uint32_t>(random_bits()));
    const float b =
        with_bits<float>(static_cast<std::uint32_t>(0x3a000000 + random_bits() % 0xa000000));
    const T2 pair(float2{a, b});
    const float2 floats = static_cast<float2>(pair);
    const __half2 halves = static_cast<__half2>(pair);
    const __nv_bfloat162 brains = __floats2bfloat162_rn(a, b);
    add(pair.__x);
    add_float(floats.x);
    add_float(floats.y);
    add(T2(double2{a, b}).__x);
    add(T2(halves).__x);
    add(T2(brains).__x);
    const T4 four(float4{a, b, -b, a});
    const float4 all = static_cast<float4>(four);
    add(four.__x);
    for (const float value : {all.x, all.y, all.z, all.w}) add_float(value);
    add(T4(halves, __floats2half2_rn(a, b)).__x);
    add(T4(brains, brains).__x);
  }
  for (const std::size_t size : {sizeof(T2), sizeof(T4), alignof(T2), alignof(T4)}) add(size);
}

template <class T, class T2, class T4>
void all_of(const std::string& name, unsigned count) {
  for_floats([](float value) { add(T(value).__x); });
  line(name + " of float");
  for_doubles([](double value) { add(T(value).__x); });
  line(name + " of double");
  for (unsigned bits = 0; bits < 65536; ++bits) {
    add(T(with_bits<__half>(static_cast<unsigned short>(bits))).__x);
    add(T(with_bits<__nv_bfloat16>(static_cast<unsigned short>(bits))).__x);
  }
  line(name + " of half, bfloat16");
  integers<T>();
  line(name + " of integers");
  back<T>(count);
  line(name + " to others");
  pairs_and_fours<T2, T4>();
  line(name + " in pairs and fours");
}

/// What converts from float, double and pairs of half and bfloat16, of one format.
template <class OfFloat, class OfDouble, class OfHalves, class OfBrains>
void functions(const std::string& name, OfFloat of_float, OfDouble of_double, OfHalves of_halves,
               OfBrains of_brains) {
  for_floats([&](float value) { add(of_float(value)); });
  for_doubles([&](double value) { add(of_double(value)); });
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const auto x = static_cast<unsigned short>(bits), y = static_cast<unsigned short>(~bits);
    __half2_raw halves;
    halves.x = x, halves.y = y;
    add(of_halves(halves));
    __nv_bfloat162_raw brains;
    brains.x = x, brains.y = y;
    add(of_brains(brains));
  }
  line(name);
}

void all_functions() {
  for (const __nv_saturation_t saturation : {__NV_NOSAT, __NV_SATFINITE}) {
    const std::string name = saturation == __NV_NOSAT ? "without saturation" : "with saturation";
    for (const __nv_fp8_interpretation_t kind : {__NV_E4M3, __NV_E5M2}) {
      functions((kind == __NV_E4M3 ? "e4m3 " : "e5m2 ") + name,
                [=](float v) { return __nv_cvt_float_to_fp8(v, saturation, kind); },
                [=](double v) { return __nv_cvt_double_to_fp8(v, saturation, kind); },
                [=](__half2_raw v) { return __nv_cvt_halfraw2_to_fp8x2(v, saturation, kind); },
                [=](__nv_bfloat162_raw v) {
                  return __nv_cvt_bfloat16raw2_to_fp8x2(v, saturation, kind);
                });
    }
    for (const cudaRoundMode mode : {cudaRoundZero, cudaRoundPosInf}) {
      functions((mode == cudaRoundZero ? "e8m0 down " : "e8m0 up ") + name,
                [=](float v) { return __nv_cvt_float_to_e8m0(v, saturation, mode); },
                [=](double v) { return __nv_cvt_double_to_e8m0(v, saturation, mode); },
                [](__half2_raw) { return 0; },
                [=](__nv_bfloat162_raw v) {
                  return __nv_cvt_bfloat162raw_to_e8m0x2(v, saturation, mode);
                });
    }
  }
  for (const __nv_fp6_interpretation_t kind : {__NV_E2M3, __NV_E3M2}) {
    functions(
        kind == __NV_E2M3 ? "e2m3" : "e3m2",
        [=](float v) { return __nv_cvt_float_to_fp6(v, kind, cudaRoundNearest); },
        [=](double v) { return __nv_cvt_double_to_fp6(v, kind, cudaRoundNearest); },
        [=](__half2_raw v) { return __nv_cvt_halfraw2_to_fp6x2(v, kind, cudaRoundNearest); },
        [=](__nv_bfloat162_raw v) {
          return __nv_cvt_bfloat16raw2_to_fp6x2(v, kind, cudaRoundNearest);
        });
  }
  functions(
      "e2m1", [](float v) { return __nv_cvt_float_to_fp4(v, __NV_E2M1, cudaRoundNearest); },
      [](double v) { return __nv_cvt_double_to_fp4(v, __NV_E2M1, cudaRoundNearest); },
      [](__half2_raw v) { return __nv_cvt_halfraw2_to_fp4x2(v, __NV_E2M1, cudaRoundNearest); },
      [](__nv_bfloat162_raw v) {
        return __nv_cvt_bfloat16raw2_to_fp4x2(v, __NV_E2M1, cudaRoundNearest);
      });
}

}  // namespace

int main() {
  all_of<__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2>("e5m2", 256);
  all_of<__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3>("e4m3", 256);
  all_of<__nv_fp6_e3m2, __nv_fp6x2_e3m2, __nv_fp6x4_e3m2>("e3m2", 64);
  all_of<__nv_fp6_e2m3, __nv_fp6x2_e2m3, __nv_fp6x4_e2m3>("e2m3", 64);
  all_of<__nv_fp4_e2m1, __nv_fp4x2_e2m1, __nv_fp4x4_e2m1>("e2m1", 16);
  all_of<__nv_fp8_e8m0, __nv_fp8x2_e8m0, __nv_fp8x4_e8m0>("e8m0", 256);
  all_functions();
}
