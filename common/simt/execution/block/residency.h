/// @file
/// @ingroup simt_execution
/// What a resident block sees of the OS thread that runs it.
#pragma once

#include <cstddef>

#include "execution/threads/stacks.h"

namespace simt {

class ClusterBlocks;

class Residency {
 public:
  Residency(const Residency&) = delete;
  Residency& operator=(const Residency&) = delete;

  /// Whether another block could use the OS thread. @param cluster that asks, which may be among those that wait
  virtual bool has_others(const ClusterBlocks& cluster) const = 0;
  /// The number of resident clusters that are suspended.
  virtual std::size_t waiting() const = 0;

  const unsigned number;  ///< of the OS thread, from 0
  StackPool stacks;
  EventPool events;

 protected:
  explicit Residency(unsigned index) : number(index) {}
  ~Residency() = default;
};

}  // namespace simt
