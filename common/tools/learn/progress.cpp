#include "progress.h"

#include <algorithm>
#include <utility>

#include "git.h"

namespace learn {

Progress::Progress(const Course& course, Record& record, Wanted wanted)
    : course_(course),
      record_(record),
      wanted_(std::move(wanted)),
      edited_(Git(course.source, wanted_).edited()) {}

bool Progress::is_edited(const Exercise& exercise) const {
  return edited_ &&
         edited_->count(fs::relative(exercise.file(), course_.source).generic_string()) != 0;
}

State Progress::known(const Exercise& exercise) const {
  const State remembered = record_.verdict(exercise);
  if (remembered != State::kUnknown) return remembered;
  return edited_ && !is_edited(exercise) ? State::kNotStarted : State::kUnknown;
}

State Progress::state(const Exercise& exercise) {
  const State before = known(exercise);
  if (before != State::kUnknown) return before;
  return check_and_remember(course_, record_, exercise, wanted_).state;
}

const Exercise* Progress::next() {
  for (const Exercise& exercise : course_.exercises) {
    if (state(exercise) != State::kPasses) return &exercise;
  }
  return nullptr;
}

const Exercise* Progress::after(const Exercise& exercise) const {
  const std::size_t count = course_.exercises.size();
  const std::size_t here = static_cast<std::size_t>(&exercise - course_.exercises.data());
  for (std::size_t k = 1; k < count; ++k) {
    const Exercise& other = course_.exercises[(here + k) % count];
    if (known(other) != State::kPasses) return &other;
  }
  return nullptr;
}

int Progress::passed() const {
  return static_cast<int>(
      std::count_if(course_.exercises.begin(), course_.exercises.end(),
                    [&](const Exercise& e) { return known(e) == State::kPasses; }));
}

Verdict check_and_remember(const Course& course, Record& record, const Exercise& exercise,
                           const Wanted& wanted) {
  const std::string print = record.fingerprint(exercise);
  Verdict verdict = check(course, exercise, wanted);
  const bool is_of_the_file =
      verdict.state != State::kUnknown && verdict.state != State::kCannotRun;
  if (is_of_the_file && record.fingerprint(exercise) == print) {
    record.set_verdict(exercise, print, verdict.state);
  }
  return verdict;
}

}  // namespace learn
