// curandGenerate and its relatives.
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/streams/stream.h"
#include "base/api_call.h"
#include "base/error.h"
#include "base/process.h"
#include "base/symbols.h"
#include "base/warning.h"
#include "curand.h"
#include "libraries/live_objects.h"
#include "libraries/operands.h"
#include "libraries/random/xorwow_sequence.h"

struct curandGenerator_st {
  bool on_host = false;
  cudaStream_t stream = nullptr;
  unsigned long long seed = 0, offset = 0;
  std::unique_ptr<simt::XorwowSequences> sequences;  ///< made when it is first used
};

namespace simt {
namespace {

LiveObjects<curandGenerator_st>& generators() {
  return process().part<LiveObjects<curandGenerator_st>>();
}

void warn_of_refusal(const std::string& what, const std::string& advice) {
  const CallSite& call = ApiCall::current();
  warn_once("cuRAND", call.site, [&] {
    return std::string(call.function) + "() refuses " + what + "\n  at      " +
           source_line(call.site) + "\n  advice  " + advice + "\n";
  });
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool on_host) {
  if (generator == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  if (device_error() != cudaSuccess) return CURAND_STATUS_PREEXISTING_FAILURE;
  if (type != CURAND_RNG_PSEUDO_DEFAULT && type != CURAND_RNG_PSEUDO_XORWOW) {
    warn_of_refusal("a generator that the CPU backend does not have",
                    "use CURAND_RNG_PSEUDO_DEFAULT, which is XORWOW; kernels have Philox and "
                    "MRG32k3a, too (curand_kernel.h)");
    return CURAND_STATUS_TYPE_ERROR;
  }
  *generator = generators().make();
  (*generator)->on_host = on_host;
  return CURAND_STATUS_SUCCESS;
}

/// Fills `output` with results that come `size` at a time, each from as many numbers as `make` takes.
template <std::size_t numbers, std::size_t size, class T, class Make>
curandStatus_t generate(curandGenerator_t generator, T* output, std::size_t count,
                        const Make& make) {
  if (!generators().contains(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (count % size != 0) {
    warn_of_refusal("to make " + std::to_string(count) + " normally distributed numbers",
                    "they come in pairs: ask for an even number, as cuRAND wants it");
    return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  }
  if (device_error() != cudaSuccess) return CURAND_STATUS_PREEXISTING_FAILURE;
  if (count == 0) return CURAND_STATUS_SUCCESS;
  if (!generator->on_host && not_in_capture(generator->stream) != cudaSuccess) {
    return CURAND_STATUS_LAUNCH_FAILURE;
  }
  if (generator->sequences == nullptr) {
    generator->sequences = std::make_unique<XorwowSequences>(generator->seed, generator->offset);
  }
  const auto values = std::make_shared<std::vector<T>>(count);
  for (std::size_t i = 0; i < count; i += size) {
    make(generator->sequences->draw<numbers>(), values->data() + i);
  }
  const auto fill = [output, values] { std::copy(values->begin(), values->end(), output); };
  if (generator->on_host) {
    fill();
    return CURAND_STATUS_SUCCESS;
  }
  std::vector<Operand> operands(1, Operand("output", Operand::Use::kWrite));
  operands[0].add(output, count * sizeof(T)).describe(std::to_string(count) + " numbers");
  return put_library_call(generator->stream, std::move(operands), fill)
             ? CURAND_STATUS_SUCCESS
             : CURAND_STATUS_LAUNCH_FAILURE;
}

double wide_bits(unsigned low, unsigned high) {
  return static_cast<double>(low ^ static_cast<unsigned long long>(high) << 21);
}
float uniform(unsigned bits) { return static_cast<float>(bits) * 0x1p-32F + 0x1p-33F; }
double uniform(unsigned low, unsigned high) { return wide_bits(low, high) * 0x1p-53 + 0x1p-54; }

using Two = std::array<unsigned, 2>;
using Four = std::array<unsigned, 4>;

std::pair<float, float> normals(const Two& bits) {
  constexpr float kAngle = 0x1p-32F * 6.2831855F;
  const float length = std::sqrt(-2 * std::log(uniform(bits[0])));
  const float angle = std::fma(static_cast<float>(bits[1]), kAngle, kAngle / 2);
  return {std::sin(angle) * length, std::cos(angle) * length};
}
std::pair<double, double> normals(const Four& bits) {
  const double length = std::sqrt(-2 * std::log(uniform(bits[0], bits[1])));
  const double angle = (wide_bits(bits[2], bits[3]) * 0x1p-52 + 0x1p-53) * M_PI;
  return {std::sin(angle) * length, std::cos(angle) * length};
}

/// Normally distributed numbers, changed by `change`. @param Bits that a pair is made of
template <class Bits, class T, class Change>
curandStatus_t generate_normals(curandGenerator_t generator, T* output, std::size_t count,
                                const Change& change) {
  return generate<std::tuple_size_v<Bits>, 2>(generator, output, count,
                                              [&](const Bits& bits, T* out) {
                                                const auto [first, second] = normals(bits);
                                                out[0] = change(first);
                                                out[1] = change(second);
                                              });
}

}  // namespace
}  // namespace simt

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  SIMT_API_CALL;
  return simt::create(generator, type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  SIMT_API_CALL;
  return simt::create(generator, type, true);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (!simt::generators().destroy(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int* version) {
  if (version == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (!simt::generators().contains(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
  if (!simt::generators().contains(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  generator->seed = seed;
  generator->sequences = nullptr;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (!simt::generators().contains(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  generator->offset = offset;
  generator->sequences = nullptr;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t ordering) {
  SIMT_API_CALL;
  if (!simt::generators().contains(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (ordering == CURAND_ORDERING_PSEUDO_BEST || ordering == CURAND_ORDERING_PSEUDO_DEFAULT ||
      ordering == CURAND_ORDERING_PSEUDO_LEGACY) {
    return CURAND_STATUS_SUCCESS;
  }
  simt::warn_of_refusal("an order of numbers that the CPU backend does not have",
                        "use CURAND_ORDERING_PSEUDO_DEFAULT");
  return CURAND_STATUS_OUT_OF_RANGE;
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return simt::generators().contains(generator) ? CURAND_STATUS_SUCCESS
                                                : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* output,
                              std::size_t count) {
  SIMT_API_CALL;
  return simt::generate<1, 1>(
      generator, output, count,
      [](const std::array<unsigned, 1>& bits, unsigned* out) { *out = bits[0]; });
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output,
                                     std::size_t count) {
  SIMT_API_CALL;
  return simt::generate<1, 1>(
      generator, output, count,
      [](const std::array<unsigned, 1>& bits, float* out) { *out = simt::uniform(bits[0]); });
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output,
                                           std::size_t count) {
  SIMT_API_CALL;
  return simt::generate<2, 1>(generator, output, count, [](const simt::Two& bits, double* out) {
    *out = simt::uniform(bits[0], bits[1]);
  });
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, std::size_t count,
                                    float mean, float deviation) {
  SIMT_API_CALL;
  return simt::generate_normals<simt::Two>(
      generator, output, count, [=](float normal) { return std::fma(normal, deviation, mean); });
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output,
                                          std::size_t count, double mean, double deviation) {
  SIMT_API_CALL;
  return simt::generate_normals<simt::Four>(
      generator, output, count, [=](double normal) { return std::fma(normal, deviation, mean); });
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output,
                                       std::size_t count, float mean, float deviation) {
  SIMT_API_CALL;
  return simt::generate_normals<simt::Two>(generator, output, count, [=](float normal) {
    return std::exp(std::fma(normal, deviation, mean));
  });
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output,
                                             std::size_t count, double mean, double deviation) {
  SIMT_API_CALL;
  return simt::generate_normals<simt::Four>(generator, output, count, [=](double normal) {
    return std::exp(std::fma(normal, deviation, mean));
  });
}
