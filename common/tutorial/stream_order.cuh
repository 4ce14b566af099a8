/// @file
/// @ingroup tutorial
/// For the check of an exercise whose task says in which stream the learner's function works, or that its results
/// are there when it returns. Only the CPU backend knows; a GPU's verdict names what it has not looked at.
///
///     const Timeline timeline = record_with_frees_later([&] { convert(out, in, n); });
///     require_kernels_in(exercise, timeline, stream, "convert");
///     require_results_there(exercise, timeline, "convert");
///
/// Included in front of SUBMISSION.
#pragma once

#include <cuda_runtime.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/timeline.cuh"
#include "tutorial/watched_calls.cuh"

namespace tutorial {

/// Whether there is a timeline to look at. If not, verdict() tells.
inline bool has_timeline(Exercise& exercise) {
  if (kHasTimelines) return true;
  exercise.limit_of_model("what waits for what", std::numeric_limits<double>::quiet_NaN(), 0, "");
  return false;
}

}  // namespace tutorial

/// Fails unless all kernels of the learner's function, called `name`, are in the stream that it was given.
inline void require_kernels_in(Exercise& exercise, const Timeline& timeline, cudaStream_t stream,
                               const std::string& name) {
  if (!tutorial::has_timeline(exercise)) return;
  unsigned long long id = 0;
  CHECK(cudaStreamGetId(stream, &id));
  for (const std::size_t kernel : timeline.all("kernel")) {
    const Timeline::Operation& operation = timeline.operations()[kernel];
    exercise.require(operation.stream == id,
                     name + "() does not launch " + operation.name +
                         " into the stream that it was given: it neither waits for what is in that "
                         "stream, nor does what comes after it there wait for it. Look at the "
                         "fourth argument of the launch, " +
                         operation.line);
  }
}

/// As record_timeline(), and what the function frees is freed afterwards: so a free is nothing that waits.
template <class Run>
Timeline record_with_frees_later(Run run) {
  const calls::FreesLater later;
  return record_timeline(run);
}

/// Fails unless the host has waited for all kernels and copies of the learner's function, called `name`.
/// @param timeline of record_with_frees_later()
inline void require_results_there(Exercise& exercise, const Timeline& timeline,
                                  const std::string& name) {
  if (!tutorial::has_timeline(exercise)) return;
  const auto& all = timeline.operations();
  std::vector<bool> is_waited_for(all.size());  // from the last one back: also what others wait for
  for (std::size_t i = all.size(); i-- > 0;) {
    if (!is_waited_for[i] && all[i].kind != "host waits") continue;
    for (const std::size_t earlier : all[i].after) is_waited_for[earlier] = true;
  }
  for (const auto& [kind, name_of_it] :
       {std::pair{"copy to host", "the copy to the host"}, {"kernel", "the kernel"}}) {
    for (const std::size_t operation : timeline.all(kind)) {
      exercise.require(is_waited_for[operation],
                       name +
                           "() returns without a wait for its results: nothing but a free, at "
                           "most, waits for " +
                           name_of_it + " of " + all[operation].line +
                           ". Wait for the stream before you free, and before you return");
    }
  }
}
