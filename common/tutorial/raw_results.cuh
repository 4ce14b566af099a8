/// @file
/// @ingroup tutorial
/// Results that are compared in another process than the one they come from: `learn grade` runs a stranger's answer,
/// and what is right must not be where that answer could read it or say so.
///
/// With EXERCISE_SENDS=FILE a check launches the answer, and Exercise::expect() and answer() write what came of it into
/// the file, as it is, and ask nothing. With EXERCISE_JUDGES=FILE the same check, linked with any answer, launches
/// nothing, reads in the same order what the other one has written, and compares that with its own reference. Counters,
/// conditions and the guard zones around buffers are not judged there: only the first process has them.
#pragma once

#include <cstddef>
#include <cstdio>

namespace tutorial {

class RawResults {
 public:
  /// Ends the program if the environment names a file that cannot be opened.
  RawResults();
  ~RawResults();
  RawResults(const RawResults&) = delete;
  RawResults& operator=(const RawResults&) = delete;

  bool are_sent() const { return sends_ != nullptr; }
  bool are_judged() const { return judges_ != nullptr; }
  bool are_elsewhere() const { return are_sent() || are_judged(); }

  void send(const void* bytes, std::size_t count);
  /// @return false if there is no such result, or one of another size
  bool receive(void* bytes, std::size_t count);
  /// How many were received.
  int received() const { return received_; }
  /// Whether none is left.
  bool is_at_end();

 private:
  std::FILE* sends_ = nullptr;
  std::FILE* judges_ = nullptr;
  int received_ = 0;
};

}  // namespace tutorial

#ifndef TUTORIAL_COMPILED
#include "tutorial/raw_results.inl.cuh"
#endif
