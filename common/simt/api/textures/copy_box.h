/// @file
/// @ingroup simt_api
/// cudaMemcpy3D as a node of a graph.
#pragma once

#include "api/work/work.h"

namespace simt {

/// What copies the box that `parameters` describe.
cudaError_t make_box_work(const cudaMemcpy3DParms* parameters, Work& work);
/// The box that a copy of either kind copies. @return false if none is described
bool box_of(const Work& work, cudaMemcpy3DParms* parameters);

}  // namespace simt
