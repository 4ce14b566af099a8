#include "course.h"

#include <algorithm>
#include <numeric>

#include "problem.h"

namespace learn {

namespace {

/// How many letters have to be changed, added or left out (Levenshtein's distance).
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t change = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({change, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

/// The word of `words` that is most like the wrong one, or an empty string.
std::string nearest(const std::string& wrong, const std::vector<std::string>& words) {
  std::string best;
  std::size_t fewest = std::max<std::size_t>(wrong.size() / 2, 1);
  for (const std::string& word : words) {
    const std::size_t changes =
        !wrong.empty() && word.find(wrong) != std::string::npos ? 1 : distance(wrong, word);
    if (changes > fewest || (changes == fewest && !best.empty())) continue;
    fewest = changes;
    best = word;
  }
  return best;
}

/// What stands before and behind the first separator.
std::pair<std::string, std::string> split(const std::string& text, char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string::npos) return {text, ""};
  return {text.substr(0, at), text.substr(at + 1)};
}

}  // namespace

bool is_chapter(const std::string& chapter, const std::string& given) {
  const std::string number = chapter.substr(0, 2);
  return given == chapter || given == number || "0" + given == number;
}

std::string name_in(const std::string& given) {
  fs::path path(given);
  if (path.filename().empty()) path = path.parent_path();
  return path.extension() == ".cu" ? path.stem().string() : path.filename().string();
}

std::string there_is_no(const std::string& what, const std::string& wrong,
                        const std::vector<std::string>& names) {
  const std::string like = nearest(name_in(wrong), names);
  return "there is no " + what + " '" + wrong + "'" +
         (like.empty() ? "" : "; did you mean '" + like + "'?");
}

Course Course::read(const fs::path& build) {
  Course course;
  course.build = fs::absolute(build).lexically_normal();
  for (const std::string& line : lines_of(read_file(build / "course.txt"))) {
    const auto [kind, what] = split(line, ' ');
    if (kind == "source") course.source = what;
    const auto [chapter, name] = split(what, '/');
    if (kind == "exercise") course.exercises.push_back({chapter, name, course.source});
    if (kind == "program") {
      const auto [program, why_not] = split(name, ' ');
      course.programs.push_back({chapter, program, why_not, course.source});
    }
  }
  if (!fs::is_directory(course.source / "exercises") || course.exercises.empty()) {
    throw Problem(build.string() + " is not a build of the course: cmake --preset tour");
  }
  return course;
}

const Exercise& Course::find(const std::string& name) const {
  const std::string wanted = name_in(name);
  std::vector<std::string> names;
  for (const Exercise& exercise : exercises) {
    if (exercise.name == wanted) return exercise;
    names.push_back(exercise.name);
  }
  throw Problem(there_is_no("exercise", name, names) + " (learn list has all of them)",
                kExitBadArguments);
}

std::pair<int, int> Course::place(const Exercise& exercise) const {
  std::pair<int, int> place;
  for (const Exercise& other : exercises) {
    if (other.chapter != exercise.chapter) continue;
    ++place.second;
    if (other.name == exercise.name) place.first = place.second;
  }
  return place;
}

}  // namespace learn
