/// @file
/// Tile kernels: `cuda::tiles`, with the toolkit's names. A block is one sequential program on whole tiles.
#pragma once

#ifndef __cpp_concepts
#error "cuda_tile.h is C++20: compile with -std=c++20"
#endif
#ifdef __wasm__
#error "tile kernels do not run in a browser yet"
#endif

#include "simt/tiles/users_macros_away.inc"
#include "simt/users_macros_away.inc"

#include "cuda_runtime.h"
#include "simt/tiles/access.h"
#include "simt/tiles/arithmetic.h"
#include "simt/tiles/constants.h"
#include "simt/tiles/elements.h"
#include "simt/tiles/extents.h"
#include "simt/tiles/functions.h"
#include "simt/tiles/layouts.h"
#include "simt/tiles/memory.h"
#include "simt/tiles/products.h"
#include "simt/tiles/program.h"
#include "simt/tiles/reductions.h"
#include "simt/tiles/refused.h"
#include "simt/tiles/shapes.h"
#include "simt/tiles/tile.h"
#include "simt/tiles/views.h"

#undef SIMT_TILE_FUNCTION
#undef SIMT_TILE_SITE
#undef SIMT_UNCOUNTED_LAMBDA

#include "simt/tiles/users_macros_back.inc"
#include "simt/users_macros_back.inc"
