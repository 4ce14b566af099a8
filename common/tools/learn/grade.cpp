#include "grade.h"

#include <cstdlib>
#include <fstream>
#include <numeric>

#include "build.h"
#include "files.h"
#include "json.h"
#include "names.h"
#include "problem.h"
#include "sandbox.h"
#include "terminal.h"
#include "text.h"

namespace learn {

namespace {

constexpr std::uintmax_t kMostBytes = 1'000'000;  // of an answer, and of what its check writes
constexpr std::uintmax_t kMostObjectBytes = 50'000'000;
constexpr double kCompileSeconds = 120;

/// It is not the answer's fault.
struct CannotGrade : Problem {
  using Problem::Problem;
};

/// Files of one grading, which go with it. What runs in the sandbox may be another user.
class Desk {
 public:
  Desk() : folder_((fs::temp_directory_path() / "learn-grade-XXXXXX").string()) {
    if (mkdtemp(folder_.data()) == nullptr) throw Problem("cannot make a folder like " + folder_);
    fs::permissions(folder_, fs::perms(0755));
    fs::create_directory(made());
    fs::permissions(made(), fs::perms(0777));
    for (const fs::path& file : {verdict(), raw()}) {
      std::ofstream(file).flush();
      fs::permissions(file, fs::perms(0666));
    }
  }
  ~Desk() {
    std::error_code error;
    fs::remove_all(folder_, error);
  }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  fs::path folder() const { return folder_; }
  fs::path made() const { return folder() / "made"; }
  fs::path verdict() const { return folder() / "verdict.json"; }
  fs::path raw() const { return folder() / "results"; }

 private:
  std::string folder_;
};

std::string beginning_of(const fs::path& file) {
  std::string text(kMostBytes, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

/// The answer that was handed in, empty if there is none. Links are not followed: they could lead to any file that
/// whoever grades can read.
fs::path answer_in(const fs::path& folder, const Exercise& exercise) {
  std::error_code error;
  const fs::path root = fs::canonical(folder);
  const fs::path place = fs::relative(exercise.file(), exercise.source);
  for (const fs::path& file : {root / place, root / exercise.file().filename()}) {
    const fs::file_status status = fs::symlink_status(file, error);
    if (status.type() == fs::file_type::not_found) continue;
    if (!fs::is_regular_file(status) || fs::canonical(file, error) != file) {
      throw Problem(place.string() + " is no file, but a link or something else");
    }
    if (fs::file_size(file, error) > kMostBytes)
      throw Problem(place.string() + " is larger than 1 MB");
    return file;
  }
  return {};
}

class Grading {
 public:
  Grading(const Course& course, const Exercise& exercise, bool is_safe)
      : course_(course),
        exercise_(exercise),
        is_safe_(is_safe),
        answer_(desk_.folder() / (exercise.name + ".cu")) {
    if (is_safe) return;
    if (const fs::path hidden =
            unreadable_without_sandbox({course.source, course.build, desk_.folder()});
        !hidden.empty()) {
      throw CannotGrade("answers run as the user nobody, who cannot read " + hidden.string());
    }
  }

  Grade grade(const Assigned& task, const fs::path& handed_in) {
    fs::copy_file(handed_in, answer_);
    fs::permissions(answer_, fs::perms(0644));
    Grade grade{task, compile()};
    if (grade.verdict.state == State::kUnknown) grade.verdict = check();
    int of = 0;
    int points = points_in(grade.verdict.from_check, of);
    if (points > 0) {
      grade.compared = "inside";
      int judged_of = 0;
      const Verdict judged = judge_outside(grade.compared);
      points = std::min(
          points, grade.compared == "outside" ? points_in(judged.from_check, judged_of) : points);
      if (judged.state == State::kWrong && grade.verdict.state == State::kPasses)
        grade.verdict = judged;
      if (const std::string name = forbidden(); !name.empty()) {
        grade.verdict = {State::kRefused, "The answer uses or replaces " + name + ".\n"};
        points = 0;
      }
    }
    grade.points = of == 0 ? 0 : (task.points * points + of / 2) / of;
    grade.verdict.text = readable(grade.verdict.text);
    return grade;
  }

 private:
  static int points_in(const std::string& verdict, int& of) {
    if (verdict.empty()) return 0;
    const Json json = Json::read(verdict);
    of = static_cast<int>(json["of"].number());
    return static_cast<int>(json["points"].number());
  }

  fs::path program() const { return desk_.made() / exercise_.name; }

  /// Messages name files by their place in the course, also the answer, and a check names them as seen from /.
  std::string readable(std::string text) const {
    const std::string folder = fs::relative(exercise_.folder(), course_.source).string() + "/";
    for (const auto& [place, name] :
         {std::pair{desk_.folder(), folder}, {course_.source, std::string()}}) {
      text = replaced(std::move(text), place.string() + "/", name);
      text = replaced(std::move(text), place.relative_path().string() + "/", name);
    }
    return text;
  }

  std::vector<std::string> step(const char* name, const fs::path& answer,
                                const fs::path& made) const {
    return {"bash", (course_.build / "grading" / (exercise_.name + ".sh")).string(), name,
            answer.string(), made.string()};
  }

  Sandbox sandbox() const {
    Sandbox sandbox;
    sandbox.is_safe = is_safe_;
    sandbox.environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"},
                           {"LANG", "C.UTF-8"},
                           {"HOME", "/tmp"},
                           {"TMPDIR", "/tmp"},
                           {"CCACHE_DISABLE", "1"}};
    return sandbox;
  }

  /// The compiler sees what it needs of the course, and no solution or answer of another. Of a check it sees only one
  /// that is compiled together with its answers.
  Sandboxed compile_step(const std::string& name, const fs::path& answer, const fs::path& made) {
    Sandbox box = sandbox();
    box.readable = {course_.source, course_.build, desk_.folder()};
    for (const char* folder : {"solutions", "exercises", "common/tests", ".git", ".learn"}) {
      if (fs::is_directory(course_.source / folder)) box.hidden.push_back(course_.source / folder);
    }
    if (name == "link") box.shown = {exercise_.check()};
    box.writable = {desk_.made()};
    box.seconds = kCompileSeconds;
    return run_in(box, step(name.c_str(), answer, made));
  }

  /// What is wrong with it; of state kUnknown, if nothing is.
  Verdict compile() {
    const Outcome split = run(step("split", answer_, program()), kCompileSeconds, not_interrupted);
    if (!split.ok()) return {State::kDoesNotCompile, split.output};
    for (const char* name : {"answer", "link"}) {
      const Sandboxed compiled = compile_step(name, answer_, program());
      if (!compiled.outcome.ok()) {
        return {State::kDoesNotCompile,
                compiled.outcome.output + (compiled.limit.empty() ? "" : compiled.limit + "\n")};
      }
    }
    return {};
  }

  Sandbox running() const {
    Sandbox box = sandbox();
    box.readable = {program()};
    if (const fs::path libraries = course_.build / "lib"; fs::is_directory(libraries))
      box.readable.push_back(libraries);
    box.seconds = check_seconds();
    box.environment["SIMT_TIMEOUT"] = "10";
    return box;
  }

  Verdict check() {
    Sandbox box = running();
    const std::string token = new_token();
    box.writable = {desk_.verdict()};
    box.environment["EXERCISE_TOKEN"] = token;
    box.environment["EXERCISE_VERDICT"] = desk_.verdict();
    const Sandboxed done = run_in(box, {program().string()});
    if (!done.limit.empty())
      return {State::kTakesTooLong, done.outcome.output + "It took too much " + done.limit + ".\n"};
    Verdict verdict = judge(done.outcome, box.seconds, token);
    verdict.from_check = object_with_token(beginning_of(desk_.verdict()), token);
    if (verdict.state == State::kPasses && verdict.from_check.empty()) {
      return {State::kWrong, "The check passed, but wrote no verdict.\n"};
    }
    return verdict;
  }

  /// Runs the answer once more, where nothing is compared, and compares what it has written in a process without it.
  Verdict judge_outside(std::string& compared) {
    Sandbox box = running();
    box.writable = {desk_.raw()};
    box.environment["EXERCISE_SENDS"] = desk_.raw();
    (void)run_in(box, {program().string()});
    const std::string token = new_token();
    setenv("EXERCISE_JUDGES", desk_.raw().c_str(), 1);
    setenv("EXERCISE_TOKEN", token.c_str(), 1);
    setenv("EXERCISE_VERDICT", desk_.verdict().c_str(), 1);
    const Outcome judged = run({(course_.build / "bin" / ("exercise_" + exercise_.name)).string()},
                               check_seconds(), not_interrupted);
    for (const char* name : {"EXERCISE_JUDGES", "EXERCISE_TOKEN", "EXERCISE_VERDICT"})
      unsetenv(name);
    if (judged.exit_code == kExitCannotRun) return {};
    compared = "outside";
    const std::string written = object_with_token(beginning_of(desk_.verdict()), token);
    if (judged.ok()) return {State::kPasses, "", written};
    return {State::kWrong,
            "Compared outside of its process, its results are wrong:\n" + judged.output, written};
  }

  std::string symbols_of(const fs::path& object) {
    if (fs::file_size(object) > kMostObjectBytes)
      throw Problem("it has more names than there can be");
    Sandbox box = sandbox();
    box.readable = {desk_.folder()};
    const Sandboxed symbols = run_in(box, {"nm", "-C", object}, Output::kStdout);
    if (!symbols.outcome.ok())
      throw CannotGrade("nm does not read an object file: is binutils installed?");
    return symbols.outcome.output;
  }

  /// What the stub's object file names. It is compiled again only if the exercise has been built since: students of a
  /// class are graded one after the other.
  std::string names_of_stub() {
    const fs::path kept = course_.build / "grading" / (exercise_.name + ".names");
    const fs::path built = course_.build / "bin" / ("exercise_" + exercise_.name);
    std::error_code error;
    const auto written = fs::last_write_time(kept, error);
    if (!error && written > fs::last_write_time(built, error) && !error) return read_file(kept);
    const fs::path stub = desk_.folder() / "stub.cu", made = desk_.made() / "stub";
    fs::copy_file(exercise_.file(), stub);
    const Outcome split = run(step("split", stub, made), kCompileSeconds, not_interrupted);
    if (!split.ok() || !compile_step("answer", stub, made).outcome.ok()) {
      throw CannotGrade(shown(exercise_.file()) + " does not compile");
    }
    std::string names = symbols_of(made.string() + ".o");
    write_file(kept, names);  // in one step: others may grade at the same time
    return names;
  }

  /// Names that come with the check, in front of any answer, are allowed: those of the file as it was handed out.
  std::string forbidden() {
    Sandbox box = sandbox();
    box.readable = {desk_.folder()};
    const Sandboxed call = run_in(
        box, {"sh", "-c",
              R"(objdump -d "$0" | grep -Pm 1 '\t(syscall|sysenter|int +\$0x80|svc)\b' || true)",
              program().string() + ".o"});
    return forbidden_name(symbols_of(program().string() + ".o"), names_of_stub(),
                          call.outcome.output);
  }

  const Course& course_;
  const Exercise& exercise_;
  bool is_safe_;
  Desk desk_;
  fs::path answer_;
};

/// What an answer is linked with, and what judges its results.
void build_check(const Course& course, const Exercise& exercise) {
  if (!may_build()) return;
  const std::string file = fs::relative(exercise.file(), course.source).string();
  const Outcome built = build(course, "exercise_" + exercise.name, file, not_interrupted);
  if (is_interrupted()) throw Problem("interrupted", kExitInterrupted);
  if (!built.ok()) throw CannotGrade("the course does not build:\n" + built.output);
}

Grade grade_one(const Course& course, const Assigned& task, const fs::path& handed_in,
                bool is_safe) {
  const Exercise& exercise = *task.exercise;
  try {
    const fs::path answer = answer_in(handed_in, exercise);
    if (answer.empty()) return {task, {State::kNotStarted, "It was not handed in.\n"}};
    build_check(course, exercise);
    return Grading(course, exercise, is_safe).grade(task, answer);
  } catch (const CannotGrade&) {
    throw;
  } catch (const Problem& problem) {
    if (is_interrupted()) throw;
    return {task, {State::kRefused, std::string(problem.what()) + "\n"}};
  }
}

}  // namespace

int Grades::points() const {
  return std::accumulate(all.begin(), all.end(), 0,
                         [](int sum, const Grade& grade) { return sum + grade.points; });
}

int Grades::of() const {
  return std::accumulate(all.begin(), all.end(), 0,
                         [](int sum, const Grade& grade) { return sum + grade.task.points; });
}

Grades grade(const Course& course, const Plan& plan, const fs::path& handed_in, bool is_safe) {
  if (!fs::is_directory(handed_in))
    throw Problem("there is no folder " + handed_in.string(), kExitBadArguments);
  if (is_safe) {
    if (const std::string why = why_no_sandbox(); !why.empty()) {
      throw Problem("there can be no sandbox here: " + why +
                    "\nAnswers are programs of strangers. `learn grade --unsafe` runs them without "
                    "one: do that only "
                    "in a container or a machine that nothing else is on.");
    }
  }
  Grades grades{plan, fs::canonical(handed_in).filename().string(), is_safe};
  for (const Assigned& task : plan.exercises) {
    grades.all.push_back(grade_one(course, task, handed_in, is_safe));
  }
  return grades;
}

}  // namespace learn
