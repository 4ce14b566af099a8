// What learn asks git for: the stub of an exercise, which files the learner has edited, and a newer
// course. The learner's answers are edited in place, so the rules are: a file of the learner is never
// replaced before a copy of it was kept, and where both sides changed the same lines, the learner's
// lines stay.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "course.h"
#include "process.h"

namespace learn {

/// A file as the course has it.
struct Original {
  std::string text;
  std::string version;  ///< the commit: its short name and its date
};

class Git {
 public:
  Git(fs::path source, Wanted wanted);

  /// Files that differ from the course's, by their place in the repository; nothing if there is no git
  /// that could tell.
  std::optional<std::set<std::string>> edited() const;
  /// @throw Problem if there is no git that knows the exercise
  Original stub(const Exercise& exercise) const;

  /// Fetches the course and merges it.
  /// @return what was done, one or more lines each
  /// @throw Problem if nothing was changed, with the reason
  std::vector<std::string> update() const;

 private:
  Outcome git(std::vector<std::string> arguments, Output output = Output::kToRead) const;
  /// The first line that git prints; empty if it fails.
  std::string line(std::vector<std::string> arguments) const;
  /// The names that it prints, which end with '\0'.
  std::set<std::string> names(std::vector<std::string> arguments) const;
  /// Merges the course's branch, whose last commit in common with the learner's is `common`.
  std::vector<std::string> merge(const std::string& course, const std::string& common) const;
  bool is_repository() const;
  /// The remote that the course comes from: `upstream` in a fork, otherwise the branch's own.
  std::string remote() const;
  /// The course's branch at that remote, as far as it was fetched; empty if there is none.
  std::string course_branch() const;
  /// The commit of the course that the learner's files are based on.
  std::string base() const;
  /// A file as a commit has it.
  std::optional<std::string> text(const std::string& commit, const std::string& name) const;
  /// Puts what the learner has changed into the course's new file.
  /// @param before the commit that the learner's file was based on
  /// @return what was done
  std::string put_back(const std::string& name, const fs::path& kept,
                       const std::string& before) const;

  fs::path source_;
  Wanted wanted_;
};

}  // namespace learn
