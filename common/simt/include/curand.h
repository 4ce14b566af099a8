/// @file
/// Random numbers from the host: cuRAND's default generator (XORWOW), number for number and in its order.
#pragma once

#define CURAND_H_  // programs ask for it

#include <cstddef>

#include "driver_types.h"

#define CURAND_VER_MAJOR 10
#define CURAND_VER_MINOR 4
#define CURAND_VER_PATCH 0
#define CURAND_VERSION 10400

enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
};
typedef enum curandStatus curandStatus_t;

enum curandRngType {
  CURAND_RNG_TEST = 0,
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
  CURAND_RNG_QUASI_SOBOL64 = 203,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
};
typedef enum curandRngType curandRngType_t;

enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
  CURAND_ORDERING_QUASI_DEFAULT = 201
};
typedef enum curandOrdering curandOrdering_t;

typedef struct curandGenerator_st* curandGenerator_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef struct curandDiscreteDistribution_st* curandDiscreteDistribution_t;

/// @param type CURAND_RNG_PSEUDO_DEFAULT or CURAND_RNG_PSEUDO_XORWOW, which is the same
curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type);
/// It fills memory of the host.
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type);
curandStatus_t curandDestroyGenerator(curandGenerator_t generator);
curandStatus_t curandGetVersion(int* version);
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset);
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t ordering);
/// The model prepares a generator when it is first used; this is for programs that time it.
curandStatus_t curandGenerateSeeds(curandGenerator_t generator);

/// 32 random bits each.
curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* output, std::size_t count);
/// Numbers in (0, 1].
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, std::size_t count);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output,
                                           std::size_t count);
/// @param count an even number, here and below
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, std::size_t count,
                                    float mean, float deviation);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output,
                                          std::size_t count, double mean, double deviation);
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output,
                                       std::size_t count, float mean, float deviation);
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output,
                                             std::size_t count, double mean, double deviation);

// What the model does not have.
#define SIMT_NO_FUNCTION(name)                                                   \
  [[gnu::error(                                                                  \
      "the CPU backend has no such function of cuRAND: draw these numbers in a " \
      "kernel, with curand_kernel.h")]] curandStatus_t                           \
  name(...)
SIMT_NO_FUNCTION(curandGeneratePoisson);
SIMT_NO_FUNCTION(curandGenerateLongLong);
SIMT_NO_FUNCTION(curandSetQuasiRandomGeneratorDimensions);
SIMT_NO_FUNCTION(curandGetDirectionVectors32);
SIMT_NO_FUNCTION(curandGetDirectionVectors64);
SIMT_NO_FUNCTION(curandGetScrambleConstants32);
SIMT_NO_FUNCTION(curandGetScrambleConstants64);
#undef SIMT_NO_FUNCTION
