#include "additions.h"

#include <functional>
#include <regex>

#include "text.h"

namespace learn {

namespace {

/// The text with an addition behind the last line that this is true of, and is below a heading if there is one.
std::optional<std::string> behind_last(const std::string& text, const std::string& addition,
                                       const std::function<bool(const std::string&)>& is_one) {
  std::string result;
  std::size_t end = std::string::npos;
  for (const std::string& line : lines_of(text)) {
    result += line + "\n";
    if (is_one(line)) end = result.size();
  }
  if (end == std::string::npos) return {};
  return result.insert(end, addition);
}

std::optional<std::string> at_end(const std::string& text, const std::string& addition,
                                  const New&) {
  return text + addition;
}

/// As one more row of the table of exercises.
std::optional<std::string> as_row(const std::string& lesson, const std::string& row, const New&) {
  bool is_below = false;
  return behind_last(lesson, row, [&](const std::string& line) {
    if (line.rfind("## ", 0) == 0) is_below = line == "## Exercises";
    return is_below && line.rfind('|', 0) == 0;
  });
}

/// At the end of the chapter's row.
std::optional<std::string> to_topics(const std::string& page, const std::string& topic,
                                     const New& made) {
  const std::size_t row = page.find("](../chapters/" + made.chapter + "/README.md");
  if (row == std::string::npos) return {};
  const std::size_t end = page.rfind(" |", page.find('\n', row));
  return std::string(page).insert(end, topic.substr(0, topic.find('\n')));
}

/// As the last section in front of what every lesson ends with.
std::optional<std::string> as_section(const std::string& lesson, const std::string& section,
                                      const New&) {
  for (const char* heading : {"\n## What to remember\n", "\n## Exercises\n"}) {
    const std::size_t at = lesson.find(heading);
    if (at != std::string::npos) return std::string(lesson).insert(at + 1, section);
  }
  return {};
}

/// Behind the chapter's other programs, by the command that adds the last one: a chapter may have one of its own.
std::optional<std::string> as_program(const std::string& list, const std::string& line,
                                      const New&) {
  const std::regex one("(add_[a-z_]*program[a-z_]*)\\(.*\\).*");
  std::string command;
  for (const std::string& other : lines_of(list)) {
    if (std::smatch found; std::regex_match(other, found, one)) command = found[1];
  }
  return behind_last(list, command + line.substr(line.find('(')),
                     [&](const std::string& other) { return std::regex_match(other, one); });
}

/// If it is still as the template has it: nothing else tells where it ends.
std::string without_addition(const std::string& text, const std::string& addition, const New&) {
  return replaced(text, addition, "");
}

std::string without_topic(const std::string& page, const std::string& topic, const New&) {
  return replaced(page, topic.substr(0, topic.find('\n')), "");
}

std::string without_lines(const std::string& text,
                          const std::function<bool(const std::string&)>& is_gone) {
  std::string result;
  for (const std::string& line : lines_of(text)) {
    if (!is_gone(line)) result += line + "\n";
  }
  return result;
}

std::string without_row(const std::string& lesson, const std::string&, const New& gone) {
  return without_lines(lesson, [&](const std::string& line) {
    return line.rfind("| [", 0) == 0 &&
           line.find("/" + gone.chapter + "/" + gone.name + "/README.md)") != std::string::npos;
  });
}

/// Of a list of CMake: its command.
std::string without_command(const std::string& list, const std::string&, const New& gone) {
  const std::regex command("add_(exercise|[a-z_]*program[a-z_]*)\\(" + gone.name + "[ )].*");
  bool is_inside = false;
  return without_lines(list, [&](const std::string& line) {
    const bool is_part = is_inside || std::regex_match(line, command);
    is_inside = is_part && line.find(')') == std::string::npos;
    return is_part;
  });
}

std::string without_section(const std::string& page, const std::string&, const New& gone) {
  const std::size_t begin = page.find("\n## " + gone.name + "\n");
  if (begin == std::string::npos) return page;
  const std::size_t end = page.find("\n## ", begin + 1);
  return page.substr(0, begin) + (end == std::string::npos ? "" : page.substr(end));
}

}  // namespace

const Kind kExercise = {"exercise",
                        "new_exercise",
                        "exercises",
                        "",
                        {{"exercises/NN_topic/CMakeLists.txt", {at_end, without_command}},
                         {"exercises/README.md", {to_topics, without_topic}},
                         {"chapters/NN_topic/README.md", {as_row, without_row}},
                         {"solutions/NN_topic/README.md", {at_end, without_section}}}};
const Kind kProgram = {"program",
                       "new_program",
                       "chapters",
                       ".cu",
                       {{"chapters/NN_topic/CMakeLists.txt", {as_program, without_command}},
                        {"chapters/NN_topic/README.md", {as_section, without_addition}}}};

}  // namespace learn
