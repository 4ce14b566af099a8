/// @file
/// @ingroup tutorial
/// The verdict of a check for a program to read: `EXERCISE_VERDICT=FILE build/bin/exercise_…` writes one JSON
/// object into the file. `learn check --json` adds what only learn knows.
///
///     {"state": "wrong", "points": 1, "of": 3,
///      "parts": [{"name": "the sums", "points": 1, "of": 1}, {"name": "their accesses", "points": 0, "of": 2}],
///      "failure": "n = 33: sectors per load: 32; 4 are enough: read neighbours",
///      "limits": [{"counter": "sectors per load", "case": "n = 33", "value": 32, "at_most": 4}],
///      "token": "what EXERCISE_TOKEN was"}
#pragma once

#include <string>
#include <vector>

namespace tutorial {

/// What of a check is worth points of its own.
struct Part {
  std::string name;
  int points = 1;
};

/// What EXERCISE_TOKEN was; empty if there was none. It is taken out of the environment as the program begins, so that
/// an answer does not find it there.
const std::string& token();

/// What a check has found out.
class Assessment {
 public:
  /// @param parts in the order in which the check looks at them
  void set_parts(std::vector<Part> parts);
  /// What comes next belongs to it, and those before it are done. Ends the program if there is none of this name behind
  /// the present one.
  void begin_part(const std::string& name);
  /// Nothing of it is worth points.
  void fail_all() { present_ = 0; }

  /// Of each counter the value that is nearest to its limit, or the farthest beyond it, is kept.
  /// @param value NaN if nothing counts it here
  void note_limit(const std::string& counter, const std::string& at, double value, double at_most);

  /// @param state "passes", "wrong", "not started"
  std::string json(const std::string& state, const std::string& failure) const;
  /// Into the file that EXERCISE_VERDICT names, if it does. Ends the program if it cannot be written.
  void write(const std::string& state, const std::string& failure) const;

 private:
  struct Limit {
    std::string counter, at;
    double value, at_most;
  };

  std::vector<Part> parts_ = {{"all", 1}};
  std::size_t present_ = 0;  ///< the part that is being looked at
  std::vector<Limit> limits_;
};

}  // namespace tutorial

#ifndef TUTORIAL_COMPILED
#include "tutorial/verdict.inl.cuh"
#endif
