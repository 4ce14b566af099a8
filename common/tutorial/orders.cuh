/// @file
/// @ingroup tutorial
/// A check runs more than once. CUDA promises no order of blocks and threads; the CPU backend can keep to
/// one, so a check sees whether a result depends on it. On a GPU it runs a second time to be counted: first
/// the kernels are as they are, then CUPTI repeats each of them.
#pragma once

#include <string>
#include <vector>

#include "tutorial/check.cuh"

#if __has_include(<simt_order.h>)
#include <simt_order.h>
#define TUTORIAL_HAS_ORDERS 1
#else
#define TUTORIAL_HAS_ORDERS 0
#endif

/// How this process runs its kernels.
struct KernelOrder {
  /// "", for block 0 and thread 0 first, or the name of another order.
  std::string name;
  /// What a failure in it means, to stand in front of the message; "" in the first order.
  std::string meaning;
  /// On a GPU: the process that counts.
  bool is_counted = false;

  bool is_another() const { return !name.empty(); }
};

/// Fixes the order of all kernels from now on: the first one, or the one that `failure_in_other_orders`
/// has started this process for. Does nothing where `SIMT_ORDER` says which it shall be.
KernelOrder fix_order();

/// Runs this program again, from its beginning and without arguments, in each of the other orders, side by
/// side. Needs a CPU backend whose order this process has fixed, and kernels that have run; else there is
/// none.
/// @return what the first one that did not end with exit code 0 has printed; "" if all did
std::string failure_in_other_orders();

/// A run of this program in a process of its own.
struct OtherRun {
  bool has_passed;  ///< its exit code was 0
  std::string printed;
};

/// Runs this program again, from its beginning and without arguments, where a GPU counts.
OtherRun run_counted();

#ifndef TUTORIAL_COMPILED
#include "tutorial/orders.inl.cuh"
#endif
