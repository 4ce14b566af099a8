#include "results.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <set>
#include <sstream>

#include "json.h"
#include "problem.h"

namespace learn {

namespace {

constexpr const char* kGrades = "cuda-by-chapter/grades/1";

StudentsResults read_result(const fs::path& file) {
  const Json json = Json::read(read_file(file));
  if (json["format"].text() != kGrades)
    throw Problem("it has no \"format\": \"" + std::string(kGrades) + "\"");
  StudentsResults one{file.stem().string(), {}};
  for (const Json& item : json["exercises"].items()) {
    const Json& verdict = item["verdict"];
    one.results.push_back({item["exercise"].text(), verdict["state"].text(),
                           verdict["reason"].text(), static_cast<int>(item["points"].number()),
                           static_cast<int>(item["of"].number())});
  }
  return one;
}

/// The exercises of all students, in the order of their chapters.
std::vector<std::string> exercises_of(const std::vector<StudentsResults>& all) {
  std::vector<std::string> names;
  std::set<std::string> known;
  for (const StudentsResults& one : all) {
    for (const Result& result : one.results) {
      if (known.insert(result.exercise).second) names.push_back(result.exercise);
    }
  }
  return names;
}

const Result* find(const StudentsResults& one, const std::string& exercise) {
  const auto found =
      std::find_if(one.results.begin(), one.results.end(),
                   [&](const Result& result) { return result.exercise == exercise; });
  return found == one.results.end() ? nullptr : &*found;
}

/// Numbers differ from answer to answer that fail for the same reason.
std::string without_numbers(const std::string& reason) {
  std::string text;
  bool is_in_number = false;
  for (const char c : reason) {
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit) text += c;
    if (is_digit && !is_in_number) text += '#';
    is_in_number = is_digit;
  }
  return text;
}

/// "3 × wrong: n = 33: …", what is said most of those that do not pass; empty if all do.
std::string most_said(const std::vector<StudentsResults>& all, const std::string& exercise) {
  std::map<std::string, std::pair<int, std::string>> said;
  for (const StudentsResults& one : all) {
    const Result* const result = find(one, exercise);
    if (result == nullptr || result->state == "passes") continue;
    auto& [count, words] = said[result->state + without_numbers(result->reason)];
    ++count;
    if (words.empty())
      words = result->state + (result->reason.empty() ? "" : ": " + result->reason);
  }
  const auto most = std::max_element(said.begin(), said.end(), [](const auto& a, const auto& b) {
    return a.second.first < b.second.first;
  });
  return most == said.end() ? "" : std::to_string(most->second.first) + " × " + most->second.second;
}

/// In quotation marks, and nothing that a spreadsheet takes for a formula.
std::string csv_text(const std::string& text) {
  std::string result = "\"";
  if (!text.empty() && std::string("=+-@\t\r").find(text[0]) != std::string::npos) result += '\'';
  for (const char c : text)
    result += c == '"' ? "\"\"" : c == '\n' || c == '\r' ? " " : std::string(1, c);
  return result + "\"";
}

}  // namespace

std::vector<StudentsResults> read_results(const fs::path& folder) {
  if (!fs::is_directory(folder))
    throw Problem("there is no folder " + folder.string(), kExitBadArguments);
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  if (files.empty()) {
    throw Problem("there is no x.json in " + folder.string() + ": learn grade FOLDER json > x.json",
                  kExitBadArguments);
  }
  std::sort(files.begin(), files.end());
  std::vector<StudentsResults> all;
  for (const fs::path& file : files) {
    try {
      all.push_back(read_result(file));
    } catch (const Problem& problem) {
      throw Problem(shown(file) + ": " + problem.what());
    }
  }
  return all;
}

std::string table_of_class(const std::vector<StudentsResults>& all) {
  const std::vector<std::string> exercises = exercises_of(all);
  std::ostringstream text;
  const auto cell = [&](const std::string& words) { text << std::right << std::setw(5) << words; };
  std::size_t width = 8;
  for (const StudentsResults& one : all) width = std::max(width, one.student.size() + 2);
  const auto head = [&](const std::string& words) {
    text << std::left << std::setw(static_cast<int>(width)) << words;
  };
  head("student");
  for (std::size_t i = 1; i <= exercises.size(); ++i) cell("(" + std::to_string(i) + ")");
  cell("sum");
  text << "\n";
  for (const StudentsResults& one : all) {
    int sum = 0;
    head(one.student);
    for (const std::string& exercise : exercises) {
      const Result* const result = find(one, exercise);
      sum += result == nullptr ? 0 : result->points;
      cell(result == nullptr || result->state == "not started" ? "-"
                                                               : std::to_string(result->points));
    }
    cell(std::to_string(sum));
    text << "\n";
  }
  text << "\n";
  for (std::size_t i = 0; i < exercises.size(); ++i) {
    const auto passed = std::count_if(all.begin(), all.end(), [&](const StudentsResults& one) {
      const Result* const result = find(one, exercises[i]);
      return result != nullptr && result->state == "passes";
    });
    const std::string why = most_said(all, exercises[i]);
    text << "(" << i + 1 << ") " << exercises[i] << ": " << passed << " of " << all.size()
         << " pass" << (why.empty() ? "" : "; " + why) << "\n";
  }
  return text.str();
}

std::string csv_of_class(const std::vector<StudentsResults>& all) {
  std::string text = "student,exercise,state,points,of,reason\n";
  for (const StudentsResults& one : all) {
    for (const Result& result : one.results) {
      text += csv_text(one.student) + "," + csv_text(result.exercise) + "," +
              csv_text(result.state) + "," + std::to_string(result.points) + "," +
              std::to_string(result.of) + "," + csv_text(result.reason) + "\n";
    }
  }
  return text;
}

}  // namespace learn
