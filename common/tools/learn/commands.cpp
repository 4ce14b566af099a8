#include "commands.h"

#include <iostream>

#include "git.h"
#include "new_files.h"
#include "page.h"
#include "problem.h"
#include "programs.h"
#include "progress.h"
#include "teaching.h"
#include "terminal.h"
#include "text.h"
#include "variant.h"
#include "verdict_json.h"
#include "watch.h"

namespace learn {

namespace {

void print(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) std::cout << line << "\n";
  std::cout << std::flush;
}

/// The exercise that was named; or the one watched last, or the next behind it if that passes; or the
/// first one that does not pass. Nothing if all pass.
const Exercise* current(const Course& course, Record& record, const Words& words) {
  if (!words.empty()) return &course.find(words[0]);
  Progress progress(course, record, not_interrupted);
  for (const Exercise& exercise : course.exercises) {
    if (exercise.name != record.place()) continue;
    return progress.known(exercise) == State::kPasses ? progress.after(exercise) : &exercise;
  }
  return progress.next();
}

const Exercise& current_or_end(const Course& course, Record& record, const Words& words) {
  const Exercise* const exercise = current(course, record, words);
  if (is_interrupted()) throw Problem("interrupted", kExitInterrupted);
  if (exercise == nullptr) throw Problem("All exercises pass.", kExitOk);
  return *exercise;
}

std::string of_all(const Course& course, const Progress& progress) {
  return std::to_string(progress.passed()) + " of " + std::to_string(course.exercises.size()) +
         " exercises pass";
}

int where(const Course& course, Record& record, const Words&) {
  const Words no_name;
  const Exercise& exercise = current_or_end(course, record, no_name);
  Progress progress(course, record, not_interrupted);
  const State state = progress.state(exercise);
  const std::string last =
      heading_of(read_file(exercise.lesson()), exercise.chapter + "/" + exercise.name);
  print({of_all(course, progress) + ". Next:", "",
         paint(Color::kBold, title(course, exercise)) + ": " + painted(state),
         "  lesson  " + shown(exercise.lesson())});
  if (!last.empty()) print({"          as far as “" + last + "”"});
  print({"  task    " + shown(exercise.readme()), "  edit    " + shown(exercise.file()), "",
         call("run") + "      lists the lessons' programs; with a name, it builds and runs one",
         call("watch") + "    checks it whenever you save it",
         call("hint") + "     gives a hint, one more each time",
         call("--help") + "   lists the other commands"});
  return kExitOk;
}

int watch_exercise(const Course& course, Record& record, const Words& words) {
  return watch(course, record, current_or_end(course, record, words));
}

Verdict check_now(const Course& course, Record& record, const Exercise& exercise) {
  record.set_place(exercise);
  Verdict verdict = check_and_remember(course, record, exercise, not_interrupted);
  if (is_interrupted()) throw Problem("interrupted", kExitInterrupted);
  return verdict;
}

int exit_code(const Verdict& verdict) {
  return verdict.state == State::kPasses ? kExitOk : kExitNo;
}

int check_once(const Course& course, Record& record, const Words& words) {
  const Exercise& exercise = current_or_end(course, record, words);
  const Verdict verdict = check_now(course, record, exercise);
  const Page text = page(course, record, exercise, verdict, window().columns);
  print(text.head);
  print(text.body);
  print(text.foot);
  return exit_code(verdict);
}

int check_for_program(const Course& course, Record& record, const Words& words) {
  const Exercise& exercise = current_or_end(course, record, words);
  const Verdict verdict = check_now(course, record, exercise);
  print({json(exercise, verdict)});
  return exit_code(verdict);
}

int hint(const Course& course, Record& record, const Words& words) {
  const Exercise& exercise = current_or_end(course, record, words);
  print({paint(Color::kBold, title(course, exercise)), ""});
  print(one_more_hint(record, exercise, window().columns));
  return kExitOk;
}

int list(const Course& course, Record& record, const Words&) {
  Progress progress(course, record, not_interrupted);
  std::string chapter;
  for (const Exercise& exercise : course.exercises) {
    if (exercise.chapter != chapter) {
      chapter = exercise.chapter;
      std::cout << paint(Color::kBold, chapter) << "\n";
    }
    const std::string name = "  " + exercise.name +
                             std::string(24 - std::min<std::size_t>(exercise.name.size(), 23), ' ');
    std::cout << name << std::flush;  // a check may take a while
    const State state = progress.state(exercise);
    if (is_interrupted()) throw Problem("interrupted", kExitInterrupted);
    std::cout << painted(state) << std::endl;
  }
  std::cout << "\n" << of_all(course, progress) << ".\n";
  const Exercise* const next = progress.next();
  if (next != nullptr) {
    std::cout << "next: " << shown(next->readme()) << " (" << name_of(progress.state(*next))
              << ")\n";
  }
  return kExitOk;
}

int reset(const Course& course, Record& record, const Words& words) {
  const Exercise& exercise = course.find(words[0]);
  const Original stub = Git(course.source, not_interrupted).stub(exercise);
  if (read_file(exercise.file()) == stub.text) {
    print({shown(exercise.file()) + " is the stub already."});
  } else {
    if (fs::exists(exercise.file())) {
      print({"Your file is kept as " + shown(keep(course.source, exercise.file())) + "."});
    }
    write_file(exercise.file(), stub.text);
    print({shown(exercise.file()) + " is the stub again (" + stub.version + ")."});
  }
  record.set_hints(exercise, 0);
  record.set_asked(exercise, 0);
  return kExitOk;
}

int solution(const Course& course, Record& record, const Words& words) {
  const Exercise& exercise = course.find(words[0]);
  const int width = window().columns;
  Progress progress(course, record, not_interrupted);
  if (progress.state(exercise) != State::kPasses) {
    if (is_interrupted()) throw Problem("interrupted", kExitInterrupted);
    const int asked = record.asked(exercise) + 1;
    record.set_asked(exercise, asked);
    if (asked < 2) {
      print({"Yours does not pass yet. There may be a hint left: " + call("hint " + exercise.name),
             "Ask once more, and you get the solution."});
      return kExitNo;
    }
  }
  if (!fs::exists(exercise.solution())) throw Problem("there are no solutions here");
  std::cout << read_file(exercise.solution()) << "\n";
  const std::vector<std::string> why =
      fill(section(read_file(exercise.reasons()), "## " + exercise.name), width);
  if (!why.empty()) {
    print({paint(Color::kBold, "Why it is good"), ""});
    print(why);
  } else {
    print({paint(Color::kBold, "What you learn"), ""});
    print(fill(learned(read_file(exercise.hints())), width));
  }
  print({"", shown(exercise.solution())});
  return kExitOk;
}

int update(const Course& course, Record& record, const Words&) {
  print(Git(course.source, not_interrupted).update());
  record.forget_verdicts();
  const Outcome built =
      run({"cmake", "--build", course.build.string(), "--target", "learn"}, 600, not_interrupted);
  if (is_interrupted()) throw Problem("interrupted", kExitInterrupted);
  if (!built.ok()) {
    throw Problem("the new course is here, but does not build:\n" + built.output +
                  "Try: cmake --build " + shown(course.build) + " --target learn");
  }
  return kExitOk;
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      {"", "", "where you are, and what is next", where},
      {"run", "[PROGRAM]", "build a program of a chapter and run it; without one, what there is",
       run_program, true, true},
      {"watch", "[NAME]", "check an exercise whenever its file is saved; Ctrl-C leaves",
       watch_exercise},
      {"check", "[NAME]", "check it once", check_once},
      {"check --json", "[NAME]", "the same, for a program to read", check_for_program},
      {"hint", "[NAME]", "a hint, one more each time", hint},
      {"list", "", "every exercise and its state", list},
      {"reset", "NAME", "back to the stub; your file is kept", reset},
      {"solution", "NAME",
       "a right answer, and why it is good: when yours passes, or if you ask twice", solution},
      {"update", "", "get a newer course; what you wrote stays", update},
      {"new exercise", "NAME CHAPTER", "a new exercise, with all files that one needs",
       new_exercise, false},
      {"new program", "NAME CHAPTER", "a new program, with a section of the chapter's lesson",
       new_program, false},
      {"remove exercise", "NAME", "an exercise, and what the lists have of it", remove_exercise,
       false},
      {"remove program", "NAME", "a program, and its line in the chapter's list", remove_program,
       false},
      {"variant", "NAME VARIANT", "a wrong answer of common/tests/graders, as a whole file",
       print_variant, false},
      {"export", "PLAN FOLDER",
       "a class's repository, with the exercises of a plan and no solutions", export_class, false},
      {"export --seed", "SEED PLAN FOLDER", "the same, with private versions of exercises",
       export_with_seed, false},
      {"key", "SEED NAME", "the solution to a private version", print_key, false},
      {"grade", "FOLDER [FORMAT]", "what was handed in, in a sandbox", grade_answers, false},
      {"grade --unsafe", "FOLDER [FORMAT]", "the same without one", grade_unsafely, false},
      {"class", "FOLDER", "who is where, from a folder of grades in JSON", show_class, false},
      {"class --csv", "FOLDER", "the same as a table for other programs", print_class_as_csv,
       false},
  };
  return all;
}

}  // namespace learn
