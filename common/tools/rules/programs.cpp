// For every program chapters/<chapter>/<name>.cu:
//   its first line is "// Chapter NN · <name>", and it has at most 150 lines
//   the chapter's CMakeLists.txt adds it
//   the chapter's README.md or DEEPER.md speaks of it
// For every chapter with programs, the pages that count programs and exercises have the right numbers.
// Nothing in these files is still to be written ("WRITE: …", as `learn new program` leaves it).
#include <algorithm>
#include <regex>

#include "counts/counts.h"
#include "rules.h"
#include "translate/whole_files.h"

namespace rules {

namespace {

constexpr std::size_t kMostLines = 150;  // read top to bottom in one sitting

bool speaks_of(const fs::path& page, const std::string& name) {
  return std::regex_search(read_file(page), std::regex("\\b" + name + "\\b"));
}

void check_program(const fs::path& file) {
  const fs::path folder = file.parent_path();
  const std::string name = file.stem().string();
  const std::string head = "// Chapter " + folder.filename().string().substr(0, 2) + " · " + name;
  const std::vector<std::string> lines = lines_of(file);
  if (lines.empty() || lines[0] != head) complain(file, "does not begin with \"" + head + "\"");
  if (lines.size() > kMostLines) {
    complain(file, "has more than " + std::to_string(kMostLines) + " lines");
  }
  const fs::path list = folder / "CMakeLists.txt";
  if (!speaks_of(list, name)) complain(file, "is not added by the chapter's CMakeLists.txt");
  if (!speaks_of(folder / "README.md", name) && !speaks_of(folder / "DEEPER.md", name)) {
    complain(file, "is in no lesson: neither README.md nor DEEPER.md speaks of it");
  }
  check_written(file);
}

void check_counts(const fs::path& root) {
  const counts::Course course = counts::count(root);
  for (const std::string& name : counts::pages()) {
    const std::string page = read_file(root / name);
    const std::string right = counts::with_counts(page, course);
    if (page == right) continue;
    const std::vector<std::string> has = lines_of(root / name);
    const std::vector<std::string> should = files::lines_of(right);
    for (std::size_t i = 0; i < has.size(); ++i) {
      if (has[i] == should[i]) continue;
      complain((root / name).generic_string() + ":" + std::to_string(i + 1),
               "counts wrong; it should be: " + should[i]);
    }
  }
}

}  // namespace

int check_programs(const fs::path& root) {
  int count = 0;
  for (const fs::directory_entry& chapter : fs::directory_iterator(root / "chapters")) {
    if (!chapter.is_directory()) continue;
    for (const char* lesson : {"README.md", "DEEPER.md"}) check_written(chapter.path() / lesson);
    for (const fs::directory_entry& file : fs::directory_iterator(chapter)) {
      if (file.path().extension() != ".cu") continue;
      ++count;
      check_program(file.path());
    }
  }
  check_counts(root);
  return count;
}

}  // namespace rules
