#include "counts.h"

#include <regex>

namespace counts {

Course count(const fs::path& repository) {
  Course course;
  for (const fs::directory_entry& chapter : fs::directory_iterator(repository / "chapters")) {
    if (!chapter.is_directory()) continue;
    for (const fs::directory_entry& file : fs::directory_iterator(chapter)) {
      course[chapter.path().filename().string()].programs += file.path().extension() == ".cu";
    }
  }
  for (const fs::directory_entry& chapter : fs::directory_iterator(repository / "exercises")) {
    if (!chapter.is_directory()) continue;
    for (const fs::directory_entry& exercise : fs::directory_iterator(chapter)) {
      course[chapter.path().filename().string()].exercises += exercise.is_directory();
    }
  }
  return course;
}

const std::vector<std::string>& pages() {
  static const std::vector<std::string> all = {"README.md", "docs/pages/index.md"};
  return all;
}

std::string with_counts(std::string page, const Course& course) {
  Chapter all;
  for (const auto& [name, chapter] : course) {
    all.programs += chapter.programs;
    all.exercises += chapter.exercises;
    const std::regex row("(\\(chapters/" + name + "/README\\.md\\) \\| )\\d+ \\| \\d+( \\|)");
    page = std::regex_replace(page, row,
                              "$01" + std::to_string(chapter.programs) + " | " +
                                  std::to_string(chapter.exercises) + "$02");
  }
  return std::regex_replace(page, std::regex("\\d+ programs and \\d+ exercises"),
                            std::to_string(all.programs) + " programs and " +
                                std::to_string(all.exercises) + " exercises");
}

}  // namespace counts
