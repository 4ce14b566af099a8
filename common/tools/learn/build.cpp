#include "build.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "problem.h"

namespace learn {

namespace {

constexpr double kBuildSeconds = 600;  // the first build of all compiles the CPU backend, too

/// Two builds in one folder would spoil each other's files.
class BuildLock {
 public:
  BuildLock(const fs::path& build, const Wanted& wanted)
      : file_(open((build / "learn.lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::duration<double>(kBuildSeconds);
    while (flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK && wanted() &&
           std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
  ~BuildLock() { close(file_); }
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;

 private:
  int file_;
};

/// Whether a CMakeLists.txt that lists chapters, programs or exercises is newer than what CMake has made of them.
bool has_newer_list(const Course& course) {
  const auto read = fs::last_write_time(course.build / "course.txt");
  const auto is_newer = [&](const fs::path& folder) {
    std::error_code error;
    const auto written = fs::last_write_time(folder / "CMakeLists.txt", error);
    return !error && written > read;
  };
  for (const char* name : {"chapters", "exercises"}) {
    const fs::path folder = course.source / name;
    if (is_newer(folder)) return true;
    std::error_code error;
    for (const fs::directory_entry& chapter : fs::directory_iterator(folder, error)) {
      if (is_newer(chapter.path())) return true;
    }
  }
  return false;
}

}  // namespace

bool may_build() { return std::getenv("LEARN_NO_BUILD") == nullptr; }

Course course_of(const fs::path& build, const Wanted& wanted) {
  Course course = Course::read(build);
  if (!may_build() || !has_newer_list(course)) return course;
  std::cerr << "reading the lists of programs and exercises again …" << std::endl;
  const BuildLock lock(course.build, wanted);
  const Outcome outcome = run({"cmake", course.build.string()}, kBuildSeconds, wanted);
  if (outcome.stopped) throw Problem("interrupted", kExitInterrupted);
  if (!outcome.ok()) {
    throw Problem(outcome.output + "This is what cmake " + shown(course.build) +
                  " says: a list of programs or exercises has changed.");
  }
  return Course::read(build);
}

bool is_built(const Course& course, const std::string& target, const Wanted& wanted) {
  const BuildLock lock(course.build, wanted);
  const Outcome plan =
      run({"cmake", "--build", course.build.string(), "--target", target, "--", "-n"},
          kBuildSeconds, wanted);
  return plan.ok() && plan.output == "ninja: no work to do.\n";
}

Outcome build(const Course& course, const std::string& target, const std::string& file,
              const Wanted& wanted) {
  const BuildLock lock(course.build, wanted);
  Outcome built = run({"bash", (course.source / "common/cmake/build_and_run.sh").string(),
                       "--build", course.build.string(), target, file, "true"},
                      kBuildSeconds, wanted);
  if (built.ok() || built.stopped) return built;
  std::string& text = built.output;
  const std::string last = file + " does not compile\n";
  if (const std::size_t at = text.rfind(last); at != std::string::npos) text.erase(at, last.size());
  if (built.timed_out) text += "The compiler was stopped after ten minutes.\n";
  if (text.empty()) {
    text = "The build failed without a word of the compiler. This says why:\ncmake --build " +
           course.build.string() + " --target " + target + "\n";
  }
  return built;
}

}  // namespace learn
