// The rules that exercises and programs keep, as far as they can be seen in their files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rules {

namespace fs = std::filesystem;

/// Prints a line about a broken rule, and counts it.
void complain(const std::string& line);
void complain(const fs::path& file, const std::string& rule);

std::string read_file(const fs::path& path);
std::vector<std::string> lines_of(const fs::path& path);
bool has(const std::string& line, const std::string& text);
bool begins(const std::string& line, const std::string& with);
/// How many lines of the file have the text.
long count_lines(const fs::path& path, const std::string& text);
/// Complains of each "WRITE: …", as `learn new` leaves them.
void check_written(const fs::path& file);

/// @return how many there are
int check_programs(const fs::path& root);
int check_exercises(const fs::path& root);
/// The table of helper headers has all of them.
void check_helpers(const fs::path& root);

}  // namespace rules
