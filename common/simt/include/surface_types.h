/// @file
/// Types of surface objects.
#pragma once

enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero = 0,
  cudaBoundaryModeClamp = 1,
  cudaBoundaryModeTrap = 2,
};

typedef unsigned long long cudaSurfaceObject_t;
