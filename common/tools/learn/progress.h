// How far the learner is: the state of every exercise, checked only if it has to be.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "check.h"
#include "course.h"
#include "record.h"

namespace learn {

class Progress {
 public:
  Progress(const Course& course, Record& record, Wanted wanted);

  /// The state as far as it is known without a check: remembered, or not started since the file is the
  /// course's.
  State known(const Exercise& exercise) const;
  /// The known state, or that of a check now.
  State state(const Exercise& exercise);
  /// The first exercise that does not pass, or nothing; looks no further than that.
  const Exercise* next();
  /// The next exercise behind this one, or else from the beginning, that is not known to pass; nothing
  /// if all others do.
  const Exercise* after(const Exercise& exercise) const;
  /// How many are known to pass.
  int passed() const;
  /// Whether git knows the learner's file as one that was changed; false if there is no git.
  bool is_edited(const Exercise& exercise) const;

 private:
  const Course& course_;
  Record& record_;
  Wanted wanted_;
  std::optional<std::set<std::string>> edited_;
};

/// Checks an exercise, and remembers the verdict unless the file was saved meanwhile.
Verdict check_and_remember(const Course& course, Record& record, const Exercise& exercise,
                           const Wanted& wanted);

}  // namespace learn
