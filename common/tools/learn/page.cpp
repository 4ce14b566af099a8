#include "page.h"

#include "terminal.h"
#include "text.h"

namespace learn {

namespace {

std::string program = "learn";

void add(std::vector<std::string>& lines, const std::vector<std::string>& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

/// What to do now, as Markdown.
std::string next_step(const Course& course, Record& record, const Exercise& exercise, State state) {
  const auto stuck = "Stuck? `" + call("hint " + exercise.name) + "`";
  switch (state) {
    case State::kNotStarted:
      if (Progress(course, record, always).is_edited(exercise)) {
        return "The file is edited, but nothing was written: is the kernel launched, and the case "
               "open, if there is one? " +
               stuck;
      }
      return "Next: read " + shown(exercise.readme()) + ", then edit " + shown(exercise.file()) +
             " between the lines `TODO` and `END`.";
    case State::kDoesNotCompile:
      return "Next: fix what the first line says, and save; what follows may come from it.";
    case State::kCrashes:
      return "Next: find the access that leaves its memory, or the call that ends the program. " +
             stuck;
    case State::kTakesTooLong:
      return "Next: look for a loop whose condition never changes, for a thread that never comes "
             "to a barrier, or for one thread that does the work of many. " +
             stuck;
    case State::kWrong:
      return "Next: find out why, and save again. " + stuck;
    case State::kCannotRun:
      return "Next: build it for the CPU backend (cmake --workflow --preset cpu).";
    case State::kPasses: {
      const Exercise* const next = Progress(course, record, always).after(exercise);
      const std::string ours = "Ours, and why: `" + call("solution " + exercise.name) + "`\n\n";
      if (next == nullptr) return ours + "All exercises pass.";
      const std::string lesson =
          next->chapter == exercise.chapter ? "" : "the lesson " + shown(next->lesson()) + ", ";
      return ours + "Next: " + lesson + shown(next->readme());
    }
    default:
      return "";
  }
}

}  // namespace

std::string title(const Course& course, const Exercise& exercise) {
  const auto [number, count] = course.place(exercise);
  return exercise.name + " · chapter " + exercise.chapter.substr(0, 2) + ", exercise " +
         std::to_string(number) + " of " + std::to_string(count);
}

std::string painted(State state) {
  const Color color = state == State::kPasses       ? Color::kGreen
                      : state == State::kNotStarted ? Color::kDim
                      : state == State::kUnknown    ? Color::kYellow
                                                    : Color::kRed;
  return paint(color, name_of(state));
}

Page page(const Course& course, Record& record, const Exercise& exercise, const Verdict& verdict,
          int width) {
  Page page;
  page.head = {paint(Color::kBold, title(course, exercise)),
               paint(Color::kDim, shown(exercise.file())), painted(verdict.state)};
  page.body = wrap(verdict.text, width);
  if (verdict.state == State::kPasses) {
    page.body = fill(learned(read_file(exercise.hints())), width);
  }
  if (!page.body.empty()) page.body.insert(page.body.begin(), "");
  page.foot = {""};
  add(page.foot, fill(next_step(course, record, exercise, verdict.state), width));
  return page;
}

std::vector<std::string> one_more_hint(Record& record, const Exercise& exercise, int width) {
  const std::vector<std::string> all = hints(read_file(exercise.hints()));
  const std::size_t seen = static_cast<std::size_t>(record.hints(exercise));
  std::vector<std::string> lines;
  if (seen < all.size()) {
    record.set_hints(exercise, static_cast<int>(seen) + 1);
    lines = fill(all[seen], width);
    lines.front() = paint(Color::kBold, lines.front());
    const std::size_t left = all.size() - seen - 1;
    lines.push_back("");
    lines.push_back(paint(Color::kDim, left == 0 ? "This was the last hint."
                                       : left == 1
                                           ? "There is one more."
                                           : "There are " + std::to_string(left) + " more."));
    return lines;
  }
  for (const std::string& hint : all) {
    std::vector<std::string> text = fill(hint, width);
    text.front() = paint(Color::kBold, text.front());
    add(lines, text);
    lines.push_back("");
  }
  add(lines,
      fill("These are all hints. `" + call("solution " + exercise.name) + "` shows a right answer.",
           width));
  return lines;
}

void set_program(const std::string& name) { program = name; }
std::string call(const std::string& arguments) {
  return arguments.empty() ? program : program + " " + arguments;
}

}  // namespace learn
