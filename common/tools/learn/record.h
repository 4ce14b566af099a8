// What learn remembers from call to call, in <source>/.learn/record, which git does not track.
#pragma once

#include <map>
#include <string>

#include "check.h"
#include "course.h"

namespace learn {

/// One line per entry: a key, a tab, its value. Every call reads the file anew: `learn hint` may be
/// called while `learn watch` runs.
class Record {
 public:
  explicit Record(const Course& course);

  /// The verdict on what the learner's file and the check are now; kUnknown if there is none.
  State verdict(const Exercise& exercise) const;
  /// @param print the fingerprint of what was checked
  void set_verdict(const Exercise& exercise, const std::string& print, State state);
  /// Of the learner's file, the check and the build it is checked in, as they are now.
  std::string fingerprint(const Exercise& exercise) const;
  /// After the course has changed, every exercise is checked anew.
  void forget_verdicts();

  /// How many hints the learner has seen, and how often the solution was asked for.
  int hints(const Exercise& exercise) const;
  void set_hints(const Exercise& exercise, int count);
  int asked(const Exercise& exercise) const;
  void set_asked(const Exercise& exercise, int count);

  /// The exercise that was watched last; empty if none was.
  std::string place() const;
  void set_place(const Exercise& exercise);

 private:
  std::map<std::string, std::string> read() const;
  void write(const std::map<std::string, std::string>& entries) const;
  std::string get(const std::string& key) const;
  void set(const std::string& key, const std::string& value) const;
  int number(const std::string& key) const;

  fs::path file_, build_;
};

}  // namespace learn
