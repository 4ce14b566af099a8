#include "formats.h"

#include <cstdlib>
#include <ctime>
#include <iomanip>
#include <sstream>

#include "json.h"
#include "verdict_json.h"

namespace learn {

namespace {

std::string verdict_of(const Grade& grade) { return json(*grade.task.exercise, grade.verdict); }
std::string reason_of(const Grade& grade) { return Json::read(verdict_of(grade))["reason"].text(); }
std::string name_of(const Grade& grade) {
  return grade.task.exercise->chapter + "/" + grade.task.exercise->name;
}

std::string state_and_reason(const Grade& grade) {
  const std::string reason = reason_of(grade), state = name_of(grade.verdict.state);
  return reason.empty() || reason == state ? state : state + ": " + reason;
}

/// @param item writes what the list has of a grade
template <class Item>
std::string list_of(const Grades& grades, const char* between, const Item& item) {
  std::string text;
  for (const Grade& grade : grades.all) text += (text.empty() ? "" : between) + item(grade);
  return text;
}

std::string table(const Grades& grades) {
  std::ostringstream text;
  for (const Grade& grade : grades.all) {
    text << std::left << std::setw(46) << name_of(grade) << std::right << std::setw(4)
         << grade.points << " of " << std::setw(3) << grade.task.points << "  "
         << state_and_reason(grade) << "\n";
  }
  text << std::left << std::setw(46) << grades.student << std::right << std::setw(4)
       << grades.points() << " of " << std::setw(3) << grades.of()
       << (grades.is_safe ? "" : "  (without a sandbox)") << "\n";
  return text.str();
}

std::string own_json(const Grades& grades) {
  return "{\"format\": \"cuda-by-chapter/grades/1\", \"class\": " + json_text(grades.plan.name) +
         ", \"seed\": " + (grades.plan.seed.empty() ? "null" : json_text(grades.plan.seed)) +
         ", \"student\": " + json_text(grades.student) +
         ", \"sandbox\": " + (grades.is_safe ? "true" : "false") +
         ", \"points\": " + std::to_string(grades.points()) +
         ", \"of\": " + std::to_string(grades.of()) + ", \"exercises\": [\n" +
         list_of(grades, ",\n",
                 [](const Grade& grade) {
                   const auto or_null = [](const std::string& text) {
                     return text.empty() ? "null" : json_text(text);
                   };
                   return "{\"exercise\": " + json_text(name_of(grade)) +
                          ", \"points\": " + std::to_string(grade.points) +
                          ", \"of\": " + std::to_string(grade.task.points) +
                          ", \"due\": " + or_null(grade.task.due) +
                          ", \"compared\": " + or_null(grade.compared) +
                          ", \"verdict\": " + verdict_of(grade) + "}";
                 }) +
         "]}\n";
}

/// https://gradescope-autograders.readthedocs.io/en/latest/specs/
std::string gradescope(const Grades& grades) {
  return "{\"output\": " + json_text(grades.plan.name) + ", \"tests\": [\n" +
         list_of(grades, ",\n",
                 [](const Grade& grade) {
                   return "{\"name\": " + json_text(name_of(grade)) +
                          ", \"score\": " + std::to_string(grade.points) +
                          ", \"max_score\": " + std::to_string(grade.task.points) +
                          ", \"status\": " +
                          (grade.verdict.state == State::kPasses ? "\"passed\"" : "\"failed\"") +
                          ", \"visibility\": \"visible\", \"output\": " +
                          json_text(state_and_reason(grade) + "\n" + grade.verdict.text) + "}";
                 }) +
         "]}\n";
}

std::string variable(const char* name, const std::string& otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

/// result.json of Classroom 50, classroom50/result/v1: whose it is and which commit, its runner says in the
/// environment.
std::string classroom50(const Grades& grades) {
  char now[32];
  const std::time_t time = std::time(nullptr);
  std::strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&time));
  const std::string commit = variable("COMMIT_URL", "unknown");
  const auto member = [](const char* name, const std::string& value) {
    return "\"" + std::string(name) + "\": " + json_text(value) + ", ";
  };
  return "{" + member("schema", "classroom50/result/v1") +
         member("classroom", variable("CLASSROOM", "unknown")) +
         member("assignment", variable("ASSIGNMENT", "unknown")) +
         member("assignment_type", variable("ASSIGNMENT_TYPE", "individual")) +
         member("owner", variable("OWNER", variable("USERNAME", grades.student))) +
         member("submission", variable("SUBMISSION_TAG", "submit/unknown")) +
         member("commit", commit) + member("release", variable("RELEASE_URL", commit)) +
         member("review", variable("REVIEW_URL", commit)) +
         member("datetime", variable("SUBMITTED_AT", now)) + member("graded_at", now) +
         "\"score\": " + std::to_string(grades.points()) +
         ", \"max-score\": " + std::to_string(grades.of()) + ", \"tests\": [\n" +
         list_of(grades, ",\n",
                 [](const Grade& grade) {
                   return "{\"test-name\": " + json_text(name_of(grade)) + ", \"passed\": " +
                          (grade.verdict.state == State::kPasses ? "true" : "false") +
                          ", \"score\": " + std::to_string(grade.points) +
                          ", \"max-score\": " + std::to_string(grade.task.points) +
                          ", \"output\": " +
                          json_text(state_and_reason(grade) + "\n" + grade.verdict.text) + "}";
                 }) +
         "]}\n";
}

std::string xml_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '<' || c == '>' || c == '&' || c == '"') {
      result += "&#" + std::to_string(static_cast<int>(c)) + ";";
    } else {
      result += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? '?' : c;
    }
  }
  return result;
}

std::string junit(const Grades& grades) {
  int failures = 0;
  for (const Grade& grade : grades.all) failures += grade.verdict.state != State::kPasses;
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"" +
         xml_text(grades.plan.name) + "\" tests=\"" + std::to_string(grades.all.size()) +
         "\" failures=\"" + std::to_string(failures) + "\">\n" +
         list_of(grades, "",
                 [](const Grade& grade) {
                   const std::string head = "<testcase classname=\"" +
                                            grade.task.exercise->chapter + "\" name=\"" +
                                            grade.task.exercise->name + "\">";
                   const std::string points = std::to_string(grade.points) + " of " +
                                              std::to_string(grade.task.points) + " points";
                   return head +
                          (grade.verdict.state == State::kPasses
                               ? "<system-out>" + points + "</system-out>"
                               : "<failure message=\"" +
                                     xml_text(points + ", " + state_and_reason(grade)) + "\">" +
                                     xml_text(grade.verdict.text) + "</failure>") +
                          "</testcase>\n";
                 }) +
         "</testsuite>\n</testsuites>\n";
}

}  // namespace

const std::vector<Format>& formats() {
  static const std::vector<Format> all = {{"table", table, false},
                                          {"json", own_json, false},
                                          {"junit", junit, false},
                                          {"gradescope", gradescope, true},
                                          {"classroom50", classroom50, true}};
  return all;
}

}  // namespace learn
