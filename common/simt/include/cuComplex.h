/// @file
/// Complex numbers as functions of C: `cuFloatComplex` is a float2, `cuDoubleComplex` a double2.
#pragma once

#include "simt/users_macros_away.inc"

#include <cmath>

#include "vector_types.h"

// Division and absolute value are scaled, so that what is between overflows no sooner than the result.
#define SIMT_COMPLEX(Type, Real, f)                                            \
  constexpr Real cuCreal##f(Type a) { return a.x; }                            \
  constexpr Real cuCimag##f(Type a) { return a.y; }                            \
  constexpr Type make_##Type(Real re, Real im) { return {re, im}; }            \
  constexpr Type cuConj##f(Type a) { return {a.x, -a.y}; }                     \
  constexpr Type cuCadd##f(Type a, Type b) { return {a.x + b.x, a.y + b.y}; }  \
  constexpr Type cuCsub##f(Type a, Type b) { return {a.x - b.x, a.y - b.y}; }  \
  constexpr Type cuCmul##f(Type a, Type b) {                                   \
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                     \
  }                                                                            \
  inline Type cuCdiv##f(Type a, Type b) {                                      \
    const Real scale = 1 / (std::fabs(b.x) + std::fabs(b.y));                  \
    const Type c = {a.x * scale, a.y * scale}, d = {b.x * scale, b.y * scale}; \
    const Real over = 1 / (d.x * d.x + d.y * d.y);                             \
    return {(c.x * d.x + c.y * d.y) * over, (c.y * d.x - c.x * d.y) * over};   \
  }                                                                            \
  inline Real cuCabs##f(Type a) { return std::hypot(a.x, a.y); }               \
  constexpr Type cuCfma##f(Type a, Type b, Type c) { return cuCadd##f(cuCmul##f(a, b), c); }

using cuFloatComplex = float2;
using cuDoubleComplex = double2;
using cuComplex = cuFloatComplex;
SIMT_COMPLEX(cuFloatComplex, float, f)
SIMT_COMPLEX(cuDoubleComplex, double, )
#undef SIMT_COMPLEX

constexpr cuComplex make_cuComplex(float re, float im) { return {re, im}; }
constexpr cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return {a.x, a.y}; }
constexpr cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y)};
}

#include "simt/users_macros_back.inc"
