#include "watch.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "page.h"
#include "problem.h"
#include "progress.h"
#include "terminal.h"
#include "text.h"

namespace learn {

namespace {

constexpr int kPollMilliseconds = 100;

/// What a save changes: an editor may write into the file, or put another one in its place.
using Stamp = std::tuple<long long, long long, long long, unsigned long long>;

Stamp stamp(const fs::path& path) {
  struct stat file {};
  if (stat(path.c_str(), &file) != 0) return {};  // it is being replaced
#ifdef __APPLE__
  const timespec& time = file.st_mtimespec;
#else
  const timespec& time = file.st_mtim;
#endif
  return {time.tv_sec, time.tv_nsec, file.st_size, file.st_ino};
}

/// Which of the exercises' files was saved last.
class Saves {
 public:
  explicit Saves(const Course& course) : course_(course) {
    for (const Exercise& e : course.exercises) seen_[&e] = pending_[&e] = stamp(e.file());
  }
  /// An exercise whose file was saved since the last call, or nothing. A file counts as saved when it
  /// has been the same for a poll: an editor may write it in pieces.
  const Exercise* saved() {
    const Exercise* found = nullptr;
    for (const Exercise& exercise : course_.exercises) {
      const Stamp now = stamp(exercise.file());
      if (now == Stamp() || now == seen_[&exercise]) continue;
      if (now == pending_[&exercise]) {
        seen_[&exercise] = now;
        found = &exercise;
      }
      pending_[&exercise] = now;
    }
    return found;
  }

 private:
  const Course& course_;
  std::map<const Exercise*, Stamp> seen_, pending_;
};

class Watch {
 public:
  Watch(const Course& course, Record& record, const Exercise& first)
      : course_(course), record_(record), here_(&first), saves_(course) {}

  int run() {
    while (!left_) {
      record_.set_place(*here_);
      const Verdict verdict = check_here();
      if (verdict.state != State::kUnknown) show(verdict);
      while (!left_ && !go_on(verdict)) {
      }
    }
    std::cout << "\nYour place is kept: " << call("watch") << " goes on from here." << std::endl;
    return kExitOk;
  }

 private:
  /// Checks the exercise; another save makes the result unwanted.
  Verdict check_here() {
    const auto begin = std::chrono::steady_clock::now();
    long shown_seconds = -1;
    if (is_terminal()) {
      std::cout << "\033[H\033[2J" << paint(Color::kBold, title(course_, *here_)) << "\n"
                << paint(Color::kDim, shown(here_->file())) << "\n";
    }
    return check_and_remember(course_, record_, *here_, [&] {
      poll_keys(0);
      const long seconds = static_cast<long>(
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
      if (is_terminal() && seconds != shown_seconds) {
        shown_seconds = seconds;
        std::cout << "\r\033[K" << paint(Color::kYellow, "checking …");
        if (seconds > 1) std::cout << " " << seconds << " s";
        std::cout << std::flush;
      }
      if (saved_ == nullptr) saved_ = saves_.saved();
      return !left_ && saved_ == nullptr && key_ != 'n';
    });
  }

  void show(const Verdict& verdict) const {
    const Size size = window();
    Page text = page(course_, record_, *here_, verdict, size.columns);
    for (const std::string& line : hints_) text.foot.push_back(line);
    if (is_terminal()) {
      std::cout << "\033[H\033[2J";
      if (keys_.exist()) {
        text.foot.push_back(paint(Color::kDim, "h hint · n next · q leave"));
      }
      const int taken = rows(text.head, size.columns) + rows(text.foot, size.columns);
      const int room = std::max(size.rows - 1 - taken, 3);
      if (rows(text.body, size.columns) > room) {
        std::size_t fit = 0;  // besides the line that says so
        for (int left = room - 1; (left -= rows({text.body[fit]}, size.columns)) >= 0;) ++fit;
        const std::string more = std::to_string(text.body.size() - fit);
        text.body.resize(fit);
        text.body.push_back(paint(Color::kDim, "… " + more + " more lines"));
      }
    }
    for (const auto* part : {&text.head, &text.body, &text.foot}) {
      for (const std::string& line : *part) std::cout << line << "\n";
    }
    std::cout << (is_terminal() ? "" : "\n") << std::flush;
  }

  void poll_keys(int milliseconds) {
    if (const char key = keys_.wait(milliseconds)) key_ = key;
    left_ = left_ || is_interrupted() || key_ == 'q';
  }

  /// Waits a little. @return whether there is something to check
  bool go_on(const Verdict& verdict) {
    if (saved_ == nullptr) {
      poll_keys(kPollMilliseconds);
      saved_ = saves_.saved();
    }
    const char key = std::exchange(key_, '\0');
    if (saved_ != nullptr) {
      if (saved_ != here_) hints_.clear();
      here_ = std::exchange(saved_, nullptr);
      return true;
    }
    if (key == 'n') {
      hints_.clear();
      if (const Exercise* next = Progress(course_, record_, always).after(*here_)) here_ = next;
      return true;
    }
    if (key == 'h') {
      hints_ = one_more_hint(record_, *here_, window().columns);
      hints_.insert(hints_.begin(), "");
    }
    const bool is_spoilt = is_resized() && is_terminal() && !left_;
    if (key == 'h' || is_spoilt) show(verdict);
    return false;
  }

  const Course& course_;
  Record& record_;
  const Exercise* here_;
  const Exercise* saved_ = nullptr;
  Saves saves_;
  Keys keys_;
  char key_ = 0;
  bool left_ = false;
  std::vector<std::string> hints_;
};

}  // namespace

int watch(const Course& course, Record& record, const Exercise& first) {
  return Watch(course, record, first).run();
}

}  // namespace learn
