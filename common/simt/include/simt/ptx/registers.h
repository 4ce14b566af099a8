/// @file
/// Inline PTX: special registers.
#pragma once

#include "simt/builtins.h"
#include "simt/cluster_intrinsics.h"
#include "simt/math.h"
#include "simt/ptx/operands.h"
#include "simt/special_registers.h"

namespace simt::ptx {

// Special registers, `%tid.x` as `tid_x()`.
#define SIMT_PTX_REGISTER(name, Type, expression) \
  SIMT_INLINE Type name() { return static_cast<Type>(expression); }
#define SIMT_PTX_REGISTERS(name, variable)     \
  SIMT_PTX_REGISTER(name##_x, u32, variable.x) \
  SIMT_PTX_REGISTER(name##_y, u32, variable.y) \
  SIMT_PTX_REGISTER(name##_z, u32, variable.z)
SIMT_PTX_REGISTERS(tid, threadIdx)
SIMT_PTX_REGISTERS(ntid, blockDim)
SIMT_PTX_REGISTERS(ctaid, blockIdx)
SIMT_PTX_REGISTERS(nctaid, gridDim)
SIMT_PTX_REGISTERS(cluster_ctaid, cluster_position())
SIMT_PTX_REGISTERS(cluster_nctaid, cluster_extent())
SIMT_PTX_REGISTERS(clusterid, __clusterIdx())
SIMT_PTX_REGISTERS(nclusterid, __clusterGridDimInClusters())
SIMT_PTX_REGISTER(laneid, u32, special_register::linear_thread() % 32)
SIMT_PTX_REGISTER(warpid, u32, special_register::linear_thread() / 32)
SIMT_PTX_REGISTER(nwarpid, u32, 64)
SIMT_PTX_REGISTER(smid, u32, special_register::multiprocessor())
SIMT_PTX_REGISTER(nsmid, u32, special_register::multiprocessors())
SIMT_PTX_REGISTER(clock, u32, nanoseconds())
SIMT_PTX_REGISTER(clock_hi, u32, nanoseconds() >> 32)
SIMT_PTX_REGISTER(clock64, u64, nanoseconds())
SIMT_PTX_REGISTER(globaltimer, u64, nanoseconds())
SIMT_PTX_REGISTER(globaltimer_lo, u32, nanoseconds())
SIMT_PTX_REGISTER(globaltimer_hi, u32, nanoseconds() >> 32)
SIMT_PTX_REGISTER(lanemask_eq, u32, u32{1} << laneid())
SIMT_PTX_REGISTER(lanemask_lt, u32, (u32{1} << laneid()) - 1)
SIMT_PTX_REGISTER(lanemask_le, u32, lanemask_lt() | lanemask_eq())
SIMT_PTX_REGISTER(lanemask_gt, u32, ~lanemask_le())
SIMT_PTX_REGISTER(lanemask_ge, u32, ~lanemask_lt())
SIMT_PTX_REGISTER(cluster_ctarank, u32, __clusterRelativeBlockRank())
SIMT_PTX_REGISTER(cluster_nctarank, u32, __clusterSizeInBlocks())
SIMT_PTX_REGISTER(is_explicit_cluster, pred, special_register::has_clusters())
SIMT_PTX_REGISTER(gridid, u64, special_register::grid())
SIMT_PTX_REGISTER(dynamic_smem_size, u32, special_register::dynamic_shared_bytes())
SIMT_PTX_REGISTER(total_smem_size, u32, special_register::shared_bytes())
#undef SIMT_PTX_REGISTERS
#undef SIMT_PTX_REGISTER

}  // namespace simt::ptx
