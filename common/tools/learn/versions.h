// Private versions of exercises: `learn export --seed SEED` chooses one for a class, and an answer to another fails.
//
// exercises/<chapter>/<exercise>/versions.txt has a row for each text that differs, and a column for each version; the
// first one is the course's own, which no class gets:
//
//     factor * in[i] | factor * in[i] + 2 | 4 - factor * in[i]
//
// (and lines that begin with "# ", for people). The texts stand in the task, the hints, the stub, the check or the
// solution, and are replaced wherever they do.
#pragma once

#include <string>
#include <vector>

#include "course.h"

namespace learn {

class Versions {
 public:
  /// Of an exercise without versions there is none but the course's own.
  /// @throw Problem if a row has fewer or more columns than the first one
  explicit Versions(const Exercise& exercise);

  /// Which one a class with this seed gets; 0 without a seed, or if there is no other.
  std::size_t chosen(const std::string& seed) const;
  /// A file of the exercise in this version.
  std::string text(std::string original, std::size_t version) const;

 private:
  std::string name_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace learn
