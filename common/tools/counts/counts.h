// How many programs and exercises the course has, and the pages that say so.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace counts {

namespace fs = std::filesystem;

struct Chapter {
  int programs = 0, exercises = 0;
};
/// By its folder's name, "03_coalescing".
using Course = std::map<std::string, Chapter>;

/// Counts the programs chapters/<chapter>/<program>.cu and the folders exercises/<chapter>/<exercise>.
Course count(const fs::path& repository);

/// The pages with such numbers, by their place in the repository.
const std::vector<std::string>& pages();

/// The page with the right numbers: those of a chapter in its row of a table, as
/// "(chapters/03_coalescing/README.md) | 11 | 8 |", and those of the course in "157 programs and 96 exercises".
std::string with_counts(std::string page, const Course& course);

}  // namespace counts
