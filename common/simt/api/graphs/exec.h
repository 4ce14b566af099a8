/// @file
/// @ingroup simt_api
/// An executable graph.
#pragma once

#include <memory>
#include <vector>

#include "api/work/state.h"

namespace simt {

/// A node of an executable graph; child graphs are taken apart into their nodes.
struct Step {
  cudaGraphNode_t node;
  cudaGraphNode_t original;  ///< of the node in the program's graph, null inside child graphs
  Work work;
  CallSite call;  ///< that has made the node
  int priority;
  std::vector<std::size_t> after;  ///< earlier steps
  bool is_enabled = true;
  bool is_last = true;  ///< nothing depends on it
};

struct Exec {
  std::vector<Step> steps;
  std::shared_ptr<Graph> source;  ///< a copy, for launches that are captured
  std::vector<std::shared_ptr<Condition>> conditions;
  unsigned long long flags = 0;
  TaskPtr last;  ///< its latest launch: one runs at a time
};

/// Submits the steps.
/// @param begin what comes before them; null: nothing
/// @return those after which nothing comes
std::vector<TaskPtr> launch_steps(const std::vector<Step>& steps, const TaskPtr& begin, Place place,
                                  int priority, bool with_own_priority);

}  // namespace simt
