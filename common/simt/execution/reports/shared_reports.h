/// @file
/// @ingroup simt_execution
/// Reports about shared memory.
#pragma once

#include <cstddef>
#include <string>

#include "execution/reports/report.h"
#include "races/shared_check.h"

namespace simt {

/// One thread's part in what is wrong.
struct ThreadAccess {
  Op op;
  const void* pc;
  ThreadPlace by;
};

/// @param where the place in shared memory
/// @param crosses_blocks whether the two are of different blocks
KernelError shared_race_report(const std::string& where, const ThreadAccess& earlier,
                               const ThreadAccess& later, bool crosses_blocks);
struct CopyInFlight {
  ThreadAccess copy;  ///< kStore: it fills shared memory; kLoad: it reads there
  bool
      in_batch;  ///< the copying thread waits for it itself, not a barrier or a pipeline of the block
  bool is_product;              ///< a product of a warpgroup reads there
  bool waited_for_other_phase;  ///< the user has waited for that barrier, but for another phase
};
/// Shared memory that an asynchronous copy still uses.
KernelError copy_in_flight_report(const std::string& where, const ThreadAccess& user,
                                  const CopyInFlight& copy);
/// Global memory that an asynchronous copy still reads.
KernelError source_in_flight_report(const ThreadAccess& user, const ThreadAccess& copy,
                                    bool in_batch);
KernelError unwritten_shared_report(const std::string& where, const ThreadAccess& read);
/// The memory of a block of the cluster that may not have begun. @param owner its rank
KernelError early_access_report(unsigned owner, const ThreadAccess& access);
/// The memory of a block of the cluster that may have ended. @param owner its rank
KernelError late_access_report(unsigned owner, const ThreadAccess& access);
/// @param declared bytes of static shared memory, with the array
KernelError static_shared_report(const char* name, std::size_t bytes, std::size_t declared,
                                 const void* site, const ThreadPlace& by);

}  // namespace simt
