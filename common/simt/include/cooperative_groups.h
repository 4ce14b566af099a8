/// @file
/// Cooperative groups: threads that work together, as objects.
///
/// Reductions, scans and copies have headers of their own, as in the toolkit.
#pragma once

#include "simt/users_macros_away.inc"

#include "cuda_runtime.h"
#include "simt/cooperative_groups/coalesced_group.h"
#include "simt/cooperative_groups/invoke.h"
#include "simt/cooperative_groups/thread_group.h"
#include "simt/cooperative_groups/tile.h"

#include "simt/users_macros_back.inc"
