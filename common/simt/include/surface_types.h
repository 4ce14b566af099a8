/// @file
/// Types of surface objects.
#pragma once

#define __SURFACE_TYPES_H__  // programs ask whether this header is there

enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero = 0,
  cudaBoundaryModeClamp = 1,
  cudaBoundaryModeTrap = 2,
};

typedef unsigned long long cudaSurfaceObject_t;
